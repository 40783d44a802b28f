// @ts-check
// Precaches the whole book after the first visit, so that it works offline. The build (service_worker.py) inserts the
// list of the site's files with their hashes, the targets of the permalinks, and the stamp of the files in `catlive/`.
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from "workbox-precaching";

const worker = /** @type {any} */ (self); // a ServiceWorkerGlobalScope, but the type checker assumes a page
const STAMP = worker.__STAMP;
const TARGETS = worker.__PLACES;
const LIVE_FILES = new URL(`${worker.__ROOT}catlive/`, location.href).href; // all editions share them
const PERMALINKS = new URL("r/", location.href).href;
const PRECOMPUTED = new URL("precomputed/", location.href).href; // not precached: offline, boards wait for Python
const NOT_FOUND_PAGE = new URL(`${worker.__ROOT}404.html`, location.href).href;
/** @type {string[]} */
const OTHER_EDITIONS = worker.__OTHERS.map((/** @type {string} */ folder) => new URL(folder, location.href).href);
const NO_CONTENT = { status: 204 };
const TAKE_OVER = "take over"; // message from register_service_worker.js

addPlugins([
  {
    // Files that the page has just fetched are in the HTTP cache, under a URL that ends with the stamp. These requests
    // have low priority, so that the page's own requests come first.
    requestWillFetch: async ({ request }) =>
      request.url.startsWith(LIVE_FILES)
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
  const target = permalinkTarget(request.url);
  const file = precachedFile(request.url);
  if (target)
    event.respondWith(fetch(request).catch(() => Response.redirect(target))); // pages choose the language
  else if (file) event.respondWith(answer(request, file));
  else if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (request.url.startsWith(PRECOMPUTED))
    event.respondWith(fetch(request).catch(() => new Response(null, NO_CONTENT)));
});

/**
 * @param {string} address
 * @returns {string | null} the target if it is a permalink, otherwise null
 */
function permalinkTarget(address) {
  const id = address.startsWith(PERMALINKS) ? address.slice(PERMALINKS.length).replace(/\/?([?#].*)?$/, "") : "";
  return Object.hasOwn(TARGETS, id) ? new URL(TARGETS[id], location.href).href : null;
}

/**
 * @param {string} address
 * @returns {string | null} URL of the precached file; null if it is not precached or belongs to another build
 */
function precachedFile(address) {
  const url = new URL(address);
  if (url.href.startsWith(LIVE_FILES) && url.searchParams.get("v") !== STAMP) return null;
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
  const stored = await matchPrecache(file);
  // A worker's address is that of its response: a new response has the request's, with the language of the page.
  return stored ? new Response(stored.body, stored) : fetch(request);
}

/**
 * Fetch a page that is not part of the edition; offline, answer with the 404 page. If the page is of another edition,
 * mark it, so that it says why the page is missing.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function fetchPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await matchPrecache(NOT_FOUND_PAGE);
    if (!page) throw error;
    if (!OTHER_EDITIONS.some((folder) => request.url.startsWith(folder))) return page;
    return new Response((await page.text()).replace("<html", "<html data-offline"), { headers: page.headers });
  }
}

/**
 * Activate a fully installed new version if only one page is open; that page then reloads. While several pages are
 * open, all of them keep the old version, so that no page mixes files of two versions.
 */
async function takeOver() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.filter((/** @type {any} */ { url }) => url.startsWith(worker.registration.scope));
  if (pages.length <= 1) await worker.skipWaiting();
}
