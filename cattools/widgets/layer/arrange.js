// @ts-check
// Where the parts of a board and its words stand when a screen is to be filled: numbers in, numbers out. Words are as
// tall as they must be; the parts share the rest, the board first. Lengths are CSS pixels, a part's size is in its own
// units and its scale is pixels a unit.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {number} w
 * @property {number} h
 * @property {number} caption pixels over it for a line of words
 * @property {number} least the least scale
 * @property {number} best
 * @property {number} weight how much it matters
 * @property {number} scrolls whether it may be seen through a window: 0 never, 2 before those with 1
 * @property {string} near parts of the same name stay together
 */

/**
 * @typedef {object} Words
 * @property {string} name
 * @property {(wide: number) => number} tall how tall they are in a column
 * @property {boolean} low whether they stand below the parts
 * @property {number} loss what it costs to leave them out
 */

/** @typedef {[number, number, number]} Place left, top, scale */
/** @typedef {{ x: number, y: number, wide: number, tall: number, scale: number, names: string[] }} Window
 * a row of parts that scrolls; each has `scale` times its least scale */

/**
 * @typedef {object} Arrangement
 * @property {Object<string, Place>} places of the parts, their captions above them
 * @property {Object<string, [number, number, number, number]>} words left, top, width, height; those left out are not here
 * @property {Window | null} window
 * @property {string} shape
 */

/** @typedef {Part & { good: number }} Box a part, and the scale beyond which more is worth little */
/** @typedef {{ x: number, y: number, wide: number, tall: number }} Room */

const GAP = 8;
const PHONE = 360 * 740; // where the least sizes are meant for
const KNEE = 1.2; // as much larger, screen for screen, a part is large enough
const STEPS = 14; // of the board's scale that are tried
const LEAST_STEP = 0.4;
const HALVINGS = 8;
const BEYOND = 0.15; // what growing is worth once a part is large
const STRIP = 1.25; // a window shows that there is more
const NARROW = 0.45; // of the width: the least column beside the board
const COLUMN = 300;
const UNORDERED = 1; // loss where parts that belong together are parted
const WINDOW = 0.5; // loss for each part in a window
const ENOUGH = 0.01;
const TOO_SMALL = 20; // what it costs when the board is smaller than its least size
const EASES = [1, 0.8, 0.6, 0.4]; // a screen too small for all least sizes: all shrink alike
const SHAPES = /** @type {const} */ (["beside", "above", "corner"]);

/** @param {Box} box @param {number} scale */
function worth({ least, good, weight }, scale) {
  return weight * (Math.log(Math.min(scale, good) / least) + BEYOND * Math.log(Math.max(scale, good) / good));
}

/** @param {Box} box @param {number} grown how many times its least scale */
function sized(box, grown) {
  const scale = Math.min(box.least * grown, box.best);
  return { box, scale, wide: box.w * scale, tall: box.caption + box.h * scale };
}

/**
 * Stand boxes in rows: in their order, or where that does not fit by their height.
 * @param {Box[]} boxes
 * @param {number} grown
 * @param {Room} room
 * @returns {Object<string, Place> | null}
 */
function shelves(boxes, grown, room) {
  const items = boxes.map((box) => sized(box, grown));
  if (items.some(({ wide }) => wide > room.wide + ENOUGH)) return null;
  return stand(inOrder(items, room), room) ?? stand(byHeight(items, room), room);
}

/** @typedef {ReturnType<typeof sized>} Item */

/** @param {Item[]} row */
function taken(row) {
  return row.reduce((sum, { wide }) => sum + wide, 0) + GAP * (row.length - 1);
}

/** @param {Item[]} items @param {Room} room */
function inOrder(items, room) {
  /** @type {Item[][]} */
  const rows = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && taken([...row, item]) <= room.wide + ENOUGH) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

/** @param {Item[]} items @param {Room} room */
function byHeight(items, room) {
  /** @type {Item[][]} */
  const rows = [];
  for (const item of [...items].sort((one, other) => other.tall - one.tall)) {
    const row = rows.find((some) => taken([...some, item]) <= room.wide + ENOUGH);
    if (row) row.push(item);
    else rows.push([item]);
  }
  /** @param {Item} item */
  const place = (item) => items.indexOf(item);
  for (const row of rows) row.sort((one, other) => place(one) - place(other));
  return rows.sort((one, other) => place(one[0]) - place(other[0]));
}

/**
 * @param {Item[][]} rows
 * @param {Room} room
 * @returns {Object<string, Place> | null} nothing where they are too tall
 */
