// @ts-check
// Saved games: the browser saves a game as it is played, so that it can be resumed on a later visit. localStorage holds
// each game as a line of JSON (time and description) followed by the record; only an exported file leaves the browser.
// sessionStorage holds the id of the tab's own game, which a reloaded or revisited page resumes automatically.

import { DEALS } from "../input/pointer.js";
import { follow } from "../model.js";
import { cameBy, MOVED, positionIn } from "../url_fragment.js";
import { download } from "../view/controls.js";

/** @import { Answers, Board, Model } from "../model.js" */
/** @typedef {{ id: string, at: number, words: string[], record: string }} KeptOne */

const STORE = "cat-game";
const FORMER_STORES = ["cat-kept", "cat-queued"]; // of earlier builds
const LED = ["navigate", "push", "replace"]; // navigation types of a followed link, which can contain a position
/** Boards whose own games this page has already looked up.
 * @type {Set<string>} */
const asked = new Set();
globalThis.document?.addEventListener("cat-page", () => asked.clear());

/**
 * The state of saving a board's game, kept when the board is mounted again.
 * @typedef {{ id: string, at: number, waits: boolean, off: boolean }} Keeping the game's id, when this tab last wrote
 * it, whether a saved game is being restored, whether the reader has deleted this game and does not want it saved
 */
/** @type {WeakMap<Model, Keeping>} */
const keepings = new WeakMap();

/**
 * @param {string} value as stored
 * @returns {Omit<KeptOne, "id">}
 */
function unpacked(value) {
  const end = value.indexOf("\n");
  const rest = { record: value.slice(end + 1) };
  try {
    const [at, ...words] = JSON.parse(value.slice(0, end));
    if (Number.isFinite(at)) return { ...rest, at, words: words.map(String) };
  } catch {
    // Written by another version or edited by hand: the rest may still be a record.
  }
  return { ...rest, at: 0, words: [] };
}

/**
 * @param {number} at
 * @returns {string} the date in the page's language, with the time if it is today; "" if unknown
 */
export function dayOf(at, now = Date.now(), language = document.documentElement.lang || "en") {
  if (!at) return "";
  const day = new Date(at);
  const isToday = day.toDateString() === new Date(now).toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { dateStyle: "long", ...(isToday && { timeStyle: "short" }) };
  return new Intl.DateTimeFormat(language, how).format(day);
}

