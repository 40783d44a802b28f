// @ts-check
// The layout of a board that fills a screen, as pure functions on numbers. Text is as tall as it needs to be; the parts
// share the rest, the board first. Lengths are CSS pixels, a part's size is in its own units, and its scale is in
// pixels per unit.
import { ENOUGH, fit, GAP, refit, sized, worth } from "./rows.js";
import { belowScreen, strip, windows } from "./scroll_rows.js";
import { roomy } from "./spare_height.js";

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} w
 * @property {number} h
 * @property {number} caption height of its caption in pixels
 * @property {number} least minimum scale
 * @property {number} touch scale below which its areas would be too small to press; 0 if it has none
 * @property {boolean} firm whether its areas must never be too small to press
 * @property {number} best maximum scale
 * @property {number} weight its importance
 * @property {number} scrolls whether it can be in the scrolling row: 0 never, 2 before parts with 1
 * @property {string} near parts with the same value stay together
 */

/**
 * @typedef {object} Words
 * @property {string} name
 * @property {(wide: number) => number} tall height in a column of this width
 * @property {(wide: number) => number} [whole] height of the full text, if `tall` is capped
 * @property {boolean} low whether the text is below the parts
 * @property {[number, number] | null} [compact] width and height of a form that can be among the parts, if it has one
 * @property {number} loss cost of leaving it out
 */

/** @typedef {[number, number, number]} Place left, top, scale */
/** @typedef {[number, number, number, number]} Span left, top, width, height */
/** @typedef {{ x: number, y: number, wide: number, tall: number, scale: number, names: string[] }} Window
 * the scrolling row of parts; each has `scale` times its minimum scale */

/**
 * @typedef {object} Arrangement
 * @property {Object<string, Place>} places of the parts; captions are above them
 * @property {Object<string, Span>} words the text blocks that are not left out
 * @property {Window | null} window
 * @property {number} over free height above the message, for a long message
 * @property {number} under free height below the panels
 * @property {boolean} compact whether a text block has its compact form
 * @property {boolean} whole whether the board is large enough and no important text block is left out
 */

/** @import { Box, Group, Room } from "./rows.js" */

const PHONE = 360 * 740; // the screen that the minimum scales are meant for
const KNEE = 1.2; // on a screen of the size PHONE, a part is large enough at this multiple of its minimum scale
const STEPS = 14; // number of board scales to try
const LEAST_STEP = 0.4;
const NARROW = 0.45; // minimum width of the column next to the board, as a fraction; at most COLUMN pixels
const COLUMN = 300;
const UNORDERED = 1; // loss for separating parts that belong together
const WINDOW = 1; // loss for each part in the scrolling row
const OFF_SCREEN = 2; // loss for each part in a scrolling row below the screen
const TOO_SMALL = 20; // factor of the loss for a board below its minimum scale
// Factors for the minimum scales of the other parts if the screen is too small, and for the size that their areas need
// if the board would otherwise be too small.
const TRIES = [1, 0.7].flatMap((touch) => [1, 0.8, 0.6, 0.4].map((ease) => ({ ease, touch })));
const DEAR = 3; // a text block that costs more is left out only if it does not fit even next to the smallest parts
const SHAPES = /** @type {const} */ (["beside", "above", "corner"]);

/**
 * @typedef {object} Try
 * @property {Box} board
 * @property {Box[]} rest
 * @property {Words[]} words
 * @property {number} wide
 * @property {number} tall
 * @property {boolean} together whether to place parts that belong together next to each other
 */

/**
 * Return the scales to try for the board, from its maximum down, and its minimum.
 * @param {Way} way
 */
function scales({ board, shape, wide, tall, floor }) {
  const across = shape === "above" ? wide : wide - Math.min(COLUMN, wide * NARROW) - GAP;
  const most = Math.min(across / board.w, (tall - board.caption) / board.h, board.best);
  const tried = Array.from({ length: STEPS }, (_, n) => most * (1 - ((1 - LEAST_STEP) * n) / STEPS));
  const least = Math.max(board.least, floor);
  return least < most ? [...tried, least] : tried;
}

/**
 * @param {Box[]} boxes
 * @param {Room} room
 * @returns {Group[] | null} null if they do not fit
 */
function alone(boxes, room) {
  const found = fit(boxes, room);
  return found && [found];
}

