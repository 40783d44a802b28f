// @ts-check
// A presentation: slides turned by keys and swipes, a timer, and the presenter's window.

import { isComposing } from "../input/composing.js";
import { FIELDS } from "../input/keyboard.js";
import { follow, partOf } from "../model.js";
import { cameBy, cameFromOtherLanguage, positionIn } from "../url_fragment.js";
import { Notes } from "./presenter_window.js";
import { clockWords, note, recalled } from "./timer.js";

/** @import { Board, Model } from "../model.js" */
/** @import { Screen } from "../layout/full_screen.js" */
/** @typedef {{ began: number | null, stepped: boolean, notes: Window | null, arrived: boolean }} Talk when the
 * presentation began, in milliseconds since 1970; whether a slide was turned since; the presenter's window; whether
 * the URL's slide has been opened */

const TICK_MS = 500;
const BACK = ["reload", "back_forward", "traverse"]; // navigation types after which the talk may have begun
const STAYS_MS = 1000; // time in which opening a window makes the browser exit full screen
const SWIPE = 60; // pixels
const FLAT = 2; // minimum ratio of horizontal to vertical distance
const BEGAN = "cat-lesson-began"; // in sessionStorage, for a reloaded page: when the presentation began
/** The actions of keys on a keyboard and on a presentation remote.
 * @type {Object<string, string>} */
const TURNS = { PageDown: "next", ArrowRight: "next", PageUp: "previous", ArrowLeft: "previous" };
const SCROLLS = ".cat-window, .cat-moves";

/** State that is kept when a board is rebuilt.
 * @type {WeakMap<Model, Talk>} */
const talks = new WeakMap();

/** @type {(from: { x: number, y: number }, to: { x: number, y: number }) => string | undefined} the swipe's action */
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
    const resumed = Boolean(board.model.resumed) || cameFromOtherLanguage();
    this.returns = !talks.has(board.model) && (resumed || BACK.includes(cameBy() ?? ""));
    const began = this.returns ? Number(recalled(BEGAN)) || null : null;
    /** @type {Talk} */
    this.talk = talks.get(board.model) ?? { began, stepped: began !== null, notes: null, arrived: resumed };
    talks.set(board.model, this.talk);
    this.notes = new Notes(board, this.talk, { step: (tool) => this.step(tool), hear: (event) => this.hear(event) });
    /** @type {{ x: number, y: number } | null} */
    this.touched = null;
    this.place = ""; // the current slide
  }

  /** Whether the board is a presentation. */
  get presents() {
    return this.board.root.hasAttribute("data-presents");
  }

  listen() {
    const { root, signal } = this.board;
    if (!this.presents) {
      follow(this.board, "change:slots", () => this.arrange()); // at a table, others follow the slides
      this.arrange();
      return;
    }
    // In the capture phase, before the board's own keys, which turn to another board; on the document, because a
    // remote's keys go to whatever has the focus.
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

  /** Once the board is attached and painted, go full screen if the URL links to a slide. */
  arrive() {
    if (this.talk.arrived) return;
    this.talk.arrived = true;
    if (this.follows()) this.screen.fill();
  }

  /** Whether the URL links to a slide of this board. */
  follows() {
    return this.board.home !== null && this.board.root.isConnected && positionIn(location.hash) !== null;
  }

  /** @param {string} tool */
  step(tool) {
    this.begin(tool);
    this.board.model.send({ kind: "tool", tool });
  }

  /** @param {string} [tool] the pressed button; the first press starts the timer, "reset" restarts it */
  begin(tool) {
    const { talk, board } = this;
    const clock = board.root.querySelector(".cat-clock");
    const gone = tool === "reset" ? 0 : Number(clock?.dataset.begin ?? 0); // on schedule, whichever slide is first
    talk.stepped ||= tool !== undefined;
    if (tool !== "reset" && talk.began !== null) return;
    talk.began = Date.now() - gone * 1000;
    note(BEGAN, String(talk.began));
  }

  // --- keys, touch, buttons ---

  /** @param {KeyboardEvent} event */
  hear(event) {
    const { key, target } = event;
    if (!TURNS[key] || isComposing(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
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

  /** @returns {HTMLElement} the line that shows the current slide's number */
  get where() {
    return partOf(this.board.root, ".cat-place-in-series");
  }

  // --- the presenter's window and the timer ---

  /** Open the presenter's window; if the browser blocks it, show the notes on the board. */
  open() {
    const { board, notes, screen } = this;
    if (document.fullscreenElement) {
      screen.stays = true; // keep filling the window if opening the new one makes the browser exit full screen
      setTimeout(() => {
        screen.stays = false;
      }, STAYS_MS);
    }
    if (notes.open()) this.tick();
    else board.model.send({ kind: "tool", tool: "words" });
  }

  /** Adapt the board to another slide: show the names of the areas if its text uses them.
   * @returns {boolean} whether it is another slide */
  arrange() {
    const { screen } = this;
    /** @type {HTMLElement | null} */
    const where = this.board.root.querySelector("p.cat-place-in-series");
    const place = where?.dataset.place ?? "";
    if (place === this.place) return false;
    screen.stage.clear(); // the heights of the last slide's text and choices no longer apply
    screen.suggestNames(where?.dataset.names !== undefined);
    this.place = place;
    return true;
  }

  /** Show the current notes and time. */
  show() {
    const { notes } = this;
    // The timer starts with the slide that the URL links to.
    if (this.arrange() && !this.talk.stepped) this.talk.began = null;
    notes.show();
    this.tick();
  }

  /** @param {boolean} noted whether the presenter's window is open and shows the presenter's controls */
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
      const clock = within?.querySelector(".cat-clock");
      if (clock) clock.textContent = clockWords(clock.dataset, now);
    }
  }
}
