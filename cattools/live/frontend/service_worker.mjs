// @ts-check
// Stores files of a book, or of one of its editions, so that it works offline: what all pages need; the pages that the
// reader has read, and the files in `_static/` that belong to the same parts of the book; and the parts that the reader
// keeps. The build (offline.py) inserts the list of files with their hashes, the targets of the permalinks, and the
// stamp of the files in `catlive/`.

import { isMetered } from "./page/metered.mjs";

/**
 * @typedef {object} OfflineFile
 * @property {string} url
 * @property {string} key its URL in the cache, which depends on its content
 * @property {string} integrity
 * @property {number} bytes size of its download
 * @property {string} part the id of a part of the book, or "" if all pages need it
 */
/** @typedef {{ read?: string, parts?: string[], keep?: string[], remove?: string }} OfflineMessage from a page: `read`
 *   is its URL, `parts` what its cells need; `keep` and `remove` are what the reader keeps and removes */
/** @typedef {{ part: string, kept: boolean, pages: number, bytes: number }} StoredPart `bytes`: those missing */
/** @typedef {{ bytes: number, parts: StoredPart[] }} Shelf `bytes`: those missing that all pages need */

const worker = /** @type {any} */ (self); // a ServiceWorkerGlobalScope, but the type checker assumes a page
const STAMP = worker.__STAMP;
const TARGETS = worker.__PLACES;
const SCOPE = new URL("./", location.href).href;
const LIVE_FILES = new URL(`${worker.__ROOT}catlive/`, SCOPE).href; // all editions share them
const STATIC_FILES = new URL("_static/", SCOPE).href;
const PERMALINKS = new URL(worker.__PERMALINKS, SCOPE).href;
/** Folders of files that are not stored, because pages work without them; offline, the files are empty.
 * @type {string[]} */
const UNSTORED = worker.__UNSTORED.map((/** @type {string} */ folder) => new URL(folder, SCOPE).href);
const NOT_FOUND_PAGE = new URL(`${worker.__ROOT}404.html`, SCOPE).href;
/** @type {string[]} */
const OTHER_EDITIONS = worker.__OTHERS.map((/** @type {string} */ folder) => new URL(folder, SCOPE).href);
const NO_CONTENT = { status: 204 };
const TAKE_OVER = "take over"; // message from offline.mjs
const SHARED = ""; // the part that all pages need
const CACHE = `catlive ${SCOPE}`;
const KEPT = new URL("kept", SCOPE).href; // key of the list of the parts that the reader keeps
const REVISION = "?revision=";

/** @type {Map<string, OfflineFile>} */
const files = new Map();
for (const [part, list] of Object.entries(worker.__FILES)) {
  for (const [name, integrity, bytes] of list) {
    const url = new URL(name, SCOPE).href;
    files.set(url, { url, key: `${url}${REVISION}${encodeURIComponent(integrity)}`, integrity, bytes, part });
  }
}
const PARTS = Object.keys(worker.__FILES).filter((part) => part !== SHARED);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { data, ports } = event;
  if (data === TAKE_OVER) event.waitUntil(takeOver());
  else if (ports.length) event.waitUntil(inTurn(() => reply(data ?? {}, ports[0])));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const target = permalinkTarget(request.url);
  const file = fileOf(request.url);
  if (target)
    event.respondWith(fetch(request).catch(() => Response.redirect(target))); // pages choose the language
  else if (file) event.respondWith(answer(request, file));
  else if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (UNSTORED.some((folder) => request.url.startsWith(folder)))
    event.respondWith(fetch(request).catch(() => new Response(null, NO_CONTENT)));
});

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Run a task that changes what is stored, once the tasks before it have ended.
 * @param {() => Promise<unknown>} task
 */
function inTurn(task) {
  last = last.then(task, task);
  return last;
}

/**
 * Store what all pages need, and the new version of everything else that was stored. On a metered connection, a first
 * version stores nothing until the reader keeps a part, and a new version waits for another connection.
 */
async function install() {
  const cache = await caches.open(CACHE);
  if (isMetered()) {
    if (worker.registration.active) throw new Error("expected a connection that is not metered");
    return;
  }
  const parts = [SHARED, ...(await keptParts(cache))];
  const before = new Set((await cache.keys()).map(({ url }) => url.split(REVISION)[0]));
  await store(
    cache,
    [...files.values()].filter(({ url, part }) => parts.includes(part) || before.has(url)),
  );
}

/** Delete the files of older versions. */
async function activate() {
  const cache = await caches.open(CACHE);
  const keys = new Set([KEPT, ...[...files.values()].map(({ key }) => key)]);
  for (const request of await cache.keys()) if (!keys.has(request.url)) await cache.delete(request);
  await worker.clients.claim();
}

/**
 * @param {Cache} cache
 * @returns {Promise<string[]>} the parts that the reader keeps
 */
async function keptParts(cache) {
  const list = await (await cache.match(KEPT))?.json();
  return PARTS.filter((part) => list?.includes(part));
}

/**
 * @param {Cache} cache
 * @param {OfflineFile[]} wanted
 * @returns {Promise<OfflineFile[]>} those that are not stored
 */
async function missing(cache, wanted) {
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  return wanted.filter(({ key }) => !stored.has(key));
}