/**
 * Lay out everything with the board at a scale, or return null if it does not fit.
 * @param {Try} what
 * @param {Shape} shape
 * @param {number} scale
 * @returns {{ places: Object<string, Place>, words: Arrangement["words"], groups: Group[] } | null}
 */
function attempt({ board, rest, words, wide, tall, together }, shape, scale) {
  const above = shape === "above";
  const own = sized({ ...board, least: scale }, 1);
  const x = above ? 0 : own.wide + GAP;
  const room = { x, y: 0, wide: wide - x, tall };
  const said = inColumn(words, room);
  if (!said) return null;
  /** @type {Group[] | null} */
  let groups = null;
  /** @type {Place} */
  let place = [0, board.caption, scale];
  if (above) {
    const { y } = said.room;
    if (own.tall > said.room.tall) return null;
    place = [(wide - own.wide) / 2, y + board.caption, scale];
    const below = { ...said.room, y: y + own.tall + GAP, tall: said.room.tall - own.tall - GAP };
    groups = alone(rest, below);
    if (groups && !rest.length) place[1] += Math.max(below.tall, 0) / 2;
  } else if (shape === "beside") {
    place[1] += Math.max(0, (tall - own.tall) / 2);
    groups = alone(rest, said.room);
  } else {
    const below = { x: 0, y: own.tall + GAP, wide: own.wide, tall: tall - own.tall - GAP };
    groups = parted(rest, below, said.room, together);
  }
  if (!groups) return null;
  /** @type {Object<string, Place>} */
  const places = Object.assign({ [board.name]: place }, ...groups.map((one) => one.places));
  return { places, words: said.words, groups };
}

/**
 * Place the text blocks at the top and at the bottom of a column.
 * @param {Words[]} words
 * @param {Room} column
 * @returns {{ words: Arrangement["words"], room: Room } | null} their spans and the space between them
 */
function inColumn(words, { x, wide, tall }) {
  let [top, bottom] = [0, tall];
  /** @type {Arrangement["words"]} */
  const placed = {};
  for (const { name, tall: height } of words.filter(({ low }) => !low)) {
    placed[name] = [x, top, wide, height(wide)];
    top += height(wide) + GAP;
  }
  for (const { name, tall: height } of words.filter(({ low }) => low).reverse()) {
    bottom -= height(wide);
    placed[name] = [x, bottom, wide, height(wide)];
    bottom -= GAP;
  }
  return bottom < top ? null : { words: placed, room: { x, y: top, wide, tall: bottom - top } };
}

/**
 * Place some boxes below the board and the others next to it.
 * @param {Box[]} boxes
 * @param {Room} below
 * @param {Room} beside
 * @param {boolean} together
 * @returns {Group[] | null}
 */
function parted(boxes, below, beside, together) {
  /** @type {Group[] | null} */
  let best = null;
  let most = 0;
  for (let n = 1; n <= boxes.length; n++) {
    if (together && n < boxes.length && boxes[n].near && boxes[n].near === boxes[n - 1].near) continue;
    const first = fit(boxes.slice(0, n), below);
    if (!first) break;
    if (first.grown <= most) continue;
    const others = fit(boxes.slice(n), beside);
    const grown = Math.min(first.grown, others?.grown ?? 0);
    if (others && grown > most) [best, most] = [[first, others], grown];
  }
  return best;
}

/** @typedef {"beside" | "above" | "corner"} Shape the board's position: the rest is next to it, below it, or both */
/** @typedef {Try & { shape: Shape, loose: Box[], below: boolean, shown: Box[], loss: number, floor: number }} Way */

/**
 * Yield every combination of omitted text blocks, parts in the scrolling row and board position.
 * @param {Box[]} boxes
 * @param {Words[]} words
 * @param {number} ease factor for the minimum scales of all parts except the board
 * @param {number} touch factor for the size that their areas need
 * @param {number} wide
 * @param {number} tall
 * @param {number} floor
 * @returns {Generator<Way>}
 */
