// @ts-check
// On every page, once it is idle: registers the service worker, which stores the whole book for offline use. A line on
// the page shows when the book has been stored. Without service workers, the book works as usual.
import { editionFolder, keepPlaceInOtherLanguages } from "./edition.mjs";

const STAY_MS = 3000; // readers who leave the page sooner do not download the whole book
const TAKE_OVER = "take over";

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);

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

async function storeBook() {
  const { serviceWorker, connection } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    if (connection?.saveData) return;
    await untilSettled();
  } else await updateNow(serviceWorker);
  await serviceWorker.register(new URL(`../${editionFolder()}service_worker.js`, script));
  await serviceWorker.ready;
  for (const line of document.querySelectorAll(".cat-offline")) {
    line.hidden = false;
  }
}

keepPlaceInOtherLanguages();
storeBook().catch((error) => console.info(`the book is not available offline: ${error}`));
