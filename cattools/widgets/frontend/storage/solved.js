// @ts-check
// The tick of a solved board, stored in the browser across visits. Its space on the board is reserved, so that nothing
// moves when it appears.
import { keepSetting, setting } from "./preferences.js";

/** @import { Answers, Board } from "../model.js" */

const DONE = "done-"; // prefix of a tick's storage name
const TICKED = "data-solved"; // attribute on the shell of a board that shows its tick

/** Event after a tick or other progress of the reader was stored. */
export const KEPT = "cat-progress";

/**
 * @param {HTMLElement} shell the element around a board or its static picture
 * @returns {string} the storage name of its tick, or "" if it has none
 */
export function tickOf(shell) {
  return shell.dataset.remembers?.split(" ").find((name) => name.startsWith(DONE)) ?? "";
}

/** @param {Element} shell a board that may show its tick */
export const isSolved = (shell) => shell.hasAttribute(TICKED);

/**
 * Show a board's tick if it has ever been solved.
 * @param {HTMLElement} shell
 */
export function showTick(shell) {
  const name = tickOf(shell);
  if (name) shell.toggleAttribute(TICKED, setting(name) !== "");
}

/**
 * Show a board's tick, and return the handler that stores values for Python, ticks included.
 * @type {(board: Board) => Pick<Answers, "remember">}
 */
export function tickAnswers({ root }) {
  showTick(root);
  return {
    remember: ({ name, value }) => {
      keepSetting(name, value);
      if (name === tickOf(root)) root.toggleAttribute(TICKED, value !== "");
      document.dispatchEvent(new CustomEvent(KEPT));
    },
  };
}
