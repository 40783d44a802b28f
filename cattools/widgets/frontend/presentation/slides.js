// @ts-check
// A board that is shown to a room: its slides by keys and swipes, with a clock and a window for whoever teaches.

import { FIELDS } from "../input/keyboard.js";
import { follow, partOf } from "../model.js";
import { cameBy, positionIn } from "../url_fragment.js";
import { Notes } from "./presenter_window.js";
import { clockWords, note, recalled } from "./timer.js";

/** @import { Board, Model } from "../model.js" */
/** @import { Screen } from "../layout/full_screen.js" */
/** @typedef {{ began: number | null, stepped: boolean, notes: Window | null, arrived: boolean }} Talk when the lesson
 * began, in milliseconds since 1970, whether it has gone on since, the teacher's window, whether the address has been
 * followed */

const TICK_MS = 500;
const BACK = ["reload", "back_forward", "traverse"]; // the lesson may have begun already
const STAYS_MS = 1000; // in which a browser leaves the full screen for a new window
const SWIPE = 60; // pixels
const FLAT = 2; // times as far to the side as up or down
const BEGAN = "cat-lesson-began"; // in the tab, for a page that is loaded anew: when the lesson began
/** What the keys of a keyboard and of a presenter's remote do.
 * @type {Object<string, string>} */
const TURNS = { PageDown: "next", ArrowRight: "next", PageUp: "previous", ArrowLeft: "previous" };
const SCROLLS = ".cat-window, .cat-moves";

/** What outlives a board made anew.
 * @type {WeakMap<Model, Talk>} */
const talks = new WeakMap();

/**
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @returns {string | undefined} what a swipe does
 */
export function swiped(from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(across) < SWIPE || Math.abs(across) < FLAT * Math.abs(down)) return undefined;
  return across < 0 ? "next" : "previous";
}

export class Slides {
  /**
   * @param {Board} board
   * @param {Screen} screen
   */
  constructor(board, screen) {
    this.board = board;
    this.screen = screen;
    const resumed = Boolean(board.model.resumed);
    this.returns = !talks.has(board.model) && (resumed || BACK.includes(cameBy() ?? ""));
    const began = this.returns ? Number(recalled(BEGAN)) || null : null;
    /** @type {Talk} */
    this.talk = talks.get(board.model) ?? { began, stepped: began !== null, notes: null, arrived: resumed };
    talks.set(board.model, this.talk);
    this.notes = new Notes(board, this.talk, { step: (tool) => this.step(tool), hear: (event) => this.hear(event) });
    /** @type {{ x: number, y: number } | null} */
    this.touched = null;
    this.place = ""; // the slide that stands
  }

  /** Whether the board is one that is shown to a room. */
  get presents() {
    return this.board.root.hasAttribute("data-presents");
  }

