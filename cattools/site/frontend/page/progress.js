// @ts-check
// On every page: the reader's progress. Solved boards show a tick, the menu shows how many boards of each page are
// solved and how many rules of each game the reader knows, and the home page links to where the reader left off.
// Progress is stored only in the browser; without storage, none is shown, and a line says so.
import { canStore, keepSetting, setting } from "../../../widgets/frontend/storage/preferences.js";
import { isSolved, KEPT, showTick, tickOf } from "../../../widgets/frontend/storage/solved.js";

const PAGE = "page "; // prefix of the storage name of a page's progress; the page's URL path follows
const KNOWN = "known."; // prefix of the storage name of how well each rule is known; the game's id follows
const HERE = "here"; // storage name of the URL and title of the page where the reader left off
const MENU = ".bd-sidebar-primary";
const MARK = "cat-page-progress";
const CHAPTER = /\/book\/([^/]+)\/([^/]+)\.html$/;
const WELL = "3"; // level of a rule that is known well

const words = /** @type {HTMLElement} */ (document.currentScript).dataset;

/**
 * @param {string | undefined} sentence
 * @param {number} n
 * @param {number} all
 */
const filledIn = (sentence, n, all) => (sentence ?? "").replace("{n}", String(n)).replace("{all}", String(all));

/** Show the ticks on static pictures, and store the page's progress. */
function countBoards() {
  const shells = document.querySelectorAll("article .cat-shell");
  /** @type {Map<string, boolean>} */
  const boards = new Map();
  for (const shell of shells) {
    const name = tickOf(shell);
    if (!name) continue;
    // A live board can have been solved in another tab. Without storage, it keeps the tick that it shows.
    if (shell.dataset.cat === "static" || setting(name)) showTick(shell);
    boards.set(name, isSolved(shell) || boards.get(name) === true);
  }
  const done = [...boards.values()].filter(Boolean).length;
  if (boards.size) keepSetting(PAGE + location.pathname, done ? `${done}/${boards.size}` : "");
}

/** @type {(shown: string, spoken: string) => HTMLElement} a mark to put after a page's name in the menu */
function menuMark(shown, spoken) {
  const mark = Object.assign(document.createElement("span"), { className: MARK, title: spoken });
  const seen = Object.assign(document.createElement("span"), { textContent: shown });
  seen.setAttribute("aria-hidden", "true");
  mark.append(
    " ",
    seen,
    Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: spoken }),
  );
  return mark;
}

/**
 * @param {string} levels a digit for each rule, from 0 to 3
 * @returns {HTMLElement} a small map of the known rules
 */
function map(levels) {
  const known = [...levels].filter((level) => level === WELL).length;
  const found = menuMark("", filledIn(words.known, known, levels.length));
  const seen = /** @type {HTMLElement} */ (found.firstElementChild);
  for (const level of levels)
    seen.append(Object.assign(document.createElement("i"), { className: `cat-page-progress-${level}` }));
  return found;
}

/** Show the progress of each page and the known rules of each game in the menu. */
function markMenu() {
  for (const old of document.querySelectorAll(`${MENU} .${MARK}`)) old.remove();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(`${MENU} li > a`))) {
    const [done, all] = setting(PAGE + link.pathname)
      .split("/")
      .map(Number);
    if (done > 0 && done <= all)
      link.append(menuMark(done === all ? "✓" : `${done}/${all}`, filledIn(words.solved, done, all)));
    const [, game, page] = CHAPTER.exec(link.pathname) ?? [];
    const levels = page === "practice" ? setting(KNOWN + game) : "";
    if (/^[0-3]+$/.test(levels)) link.append(map(levels));
  }
}

/**
 * @param {Document} page
 * @returns {string} its chapter and its title, as in the menu; "" if the menu does not list it
 */
function titleOf(page) {
  const link = page.querySelector(`${MENU} li.current > a`);
  const [name] = [...(link?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
  const title = name?.textContent?.trim() ?? "";
  const chapter = /** @type {HTMLElement | null | undefined} */ (link?.closest("[data-chapter]"))?.dataset.chapter;
  return chapter ? (words.titled ?? "").replace("{chapter}", chapter).replace("{page}", title) : title;
}

/** Store where the reader is: the page, if it belongs to a chapter, and the section, if any. */
function storeLocation(section = "") {
  const title = CHAPTER.test(location.pathname) && titleOf(document);
  if (title) keepSetting(HERE, JSON.stringify([location.pathname + (section && `#${section}`), title]));
}

/** @type {(path: string) => Promise<string>} the title of a page of this site, as in the menu */
async function fetchTitle(path) {
  const page = await fetch(path).then((response) => response.text());
  return titleOf(new DOMParser().parseFromString(page, "text/html"));
}

/** On the home page, link to where the reader left off, in the language of the home page. */
async function linkToLastLocation() {
  const place = document.querySelector(".cat-resume");
  if (!(place instanceof HTMLElement)) return;
  try {
    const [address, title] = JSON.parse(setting(HERE)).map(String);
    const { pathname, hash } = new URL(address, location.href);
    const [, game, page] = CHAPTER.exec(pathname) ?? [];
    if (!page) return;
    const here = new URL(`${game}/${page}.html${hash}`, location.href);
    const titleHere = here.pathname === pathname ? title : await fetchTitle(here.pathname).catch(() => "");
    if (titleHere) keepSetting(HERE, JSON.stringify([here.pathname + here.hash, titleHere])); // fetched only once
    const link = Object.assign(document.createElement("a"), { href: here.href, textContent: titleHere || title });
    place.replaceChildren(place.dataset.words ?? "", link);
  } catch {
    // Nothing is stored, or it was written by another version or edited by hand.
  }
}

/** @param {Event} event any input on the page */
function storeSection({ target }) {
  const board = target instanceof Element ? target.closest("article .cat-shell") : null;
  const section = board?.closest("section[id]");
  if (section) storeLocation(section.id);
}

function update() {
  countBoards();
  markMenu();
  linkToLastLocation();
}

function updateForPage() {
  for (const line of document.querySelectorAll(".cat-unstored")) line.hidden = canStore();
  storeLocation();
  update();
}

document.addEventListener(KEPT, update);
document.addEventListener("cat-page", updateForPage);
document.addEventListener("pointerdown", storeSection, { passive: true });
document.addEventListener("keydown", storeSection, { passive: true });
addEventListener("storage", update); // progress in another tab
updateForPage();