function stand(rows, { x, y, wide, tall }) {
  const heights = rows.map((row) => Math.max(...row.map((item) => item.tall)));
  const all = heights.reduce((sum, one) => sum + one, 0) + GAP * (rows.length - 1);
  if (all > tall + ENOUGH) return null;
  const spare = Math.min((tall - all) / (rows.length + 1), GAP * 3);
  /** @type {Object<string, Place>} */
  const places = {};
  let top = y + spare;
  for (const [n, row] of rows.entries()) {
    const gap = Math.max((wide - taken(row)) / (row.length + 1), 0);
    let left = x + gap;
    for (const { box, scale, ...item } of row) {
      places[box.name] = [left, top + (heights[n] - item.tall) / 2 + box.caption, scale];
      left += item.wide + gap + GAP;
    }
    top += heights[n] + GAP + spare;
  }
  return places;
}

/**
 * Stand boxes as large as there is room for.
 * @param {Box[]} boxes
 * @param {Room} room
 * @returns {{ places: Object<string, Place>, grown: number } | null}
 */
function fit(boxes, room) {
  if (!boxes.length) return { places: {}, grown: Infinity };
  let places = room.wide > 0 && room.tall > 0 ? shelves(boxes, 1, room) : null;
  if (!places) return null;
  let low = 1;
  let high = Math.max(...boxes.map((box) => box.best / box.least));
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    const larger = shelves(boxes, middle, room);
    if (larger) [low, places] = [middle, larger];
    else high = middle;
  }
  return { places, grown: low };
}

/**
 * @typedef {object} Try
 * @property {Box} board
 * @property {Box[]} rest
 * @property {Words[]} words
 * @property {number} wide
 * @property {number} tall
 * @property {boolean} together whether parts that belong together stay so
 */

/**
 * Stand everything with the board at a part of its greatest scale.
 * @param {Try} what
 * @param {"beside" | "above" | "corner"} shape where the board stands
 * @param {number} part
 * @returns {{ places: Object<string, Place>, words: Arrangement["words"] } | null}
 */
function attempt({ board, rest, words, wide, tall, together }, shape, part) {
  const above = shape === "above";
  const column = Math.min(COLUMN, wide * NARROW);
  const across = above ? wide : wide - column - GAP;
  const scale = part * Math.min(across / board.w, (tall - board.caption) / board.h, board.best);
  const own = sized({ ...board, least: scale }, 1);
  const x = above ? 0 : own.wide + GAP;
  const room = { x, y: 0, wide: wide - x, tall };
  const said = inColumn(words, room);
  if (!said) return null;
  /** @type {{ places: Object<string, Place> } | null} */
  let more = null;
  /** @type {Place} */
  let place = [0, board.caption, scale];
  if (above) {
    const { y } = said.room;
    if (own.tall > said.room.tall) return null;
    place = [(wide - own.wide) / 2, y + board.caption, scale];
    const below = { ...said.room, y: y + own.tall + GAP, tall: said.room.tall - own.tall - GAP };
    more = fit(rest, below);
    if (more && !rest.length) place[1] += Math.max(below.tall, 0) / 2;
  } else if (shape === "beside") {
    place[1] += Math.max(0, (tall - own.tall) / 2);
    more = fit(rest, said.room);
  } else {
    const below = { x: 0, y: own.tall + GAP, wide: own.wide, tall: tall - own.tall - GAP };
    more = parted(rest, below, said.room, together);
  }
  return more && { places: { [board.name]: place, ...more.places }, words: said.words };
}

/**
 * Stand words at the top and at the bottom of a column.
 * @param {Words[]} words
 * @param {Room} column
 * @returns {{ words: Arrangement["words"], room: Room } | null} and the room between them
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
 * Stand some boxes below the board and the others beside it.
 * @param {Box[]} boxes
 * @param {Room} below
 * @param {Room} beside
 * @param {boolean} together
 */
function parted(boxes, below, beside, together) {
  /** @type {{ places: Object<string, Place> } | null} */
  let best = null;
  let most = 0;
  for (let n = 1; n <= boxes.length; n++) {
    if (together && n < boxes.length && boxes[n].near && boxes[n].near === boxes[n - 1].near) continue;
    const first = fit(boxes.slice(0, n), below);
    if (!first) break;
    if (first.grown <= most) continue;
    const others = fit(boxes.slice(n), beside);
    const grown = Math.min(first.grown, others?.grown ?? 0);
    if (others && grown > most) [best, most] = [{ places: { ...first.places, ...others.places } }, grown];
  }
  return best;
}

/**
 * The ways to show the parts beside the board: all of them, or some in a window.
 * @param {Box[]} rest
 * @param {number} wide
 * @returns {{ shown: Box[], loose: Box[] }[]}
 */
