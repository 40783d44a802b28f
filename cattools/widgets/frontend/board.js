// @ts-check
// The browser side of a board (an anywidget module). Python draws the board and knows the rules; this module handles
// pointer, touch and keyboard input, labels the areas, copies the canvas model's bitmap and shows the focus ring.

import { Areas } from "./input/areas.js";
import { offerTwice } from "./input/confirm_press.js";
import { Keyboard } from "./input/keyboard.js";
import { Pointer } from "./input/pointer.js";
import { guardTaps } from "./input/tap_guard.js";
import { listenToKernel, showEnded } from "./jupyterlab_status.js";
import { FILL, Screen } from "./layout/full_screen.js";
import { Stage } from "./layout/parts.js";
import { Viewport } from "./layout/view_report.js";
import { canvasOf, follow, partOf, receive } from "./model.js";
import { listenToCode } from "./presentation/qr_request.js";
import { Slides } from "./presentation/slides.js";
import { listenToChoices, recall } from "./storage/preferences.js";
import { KeptGames } from "./storage/saved_games.js";
import { tickAnswers } from "./storage/solved.js";
import { Address, siteRoot } from "./url_fragment.js";
import { Motion } from "./view/animation.js";
import { copyFrames } from "./view/canvas.js";
import { listenToTools, toolAnswers } from "./view/controls.js";
import { isPicture, wake } from "./view/hydrate.js";
import { entitle } from "./view/page_title.js";
import { foldInHand, readKept, restoreKept, Slots } from "./view/slots.js";

/** @import { Board, Model } from "./model.js" */

/**
 * Attach input handling, layout and painting to a board's markup.
 * @type {(model: Model, root: HTMLElement, signal: AbortSignal) => Promise<void>}
 */
async function mount(model, root, signal) {
  /** @type {Board} */
  const board = { model, root, home: siteRoot(), signal };
  const pictured = isPicture(root);
  if (!pictured) {
    root.dataset.cat = "waking";
    partOf(root, ".cat-stage").outerHTML = model.get("stage");
  }
  const source = canvasOf(model);
  const stage = new Stage(board);
  const areas = new Areas(model, stage);
  const pointer = new Pointer(board, areas, stage);
  const keyboard = new Keyboard(board, areas, pointer, stage);
  for (const input of [pointer, keyboard]) input.listen();
  const screen = new Screen(board, areas, stage);
  const viewport = new Viewport(board, stage, () => {
    areas.locate();
    screen.showNames();
  });
  const slots = new Slots(board, () => viewport.look());
  screen.listen(() => viewport.look());
  listenToStage(board, { stage, areas, keyboard, pointer, slots, viewport });
  new Slides(board, screen).listen();
  const motion = new Motion(board, source);
  const address = new Address(board);
  const kept = new KeptGames(board);
  for (const listen of [guardTaps, listenToTools, listenToChoices, offerTwice, listenToKernel, listenToCode])
    listen(board);
  receive(board, {
    names: ({ names }) => areas.rename(names),
    areas: ({ areas: markup }) => {
      pointer.leave();
      areas.layOut(Object.keys(markup));
      screen.showNames();
    },
    hint: ({ text }) => pointer.hint(text),
    repeated: () => slots.repeat(),
    motion: ({ ms, id, pause }) => motion.play(ms, id, pause),
    ...toolAnswers(board),
    ...address.answers,
    ...kept.answers,
    ...tickAnswers(board),
    veil: () => veil(root, { keyboard, pointer, areas, stage, viewport }),
  });
  if (pictured) viewport.watch();
  const canvas = await source;
  if (signal.aborted) return;
  // Not awaited: a host may show the view only after `render` has returned.
  copyFrames(board, canvas, stage, () => viewport.arrived()).then(() => live(root));
  if (!pictured) viewport.watch();
  viewport.show(canvas);
  recall(board);
  entitle(board);
  kept.listen();
  address.listen();
}

/** @param {HTMLElement} root of a board that has been painted */
function live(root) {
  if (isPicture(root)) wake(root);
  root.dataset.cat = "live";
  root.dispatchEvent(new CustomEvent("cat-ready", { bubbles: true }));
}