function* ways([board, ...rest], words, ease, touch, wide, tall, floor) {
  const room = Math.max(1, (wide * tall) / PHONE); // on a larger screen, what is out of view costs more
  const spare = words.filter(({ loss }) => loss).sort((one, other) => one.loss - other.loss);
  for (let left = 0; left <= spare.length; left++) {
    const out = spare.slice(0, left);
    const spoken = words.filter((one) => !out.includes(one));
    const lost = out.reduce((sum, one) => sum + one.loss, 0);
    for (const { shown, loose, below } of windows(rest, wide)) {
      const eased = shown.map((box) => ({
        ...box,
        least: Math.max(box.least * ease, Math.min(box.least, box.touch * (box.firm ? 1 : touch))),
      }));
      const what = { board, rest: eased, words: spoken, wide, tall, shown, loose, below, floor };
      const loss = room * (lost + (below ? OFF_SCREEN : WINDOW) * loose.length);
      for (const shape of SHAPES) yield { ...what, shape, together: true, loss };
      yield { ...what, shape: "corner", together: false, loss: loss + UNORDERED };
    }
  }
}

/** @typedef {Omit<Arrangement, "over" | "under" | "compact" | "whole"> & { groups: Group[] }} Standing */

/**
 * Return the best arrangement of one combination, and its score.
 * @param {Way} way
 * @returns {{ score: number, found: Standing | null }}
 */
function best(way) {
  const { board, shown, loose, below, shape, loss, wide, tall, floor } = way;
  /** @type {{ score: number, found: Standing | null }} */
  let most = { score: -Infinity, found: null };
  for (const scale of scales(way)) {
    const got = attempt(way, shape, scale);
    if (!got) continue;
    const { places, words, groups } = got;
    const lack = Math.log(places[board.name][2] / Math.max(board.least, floor));
    const sum = [board, ...shown].reduce((all, box) => all + worth(box, places[box.name][2]), 0);
    const score = sum - loss + (lack < -ENOUGH ? TOO_SMALL * lack - 5 : 0);
    if (score <= most.score) continue;
    const row = below ? belowScreen(loose, wide, tall) : strip(places, [board, ...shown], loose, [0, wide]);
    most = { score, found: { places, words, window: row, groups } };
  }
  return most;
}

/**
 * Return the arrangement with the highest score in which a text block has its compact form and is among the parts.
 * @param {Part[]} parts the board first
 * @param {Words[]} words
 * @param {number} wide
 * @param {number} tall
 * @param {number} [floor]
 * @returns {Arrangement | null} null if nothing fits, or if no text block has such a form
 */
export function arrangeCompact(parts, words, wide, tall, floor = 0) {
  const block = words.find(({ compact }) => compact);
  if (!block?.compact) return null;
  const { name } = block;
  const [w, h] = block.compact;
  const box = { name, w, h, caption: 0, least: 1, touch: 1, firm: true, best: 1, weight: 0, scrolls: 0, near: "" };
  const others = words.filter((one) => one !== block);
  const found = arrange([...parts, box], others, wide, tall, floor);
  if (!found) return null;
  const { [name]: place, ...places } = found.places;
  return { ...found, places, words: { ...found.words, [name]: [place[0], place[1], w, h] }, compact: true };
}

/**
 * Return the arrangement with the highest score.
 * @param {Part[]} parts the board first
 * @param {Words[]} words from top to bottom
 * @param {number} wide
 * @param {number} tall
 * @param {number} [floor] the board's previous scale; it should not become smaller
 * @returns {Arrangement | null} null if nothing fits
 */
export function arrange(parts, words, wide, tall, floor = 0) {
  const knee = Math.max(1, KNEE * Math.sqrt((wide * tall) / PHONE));
  const boxes = parts.map((part) => ({ ...part, good: Math.min(part.least * knee, part.best) }));
  const wanted = Math.max(boxes[0].least, floor) * (1 - ENOUGH);
  /** @param {Standing | null} found */
  const isLarge = (found) => found !== null && found.places[boxes[0].name][2] >= wanted;
  /** @param {Standing | null} found */
  const isWhole = (found) =>
    found !== null && isLarge(found) && words.every(({ name, loss }) => loss < DEAR || name in found.words);
  /** @type {ReturnType<typeof best>} */
  let most = { score: -Infinity, found: null };
  for (const { ease, touch } of TRIES) {
    if (touch < 1 && isLarge(most.found)) break;
    for (const way of ways(boxes, words, ease, touch, wide, tall, floor)) {
      const got = best(way);
      if (got.score > most.score) most = got;
    }
    if (isWhole(most.found)) break;
  }
  const whole = isWhole(most.found);
  // A scrolling row already uses the space that is left.
  if (most.found && !most.found.window) Object.assign(most.found.places, ...most.found.groups.map(refit));
  return most.found && { ...roomy(most.found, boxes, words, tall), compact: false, whole };
}