export class KeptGames {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.shelf = board.root.dataset.keeps ?? "";
    this.store = `${STORE} ${this.shelf}`; // the key of the tab's own game; the keys of saved games begin with it
    this.able = true;
    const known = keepings.get(board.model);
    /** @type {Keeping} */
    this.now = known ?? { id: "", at: 0, waits: false, off: false };
    keepings.set(board.model, this.now);
    this.again = known !== undefined;
  }

  listen() {
    const { board } = this;
    if (!this.shelf) return;
    this.stored(() => this.adopt());
    follow(board, "change:record", () => this.keep());
    board.root.addEventListener("cat-untouched", () => {
      board.root.classList.add(DEALS);
      board.model.send({ kind: "replay", messages: [{ kind: "untouched" }] });
    });
    const hear = (/** @type {StorageEvent} */ { key }) => key?.startsWith(this.key("")) && this.sendList();
    addEventListener("storage", hear, { signal: board.signal });
    if (this.again) return;
    if (board.model.resumed) this.now.id = this.own;
    else if (board.home) this.goOn();
    if (!this.able || this.all.length) this.sendList();
  }

  /** Rename what earlier builds have stored of this board's games. */
  adopt() {
    for (const former of FORMER_STORES) {
      const own = `${former} ${this.shelf}`;
      for (const store of [localStorage, sessionStorage]) {
        for (const key of Object.keys(store).filter((key) => key === own || key.startsWith(`${own} `))) {
          const value = store.getItem(key) ?? "";
          store.removeItem(key); // first, because the storage may be full
          store.setItem(STORE + key.slice(former.length), value);
        }
      }
    }
  }

  /** @returns {Pick<Answers, "kept_game" | "caught_up">} */
  get answers() {
    return {
      kept_game: ({ deed, id }) => this.do(deed, id ?? ""),
      caught_up: () => this.board.root.classList.remove(DEALS),
    };
  }

  /** The id of the tab's own game, or "". */
  get own() {
    return this.stored(() => sessionStorage.getItem(this.store)) ?? "";
  }

  set own(id) {
    const { store } = this;
    this.stored(() => (id ? sessionStorage.setItem(store, id) : sessionStorage.removeItem(store)));
  }

  /**
   * Use the browser's storage, which may be unavailable or full.
   * @template T
   * @param {() => T} use
   * @returns {T | undefined}
   */
  stored(use) {
    try {
      return use();
    } catch {
      this.able = false;
      return undefined;
    }
  }

  /** Resume the tab's own game, unless the reader followed a link with a position. */
  goOn() {
    if (asked.has(this.shelf)) return;
    asked.add(this.shelf);
    if (positionIn(location.hash) !== null && LED.includes(cameBy() ?? "")) return;
    this.resume(this.own);
  }

  /** The saved games of this board, the latest first.
   * @returns {KeptOne[]} */
  get all() {
    const begins = this.key("");
    const found = this.stored(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(begins));
      return keys.map((key) => ({ id: key.slice(begins.length), ...unpacked(localStorage.getItem(key) ?? "") }));
    });
    return found?.sort((one, other) => other.at - one.at) ?? [];
  }

  /** Save the game. */
  keep() {
    const { now } = this;
    const { model } = this.board;
    const words = model.get("saved_labels");
    if (now.waits || now.off || !(words.length || now.id)) return;
    const { able } = this;
    const begins = this.stored(() => {
      const kept = localStorage.getItem(this.key(now.id));
      // A duplicated tab plays the same game: if it has saved the game since this tab did, use a new id here.
      const begins = !now.id || (kept !== null && now.at > 0 && unpacked(kept).at !== now.at);
      if (begins) now.id = `g${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
      now.at = Math.max(Date.now(), now.at + 1);
      const line = JSON.stringify([now.at, ...words]);
      if (words.length) localStorage.setItem(this.key(now.id), `${line}\n${model.get("record")}`);
      else localStorage.removeItem(this.key(now.id)); // all moves are undone
      return begins;
    });
    if (begins) this.own = now.id;
    if (begins || able !== this.able) this.sendList();
  }

  /** @param {string} id */
  key(id) {
    return `${this.store} ${id}`;
  }

  /** Send the list of saved games to Python. */
  sendList() {
    const games = Object.fromEntries(this.all.map(({ id, at, words }) => [id, [dayOf(at), ...words]]));
    this.board.model.send({ kind: "kept_games", games, able: this.able, current: this.now.id });
  }

  /** @param {string} id */
  resume(id) {
    const kept = this.all.find((one) => one.id === id);
    if (!kept) return;
    this.now.waits = true;
    this.board.root.parentElement?.setAttribute(MOVED, "");
    this.board.model.send({ kind: "resume", record: kept.record, id });
  }

  /**
   * Handle Python's message about a saved game.
   * @type {(deed: string, id: string) => void}
   */
  do(deed, id) {
    const { now } = this;
    const kept = this.all.find((one) => one.id === id);
    if (deed === "resume") this.resume(id);
    else if (deed === "save" && kept) download(`${this.shelf}.json`, kept.record);
    else if (deed === "delete") this.drop(id);
    else if (deed === "refused") now.waits = false;
    else if (deed === "resumed") Object.assign(now, { id, at: kept?.at ?? 0, waits: false, off: false });
    else if (deed === "new") Object.assign(now, { id: "", at: 0, off: false });
    if (deed === "resumed" || deed === "new") this.own = now.id;
    if (deed === "resumed") this.sendList();
  }

  /** @param {string} id */
  drop(id) {
    this.stored(() => localStorage.removeItem(this.key(id)));
    if (id === this.now.id) Object.assign(this.now, { id: "", at: 0, off: true });
    this.sendList();
  }
}
