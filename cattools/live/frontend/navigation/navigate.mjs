// @ts-check
// Client-side navigation: links within the book swap the page's content and keep the document, and so the kernel,
// alive. The Navigation API handles URLs, history, scrolling and downloads; browsers without it load pages normally.
import { download } from "../page/fetch_file.mjs";
import { elementIn, unfoldTarget } from "../page/folds.mjs";
import { isMetered } from "../page/metered.mjs";
import { attach, contentOf, detach, FRAME, SCRIPT } from "./swap_page.mjs";

/** @import { BookPage } from "../cells/page_cells.mjs" */
/** @import { Content } from "./swap_page.mjs" */
/** @import { LiveCells as Book } from "../cells/live_cells.mjs" */

/**
 * @typedef {object} VisitedPage a page of the book
 * @property {string} key
 * @property {Content} content
 * @property {BookPage | null} page its cells
 * @property {HTMLElement | null} focus the focused element when the page was left
 */

const MAX_KEPT = 6; // maximum number of pages that keep their boards after the reader has left them
const MAX_PREFETCHED = 4; // maximum number of prefetched pages
// Links whose URLs are requested later, by the browser or by our scripts.
const LATE_LINKS = "link[href]:not([rel=stylesheet], [rel$=preload])";
const PAGE_EVENT = "cat-page"; // event after a page swap
const TITLE = "article h1";

/** @param {{ pathname: string, search: string }} address */
const keyOf = ({ pathname, search }) => pathname + search;

/** @type {(place: HTMLElement | null) => HTMLElement | null} the same element, made focusable */
function focusable(place) {
  if (place) place.tabIndex = -1;
  return place;
}

/**
 * Make links within the book swap the page's content instead of loading a document.
 * @param {Book} book
 * @param {BookPage} first the loaded page
 */
export function enableNavigation(book, first) {
  const root = document.documentElement.dataset.content_root;
  if (!window.navigation || root === undefined || !document.querySelector(FRAME)) return;
  new SiteNavigation(book, new URL(root, document.baseURI), first).listen();
}

class SiteNavigation {
  /**
   * @param {Book} book
   * @param {URL} home the site's root
   * @param {BookPage} first
   */
  constructor(book, home, first) {
    this.book = book;
    this.hooks = book.page.hooks;
    this.folder = new URL(this.hooks.folder || "./", home).href;
    this.script = /** @type {HTMLScriptElement} */ (document.querySelector(SCRIPT));
    /** @type {VisitedPage} */
    this.now = { key: keyOf(location), content: this.contentOf(document, false), page: first, focus: null };
    /** Pages that the reader has left, most recent last.
     * @type {Map<string, VisitedPage>} */
    this.kept = new Map();
    /** Pages being fetched.
     * @type {Map<string, Promise<VisitedPage>>} */
    this.coming = new Map();
    this.plain = false; // whether to leave the next navigation to the browser
  }

  listen() {
    // The frame's URLs are relative to the first page; make them absolute.
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(`.navbar-brand, ${LATE_LINKS}`);
    for (const link of links) link.setAttribute("href", link.href);
    for (const form of document.querySelectorAll("form")) form.setAttribute("action", form.action);
    if (OPTIMIZATIONS.prefetch) this.prefetchLinks();
    window.navigation?.addEventListener("navigate", (event) => this.go(event));
  }

  prefetchLinks() {
    for (const kind of ["pointerover", "pointerdown", "focusin"]) {
      addEventListener(kind, (event) => this.prefetch(event), { passive: true, capture: true });
    }
    document.addEventListener("cat-live", () => this.prefetchNext());
  }

  /** @param {URL | HTMLAnchorElement} address */
  isOfBook({ href, pathname }) {
    return href.startsWith(this.folder) && pathname.endsWith(".html");
  }

  /** @type {(page: Document, out: boolean) => Content} */
  contentOf(page, out) {
    return contentOf(page, out, this.hooks.contentOf(page));
  }

  // --- fetching --------------------------------------------------------------------------------------------------

  /** @type {(url: URL) => Promise<VisitedPage>} rejects if the page cannot be fetched, is from another build, is
   *   in another language, or is not a page of the book */
  fetch(url) {
    const key = keyOf(url);
    const known = this.coming.get(key);
    if (known) return known;
    const coming = this.load(key);
    this.coming.set(key, coming);
    coming.catch(() => this.coming.delete(key));
    if (this.coming.size > MAX_PREFETCHED) this.coming.delete([...this.coming.keys()][0]);
    return coming;
  }

