// @ts-check
// Boards that answer from records, made at the build, until Python has come: those that the reader comes near.
import { positionIn } from "../../widgets/layer/address.js";
import { setting } from "../../widgets/layer/settings.js";
import { tickOf } from "../../widgets/layer/solved.js";
import { askFor, download } from "./downloads.mjs";
import { STATIC } from "./shells.mjs";

const DONE = "done-"; // begins the name under which a tick is kept, which ends with the example's
const PRACTICE = "practice."; // begins the name under which is kept what a reader knows of a game
const NEAR = "50%"; // of the window

let told = false; // that something was wrong with a record: once

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
 * Let the page's pictures answer.
 * @param {Catlive} page
 * @returns {Promise<void>} done when those that the reader sees do
 */
export async function answerFromRecords(page) {
  if (positionIn(location.hash) !== null || !("IntersectionObserver" in window)) return;
  const shells = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${STATIC}[data-remembers]`));
  const found = [...shells].filter(begins);
  if (!found.length) return;
  askFor("modulepreload", page.url("board.mjs"));
  await new Promise((done) => {
    const near = new IntersectionObserver(
      (seen) => {
        const come = seen.filter((one) => one.isIntersecting).map(({ target }) => /** @type {HTMLElement} */ (target));
        for (const shell of come) near.unobserve(shell);
        Promise.all(come.map((shell) => answer(page, shell))).then(done);
      },
      { rootMargin: NEAR },
    );
    for (const shell of found) near.observe(shell);
  });
}

/**
 * @param {Catlive} page
 * @param {HTMLElement} shell
 */
async function answer(page, shell) {
  const name = recordOf(shell);
  try {
    const file = download(page.url(`../recorded/${name}.json`), /** @type {RequestInit} */ ({ priority: "high" }));
    const [{ answer }, got] = await Promise.all([import(page.url("board.mjs")), file]);
    if (got.status === 204) return; // the service worker has no network
    const record = await got.json();
    if (page.state !== "loading" || !shell.isConnected || !shell.matches(STATIC)) return;
    answer(shell, record);
    page.mark("first_record");
  } catch (error) {
    if (!told) console.info(`no first answers for ${name}: ${error}`); // Python answers as soon as it is there
    told = true;
  }
}
