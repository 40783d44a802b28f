// @ts-check
// Swaps the content that a page of the book shows in the theme's frame. The frame's own buttons and listeners stay.

/**
 * A page's content in the theme's frame.
 * @typedef {object} Content
 * @property {string} title
 * @property {string} root relative URL of the site's root
 * @property {Node[]} neighbours <link> elements to the previous and next page
 * @property {Node[]} menu
 * @property {Node[]} contents
 * @property {DocumentFragment} body empty while the page is shown
 * @property {unknown} more what the book's own scripts swap
 */

export const FRAME = ".bd-article-container";
export const SCRIPT = 'script[src*="catlive/"]'; // on every page; its URL contains the build's stamp
const FRAME_HEADER = ".bd-header-article";
const MENU = "nav.bd-docs-nav";
const CONTENTS = "#pst-secondary-sidebar";
const CONTENTS_DIALOG = "#pst-secondary-sidebar-modal"; // holds the table of contents while it is open on a phone
const SIDEBAR = ".bd-sidebar-primary";
const NEIGHBOURS = "link[rel=prev], link[rel=next]";

/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * @param {Document} page
 * @param {boolean} out whether to remove the body from the page
 * @param {unknown} more
 * @returns {Content}
 */
export function contentOf(page, out, more) {
  const content = {
    title: page.title,
    root: page.documentElement.dataset.content_root ?? "./",
    neighbours: [...page.querySelectorAll(NEIGHBOURS)],
    menu: [...(page.querySelector(MENU)?.childNodes ?? [])],
    contents: [...(page.querySelector(CONTENTS)?.childNodes ?? [])],
    body: page.createDocumentFragment(),
    more,
  };
  if (out) detach(content, page);
  return content;
}

/**
 * Move a page's body from the document into the page's content.
 * @type {(content: Content, page?: Document) => void}
 */
export function detach({ body }, page = document) {
  const parts = [...(page.querySelector(FRAME)?.children ?? [])];
  body.append(...parts.filter((part) => !part.matches(FRAME_HEADER)));
}

/** @param {Content} content */
export function attach({ title, root, neighbours, menu, contents, body }) {
  document.title = title;
  document.documentElement.dataset.content_root = root;
  for (const link of document.head.querySelectorAll(NEIGHBOURS)) link.remove();
  document.head.append(...neighbours);
  document.querySelector(MENU)?.replaceChildren(...menu);
  document.querySelector(FRAME)?.append(body);
  // When the dialog closes, it would move the old content back into the page.
  document.querySelector(CONTENTS_DIALOG)?.replaceChildren();
  document.querySelector(CONTENTS)?.replaceChildren(...contents);
  for (const element of document.querySelectorAll(`${CONTENTS}, .secondary-toggle`)) {
    element.hidden = !contents.length;
  }
  followContents();
  (window.requestIdleCallback ?? setTimeout)(followMenu);
}

/** Scroll the menu to the page's entry; the theme only does so for the first page. */
function followMenu() {
  const entry = document.querySelector(`${MENU} .current.active > a`);
  const menu = entry?.closest(SIDEBAR);
  if (!entry || !menu) return;
  const [at, seen] = [entry.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (at.top < seen.top || at.bottom > seen.bottom) menu.scrollTop += at.top - seen.top - seen.height / 2;
}

/** Mark the current section in the table of contents; the theme only does so for the first page. */
function followContents() {
  observer?.disconnect();
  /** @type {Map<Element, Element>} */
  const links = new Map();
  for (const link of document.querySelectorAll(`${CONTENTS} a[href^="#"]`)) {
    const id = decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "");
    const heading = document.getElementById(id)?.querySelector(":is(h1, h2, h3, h4)");
    if (heading) links.set(heading, link);
  }
  observer = new IntersectionObserver(
    (seen) => {
      const last = seen.filter((one) => one.isIntersecting).at(-1);
      if (!last) return;
      for (const [heading, link] of links) {
        link.classList.toggle("active", heading === last.target);
        link.ariaCurrent = heading === last.target ? "true" : null;
      }
    },
    { rootMargin: "0px 0px -70% 0px" },
  );
  for (const heading of links.keys()) observer.observe(heading);
}
