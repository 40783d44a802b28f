// @ts-check
// At build time, sends the profiled kernel (profile_workload.mjs) what pages send to boards.
import { LEGAL } from "../../../widgets/frontend/protocol.js";

const MAX_AREAS = 2; // number of areas pressed on each board, legal or not
const MAX_PRESSES = 4; // maximum number of legal presses
// A label of a saved game is JSON inside the JSON of a message. Python has a separate function that decodes escapes.
const SAVED_LABEL = JSON.stringify(["{n} move", {}, "{n} moves", 1]);

/**
 * @typedef {object} Board a board's widget
 * @property {string} id
 * @property {string} state the JSON of its initial state, with the quotation marks of the HTML unescaped
 * @property {string[]} legal areas where a press is legal now
 */

/**
 * @param {string} state
 * @param {string} attribute
 * @returns {string[]} the attribute's distinct values in the board's HTML
 */
function valuesOf(state, attribute) {
  const found = state.matchAll(new RegExp(`${attribute}="([^"]+)`, "g"));
  return [...new Set([...found].map(([, value]) => value))];
}

/**
 * @param {string} state
 * @returns {object[]} one message for each form: with the last option of every choice and a number in every text field
 */
function forms(state) {
  return [...state.matchAll(/<form.*?data-form="([^"]+)".*?<\/form>/gs)].map(([markup, form]) => {
    const values = Object.fromEntries(valuesOf(markup, " name").map((name) => [name, "12"]));
    for (const [select] of markup.matchAll(/<select.*?<\/select>/gs))
      values[valuesOf(select, " name")[0]] = valuesOf(select, " value").at(-1) ?? "";
    return { kind: "form", form, values };
  });
}

/**
 * @param {string} state
 * @returns {object[]} one message of each kind that a page can send to its board
 */
function messages(state) {
  const areas = valuesOf(state, "data-id").slice(0, MAX_AREAS);
  const parts = valuesOf(state, "data-part");
  const places = Object.fromEntries(parts.map((part, n) => [part, [n * 50.25, 0.5, 1.375]]));
  return [
    { kind: "view", wide: 900, tall: 700, places, theme: "light", still: true },
    { kind: "kept_games", games: { g1: ["2000-01-01", SAVED_LABEL] }, able: true },
    { kind: "untouched" },
    { kind: "hover", area: areas[0] },
    { kind: "query", area: areas[0] },
    ...areas.map((area) => ({ kind: "press", area })),
    ...areas.map((area) => ({ kind: "press", area, finger: true })),
    { kind: "drag", area: areas[0], to: areas[1] },
    { kind: "hover", area: null },
    { kind: "back" },
    { kind: "typed", text: "a1 b2" },
    { kind: "view", wide: 400, tall: 900, places, theme: "dark" },
    { kind: "frame", id: 1, at: 33.4 },
    { kind: "remembered", name: "pace", value: "once" },
    { kind: "address", fragment: "#game=nonsense" },
    { kind: "nonsense" },
  ];
}

/**
 * @param {Board} board
 * @param {(content: object) => void} send
 */
function press(board, send) {
  for (const content of messages(board.state)) send(content);
  for (let n = 0; n < MAX_PRESSES && board.legal.length; n += 1)
    send({ kind: "press", area: board.legal[(n * 7) % board.legal.length] });
  for (const tool of valuesOf(board.state, "data-tool")) send({ kind: "tool", tool });
  for (const form of forms(board.state)) send(form);
}

/** @returns {import("../../../live/frontend/pyodide_patches/profile_workload.mjs").Exercise} */
export function exercise() {
  /** @type {Map<string, Board>} */
  const boards = new Map();
  return {
    take(kind, { id, data }) {
      if (kind === "comm_open" && data.state?.markup)
        boards.set(id, { id, state: JSON.stringify(data.state).replaceAll('\\"', '"'), legal: [] });
      if (kind === "comm_close") boards.delete(id);
      const board = boards.get(id);
      const names = data?.content?.names ?? data?.state?.names;
      if (board && names) board.legal = Object.keys(names).filter((area) => names[area][1] & LEGAL);
    },
    play(send) {
      for (const board of [...boards.values()]) press(board, (content) => send(board.id, content));
    },
  };
}
