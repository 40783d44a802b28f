// @ts-check
// The tick of a board that was solved: it stays over visits, in the reader's browser. Its place on the board is there
// from the beginning, so that nothing moves when it comes.
import { keepSetting, setting } from "./preferences.js";

/** @import { Answers, Board } from "../model.js" */

const DONE = "done-"; // begins the name under which a tick is kept
const TICKED = "data-solved"; // on the element around a board with its tick

/** An event: a tick or something else of what the reader has done is kept. */
export const KEPT = "cat-kept";

/**
 * @param {HTMLElement} shell the element around a board, or around its picture
 * @returns {string} the name under which its tick is kept, nothing where it has none
 */
export function tickOf(shell) {
  return shell.dataset.remembers?.split(" ").find((name) => name.startsWith(DONE)) ?? "";
}

/**
 * @param {Element} shell
 * @returns {boolean} whether it shows its tick
 */
export function isSolved(shell) {
  return shell.hasAttribute(TICKED);
}

/**
 * Show a board's tick, where it was ever solved.
 * @param {HTMLElement} shell
 */
export function showTick(shell) {
  const name = tickOf(shell);
  if (name) shell.toggleAttribute(TICKED, setting(name) !== "");
}

/**
 * Show a board's tick, and keep what Python wants to be kept, the tick or something else.
 * @param {Board} board
 * @returns {Pick<Answers, "remember">}
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
