// @ts-check
// The boards' layer, and how it answers before Python has come. A page asks for this before the kernel's large files;
// the widgets take the layer from here too, so that it is there once.
import layer from "board-layer";
import { RECORDED } from "../page/kernel_status.mjs";
import { takeKept } from "../page/queued_input.mjs";
import { Recording } from "./decode.mjs";
import { Recorded } from "./model.mjs";

export const board = layer;

/**
 * Let a picture answer from its record, also what was pressed on it so far.
 * @param {HTMLElement} shell
 * @param {RecordFile} file
 */
export function answer(shell, file) {
  const el = /** @type {HTMLElement} */ (shell.parentElement);
  const model = new Recorded(shell, new Recording(file));
  const end = new AbortController();
  shell.catRecorded = { model, end };
  const kept = takeKept(shell);
  layer.render({ model, el, signal: end.signal });
  shell.setAttribute(RECORDED, "");
  shell.tabIndex = -1; // where the focus goes from a button that goes
  for (const [attribute, value] of kept) {
    if (attribute === "data-id") model.send({ kind: "press", area: value });
    else model.send({ kind: "tool", tool: value });
  }
}
