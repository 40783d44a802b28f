// @ts-check
// The position in the page's URL, which only this module reads or writes. On the site, it is in the fragment. The URL
// of a notebook belongs to JupyterLab, so a link passes the position to its target board through sessionStorage. If a
// board is not in the document, it ignores the URL.

/** @import { Answers, Board, Model } from "./model.js" */

const ANCHOR = /^#?[\p{L}\p{N}_.:-]*$/u; // an element id; any other fragment is a position for the board
// The key under which sessionStorage holds a position for a board in another notebook, and the event that announces it.
const CARRIED = "cattools.carried";
/** @type {{ [page: string]: string }} the first part of the board's storage name, by kind of page */
const SHELVES = { play: "game", position: "table" };
// Set on the board's parent element if the board starts in another state than its static picture shows: presses
// queued on the picture are then not meant for the board.
export const MOVED = "data-moved";

/** Boards that have already read the URL; a rebuilt board does not read it again.
 * @type {WeakSet<Model>} */
const addressed = new WeakSet();

/** The navigation type of the current page, if a script has swapped it in instead of loading it.
 * @type {string | undefined} */
let came;
globalThis.document?.addEventListener("cat-page", (event) => {
  came = /** @type {CustomEvent} */ (event).detail;
});

/** @returns {string | undefined} the navigation type of the current page: "navigate", "reload", "push", … */
export function cameBy() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return came ?? visit?.type;
}

/** @returns {boolean} whether the reader came from this page in another language */
export function cameFromOtherLanguage() {
  if (came !== undefined || !document.referrer) return false;
  const { pathname } = new URL(document.referrer);
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.cat-language"));
  return [...links].some((link) => link.pathname === pathname);
}

/**
 * @returns {URL | null} the site's root, absolute because a board can outlive its page; null in JupyterLab
 */
export function siteRoot() {
  const root = document.documentElement.dataset.content_root;
  return root === undefined ? null : new URL(root, document.baseURI);
}

/**
 * @param {string} hash a URL's fragment, with its "#"
 * @returns {string | null} the position or other board state in it, valid or not; null if it is an element id
 */
export function positionIn(hash) {
  return ANCHOR.test(named(hash)) ? null : hash.replace(/^#/, "");
}

/**
 * @param {string} hash a URL's fragment, with its "#"
 * @param {(id: string) => boolean} exists whether the page has an element with this id
 * @returns {string | null} an element id that the page does not have: a reader meant something else by it
 */
export function strayAnchor(hash, exists) {
  const id = named(hash).replace(/^#/, "");
  return id && positionIn(hash) === null && !exists(id) ? id : null;
}

/** @param {string} hash percent-encoded; returned unchanged if it cannot be decoded */
function named(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * @param {string} address
 * @param {string} fragment a position, or ""
 * @returns {string} the address with this fragment
 */
export function withFragment(address, fragment) {
  const url = new URL(address);
  url.hash = fragment;
  return url.href;
}

/**
 * Store a position for the board of a notebook that is opening.
 * @param {string} page of the book, as in `territory/position`
 * @param {string} fragment
 */
export function carry(page, fragment) {
  const [game, kind] = page.split("/");
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ shelf: `${SHELVES[kind]}.${game}`, fragment }));
  } catch {
    return; // storage is unavailable: the board starts in its usual position
  }
  dispatchEvent(new Event(CARRIED));
}

/**
 * Return the position that `carry` stored for a board, and remove it.
 * @param {string | undefined} shelf the board's storage name
 * @returns {string | null}
 */
export function carried(shelf) {
  try {
    const left = JSON.parse(sessionStorage.getItem(CARRIED) ?? "null");
    if (left?.shelf !== shelf) return null;
    sessionStorage.removeItem(CARRIED);
    return String(left.fragment);
  } catch {
    return null; // storage is unavailable, or the value is not ours
  }
}

export class Address {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Send the URL's position to Python now and whenever it changes, if the board accepts one. */
  listen() {
    const { model, root, home, signal } = this.board;
    if (!model.get("reads_address")) return;
    const read = () => {
      const fragment = home ? positionIn(location.hash) : carried(root.dataset.keeps);
      if (fragment !== null) root.parentElement?.setAttribute(MOVED, "");
      const stray = home && strayAnchor(location.hash, (id) => document.getElementById(id) !== null);
      const heard = fragment ?? (stray || null); // Python says why it cannot read a stray one
      if (heard !== null) model.send({ kind: "address", fragment: heard });
    };
    addEventListener(home ? "hashchange" : CARRIED, () => root.isConnected && read(), { signal });
    if (model.resumed || addressed.has(model)) return;
    addressed.add(model);
    // The tab's own saved game, if it was restored, takes precedence.
    if (!root.parentElement?.hasAttribute(MOVED)) read(); // even if not connected: a view is rendered before it is
    const { search, hash } = location; // Python says how to write the options in the query
    if (home && search.includes("=") && positionIn(hash) === null) model.send({ kind: "address", fragment: search });
  }

  /** @returns {Pick<Answers, "share" | "keep" | "forget">} */
  get answers() {
    return {
      share: ({ fragment }) => this.share(fragment),
      keep: ({ fragment }) => this.keep(fragment),
      forget: () => this.forget(),
    };
  }

  /**
   * Put a position into the URL, so that a reload restores it; only on the site, and if this board is on the page.
   * @param {string} fragment
   */
  keep(fragment) {
    const { home, root } = this.board;
    if (home && root.isConnected) history.replaceState(null, "", withFragment(location.href, fragment));
  }

  /** Remove an outdated position from the URL. */
  forget() {
    if (positionIn(location.hash) !== null) this.keep("");
  }

  /**
   * Put a position into the URL and give the reader the link to it.
   * @param {string} fragment
   */
  async share(fragment) {
    const { root, home } = this.board;
    if (!root.isConnected) return;
    this.keep(fragment);
    const whole = withFragment(location.href, fragment);
    const link = home ? whole : new URL(whole).hash; // a notebook's URL does not work for other people
    // The browser may deny access to the clipboard; the link is also shown selected in its field.
    await navigator.clipboard?.writeText(link).catch(() => {});
    const field = root.querySelector("input[name=link]");
    if (field instanceof HTMLInputElement) {
      field.value = link;
      field.select();
    }
  }
}
