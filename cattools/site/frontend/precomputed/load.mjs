// @ts-check
// Boards that answer from records, made at the build, until Python has come: those that the reader comes near.

import { setting } from "../../../widgets/frontend/storage/preferences.js";
import { tickOf } from "../../../widgets/frontend/storage/solved.js";
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { askFor, download } from "../page/fetch_file.mjs";
import { STATIC } from "../page/kernel_status.mjs";

const DONE = "done-"; // begins the name under which a tick is kept, which ends with the example's
const PRACTICE = "practice."; // begins the name under which is kept what a reader knows of a game
const NEAR = "50%"; // of the window
const PICTURES = `${STATIC}[data-remembers]`;

let told = false; // that something was wrong with a record: once
/** What the first boards of pages to come answer from.
 * @type {WeakMap<HTMLElement, Promise<RecordFile | null>>} */
const ahead = new WeakMap();

/**
 * @param {HTMLElement} shell
 * @returns {string[]} the names under which the reader's browser keeps what is done on its board
 */
function remembered(shell) {
  return shell.dataset.remembers?.split(" ") ?? [];
}

/**
 * @param {HTMLElement} shell
 * @returns {string} the name of its board's record: the example's, or the one that practice is kept by
 */
function recordOf(shell) {
  return tickOf(shell).slice(DONE.length) || (remembered(shell).find((name) => name.startsWith(PRACTICE)) ?? "");
}

/**
 * @param {HTMLElement} shell
 * @returns {boolean} whether its board begins as the picture shows it
 */
function begins(shell) {
  const tick = tickOf(shell);
  const alone = shell.closest("div.cell")?.querySelectorAll("[data-cat]").length === 1;
  return recordOf(shell) !== "" && alone && !remembered(shell).some((name) => name !== tick && setting(name));
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 * @returns {Promise<RecordFile | null>} what it answers from; nothing where the service worker has no network
 */
async function fetchRecord(page, shell) {
  const address = page.url(`../recorded/${recordOf(shell)}.json`);
  const got = await download(address, /** @type {RequestInit} */ ({ priority: "high" }));
  if (got.status === 204) return null;
  const record = await got.json();
  const build = new URL(address).searchParams.get("v");
  if (record?.build !== build) throw new Error(`expected a record of ${build}, found one of ${record?.build}`);
  return record;
}

/**
 * A page is shown, or likely to be soon: fetch what its first board answers from.
 * @param {Catlive} page
 * @param {ParentNode} root
 */
export function foresee(page, root) {
  const shell = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(PICTURES))].find(begins);
  if (!shell) return;
  if (document.readyState !== "complete") askFor("modulepreload", page.url("board.mjs"));
  const coming = fetchRecord(page, shell);
  coming.catch(() => {}); // Python answers there
  ahead.set(shell, coming);
}

/**
 * Let the pictures answer of the page that is shown: those in sight at once, since the browser tells of them only
 * when it has painted the page once more.
 * @param {Catlive} page
 * @returns {Promise<void>} done when those that the reader sees do
 */
export async function answerFromRecords(page) {
  if (page.state !== "loading" || positionIn(location.hash) !== null || !("IntersectionObserver" in window)) return;
  const shells = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(PICTURES));
  const found = [...shells].filter(begins);
  if (!found.length) return;
  /** @param {HTMLElement[]} come */
  const answerAll = (come) => Promise.all(come.map((shell) => answer(page, shell)));
  const inSight = found.filter(isInSight);
  const answering = answerAll(inSight);
  const seen = new Promise((done) => {
    const near = new IntersectionObserver(
      (seen) => {
        const come = seen.filter((one) => one.isIntersecting).map(({ target }) => /** @type {HTMLElement} */ (target));
        for (const shell of come) near.unobserve(shell);
        answerAll(come).then(done);
      },
      { rootMargin: NEAR },
    );
    for (const shell of found) if (!inSight.includes(shell)) near.observe(shell);
  });
  await (inSight.length ? answering : seen);
}

/** @param {HTMLElement} shell */
function isInSight(shell) {
  const { top, bottom, height } = shell.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 * @returns {boolean} whether its board is on its way, and not being built: that plays the presses kept on the picture,
 *   but knows nothing of a record's
 */
function isAwaited(page, shell) {
  const built = shell.closest(".cell_output")?.querySelector(":scope > .cat-live-hidden");
  return page.state === "loading" && shell.isConnected && shell.matches(STATIC) && !built;
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 */
async function answer(page, shell) {
  try {
    const coming = ahead.get(shell) ?? fetchRecord(page, shell);
    const [{ answer }, record] = await Promise.all([import(page.url("board.mjs")), coming]);
    if (!record || !isAwaited(page, shell)) return;
    answer(shell, record);
    page.mark("first_record");
  } catch (error) {
    if (!told) console.info(`no first answers for ${recordOf(shell)}: ${error}`); // Python answers when it is there
    told = true;
  }
}