function windows(rest, wide) {
  const ways = [{ shown: rest, loose: /** @type {Box[]} */ ([]) }];
  for (const from of [2, 1]) {
    const loose = rest.filter(({ scrolls }) => scrolls >= from);
    if (loose.length < 2 || loose.length === ways.at(-1)?.loose.length) continue;
    const strip = {
      ...loose[0],
      name: "",
      w: Math.min(STRIP * Math.max(...loose.map((box) => box.w * box.least)), wide),
      h: Math.max(...loose.map((box) => box.h * box.least)),
      caption: Math.max(...loose.map((box) => box.caption)),
      least: 1,
      best: Math.min(...loose.map((box) => box.best / box.least)),
      good: Math.min(...loose.map((box) => box.good / box.least)),
    };
    ways.push({ shown: [...rest.filter((box) => !loose.includes(box)), strip], loose });
  }
  return ways;
}

/** @typedef {Try & { shape: "beside" | "above" | "corner", loose: Box[], shown: Box[], loss: number, floor: number }} Way */

/**
 * Every way to leave out words, to use a window, and to stand the board.
 * @param {Box[]} boxes
 * @param {Words[]} words
 * @param {number} ease by how much the least sizes shrink, but the board's
 * @param {number} wide
 * @param {number} tall
 * @param {number} floor
 * @returns {Generator<Way>}
 */
function* ways([board, ...rest], words, ease, wide, tall, floor) {
  const spare = words.filter(({ loss }) => loss).sort((one, other) => one.loss - other.loss);
  for (let left = 0; left <= spare.length; left++) {
    const out = spare.slice(0, left);
    const spoken = words.filter((one) => !out.includes(one));
    const lost = out.reduce((sum, one) => sum + one.loss, 0);
    for (const { shown, loose } of windows(rest, wide)) {
      const eased = shown.map((box) => ({ ...box, least: box.least * ease }));
      const what = { board, rest: eased, words: spoken, wide, tall, shown, loose, floor };
      const loss = lost + WINDOW * loose.length;
      for (const shape of SHAPES) yield { ...what, shape, together: true, loss };
      yield { ...what, shape: "corner", together: false, loss: loss + UNORDERED };
    }
  }
}

/**
 * The best arrangement of one way, and what it is worth.
 * @param {Way} way
 * @returns {{ score: number, found: Arrangement | null }}
 */
function best(way) {
  const { board, shown, loose, shape, loss, wide, floor } = way;
  /** @type {{ score: number, found: Arrangement | null }} */
  let most = { score: -Infinity, found: null };
  for (let n = 0; n < STEPS; n++) {
    const got = attempt(way, shape, 1 - ((1 - LEAST_STEP) * n) / STEPS);
    if (!got) continue;
    const { places, words } = got;
    const lack = Math.log(places[board.name][2] / Math.max(board.least, floor));
    const sum = [board, ...shown].reduce((all, box) => all + worth(box, places[box.name][2]), 0);
    const score = sum - loss + (lack < -ENOUGH ? TOO_SMALL * lack - 5 : 0);
    if (score > most.score)
      most = { score, found: { places, words, shape, window: strip(places, [board, ...shown], loose, [0, wide]) } };
  }
  return most;
}

/**
 * @param {Part[]} parts the board first
 * @param {Words[]} words from the top
 * @param {number} wide
 * @param {number} tall
 * @param {number} [floor] a scale that the board has had: it should not be smaller
 * @returns {Arrangement | null} nothing where there is no room for anything
 */
export function arrange(parts, words, wide, tall, floor = 0) {
  const knee = Math.max(1, KNEE * Math.sqrt((wide * tall) / PHONE));
  const boxes = parts.map((part) => ({ ...part, good: Math.min(part.least * knee, part.best) }));
  for (const ease of EASES) {
    /** @type {ReturnType<typeof best>} */
    let most = { score: -Infinity, found: null };
    for (const way of ways(boxes, words, ease, wide, tall, floor)) {
      const got = best(way);
      if (got.score > most.score) most = got;
    }
    if (most.found) return most.found;
  }
  return null;
}

/**
 * The window, as wide as there is room for it in its row.
 * @param {Object<string, Place>} places
 * @param {Box[]} all
 * @param {Box[]} loose
 * @param {[number, number]} room from left to right
 * @returns {Window | null}
 */
function strip(places, all, loose, room) {
  const box = all.find(({ name }) => !name);
  if (!box || !loose.length) return null;
  const [x, y, scale] = places[""];
  const names = loose.map(({ name }) => name);
  const top = y - box.caption;
  const tall = box.caption + box.h * scale;
  let [left, right] = room;
  for (const other of all) {
    const at = places[other.name];
    if (!other.name || at[1] - other.caption >= top + tall || at[1] + other.h * at[2] <= top) continue; // above, below
    if (at[0] > x) right = Math.min(right, at[0] - GAP);
    else left = Math.max(left, at[0] + other.w * at[2] + GAP);
  }
  return { x: left, y: top, wide: right - left, tall, scale, names };
}
