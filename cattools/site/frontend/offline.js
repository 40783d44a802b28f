// @ts-check
// On every page: asks the browser to keep the whole book, once it has nothing better to do, and says when it does.
// Where a browser keeps nothing, the book is as it would be without this.
const REST_MS = 3000; // who only looks in, or goes on to the next page at once, is spared the whole book

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);

/** Wait until the page is loaded, its boards live, and the reader stays. */
async function rest() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await window.catlive?.settled;
  await new Promise((done) => setTimeout(done, REST_MS));
}

async function keepBook() {
  const { serviceWorker, connection } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    if (connection?.saveData) return;
    await rest();
  }
  await serviceWorker.register(new URL("../service_worker.js", script));
  await serviceWorker.ready;
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cat-offline"))) {
    line.hidden = false;
  }
}

keepBook().catch((error) => console.info(`the book is not kept for reading without a network: ${error}`));
