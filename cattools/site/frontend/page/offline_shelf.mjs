// @ts-check
// The shelf in a page's footer: what the device has stored of each game, buttons to keep a game or the whole book for
// offline use, with the size of the download, and buttons to remove a game. The service worker stores the files.

import { packsOfPage } from "../../../live/frontend/page/offline.mjs";

/** @import { OfflineMessage, Shelf, StoredPart } from "../../../live/frontend/service_worker.mjs" */
/** @typedef {{ bytes: number, of: number }} StoreProgress */

const SHELF = ".cat-offline";
const LIST = ".cat-offline-games";
const MEGABYTE = 1e6;

/** @type {(tag: string, properties: object, ...children: Node[]) => HTMLElement} */
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** @type {(sentence: string, gaps: Object<string, string | number>) => string} */
const filled = (sentence, gaps) => sentence.replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));

/**
 * Send a message to the service worker.
 * @param {ServiceWorker} worker
 * @param {OfflineMessage} message
 * @param {(progress: StoreProgress) => void} [report]
 * @returns {Promise<{ shelf: Shelf, failed?: string }>}
 */
function send(worker, message, report) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => {
      if (!data.shelf) return report?.(data);
      port1.close();
      done(data);
    };
    worker.postMessage(message, [port2]);
  });
}

/** The shelf of the page that is shown. */
export class OfflineShelf {
  /** @param {() => Promise<ServiceWorker>} worker registers the service worker if necessary */
  constructor(worker) {
    this.worker = worker;
    this.box = /** @type {HTMLDetailsElement | null} */ (document.querySelector(SHELF));
    if (!this.box) return;
    this.words = /** @type {{ [name: string]: string }} */ (JSON.parse(this.box.dataset.words ?? "{}"));
    this.titles = /** @type {{ [game: string]: string }} */ (JSON.parse(this.box.dataset.games ?? "{}"));
    this.box.addEventListener("toggle", () => this.box?.open && this.update({}));
  }

  /**
   * Show the closed shelf.
   * @param {boolean} ready whether the book can be used offline
   */
  appear(ready) {
    if (!this.box) return;
    this.box.hidden = false;
    const title = this.box.querySelector("summary");
    if (title) title.textContent = this.word(ready ? "ready" : "closed");
  }

  /** @type {(name: string, gaps?: Object<string, string | number>) => string} */
  word(name, gaps = {}) {
    return filled(this.words?.[name] ?? "", gaps);
  }

  /** @type {(bytes: number) => string} */
  size(bytes) {
    const shown = Math.max(bytes / MEGABYTE, 0.1);
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    return this.word("size", { n: shown.toLocaleString(document.documentElement.lang, digits) });
  }

  /**
   * Store the page that is shown, and what its boards need.
   * @returns {Promise<void>}
   */
  async keepPage() {
    await this.update({ read: location.href, parts: packsOfPage() });
  }

  /**
   * @param {OfflineMessage} message
   * @param {string} [name] what the reader has chosen to keep
   */
  async update(message, name) {
    if (!this.box) return;
    const status = this.box.querySelector("[role=status]");
    /** @param {string} text */
    const say = (text) => {
      if (status) status.textContent = text;
    };
    for (const button of this.box.querySelectorAll("button")) button.disabled = true;
    const { shelf, failed } = await send(await this.worker(), message, ({ bytes, of }) =>
      say(this.word("keeping", { name: name ?? "", n: Math.floor((100 * bytes) / of) })),
    );
    this.show(shelf);
    if (message.keep) say(failed ? this.word(failed, { name: name ?? "" }) : this.word("kept", { name: name ?? "" }));
    else if (message.remove) say(this.word("removed", { name: this.titles?.[message.remove] ?? message.remove }));
  }

  /** @param {Shelf} shelf */
  show({ bytes, parts }) {
    this.appear(!bytes);
    const rows = parts.map((one) => this.row(one, bytes));
    const all = parts.reduce((sum, one) => sum + one.bytes, bytes);
    const everything = parts.map(({ part }) => part);
    if (parts.some(({ kept }) => !kept))
      rows.push(element("li", {}, this.keepButton(this.word("book"), everything, all)));
    this.box?.querySelector(LIST)?.replaceChildren(...rows);
  }

  /** @type {(stored: StoredPart, shared: number) => HTMLElement} */
  row({ part: game, kept, pages, bytes }, shared) {
    const name = this.titles?.[game] ?? game;
    const state = kept ? "whole" : pages ? "some" : "none";
    const row = element("li", { textContent: this.word(state, { name, n: pages }) });
    if (!kept) row.append(" ", this.keepButton(name, [game], bytes + shared));
    if (kept || pages) row.append(" ", this.button(this.word("remove", { name }), { remove: game }));
    return row;
  }

  /** @type {(name: string, games: string[], bytes: number) => HTMLElement} */
  keepButton(name, games, bytes) {
    return this.button(this.word("keep", { name, size: this.size(bytes) }), { keep: games }, name);
  }

  /** @type {(text: string, message: OfflineMessage, name?: string) => HTMLElement} */
  button(textContent, message, name) {
    const pressed = async () => {
      if (message.keep) await navigator.storage?.persist?.(); // so that the browser does not remove the files
      await this.update(message, name);
    };
    return element("button", { type: "button", textContent, onclick: pressed });
  }
}
