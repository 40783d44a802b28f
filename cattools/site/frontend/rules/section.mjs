// @ts-check
// A rule's section, cut out of its page: what is printed, the reading, the words below it and its live examples.
import { download } from "../page/fetch_file.mjs";
import { putBackShapes } from "../page/svg_symbols.mjs";

/**
 * @typedef {object} Section
 * @property {string} where the game and the page, in words
 * @property {string} title
 * @property {HTMLElement[]} parts what stands below the title, ready to be put into this page
 */

const LIVE = "div.cell.tag_live";
const HEADING = ":is(h1, h2, h3, h4, h5, h6)";
const IMPORT = /^(?:from \S+ )?import .+$/gm;
const QUOTED = /["']([\w.-]+)["']/g;
const OWN = "rule-"; // begins the ids of what is cut out

/**
 * A page's cells share their names; a cell that stands by itself brings what the others have imported.
 * @param {string[]} codes of the page's cells
 * @returns {string} the lines that import something, each once
 */
export function importsOf(codes) {
  return [...new Set(codes.flatMap((code) => code.match(IMPORT) ?? []))].join("\n");
}

/**
 * @param {string} code of a cell
 * @param {string} anchor of a rule
 * @returns {boolean} whether the cell shows the rule's own example
 */
export function shows(code, anchor) {
  return [...code.matchAll(QUOTED)].some(([, name]) => name.replaceAll(".", "-") === anchor);
}

/**
 * Fetch the page of a rule and cut its section out.
 * @param {string} address
 * @returns {Promise<Section>} fails where the page cannot be fetched, or has no such place
 */
export async function fetchSection(address) {
  const text = await (await download(address)).text();
  return cutOut(new DOMParser().parseFromString(text, "text/html"), address);
}

/**
 * @param {Document} page
 * @param {string} address
 * @returns {Section}
 */
function cutOut(page, address) {
  const { hash, pathname } = new URL(address);
  const anchor = decodeURIComponent(hash.slice(1));
  const section = page.getElementById(anchor)?.closest("section");
  if (!section) throw new Error(`${pathname} has no place ${anchor}`);
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
    if (part.querySelector("[data-fills]")) continue; // a table to play at is a page of its own
    const own = /** @type {HTMLElement} */ (document.importNode(part, true));
    stand(own, address);
    const code = own.matches(LIVE) && own.querySelector(".cell_input pre");
    if (code) code.textContent = `${imports}\n${code.textContent}`;
    shown.push(own);
  }
  return { where: whereIs(page), title, parts: shown };
}

/**
 * @param {Document} page
 * @param {string} anchor
 * @returns {Element[]} cells elsewhere on a page that show a rule
 */
function cellsThatShow(page, anchor) {
  return [...page.querySelectorAll(LIVE)].filter((cell) =>
    shows(cell.querySelector(".cell_input pre")?.textContent ?? "", anchor),
  );
}

/** @param {Document} page */
function whereIs(page) {
  const here = page.querySelector(".bd-links .current.active");
  const game = here?.closest("ul")?.previousElementSibling?.textContent ?? "";
  const name = page.querySelector("h1")?.textContent ?? "";
  return [...new Set([game, name].map((one) => one.trim()))].filter(Boolean).join(" · ");
}

/**
 * Let what was cut out of another page stand on this one: its links lead where they led, its ids are its own.
 * @param {HTMLElement} part
 * @param {string} address of its page
 */
function stand(part, address) {
  for (const link of part.querySelectorAll("a[href], img[src]")) {
    const name = link.matches("a") ? "href" : "src";
    link.setAttribute(name, new URL(link.getAttribute(name) ?? "", address).href);
  }
  for (const named of [part, ...part.querySelectorAll("[id]")]) if (named.id) named.id = OWN + named.id;
  for (const label of part.querySelectorAll("label[for]")) label.setAttribute("for", OWN + label.getAttribute("for"));
}