  /** @param {string} key */
  async load(key) {
    const answer = await download(new URL(key, location.href).href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const script = page.querySelector(SCRIPT)?.getAttribute("src") ?? "";
    const build = new URL(this.script.src).search;
    if (answer.redirected || !script.endsWith(build) || page.documentElement.lang !== document.documentElement.lang) {
      throw new Error(`${key} belongs to another build`);
    }
    const content = this.contentOf(page, true);
    if (!content.body.childElementCount) throw new Error(`${key} is not a page of the book`);
    this.book.page.prefetch(content.body);
    return { key, content, page: null, focus: null };
  }

  /** @param {Event} event the pointer or the focus reaches an element */
  prefetch({ target }) {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.href || link.target || !this.isOfBook(link)) return;
    this.prefetchPage(new URL(link.href));
  }

  /** Prefetch the next page of the book, where the reader will most likely go. */
  prefetchNext() {
    const next = /** @type {HTMLLinkElement | null} */ (document.head.querySelector("link[rel=next]"));
    if (next && navigator.onLine && !isMetered()) this.prefetchPage(new URL(next.href));
  }

  /** @param {URL} url */
  prefetchPage(url) {
    const key = keyOf(url);
    if (!this.isOfBook(url) || key === this.now.key || this.kept.has(key)) return;
    this.fetch(url).catch(() => {}); // reported if the reader follows the link
  }

  // --- navigating ------------------------------------------------------------------------------------------------

  /** @param {NavigateEvent} event */
  go(event) {
    const url = new URL(event.destination.url);
    const other = !event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData;
    if (this.plain || other || event.navigationType === "reload" || !this.isOfBook(url)) return;
    if (keyOf(url) === this.now.key) return;
    const asked = performance.now();
    const traverses = event.navigationType === "traverse";
    const kept = this.kept.get(keyOf(url));
    const known = kept && (traverses || !this.hooks.carriesState(url.hash)) ? kept : null; // a state needs new widgets
    const coming = known ? Promise.resolve(known) : this.fetch(url);
    const leave = () => {
      this.plain = true; // a normal page load shows the error
      location.href = url.href;
    };
    const canDefer = event.cancelable && "NavigationPrecommitController" in window;
    event.intercept({
      focusReset: "manual",
      // Where the browser can defer the commit, the URL and the page change together.
      ...(canDefer && {
        precommitHandler: () =>
          coming.then(
            () => {},
            (error) => {
              if (!event.signal.aborted) setTimeout(leave);
              throw error;
            },
          ),
      }),
      handler: async () => {
        try {
          const next = await coming;
          if (event.signal.aborted) return;
          this.showPage(next, event.navigationType);
        } catch (error) {
          if (event.signal.aborted) return;
          this.book.page.errors.push(String(error));
          location.reload();
          return;
        }
        this.book.page.marks = { asked, turned: performance.now() };
        if (traverses) this.restoreFocus();
        else this.focusTarget(url);
      },
    });
  }

  /**
   * Show another page.
   * @param {VisitedPage} next
   * @param {string} type of the navigation
   */
  showPage(next, type) {
    this.coming.delete(next.key);
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    this.now.focus = active?.closest(FRAME) ? active : null;
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    for (const exit of document.querySelectorAll(".cat-fill .cat-full")) exit.click();
    this.leave();
    const again = this.kept.get(next.key);
    this.kept.delete(next.key);
    if (again && again !== next && again.page) this.book.forget(again.page);
    attach(next.content);
    this.hooks.attach(next.content.more);
    this.now = next;
    next.page ??= this.book.pageOf(/** @type {Element} */ (document.querySelector(FRAME)));
    document.dispatchEvent(new CustomEvent(PAGE_EVENT, { detail: type }));
    unfoldTarget();
    this.hooks.turned();
    this.book.show(next.page);
    this.book.page.answer(); // before Python is ready for the page
  }

  /** Remove the current page from the document and keep it; if too many are kept, close those left longest ago. */
  leave() {
    const { now, kept } = this;
    detach(now.content);
    kept.set(now.key, now);
    for (const old of [...kept.values()].slice(0, -MAX_KEPT)) {
      kept.delete(old.key);
      if (old.page) this.book.forget(old.page);
    }
  }

  /** After going back or forward, restore the focus, or focus the title if the focus was outside the content. */
  restoreFocus() {
    const { focus } = this.now;
    const { style } = document.documentElement;
    style.overflowAnchor = "none"; // Firefox restores the scroll position before layout, so anchoring would change it
    requestAnimationFrame(() => {
      const place = focus?.isConnected ? focus : focusable(document.querySelector(TITLE));
      place?.focus({ preventScroll: true });
      style.overflowAnchor = "";
    });
  }

  /**
   * Focus the element that the link names, or else the page's title, so that screen readers announce it.
   * @param {URL} url
   */
  focusTarget({ hash }) {
    const place = focusable(elementIn(hash) ?? document.querySelector(TITLE));
    requestAnimationFrame(() => {
      place?.focus({ preventScroll: true });
      this.hooks.focused();
    });
  }
}
