// @ts-check
// The screen that a board is to fill: how large it is, how large words are on it, and whether a hand holds it.

/** @import { Span } from "./arrange.js" */
/** @typedef {{ wide: number, tall: number, text: number, held: boolean, list: Span | null }} Screen in CSS pixels,
 * without its edge; `text`: the size of words, `held`: in a hand, `list`: where the moves stand that are unfolded */

export const EDGE = 6;
export const IN_HAND = 500; // the shorter side of a screen held in a hand
const TEXT = { least: 15, far: 20, most: 27, room: 24, wide: 1900, tall: 1060 }; // pixels; `room`: on a screen of that
// size; `far`: the least for a room
const BELOW = 8; // the board on its page
const LIST = { share: 0.3, least: 240, most: 480, low: 0.38, top: 52 }; // of the screen, and pixels
const SCROLLED = { held: 0.2, else: 0.3 }; // of the screen: who stands lower has the whole screen once scrolled to

/**
 * @param {HTMLElement} root a board
 * @param {boolean} presents whether a room looks on
 * @param {boolean} listed whether moves or the score are unfolded
 * @returns {Screen}
 */
export function screenFor(root, presents, listed) {
  const wide = root.clientWidth;
  let tall = root.clientHeight;
  let held = Math.min(wide, tall) < IN_HAND;
  if (!root.classList.contains("cat-fill")) {
    const screen = document.documentElement.clientHeight;
    const top = root.getBoundingClientRect().top + scrollY;
    held = Math.min(wide, screen) < IN_HAND;
    tall = screen - BELOW - (top < screen * (held ? SCROLLED.held : SCROLLED.else) ? top : covered());
  }
  const text = Math.round(TEXT.room * Math.min(wide / TEXT.wide, tall / TEXT.tall));
  const list = listed ? beside(wide - 2 * EDGE, tall - 2 * EDGE) : null;
  return {
    wide: wide - 2 * EDGE - (list?.[0] ? list[2] + EDGE : 0),
    tall: tall - 2 * EDGE - (list?.[0] ? 0 : (list?.[3] ?? 0)),
    held,
    text: held ? TEXT.least : Math.min(TEXT.most, Math.max(presents ? TEXT.far : TEXT.least, text)),
    list,
  };
}

/**
 * @param {Screen} screen that a hand holds
 * @returns {Screen} about what it is when the hand turns
 */
export function turned(screen) {
  const { clientWidth, clientHeight } = document.documentElement;
  const more = clientHeight - clientWidth;
  return { ...screen, wide: screen.wide + more, tall: screen.tall - more };
}

/**
 * What is unfolded of the moves and the score stands beside the board, or below it where the screen is tall.
 * @param {number} wide
 * @param {number} tall
 * @returns {Span}
 */
function beside(wide, tall) {
  if (wide <= tall) return [0, tall * (1 - LIST.low), wide, tall * LIST.low];
  const side = Math.min(LIST.most, Math.max(LIST.least, wide * LIST.share));
  return [wide - side, LIST.top, side, tall - LIST.top];
}

/** @returns {number} how much of the window's top is covered while a page is scrolled */
function covered() {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
