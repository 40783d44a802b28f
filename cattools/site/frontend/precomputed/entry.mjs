// @ts-check
// Contains the boards' script (board.js) and lets it use precomputed answers until Python is ready. A page loads this
// bundle before the kernel's large files. The widgets import the boards' script from here, so that it is loaded once.
import layer from "board-layer";
import { RECORDED } from "../../../live/frontend/page/kernel_status.mjs";
import { takeQueued } from "../../../live/frontend/page/queued_input.mjs";
import { Recording } from "./decode.mjs";
import { RecordedModel } from "./model.mjs";

export const board = layer;

/**
 * Make a static picture use its precomputed answers, and play the presses queued on it so far.
 * @type {(shell: HTMLElement, file: RecordFile) => void}
 */
export function answer(shell, file) {
  const el = /** @type {HTMLElement} */ (shell.parentElement);
  const model = new RecordedModel(shell, new Recording(file));
  const end = new AbortController();
  shell.catRecorded = { model, end };
  const kept = takeQueued(shell);
  layer.render({ model, el, signal: end.signal });
  shell.setAttribute(RECORDED, "");
  shell.tabIndex = -1; // receives the focus when a focused button is removed
  for (const [attribute, value] of kept) {
    if (attribute === "data-id") model.send({ kind: "press", area: value });
    else model.send({ kind: "tool", tool: value });
  }
}