/**
 * Update the slots when their text changes, and replace the parts when Python sends a new stage.
 * @param {Board} board
 * @param {{ stage: Stage, areas: Areas, keyboard: Keyboard, pointer: Pointer, slots: Slots, viewport: Viewport }} uses
 */
function listenToStage(board, { stage, areas, keyboard, pointer, slots, viewport }) {
  const { model } = board;
  slots.fill();
  let shown = model.get("stage");
  const exchange = () => {
    const [stageHtml, before] = [model.get("stage"), shown];
    shown = stageHtml;
    if (stageHtml === before || !before) return; // the static picture has no stage
    const { focused } = areas;
    for (const part of [keyboard, pointer]) part.clear();
    stage.exchange(stageHtml);
    areas.exchange();
    areas.refocus(focused);
    slots.fill();
    viewport.exchange();
  };
  follow(board, "change:stage", exchange);
  follow(board, "change:slots", () => {
    exchange(); // first, because the layout below needs the new parts
    slots.fill();
    viewport.look();
  });
}

/**
 * Discard all traces of one player's input before the device is handed to the next player.
 * @param {HTMLElement} root
 * @param {{ stage: Stage, areas: Areas, keyboard: Keyboard, pointer: Pointer, viewport: Viewport }} uses
 */
function veil(root, { keyboard, pointer, areas, stage, viewport }) {
  root.querySelector('[data-tool="unveil"]')?.focus({ preventScroll: true });
  for (const part of [keyboard, pointer, areas, stage]) part.clear();
  pointer.rest(true);
  viewport.look();
}

/**
 * Focus the same button or area of a rebuilt board, or else its first tab stop.
 * @type {(el: HTMLElement, before: Element) => void}
 */
function refocus(el, before) {
  const names = ["data-tool", "data-id"].filter((name) => before.hasAttribute(name));
  const same = names.map((name) => `[${name}="${CSS.escape(before.getAttribute(name) ?? "")}"]`).join();
  const place = (same && el.querySelector(same)) || el.querySelector('.cat-area[tabindex="0"]');
  place?.focus({ preventScroll: true });
}

export default {
  /**
   * Keep the model's areas and names current, so that later views and reopened notebooks find the latest ones.
   * @param {{ model: Model }} widget
   */
  initialize({ model }) {
    model.on("msg:custom", (message) => {
      if (message.kind === "names") Object.assign(model.get("names"), message.names);
      if (message.kind !== "areas") return;
      Object.assign(model.get("areas"), message.areas);
      const names = model.get("names");
      for (const id of Object.keys(names)) delete names[id];
      Object.assign(names, message.names);
    });
  },

  /**
   * Render the board, or hydrate its static picture. When `markup` changes, mount the new board.
   * @param {{ model: Model, el: HTMLElement, signal: AbortSignal }} view
   */
  async render({ model, el, signal }) {
    let pictured = el.lastElementChild !== null && isPicture(el.lastElementChild);
    if (!pictured && (await showEnded(model, el))) return;
    let current = new AbortController();
    const start = () => {
      current.abort();
      current = new AbortController();
      const active = document.activeElement;
      const focused = active && el.contains(active) ? active : null;
      const filled = el.querySelector(`:scope > .${FILL}`) !== null;
      const moves = el.querySelector(".cat-moves");
      const kept = !pictured && moves && readKept(moves, focused); // a picture is not replaced
      if (!pictured) el.innerHTML = model.get("markup");
      pictured = false;
      const root = /** @type {HTMLElement} */ (el.lastElementChild);
      foldInHand(root);
      if (kept) restoreKept(partOf(root, ".cat-moves"), { ...kept, focused: undefined });
      root.classList.toggle(FILL, filled);
      const mounted = mount(model, root, current.signal);
      if (focused) refocus(el, focused);
      return mounted;
    };
    model.on("change:markup", start);
    signal.addEventListener("abort", () => {
      model.off("change:markup", start);
      current.abort();
    });
    await start();
  },
};
