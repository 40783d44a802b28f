// @ts-check
// Boards near the viewport use precomputed answers, made at build time, until Python is ready.

import { addLink, download } from "../../../live/frontend/page/fetch_file.mjs";
import { isFolded } from "../../../live/frontend/page/folds.mjs";
import { STATIC } from "../../../live/frontend/page/kernel_status.mjs";
import { setting } from "../../../widgets/frontend/storage/preferences.js";
import { tickOf } from "../../../widgets/frontend/storage/solved.js";
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { editionFolder } from "../page/edition.mjs";

const DONE = "done-"; // prefix of the storage name of a tick; the example's name follows
const PRACTICE = "practice."; // prefix of the storage name of what the reader knows about a game
const NEAR = "50%"; // of the viewport's height
const PICTURES = `${STATIC}[data-remembers]`;

let logged = false; // whether an error has been logged
/** Precomputed answers requested early, for the first board of a page.
 * @type {WeakMap<HTMLElement, Promise<RecordFile | null>>} */
const ahead = new WeakMap();

/** @type {(shell: HTMLElement) => string[]} the storage names of its board */
function remembered(shell) {
  return shell.dataset.remembers?.split(" ") ?? [];
}

/**
 * @param {HTMLElement} shell
 * @returns {string} the name of its precomputed answers: the name of the example, or the storage name of the
 *   practice questions; "" if it has no precomputed answers
 */
function recordOf(shell) {
  return tickOf(shell).slice(DONE.length) || (remembered(shell).find((name) => name.startsWith(PRACTICE)) ?? "");
}

/** @type {(shell: HTMLElement) => boolean} whether its board starts in the state that the picture shows */
function startsAsShown(shell) {
  const tick = tickOf(shell);
  const alone = shell.closest("div.cell")?.querySelectorAll("[data-cat]").length === 1;
  return recordOf(shell) !== "" && alone && !remembered(shell).some((name) => name !== tick && setting(name));
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 * @returns {Promise<RecordFile | null>} its precomputed answers; null if the service worker reports no network
 */
async function fetchRecord(page, shell) {
  const address = page.url(`../${editionFolder()}precomputed/${recordOf(shell)}.deflate`);
  const response = await download(address, /** @type {RequestInit} */ ({ priority: "high" }));
  if (response.status === 204 || !response.body) return null;
  const record = await new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).json();
  const build = new URL(address).searchParams.get("v");
  if (record?.build !== build) throw new Error(`expected answers of build ${build}, found ${record?.build}`);
  return record;
}

/**
 * Fetch the precomputed answers for the first board of a page that is shown now or will probably be shown soon.
 * @type {(page: Catlive, root: ParentNode) => void}
 */
export function prefetch(page, root) {
  const shell = [...root.querySelectorAll(PICTURES)].find((one) => startsAsShown(one) && !isFolded(one));
  if (!shell) return;
  if (document.readyState !== "complete") addLink("modulepreload", page.url("board.mjs"));
  const coming = fetchRecord(page, shell);
  coming.catch(() => {}); // handled in `answer`
  ahead.set(shell, coming);
}

/**
 * Let the current page's pictures use their precomputed answers. Visible ones start immediately, because an
 * IntersectionObserver would only report them after the next paint.
 * @param {Catlive} page
 * @returns {Promise<void>} resolves when the visible ones respond
 */
export async function answerFromRecords(page) {
  if (page.state !== "loading" || positionIn(location.hash) !== null) return;
  const shells = document.querySelectorAll(PICTURES);
  const found = [...shells].filter(startsAsShown);
  if (!found.length) return;
  /** @param {HTMLElement[]} pictures */
  const answerAll = (pictures) => Promise.all(pictures.map((shell) => answer(page, shell)));
  const visible = found.filter(isVisible);
  const answering = answerAll(visible);
  const seen = new Promise((done) => {
    /** @param {IntersectionObserverEntry[]} seen */
    const onIntersection = (seen) => {
      const pictures = seen
        .filter((one) => one.isIntersecting)
        .map(({ target }) => /** @type {HTMLElement} */ (target));
      for (const shell of pictures) near.unobserve(shell);
      answerAll(pictures).then(done);
    };
    const near = new IntersectionObserver(onIntersection, { rootMargin: NEAR });
    for (const shell of found) if (!visible.includes(shell)) near.observe(shell);
  });
  await (visible.length ? answering : seen);
}

/** @param {HTMLElement} shell */
function isVisible(shell) {
  const { top, bottom, height } = shell.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 * @returns {boolean} whether its board is loading but not under construction; a board under construction plays only the
 *   presses queued on the picture, not those that precomputed answers have handled
 */
function isAwaited(page, shell) {
  const built = shell.closest(".cell_output")?.querySelector(":scope > .cat-live-hidden");
  return page.state === "loading" && shell.isConnected && shell.matches(STATIC) && !built;
}

/** @type {(page: Catlive, shell: HTMLElement) => Promise<void>} */
async function answer(page, shell) {
  try {
    const coming = ahead.get(shell) ?? fetchRecord(page, shell);
    const [{ answer }, record] = await Promise.all([import(page.url("board.mjs")), coming]);
    if (!record || !isAwaited(page, shell)) return;
    answer(shell, record);
    page.mark("first_record");
  } catch (error) {
    // Python answers once it is ready.
    if (!logged) console.info(`no precomputed answers for ${recordOf(shell)}: ${error}`);
    logged = true;
  }
}
