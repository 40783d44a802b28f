// @ts-check
// Who is told what a press would bring before it is played: a finger, which cannot point, and whoever wants to be.
import { partOf } from "../model.js";
import { keepSetting, setting } from "../storage/preferences.js";

/** @import { Board } from "../model.js" */

const TWICE = "twice"; // in the reader's browser: whether every press is told first
const ON = "on";

/**
 * Return what a press says of who made it.
 * @param {Event} [event] the click, nothing for a key
 * @returns {{ finger?: true }}
 */
export function presser(event) {
  const finger = event && /** @type {PointerEvent} */ (event).pointerType === "touch";
  return finger || setting(TWICE) === ON ? { finger: true } : {};
}

/**
 * Let the reader choose to be told.
 * @param {Board} board
 */
export function offerTwice({ root }) {
  /** @type {HTMLInputElement} */
  const box = partOf(root, ".cat-twice");
  box.checked = setting(TWICE) === ON;
  box.addEventListener("change", () => keepSetting(TWICE, box.checked ? ON : ""));
}
