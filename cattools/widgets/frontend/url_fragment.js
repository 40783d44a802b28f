// @ts-check
// The page's address: nothing else reads or changes it. On the site it may tell a position behind its "#"; in
// JupyterLab it is Lab's, so a link there leaves its position for the board it leads to. A board that is away from the
// page leaves it alone.

/** @import { Answers, Board, Model } from "./model.js" */

const ANCHOR = /^#?[\p{L}\p{N}_.:-]*$/u; // a place on the page; anything else is meant for its board
const CARRIED = "cattools.carried"; // in the tab's storage, and an event: a position for a board of another notebook
/** @type {{ [page: string]: string }} under which name the board of a page keeps what is entered there */
const SHELVES = { play: "game", table: "table" };
// on the element around a board that begins elsewhere than its picture: what was pressed on that was not meant for it
export const MOVED = "data-moved";

/** Boards to which their page's address has spoken: once, not again after a board made anew.
 * @type {WeakSet<Model>} */
const addressed = new WeakSet();

/** How the reader came to the page that is shown, where it was not loaded but put in another's place.
 * @type {string | undefined} */
let came;
globalThis.document?.addEventListener("cat-page", (event) => {
  came = /** @type {CustomEvent} */ (event).detail;
});

/** @returns {string | undefined} how the reader came to the page that is shown: "navigate", "reload", "push", … */
export function cameBy() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return came ?? visit?.type;
}

/**
 * @returns {URL | null} the site's root, absolute: a board may outlive the page it was made on; null in JupyterLab
 */
export function siteRoot() {
  const root = document.documentElement.dataset.content_root;
  return root === undefined ? null : new URL(root, document.baseURI);
}

/**
 * @param {string} hash what stands behind an address, with its "#"
 * @returns {string | null} the position it tells, the rule, or what was meant to be one; null for a place on the page
 */
export function positionIn(hash) {
  return ANCHOR.test(named(hash)) ? null : hash.replace(/^#/, "");
}

/** @param {string} hash with what it may hold beside Latin letters, as it is read */
function named(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * @param {string} address
 * @param {string} fragment a position, or nothing
 * @returns {string} the address that tells it
 */
export function withFragment(address, fragment) {
  const url = new URL(address);
  url.hash = fragment;
  return url.href;
}

/**
 * Leave a position for the board of a notebook that is being opened.
 * @param {string} page of the book, as in `territory/table`
 * @param {string} fragment
 */
export function carry(page, fragment) {
  const [game, kind] = page.split("/");
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ shelf: `${SHELVES[kind]}.${game}`, fragment }));
  } catch {
    return; // nothing may be kept here: the board begins as ever
  }
  dispatchEvent(new Event(CARRIED));
}

/**
 * @param {string | undefined} shelf under which name a board keeps what is entered there
 * @returns {string | null} the position that was left for it; once
 */
export function carried(shelf) {
  try {
    const left = JSON.parse(sessionStorage.getItem(CARRIED) ?? "null");
    if (left?.shelf !== shelf) return null;
    sessionStorage.removeItem(CARRIED);
    return String(left.fragment);
  } catch {
    return null; // nothing may be kept here, or another has written it
  }
}

export class Address {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Tell Python what the address tells, where the board is one that goes by it. */
  listen() {
    const { model, root, home, signal } = this.board;
    if (!model.get("reads_address")) return;
    const read = () => {
      const fragment = home ? positionIn(location.hash) : carried(root.dataset.keeps);
      if (fragment === null) return;
      root.parentElement?.setAttribute(MOVED, "");
      model.send({ kind: "address", fragment });
    };
    addEventListener(home ? "hashchange" : CARRIED, () => root.isConnected && read(), { signal });
    if (model.resumed || addressed.has(model)) return;
    addressed.add(model);
    if (root.parentElement?.hasAttribute(MOVED)) return; // the tab's own game has come back, and knows more
    read(); // a view is made before it is put on its page
  }

  /** @returns {Pick<Answers, "share" | "keep" | "forget">} */
  get answers() {
    return {
      share: ({ fragment }) => this.share(fragment),
      keep: ({ fragment }) => this.keep(fragment),
      forget: () => this.forget(),
    };
  }

  /** Whether the address is the book's, and this board's page the one that is shown. */
  get ours() {
    return this.board.home !== null && this.board.root.isConnected;
  }

  /**
   * Let the address tell a position, so that a reload brings it back.
   * @param {string} fragment
   */
  keep(fragment) {
    if (this.ours) history.replaceState(null, "", withFragment(location.href, fragment));
  }

  /** What the address tells is on the table no more. */
  forget() {
    if (positionIn(location.hash) !== null) this.keep("");
  }

  /**
   * Let the address tell a position, and give the reader the link to it.
   * @param {string} fragment
   */
  async share(fragment) {
    const { root, home } = this.board;
    if (!root.isConnected) return;
    this.keep(fragment);
    const whole = withFragment(location.href, fragment);
    const link = home ? whole : new URL(whole).hash; // a notebook's own address leads nobody else anywhere
    // a browser may keep the clipboard to itself; the link then stands selected in its field
    await navigator.clipboard?.writeText(link).catch(() => {});
    const field = root.querySelector("input[name=link]");
    if (field instanceof HTMLInputElement) {
      field.value = link;
      field.select();
    }
  }
}
