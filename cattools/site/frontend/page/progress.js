// @ts-check
// On every page: what the reader has done here before. Boards that were solved have their tick, the menu says how far
// each page is and what is known of each game, and the first page leads back to where the reader was. All of it lies in
// the reader's browser; one that keeps nothing shows the book as it is.
import { keepSetting, setting } from "../../../widgets/frontend/storage/preferences.js";
import { isSolved, KEPT, showTick, tickOf } from "../../../widgets/frontend/storage/solved.js";

const PAGE = "page "; // begins the name under which is kept how far a page is; its address follows
const KNOWN = "known."; // and what is known of a game; its id follows
const HERE = "here"; // where the reader was: an address, and its name in words
const MENU = ".bd-sidebar-primary";
const SIGN = "cat-far";
const CHAPTER = /\/book\/([^/]+)\/([^/]+)\.html$/;
const WELL = "3"; // a rule that is known well

const words = /** @type {HTMLElement} */ (document.currentScript).dataset;

/**
 * @param {string | undefined} sentence
 * @param {number} n
 * @param {number} all
 */
const told = (sentence, n, all) => (sentence ?? "").replace("{n}", String(n)).replace("{all}", String(all));

/** Show the ticks on pictures, and keep how far the page is. */
function countBoards() {
  const shells = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article .cat-shell"));
  /** @type {Map<string, boolean>} */
  const boards = new Map();
  for (const shell of shells) {
    const name = tickOf(shell);
    if (!name) continue;
    // a live board may have been solved in another tab; where nothing can be kept, it keeps the tick that it shows
    if (shell.dataset.cat === "static" || setting(name)) showTick(shell);
    boards.set(name, isSolved(shell) || boards.get(name) === true);
  }
  const done = [...boards.values()].filter(Boolean).length;
  if (boards.size) keepSetting(PAGE + location.pathname, done ? `${done}/${boards.size}` : "");
}

/**
 * @param {string} shown
 * @param {string} heard
 * @returns {HTMLElement} a sign behind a page's name in the menu
 */
function sign(shown, heard) {
  const found = Object.assign(document.createElement("span"), { className: SIGN, title: heard });
  const seen = Object.assign(document.createElement("span"), { textContent: shown });
  seen.setAttribute("aria-hidden", "true");
  found.append(
    " ",
    seen,
    Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: heard }),
  );
  return found;
}

/**
 * @param {string} levels a digit for each rule, from 0 to 3
 * @returns {HTMLElement} the small map of what is known
 */
function map(levels) {
  const known = [...levels].filter((level) => level === WELL).length;
  const found = sign("", told(words.known, known, levels.length));
  const seen = /** @type {HTMLElement} */ (found.firstElementChild);
  for (const level of levels)
    seen.append(Object.assign(document.createElement("i"), { className: `cat-far-${level}` }));
  return found;
}

/** Show in the menu how far each page is, and what is known of each game. */
function markMenu() {
  for (const old of document.querySelectorAll(`${MENU} .${SIGN}`)) old.remove();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(`${MENU} li > a`))) {
    const [done, all] = setting(PAGE + link.pathname)
      .split("/")
      .map(Number);
    if (done > 0 && done <= all)
      link.append(sign(done === all ? "✓" : `${done}/${all}`, told(words.solved, done, all)));
    const [, game, page] = CHAPTER.exec(link.pathname) ?? [];
    const levels = page === "practice" ? setting(KNOWN + game) : "";
    if (/^[0-3]+$/.test(levels)) link.append(map(levels));
  }
}

/** Keep where the reader is: on which page of a chapter, at which of its sections. */
function keepPlace(section = "") {
  if (!CHAPTER.test(location.pathname)) return;
  const link = document.querySelector(`${MENU} li.current > a`);
  if (!link) return;
  const [name] = [...link.childNodes].filter((node) => node instanceof Text);
  const chapter = link.closest("ul")?.previousElementSibling?.textContent?.trim() ?? "";
  const page = name?.textContent?.trim() ?? "";
  const title = page.startsWith(chapter) ? page : `${chapter}: ${page}`;
  keepSetting(HERE, JSON.stringify([location.pathname + (section && `#${section}`), title]));
}

/** On the first page: the way back to where the reader was. */
function leadBack() {
  const place = document.querySelector(".cat-go-on");
  if (!(place instanceof HTMLElement)) return;
  try {
    const [address, title] = JSON.parse(setting(HERE)).map(String);
    if (!CHAPTER.test(address.split("#")[0])) return;
    const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
    place.replaceChildren(`${place.dataset.words} `, link);
  } catch {
    // nothing is kept, or what another version or hand has written
  }
}

/** @param {Event} event something is done on the page */
function follow({ target }) {
  const board = target instanceof Element ? target.closest("article .cat-shell") : null;
  const section = board?.closest("section[id]");
  if (section) keepPlace(section.id);
}

function look() {
  countBoards();
  markMenu();
  leadBack();
}

function arrive() {
  keepPlace();
  look();
}

document.addEventListener(KEPT, look);
document.addEventListener("cat-page", arrive);
document.addEventListener("pointerdown", follow, { passive: true });
document.addEventListener("keydown", follow, { passive: true });
addEventListener("storage", look); // another tab has gone on
arrive();
