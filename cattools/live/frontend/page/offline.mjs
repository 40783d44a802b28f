// @ts-check
// On every page, once it is idle: registers the service worker, which stores what all games need, and the pages that
// are read. A shelf in the footer shows when the book can be used offline. Without service workers, the book works as
// usual. On a metered connection, nothing is stored until the reader opens the shelf.
import { editionFolder, keepPlaceInOtherLanguages } from "./edition.mjs";
import { isMetered } from "./metered.mjs";
import { OfflineShelf } from "./offline_shelf.mjs";

const STAY_MS = 3000; // readers who leave the page sooner download nothing for offline use
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

/**
 * @param {ServiceWorkerContainer} serviceWorker
 * @returns {Promise<ServiceWorker>}
 */
async function registered(serviceWorker) {
  await serviceWorker.register(new URL(`../${editionFolder()}service_worker.js`, script));
  return /** @type {ServiceWorker} */ ((await serviceWorker.ready).active);
}

async function makeOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const showPage = () => {
    const shelf = new OfflineShelf(() => registered(serviceWorker));
    if (isMetered()) shelf.appear(Boolean(serviceWorker.controller));
    else return shelf.keepPage();
  };
  if (serviceWorker.controller) await updateNow(serviceWorker);
  else if (!isMetered()) await untilSettled();
  document.addEventListener("cat-page", showPage);
  await showPage();
}

keepPlaceInOtherLanguages();
makeOffline().catch((error) => console.info(`the book is not available offline: ${error}`));
