// @ts-check
// Runs on every page once it is idle: registers the service worker, which stores what all pages need and the pages that
// are read. Without service workers, the book works as usual. On a metered connection, nothing is stored until the
// reader asks for it.
import { isMetered } from "./metered.mjs";

const STAY_MS = 3000; // readers who leave the page sooner download nothing for offline use
const TAKE_OVER = "take over";

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);

/** @returns {string[]} the packs that the cells of the page need */
export function packsOfPage() {
  const cells = [...document.querySelectorAll("[data-packs]")];
  return [...new Set(cells.flatMap((cell) => cell.dataset.packs?.split(" ") ?? []))];
}

/** Wait until the page is loaded, its boards are settled, and the reader has stayed for a while. */
async function untilSettled() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await window.catlive?.settled;
  await new Promise((done) => setTimeout(done, STAY_MS));
}

/**
 * Switch to a newer version that is fully installed and waiting: ask it to take over, then reload the page, which has
 * started with the old version. The newer version only takes over if no other page is open.
 * @param {ServiceWorkerContainer} serviceWorker
 */
async function updateNow(serviceWorker) {
  const newer = (await serviceWorker.getRegistration())?.waiting;
  if (!newer) return;
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  newer.postMessage(TAKE_OVER);
}

/**
 * Make the book available offline.
 * @param {string} folder of the service worker, relative to the site's root, with a slash; "" for the root
 * @param {(registered: () => Promise<ServiceWorker>, controlled: boolean) => Promise<void> | void} showPage called for
 *   each page that is shown; `registered` registers the service worker if necessary
 */
export async function makeOffline(folder, showPage) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registered = async () => {
    await serviceWorker.register(new URL(`../${folder}service_worker.js`, script));
    return /** @type {ServiceWorker} */ ((await serviceWorker.ready).active);
  };
  const show = () => showPage(registered, Boolean(serviceWorker.controller));
  if (serviceWorker.controller) await updateNow(serviceWorker);
  else if (!isMetered()) await untilSettled();
  document.addEventListener("cat-page", show);
  await show();
}

/** @param {unknown} error */
export const reportUnavailable = (error) => console.info(`the book is not available offline: ${error}`);
