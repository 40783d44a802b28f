// @ts-check
// The buttons, forms and files around a board.

import { presser } from "../input/confirm_press.js";
import { lineOf, partOf } from "../model.js";
import { reach, unfold } from "./slots.js";

/** @import { Answers, Board } from "../model.js" */

const LONGEST_FILE = 4e6; // bytes: a longer file is not read, and Python says so
const UTF_16 = { "255,254": "utf-16le", "254,255": "utf-16be", "123,0": "utf-16le", "0,123": "utf-16be" };
const SAVED_MS = 1000;

/**
 * Download a text as a file.
 * @type {(name: string, text: string) => void}
 */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: name.endsWith(".csv") ? "text/csv" : "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS);
}

/**
 * Return the handlers of messages for the buttons and forms around a board.
 * @type {(board: Board) => Pick<Answers, "taken" | "download" | "copy" | "begun" | "unfold" | "reach">}
 */
export function toolAnswers(board) {
  return {
    taken: ({ text, left }) => emptyLine(board, text, left),
    download: ({ name, text }) => download(name, text),
    copy: ({ text }) => navigator.clipboard?.writeText(text).catch(() => {}), // the page also shows the text
    begun: () => closeForm(board.root),
    unfold: ({ slot }) => unfold(board.root, slot),
    reach: ({ name }) => reach(board.root, name),
  };
}

/** @param {Board} board */
export function listenToTools(board) {
  const { root } = board;
  root.addEventListener("click", (event) => pressTool(board, event));
  root.addEventListener("change", (event) => openFile(board, event.target));
  root.addEventListener("input", ({ target }) => {
    /** @type {HTMLInputElement} */ (target).form?.classList.add("changed");
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(board, /** @type {HTMLFormElement} */ (event.target));
  });
}

/** @type {(board: Board, event: Event) => void} */
function pressTool({ model, root }, event) {
  const { target } = event;
  const button = target instanceof Element ? target.closest("[data-tool]") : null;
  const tool = button?.dataset.tool;
  if (!button || !tool) return;
  // A disabled button with data-explains is sent: Python answers with the reason.
  if (button.getAttribute("aria-disabled") === "true" && !button.hasAttribute("data-explains")) return;
  if (tool === "more") openForm(root);
  else if (tool === "open") root.querySelector("input[type=file]")?.click();
  else model.send({ kind: "tool", tool, ...presser(event) });
}

/**
 * Open the form for a new game.
 * @param {HTMLElement} root
 */
function openForm(root) {
  /** @type {HTMLFormElement | null} */
  const form = root.querySelector('form[data-form="new"]');
  const section = form?.closest("details");
  if (section) section.open = true;
  form?.scrollIntoView({ block: "nearest" });
  form?.querySelector("select, input")?.focus();
}

/**
 * Close the form for a new game and scroll to the board, after the controls below it have changed it.
 * @param {HTMLElement} root
 */
function closeForm(root) {
  const section = root.querySelector('form[data-form="new"]')?.closest("details");
  if (section) section.open = false;
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || partOf(root, ".cat-extra").contains(activeElement))
    root.focus({ preventScroll: true });
  root.scrollIntoView({ block: "start" });
}

/**
 * Return the text of a file in UTF-8 or UTF-16, without its byte order mark.
 * @param {Blob} file
 */
export async function textOf(file) {
  const data = await file.arrayBuffer();
  const starts = new Uint8Array(data.slice(0, 2)).join(); // a byte order mark, or the brace that begins JSON
  return new TextDecoder(/** @type {Record<string, string>} */ (UTF_16)[starts] ?? "utf-8").decode(data);
}

/** @type {(board: Board, target: EventTarget | null) => Promise<void>} */
async function openFile({ model }, target) {
  if (!(target instanceof HTMLInputElement)) return;
  const file = target.files?.[0];
  if (!file) return;
  try {
    const { size } = file;
    model.send({ kind: "file", text: size > LONGEST_FILE ? "" : await textOf(file), size });
  } finally {
    target.value = ""; // allows the same file to be chosen again
  }
}

/**
 * Bring the next message into view if it refuses what a form asks for: the form can be far below the message.
 * @param {HTMLElement} status
 */
function showRefusal(status) {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (status.querySelector(".cat-refuse")) status.scrollIntoView({ block: "center" });
  });
  observer.observe(status, { childList: true });
}

/** @type {(board: Board, form: HTMLFormElement) => void} */
function submit({ model, root }, form) {
  form.classList.remove("changed");
  if (!form.classList.contains("cat-form")) {
    const name = form.getAttribute("name") || form.dataset.form || "";
    /** @type {Object<string, string>} */
    const values = {}; // without files, which are sent separately
    for (const [field, value] of new FormData(form)) if (typeof value === "string") values[field] = value;
    showRefusal(partOf(root, ".cat-status"));
    model.send({ kind: "form", form: name, values });
    return;
  }
  const line = lineOf(root);
  if (line.value.trim()) model.send({ kind: "typed", text: line.value });
}

/**
 * Keep only the unplayed rest of the entry in the input field for moves; a refused entry stays to be corrected.
 * @type {(board: Board, text: string, left: string) => void}
 */
function emptyLine({ root }, text, left) {
  const line = lineOf(root);
  if (line.value === text) line.value = left;
}
