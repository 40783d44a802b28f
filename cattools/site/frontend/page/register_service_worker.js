// @ts-check
// On every page: asks the browser to keep the whole book, once it has nothing better to do, and says when it does.
// Where a browser keeps nothing, the book is as it would be without this.
const REST_MS = 3000; // who only looks in, or goes on to the next page at once, is spared the whole book
const TAKE_OVER = "take over";

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);

/** Wait until the page is loaded, its boards live, and the reader stays. */
async function rest() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await window.catlive?.settled;
  await new Promise((done) => setTimeout(done, REST_MS));
}

/**
 * A page begins with the version that was kept. Where a newer one has come in full since then, the page asks it to take
 * over and loads once more; the newer one does so only where no other page is open.
 * @param {ServiceWorkerContainer} serviceWorker
 */
async function takeNewer(serviceWorker) {
  const newer = (await serviceWorker.getRegistration())?.waiting;
  if (!newer) return;
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  newer.postMessage(TAKE_OVER);
}

async function keepBook() {
  const { serviceWorker, connection } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    if (connection?.saveData) return;
    await rest();
  } else await takeNewer(serviceWorker);
  await serviceWorker.register(new URL("../service_worker.js", script));
  await serviceWorker.ready;
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cat-offline"))) {
    line.hidden = false;
  }
}

keepBook().catch((error) => console.info(`the book is not kept for reading without a network: ${error}`));
