// @ts-check
// Keeps the whole book in the reader's browser after the first visit, so that it works without a network. The build
// writes in the list of the site's files with their hashes (service_worker.py), where the short addresses lead, and the
// stamp of what stands in `catlive/`.
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from "workbox-precaching";

const worker = /** @type {any} */ (self); // a service worker's; the types are a page's
const STAMP = worker.__STAMP;
const PLACES = worker.__PLACES;
const LIVE = new URL("catlive/", location.href).href;
const SHORT = new URL("r/", location.href).href;
const RECORDED = new URL("recorded/", location.href).href; // too many to keep: without a network Python answers first
const MISSING = new URL("404.html", location.href).href;
const NOTHING = { status: 204 };
const TAKE_OVER = "take over"; // offline.js says so

addPlugins([
  {
    // What the page has fetched a moment ago is in the browser's own cache, under the address with the stamp.
    // Whatever a page asks for comes first.
    requestWillFetch: async ({ request }) =>
      request.url.startsWith(LIVE)
        ? new Request(`${request.url}?v=${STAMP}`, {
            cache: "force-cache",
            integrity: request.integrity,
            priority: "low",
          })
        : new Request(request, { priority: "low" }),
  },
]);
precache(worker.__WB_MANIFEST);

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === TAKE_OVER) event.waitUntil(takeOver());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const place = citedPlace(request.url);
  const file = keptFile(request.url);
  if (place) event.respondWith(Response.redirect(place));
  else if (file) event.respondWith(answer(request, file));
  else if (request.mode === "navigate") event.respondWith(ask(request));
  else if (request.url.startsWith(RECORDED)) event.respondWith(fetch(request).catch(() => new Response(null, NOTHING)));
});

/**
 * @param {string} address
 * @returns {string | null} where in the book it leads, if it is a short one
 */
function citedPlace(address) {
  const id = address.startsWith(SHORT) ? address.slice(SHORT.length).replace(/\/?([?#].*)?$/, "") : "";
  return Object.hasOwn(PLACES, id) ? new URL(PLACES[id], location.href).href : null;
}

/**
 * @param {string} address
 * @returns {string | null} the kept file it asks for; null where that is none, or one of another build
 */
function keptFile(address) {
  const url = new URL(address);
  if (url.href.startsWith(LIVE) && url.searchParams.get("v") !== STAMP) return null;
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = "";
  url.hash = "";
  return getCacheKeyForURL(url.href) ? url.href : null;
}

/**
 * @param {Request} request
 * @param {string} file
 * @returns {Promise<Response>}
 */
async function answer(request, file) {
  return (await matchPrecache(file)) ?? fetch(request);
}

/**
 * Ask the host for a page that is not of the book; without a network its own page for that is shown.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function ask(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await matchPrecache(MISSING);
    if (page) return page;
    throw error;
  }
}

/**
 * A new version that is here in full takes over for the only page, which then loads once more. While more pages are
 * open all stay with the old version: no page has files of two.
 */
async function takeOver() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.filter((/** @type {any} */ { url }) => url.startsWith(worker.registration.scope));
  if (pages.length <= 1) await worker.skipWaiting();
}
