// @ts-check
// Extracts a rule's section from its page: the printed text, our interpretation, any further text, and the live
// examples.
import { download } from "../../../live/frontend/page/fetch_file.mjs";
import { putBackShapes } from "../page/svg_symbols.mjs";

/**
 * @typedef {object} Section
 * @property {string} where names of the game and the page
 * @property {string} title
 * @property {HTMLElement[]} parts content below the title, ready to insert into this page
 */

const LIVE = "div.cell.tag_live";
const HEADING = ":is(h1, h2, h3, h4, h5, h6)";
const IMPORT = /^(?:from \S+ )?import .+$/gm;
const QUOTED = /["']([\w.-]+)["']/g;
const OWN = "rule-"; // prefix of the extracted ids

/**
 * Collect a page's imports. Its cells share a namespace, so a cell that runs on its own needs the imports of all cells.
 * @param {string[]} codes code of the page's cells
 * @returns {string} the import lines without duplicates
 */
export function importsOf(codes) {
  return [...new Set(codes.flatMap((code) => code.match(IMPORT) ?? []))].join("\n");
}

/**
 * @param {string} code a cell's code
 * @param {string} anchor a rule's anchor
 * @returns {boolean} whether the cell shows the rule's own example
 */
export function shows(code, anchor) {
  return [...code.matchAll(QUOTED)].some(([, name]) => name.replaceAll(".", "-") === anchor);
}

/**
 * Fetch a rule's page and extract the rule's section.
 * @param {string} address
 * @returns {Promise<Section>} rejects if the page cannot be fetched or has no such anchor
 */
export async function fetchSection(address) {
  const text = await (await download(address)).text();
  return cutOut(new DOMParser().parseFromString(text, "text/html"), address);
}

/** @type {(page: Document, address: string) => Section} */
function cutOut(page, address) {
  const { hash, pathname } = new URL(address);
  const anchor = decodeURIComponent(hash.slice(1));
  const section = page.getElementById(anchor)?.closest("section");
  if (!section) throw new Error(`${pathname} has no anchor ${anchor}`);
  putBackShapes(page, page);
  for (const unwanted of page.querySelectorAll("script, .headerlink")) unwanted.remove();
  const title = section.querySelector(`:scope > ${HEADING}`)?.textContent ?? "";
  const parts = [...section.children].filter((part) => !part.matches(`section, span:empty, ${HEADING}`));
  if (!parts.some((part) => part.matches(LIVE))) parts.push(...cellsThatShow(page, anchor));
  /** @type {HTMLElement[]} */
  const shown = [];
  const codes = [...page.querySelectorAll(`${LIVE} .cell_input pre`)];
  const imports = importsOf(codes.map((code) => code.textContent ?? ""));
  for (const part of parts) {
    if (part.querySelector("[data-fills]")) continue; // a board that fills the screen needs its own page
    const own = /** @type {HTMLElement} */ (document.importNode(part, true));
    adapt(own, address);
    const code = own.matches(LIVE) && own.querySelector(".cell_input pre");
    if (code) code.textContent = `${imports}\n${code.textContent}`;
    shown.push(own);
  }
  return { where: whereIs(page), title, parts: shown };
}

/** @type {(page: Document, anchor: string) => Element[]} cells anywhere on the page that show the rule's example */
function cellsThatShow(page, anchor) {
  return [...page.querySelectorAll(LIVE)].filter((cell) =>
    shows(cell.querySelector(".cell_input pre")?.textContent ?? "", anchor),
  );
}

/** @param {Document} page */
function whereIs(page) {
  const chapter = page.querySelector(".bd-links .current.active")?.closest("[data-chapter]");
  const game = /** @type {HTMLElement | null | undefined} */ (chapter)?.dataset.chapter ?? "";
  const name = page.querySelector("h1")?.textContent ?? "";
  return [...new Set([game, name].map((one) => one.trim()))].filter(Boolean).join(" · ");
}

/**
 * Prepare extracted content for this page: make its URLs absolute and its ids unique.
 * @param {HTMLElement} part
 * @param {string} address URL of the page it comes from
 */
function adapt(part, address) {
  for (const link of part.querySelectorAll("a[href], img[src]")) {
    const name = link.matches("a") ? "href" : "src";
    link.setAttribute(name, new URL(link.getAttribute(name) ?? "", address).href);
  }
  for (const named of [part, ...part.querySelectorAll("[id]")]) if (named.id) named.id = OWN + named.id;
  for (const label of part.querySelectorAll("label[for]")) label.setAttribute("for", OWN + label.getAttribute("for"));
}
