// @ts-check
// The first script of a live page. It queues the reader's presses on the static pictures, starts the kernel and
// its downloads as soon as the page has been painted, and reports progress. The rest (main.mjs) loads with the widgets.
import { compiling, downloads, requestAhead, startKernel } from "../kernel/start.mjs";
import { addLink } from "./fetch_file.mjs";
import { unfoldTarget } from "./folds.mjs";
import { NO_HOOKS } from "./hooks.mjs";
import { endBoards, say } from "./kernel_status.mjs";
import { discardPresses, queuePresses } from "./queued_input.mjs";

const SLOW_MS = 3000; // loading that takes longer shows its progress
const UPDATE_MS = 300; // interval at which the shown progress is updated
const THEME_MS = 500; // maximum time that the theme's scripts wait for the boards' first answers
const POLL_MS = 10; // interval of checking whether the page's files have loaded
const FAST_MS = 25; // a connection with at most this response time counts as fast
const WIDGETS_MS = 300; // maximum time that the widgets wait for Pyodide to compile
const FRAME_MS = 250; // fallback: a busy machine or a covered window gets no animation frames
const MEGABYTE = 1e6;

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);
const query = new URL(location.href).searchParams;
const how = { quick: OPTIMIZATIONS.snapshot && query.get("snap") !== "0", check: query.has("check") };
// Resolves before deferred scripts (the theme's) run.
const parsed = /** @type {Promise<void>} */ (
  new Promise((done) => {
    if (document.readyState !== "loading") done();
    else document.addEventListener("readystatechange", () => done(), { once: true });
  })
);

/** @type {() => void} */
let settle;
/** @type {Catlive} */
const page = {
  state: "picture",
  live: 0,
  errors: [],
  hooks: NO_HOOKS,
  marks: {},
  early: [],
  url: (file) => new URL(file + script.search, script).href, // the query is the build's stamp (cache busting)
  mark(name) {
    page.marks[name] ??= performance.now();
  },
  say: (state, root = document) => say(state, root),
  fail(text) {
    page.errors.push(text);
    console.warn(text);
    if (page.state === "failed" || page.state === "stopped") return;
    if (page.live) endBoards("stopped");
    discardPresses(); // first, because it restores the previous messages
    become(page.live ? "stopped" : window.catOld ? "old" : "failed");
  },
  start() {
    become("loading");
    try {
      startKernel(page, how);
    } catch (error) {
      page.errors.push(String(error));
      discardPresses();
      become("noworker");
      return false;
    }
    setTimeout(showProgress, SLOW_MS, page.worker);
    return true;
  },
  become,
  answer: () => page.hooks.answer(page),
  prefetch: (root) => page.hooks.prefetch(page, root),
  settled: new Promise((done) => {
    settle = done;
  }),
  restart: () => location.reload(), // until main.mjs has loaded
};
window.catlive = page;

/** @param {Catlive["state"]} state */
function become(state) {
  page.state = state;
  if (state !== "loading") settle();
  if (state === "live") return;
  if (document.readyState === "loading") parsed.then(() => page.state === state && page.say(state));
  else page.say(state); // immediately: the layout is measured when the page is shown
}

/** @returns {Catlive["state"] | null} why no board can go live in this browser; null if boards can go live */
function obstacle() {
  if (typeof WebAssembly !== "object") return "nowasm";
  if (typeof Worker !== "function") return "noworker";
  if (location.protocol === "file:") return "file";
  // In a sandboxed frame, creating a worker throws only in some browsers.
  return self.origin === "null" ? "noworker" : null;
}

/** Start the kernel and load the page's script, unless this has already been done. */
function begin() {
  if (page.state !== "picture") return;
  const reason = obstacle();
  if (reason) {
    become(reason);
    return;
  }
  page.mark("worker_start");
  const answering = parsed.then(page.answer);
  if (page.start()) startPage(answering);
}

/**
 * On a slow connection, request the kernel's files as soon as the page and its styles have loaded. On a fast
 * connection the CPU is the bottleneck, so the requests wait until the page has been painted.
 */
function requestEarly() {
  if (page.state !== "picture" || obstacle()) return;
  /** @type {HTMLLinkElement | null} */
  const sheet = document.querySelector('link[as="style"]');
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const timings = [script.href, sheet?.href ?? script.href].map((file) => performance.getEntriesByName(file)[0]);
  const [own, style] = /** @type {PerformanceResourceTiming[]} */ (timings); // undefined for files that have not loaded
  if (!own || !style || !visit?.responseEnd) setTimeout(requestEarly, POLL_MS);
  else if (own.responseStart - own.requestStart > FAST_MS) requestAhead(page);
}

/** Run the theme's scripts once and in order. They run late because the visible content comes first. */
function runThemeScripts() {
  for (const script of document.querySelectorAll("script[type=later]")) {
    const run = document.createElement("script");
    for (const { name, value } of script.attributes) if (name !== "type") run.setAttribute(name, value);
    run.async = false;
    script.replaceWith(run);
  }
}

/** @param {Worker} worker the updates stop when the page has another worker */
function showProgress(worker) {
  if (page.state !== "loading" || page.worker !== worker) return;
  const { received, total } = downloads;
  const [mb, of] = [received, total].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  // The total is unknown until all responses have begun.
  const state = mb === of || !received ? "still" : total ? "slow" : "begun";
  say(state, document, { come: mb, all: of });
  setTimeout(showProgress, UPDATE_MS, worker);
}

/**
 * Load the widgets' script. It keeps the main thread busy for a while, so it runs once Pyodide is compiled and the
 * kernel starts without the page's help. On a slow connection it does not wait that long, because it also enables
 * client-side navigation.
 * @param {Promise<void>} answering resolves when the visible boards respond and the body is parsed, because
 *   ipycanvas' script needs the body
 */
async function startPage(answering) {
  addLink("modulepreload", page.url("widgets.mjs"));
  await answering;
  (window.requestIdleCallback ?? setTimeout)(runThemeScripts);
  await Promise.race([compiling(), new Promise((done) => setTimeout(done, WIDGETS_MS))]);
  try {
    const { open } = await import(page.url("widgets.mjs"));
    page.mark("page");
    await open(page);
  } catch (error) {
    page.fail(`the page's script did not load: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @returns {Promise<void>} resolves when the visible part of the page has been painted; until then the page's own files
 * have the network and the CPU to themselves
 */
async function firstPaint() {
  await new Promise((done) => {
    addEventListener("load", done, { once: true }); // for browsers without paint timing
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
  await parsed;
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, FRAME_MS);
  });
}

/** Start when the page has been painted. A background tab waits until it is visible; with Save-Data on, loading waits
 * for the first press. */
function beginInTime() {
  if (navigator.connection?.saveData) {
    parsed.then(() => page.state === "picture" && page.say("asleep"));
    return;
  }
  if (document.visibilityState !== "visible") {
    document.addEventListener("visibilitychange", begin, { once: true });
    return;
  }
  if (OPTIMIZATIONS.early_requests) requestEarly();
  if (!obstacle()) parsed.then(() => page.hooks.painting(page));
  firstPaint().then(begin);
}

/**
 * Make the page live.
 * @param {Partial<LiveHooks>} [hooks] what the book adds
 */
export function boot(hooks) {
  page.hooks = { ...NO_HOOKS, ...hooks };
  queuePresses(begin, () => page.state === "loading");
  page.hooks.begun(page);
  parsed.then(unfoldTarget); // before the search for the first board in view
  addEventListener("hashchange", unfoldTarget);
  parsed.then(() => setTimeout(runThemeScripts, THEME_MS));
  beginInTime();
}