/**
 * Store files, each complete and with this version's content.
 * @param {Cache} cache
 * @param {OfflineFile[]} wanted
 * @param {(bytes: number, of: number) => void} [report] called after each file
 */
async function store(cache, wanted, report) {
  const left = await missing(cache, wanted);
  const of = left.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytes = 0;
  for (const file of left) {
    const response = await fetch(requestFor(file));
    if (!response.ok) throw new Error(`expected ${file.url}, found status ${response.status}`);
    await cache.put(file.key, response);
    bytes += file.bytes;
    report?.(bytes, of);
  }
}

/**
 * Files in `catlive/` that the page has just fetched are in the HTTP cache, under URLs that end with the stamp; for
 * other files, the HTTP cache may have an older version. The page's own requests have a higher priority.
 * @param {OfflineFile} file
 */
function requestFor({ url, integrity }) {
  const live = url.startsWith(LIVE_FILES);
  const address = live ? `${url}?v=${STAMP}` : url;
  return new Request(address, { cache: live ? "force-cache" : "no-cache", integrity, priority: "low" });
}

/**
 * Answer a page: do what it asks, report progress, and reply with what is stored.
 * @param {OfflineMessage} message
 * @param {MessagePort} port
 */
async function reply({ read, parts = [], keep, remove }, port) {
  try {
    const cache = await caches.open(CACHE);
    const kept = await keptParts(cache);
    const all = [...files.values()];
    if (read) {
      const page = fileOf(read);
      const isOfPage = (/** @type {OfflineFile} */ { url, part }) =>
        url.startsWith(STATIC_FILES) && part !== SHARED && part === page?.part;
      const needed = all.filter(
        (file) => isOfPage(file) || (file.url.startsWith(LIVE_FILES) && parts.includes(file.part)),
      );
      await store(cache, page ? [page, ...needed] : needed);
    }
    if (keep) {
      const keeps = PARTS.filter((part) => keep.includes(part));
      await cache.put(KEPT, Response.json([...new Set([...kept, ...keeps])]));
      const wanted = all.filter(({ part }) => part === SHARED || keeps.includes(part));
      await store(cache, wanted, (bytes, of) => port.postMessage({ bytes, of }));
    }
    if (remove) {
      await cache.put(KEPT, Response.json(kept.filter((part) => part !== remove)));
      for (const { key, part } of all) if (part && part === remove) await cache.delete(key);
    }
    port.postMessage({ shelf: await shelf(cache) });
  } catch (error) {
    const full = error instanceof DOMException && error.name === "QuotaExceededError";
    port.postMessage({ failed: full ? "full" : "lost", shelf: await shelf(await caches.open(CACHE)) });
  }
}

/**
 * @param {Cache} cache
 * @returns {Promise<Shelf>} what is stored
 */
async function shelf(cache) {
  const kept = await keptParts(cache);
  const left = new Set(await missing(cache, [...files.values()]));
  /** @param {string} part */
  const filesOf = (part) => [...files.values()].filter((file) => file.part === part);
  /** @param {string} part */
  const bytesLeft = (part) => filesOf(part).reduce((sum, file) => sum + (left.has(file) ? file.bytes : 0), 0);
  const parts = PARTS.map((part) => ({
    part,
    kept: kept.includes(part) && !bytesLeft(part),
    pages: filesOf(part).filter((file) => file.url.endsWith(".html") && !left.has(file)).length,
    bytes: bytesLeft(part),
  }));
  return { bytes: bytesLeft(SHARED), parts };
}

/**
 * @param {string} address
 * @returns {string | null} the target if the address is a permalink, otherwise null
 */
function permalinkTarget(address) {
  const id = address.startsWith(PERMALINKS) ? address.slice(PERMALINKS.length).replace(/\/?([?#].*)?$/, "") : "";
  return Object.hasOwn(TARGETS, id) ? new URL(TARGETS[id], SCOPE).href : null;
}

/**
 * @param {string} address
 * @returns {OfflineFile | undefined} undefined if the file cannot be stored or belongs to another build
 */
function fileOf(address) {
  const url = new URL(address);
  if (url.href.startsWith(LIVE_FILES) && url.searchParams.get("v") !== STAMP) return undefined;
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = "";
  url.hash = "";
  return files.get(url.href);
}

/**
 * @param {Request} request
 * @param {OfflineFile} file
 * @returns {Promise<Response>}
 */
async function answer(request, file) {
  const stored = await (await caches.open(CACHE)).match(file.key);
  // A worker gets its address from its response; a new response has the request's address, with the page's language.
  if (stored) return new Response(stored.body, stored);
  return request.mode === "navigate" ? fetchPage(request) : fetch(request);
}

/**
 * Fetch a page that is not stored; offline, answer with the 404 page, which says why the page is missing.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function fetchPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await (await caches.open(CACHE)).match(files.get(NOT_FOUND_PAGE)?.key ?? "");
    if (!page) throw error;
    const other = OTHER_EDITIONS.some((folder) => request.url.startsWith(folder));
    const why = other ? "unstored" : "unread";
    if (!other && !fileOf(request.url)) return page;
    return new Response((await page.text()).replace("<html", `<html data-offline="${why}"`), { headers: page.headers });
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