  listen() {
    const { root, signal } = this.board;
    if (!this.presents) return;
    // before the board's own keys, which turn to another board; a remote's go wherever the focus is
    document.addEventListener("keydown", (event) => this.hear(event), { signal, capture: true });
    root.addEventListener("touchstart", (event) => this.touch(event), { passive: true });
    root.addEventListener("touchend", (event) => this.swipe(event), { passive: true });
    root.addEventListener("click", ({ target }) => this.pressed(target));
    addEventListener("hashchange", () => this.follows() && this.screen.fill(), { signal });
    root.addEventListener("cat-ready", () => this.arrive());
    follow(this.board, "change:slots", () => this.show());
    const timer = setInterval(() => this.tick(), TICK_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.notes.listen();
    if (this.returns) this.notes.rejoin();
    this.show();
  }

  /** The board is on its page and painted: a link that leads to a slide fills the screen with it. */
  arrive() {
    if (this.talk.arrived) return;
    this.talk.arrived = true;
    if (this.follows()) this.screen.fill();
  }

  /** Whether the address leads here. */
  follows() {
    return this.board.home !== null && this.board.root.isConnected && positionIn(location.hash) !== null;
  }

  /** @param {string} tool */
  step(tool) {
    this.begin(tool);
    this.board.model.send({ kind: "tool", tool });
  }

  /** @param {string} [tool] what was pressed: the clock goes from the first step on, and anew from the beginning */
  begin(tool) {
    const { talk, board } = this;
    /** @type {HTMLElement | null} */
    const clock = board.root.querySelector(".cat-clock");
    const gone = tool === "reset" ? 0 : Number(clock?.dataset.begin ?? 0); // who begins in the middle is in time
    talk.stepped ||= tool !== undefined;
    if (tool !== "reset" && talk.began !== null) return;
    talk.began = Date.now() - gone * 1000;
    note(BEGAN, String(talk.began));
  }

  // --- keys, fingers, buttons ---

  /** @param {KeyboardEvent} event */
  hear(event) {
    const { key, target } = event;
    if (!TURNS[key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const element = target instanceof Element ? target : null;
    if (element?.matches(FIELDS) || (key.startsWith("Arrow") && element?.matches(".cat-area"))) return;
    const ours = element?.ownerDocument !== document || this.screen.fills;
    if (!ours || !this.board.root.isConnected || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) this.step(TURNS[key]);
  }

  /** @param {TouchEvent} event */
  touch({ touches, target }) {
    const free = touches.length === 1 && this.screen.fills && !(/** @type {Element} */ (target).closest(SCROLLS));
    this.touched = free ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }

  /** @param {TouchEvent} event */
  swipe({ changedTouches: [to] }) {
    const tool = this.touched && to && swiped(this.touched, { x: to.clientX, y: to.clientY });
    this.touched = null;
    if (tool) this.step(tool);
  }

  /** @param {EventTarget | null} target */
  pressed(target) {
    const tool = target instanceof Element ? target.closest("[data-tool]")?.getAttribute("data-tool") : null;
    if (tool === "next" || tool === "previous" || tool === "reset") this.begin(tool);
    else if (tool === "window") this.open();
  }

  /** @returns {HTMLElement} the line that tells the place */
  get where() {
    return partOf(this.board.root, ".cat-where");
  }

  // --- the teacher's window, and the clock ---

  /** Open the teacher's window; where the browser allows none, the words stand on the board. */
  open() {
    const { board, notes, screen } = this;
    if (document.fullscreenElement) {
      screen.stays = true; // filling the window, where the browser leaves the full screen for a new one
      setTimeout(() => {
        screen.stays = false;
      }, STAYS_MS);
    }
    if (notes.open()) this.tick();
    else board.model.send({ kind: "tool", tool: "words" });
  }

  /** Show the teacher's words and the time as they are now. */
  show() {
    const { notes, screen } = this;
    const { place = "", names } = this.where.dataset;
    if (place !== this.place) {
      screen.stage.clear(); // other words and choices: as much room as they take
      screen.suggestNames(names !== undefined);
      this.place = place;
      if (!this.talk.stepped) this.talk.began = null; // it begins with the slide to which the address has led
    }
    notes.show();
    this.tick();
  }

  /** @param {boolean} noted whether the teacher has a window: then what only the teacher needs stands in that */
  share(noted) {
    const { board, screen } = this;
    board.root.classList.toggle("cat-noted", noted);
    this.notes.remember(noted);
    screen.stage.clear();
    screen.look();
  }

  tick() {
    const { talk, board, screen } = this;
    const { page } = this.notes;
    if (screen.fills) this.begin();
    const now = talk.began === null ? 0 : (Date.now() - talk.began) / 1000;
    if (board.root.classList.contains("cat-noted") !== (page !== null)) this.share(page !== null);
    for (const within of [board.root, page]) {
      /** @type {HTMLElement | null | undefined} */
      const clock = within?.querySelector(".cat-clock");
      if (clock) clock.textContent = clockWords(clock.dataset, now);
    }
  }
}
