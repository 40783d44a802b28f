// @ts-check
// A board's line to Python: what a model holds, what is sent and what is received. Whoever gives `mount` an object of
// this shape plays a board: a kernel's widget model, or a record of what a kernel would say.

/** @import { FromPage, Names, ToPage } from "./protocol.js" */

/**
 * @typedef {object} Traits
 * @property {string} canvas "IPY_MODEL_" and the id of the canvas that Python paints on
 * @property {string} markup the whole board but its parts; another text is another board
 * @property {string} stage its parts; others take their place
 * @property {Object<string, string>} slots words and buttons that change, as HTML by their place
 * @property {Object<string, string>} areas what can be pressed, as markup by the part it belongs to
 * @property {Names} names what the areas are called
 * @property {string} record what brings the board back here, in a kernel that is started anew
 * @property {string[]} chosen the areas whose presses, after the record, choose again what is chosen
 * @property {string[]} kept_as the words kept with it in the reader's browser; none: nothing is worth keeping yet
 * @property {string} as_picture the whole board as a picture, in a notebook
 * @property {boolean} reads_address whether the page's address may tell a position
 */

/**
 * @typedef {object} Canvas
 * @property {HTMLCanvasElement} canvas
 * @property {boolean} [comm_live] whether its kernel knows it
 * @property {(event: string, hear: () => void) => void} on
 * @property {(event: string, hear: () => void) => void} once
 * @property {(event: string, hear: () => void) => void} off
 */

/**
 * `resumed`: the page has brought the board back where it was, so that what its address tells is older.
 * @typedef {object} Model
 * @property {<K extends keyof Traits>(name: K) => Traits[K]} get
 * @property {(message: FromPage) => void} send
 * @property {(event: string, hear: (message: ToPage) => void) => void} on
 * @property {(event: string, hear: (message: ToPage) => void) => void} off
 * @property {{ get_model(id: string): Promise<Canvas> }} widget_manager
 * @property {boolean} [resumed]
 */

/**
 * What the parts of one mounted board share.
 * @typedef {object} Board
 * @property {Model} model
 * @property {HTMLElement} root the board's markup on the page
 * @property {URL | null} home the site's root as it was when the board was mounted; null in JupyterLab
 * @property {AbortSignal} signal ends all listening
 */

/** @typedef {{ [K in ToPage["kind"]]: (message: Extract<ToPage, { kind: K }>) => unknown }} Answers */

const CANVAS_ID = "IPY_MODEL_";

/**
 * Find a part of the board's markup that is always there.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {any}
 */
export function partOf(within, selector) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the board's markup has no ${selector}`);
  return found;
}

/**
 * Listen to the model until the board ends.
 * @param {Board} board
 * @param {string} event
 * @param {(message: ToPage) => void} hear
 */
export function follow({ model, signal }, event, hear) {
  model.on(event, hear);
  signal.addEventListener("abort", () => model.off(event, hear));
}

/**
 * Give every message of Python to the answer of its kind.
 * @param {Board} board
 * @param {Answers} answers
 */
export function receive(board, answers) {
  follow(board, "msg:custom", (message) => {
    const answer = Object.hasOwn(answers, message.kind) && answers[message.kind];
    if (answer) /** @type {(message: ToPage) => unknown} */ (answer)(message);
    else console.warn(`a board has no answer to messages of the kind ${message.kind}`);
  });
}

/**
 * @param {Model} model
 * @returns {Promise<Canvas>} the canvas that Python paints on
 */
export function canvasOf(model) {
  return model.widget_manager.get_model(model.get("canvas").slice(CANVAS_ID.length));
}
