// @ts-check
// The screen that a board fills: its size, its font size, and whether it is a handheld device.

/** @import { Span } from "./arrange.js" */
/** @typedef {{ wide: number, tall: number, more: number, usual: number, text: number, larger: number, held: boolean,
 *   list: Span | null, brief?: boolean }} Screen
 * in CSS pixels, without the edge; `more`: height that a handheld screen gains when the reader scrolls to the board;
 * `usual`: the height with the usual font size; `text`: font size; `larger`: the browser's font size relative to the
 * usual one, at least 1; `held`: whether it is handheld; `list`: position of the open move list; `brief`: whether a
 * message has fewer lines */

export const EDGE = 6;
export const IN_HAND = 500; // a handheld screen's shorter side is less than this
const ROOT = 16; // the browser's usual font size; text grows with it
// Font sizes in pixels: `room` on a screen of `wide` by `tall` pixels.
const TEXT = { least: 15, most: 27, room: 24, wide: 1900, tall: 1060 };
// Those in a presentation, which is read from five metres.
const FAR_TEXT = { least: 24, most: 40, room: 24, wide: 1270, tall: 710 };
const BELOW = 8; // margin below the board on its page
// The open move list: `share` and `low` are fractions of the screen, the other values are pixels.
const LIST = { share: 0.3, least: 240, most: 480, low: 0.38, top: 52 };
// Fractions of the screen: a board that starts further down gets the whole screen: the reader has to scroll to it.
const SCROLLED = { held: 0.2, else: 0.3 };

/**
 * @param {HTMLElement} root a board
 * @param {boolean} presents whether the board is part of a presentation
 * @param {boolean} listed whether the move list or the score sheet is open
 * @returns {Screen}
 */
export function screenFor(root, presents, listed) {
  const wide = root.clientWidth;
  let tall = root.clientHeight;
  let held = Math.min(wide, tall) < IN_HAND;
  let more = 0;
  let title = 0; // the height above the board that depends on the font size
  if (!root.classList.contains("cat-fill")) {
    const screen = document.documentElement.clientHeight;
    const top = root.getBoundingClientRect().top + scrollY;
    held = Math.min(wide, screen) < IN_HAND;
    const above = top < screen * (held ? SCROLLED.held : SCROLLED.else) ? top : covered();
    tall = screen - BELOW - above;
    more = held ? above - covered() : 0;
    title = above;
  }
  const size = presents && !held ? FAR_TEXT : TEXT;
  const room = Math.round(size.room * Math.min(wide / size.wide, tall / size.tall));
  const text = held ? size.least : Math.min(size.most, Math.max(size.least, room));
  const larger = Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT);
  const list = listed ? beside(wide - 2 * EDGE, tall - 2 * EDGE) : null;
  const free = tall - 2 * EDGE - (list?.[0] ? 0 : (list?.[3] ?? 0));
  return {
    wide: wide - 2 * EDGE - (list?.[0] ? list[2] + EDGE : 0),
    tall: free,
    more,
    usual: free + title * (1 - 1 / larger),
    held,
    text: text * larger,
    larger,
    list,
  };
}

/**
 * @param {Screen} screen a handheld screen
 * @returns {Screen} its approximate size after rotation
 */
export function turned(screen) {
  const { clientWidth, clientHeight } = document.documentElement;
  const more = clientHeight - clientWidth;
  return { ...screen, wide: screen.wide + more, tall: screen.tall - more, usual: screen.usual - more };
}

/**
 * Return the span of the open move list and score sheet: next to the board, or below it on a portrait screen.
 * @param {number} wide
 * @param {number} tall
 * @returns {Span}
 */
function beside(wide, tall) {
  if (wide <= tall) return [0, tall * (1 - LIST.low), wide, tall * LIST.low];
  const side = Math.min(LIST.most, Math.max(LIST.least, wide * LIST.share));
  return [wide - side, LIST.top, side, tall - LIST.top];
}

/** @returns {number} height of the fixed header that covers the top of a scrolled page */
function covered() {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
