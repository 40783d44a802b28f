// @ts-check
// The listening layer (an anywidget module). Python draws and knows the rules; this hears pointer, touch and keys,
// carries the names, copies the canvas model's bitmap, and shows the focus ring.

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
import { foldInHand, readKept, restoreKept, Slots } from "./view/slots.js";

/** @import { Board, Model } from "./model.js" */

/**
 * Let a board's markup be heard, shown and painted.
 * @param {Model} model
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
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
  pointer.listen();
  const keyboard = new Keyboard(board, areas, pointer, stage);
  keyboard.listen();
  const screen = new Screen(board, areas, stage);
  const viewport = new Viewport(board, stage, () => {
    areas.stand();
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
    areas: ({ areas: told }) => {
      pointer.leave();
      areas.layOut(Object.keys(told));
      screen.showNames();
    },
    hint: ({ text }) => pointer.hint(text),
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
  // not awaited: a host may show the view only when it is made
  copyFrames(board, canvas, stage, () => viewport.arrived()).then(() => live(root));
  if (!pictured) viewport.watch();
  viewport.show(canvas);
  recall(board);
  kept.listen();
  address.listen();
}

/** @param {HTMLElement} root of a board that is painted */
function live(root) {
  if (isPicture(root)) wake(root);
  root.dataset.cat = "live";
  root.dispatchEvent(new CustomEvent("cat-ready", { bubbles: true }));
}

/**
 * Show words that have changed; and let other parts take the place of those on a board when Python tells others.
 * @param {Board} board
 * @param {{ stage: Stage, areas: Areas, keyboard: Keyboard, pointer: Pointer, slots: Slots, viewport: Viewport }} on it
 */
function listenToStage(board, { stage, areas, keyboard, pointer, slots, viewport }) {
  const { model } = board;
  slots.fill();
  let shown = model.get("stage");
  const exchange = () => {
    const [told, before] = [model.get("stage"), shown];
    shown = told;
    if (told === before || !before) return; // a picture has told none
    const { focused } = areas;
    for (const part of [keyboard, pointer]) part.clear();
    stage.exchange(told);
    areas.exchange();
    areas.refocus(focused);
    slots.fill();
    viewport.exchange();
  };
  follow(board, "change:stage", exchange);
  follow(board, "change:slots", () => {
    exchange(); // first: what comes after it lays out what is there
    slots.fill();
    viewport.look();
  });
}

/**
 * Keep nothing of what one player did: the device goes to the next.
 * @param {HTMLElement} root
 * @param {{ stage: Stage, areas: Areas, keyboard: Keyboard, pointer: Pointer, viewport: Viewport }} on it
 */
function veil(root, { keyboard, pointer, areas, stage, viewport }) {
  focusOn(root.querySelector('[data-tool="unveil"]'));
  for (const part of [keyboard, pointer, areas, stage]) part.clear();
  pointer.rest(true);
  viewport.look();
}

/** @param {Element | null} element */
function focusOn(element) {
  /** @type {HTMLElement | null} */ (element)?.focus({ preventScroll: true });
}

/**
 * Put the focus on the same button or place of a board made anew, if there is still one.
 * @param {HTMLElement} el
 * @param {Element} before
 */
function refocus(el, before) {
  const [tool, place] = [before.getAttribute("data-tool"), before.getAttribute("data-id")];
  const same =
    (tool && el.querySelector(`[data-tool="${CSS.escape(tool)}"]`)) ||
    (place && el.querySelector(`[data-id="${CSS.escape(place)}"]`));
  focusOn(same || el.querySelector('.cat-area[tabindex="0"]'));
}

export default {
  /**
   * Once for each model: later views find the current names, also after a notebook is opened again.
   * @param {{ model: Model }} made
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
   * Another board comes as new markup; a picture that stands there already becomes the board.
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
      const kept = moves && readKept(/** @type {HTMLElement} */ (moves), focused);
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
