// @ts-check
// Decides who gets a preview before a press is played: touch users, who cannot hover, and readers who choose it.
import { partOf } from "../model.js";
import { keepSetting, setting } from "../storage/preferences.js";

/** @import { Board } from "../model.js" */

const TWICE = "twice"; // preference: whether every press shows a preview first, even without touch
const ON = "on";

/**
 * Return the field of a press message that asks for a preview, if the reader gets one.
 * @param {Event} [event] the click; undefined for a key
 * @returns {{ finger?: true }}
 */
export function presser(event) {
  const finger = event && /** @type {PointerEvent} */ (event).pointerType === "touch";
  return finger || setting(TWICE) === ON ? { finger: true } : {};
}

/**
 * Connect the checkbox with which the reader chooses a preview before every press.
 * @param {Board} board
 */
export function offerTwice({ root }) {
  /** @type {HTMLInputElement} */
  const box = partOf(root, ".cat-confirm-moves");
  box.checked = setting(TWICE) === ON;
  box.addEventListener("change", () => keepSetting(TWICE, box.checked ? ON : ""));
}
