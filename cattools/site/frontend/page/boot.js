// @ts-check
// First script of a page with boards. It keeps the reader's presses on the pictures, starts the kernel and its
// downloads as soon as the page has been painted, and says how far things are. The rest (main.mjs) arrives with the
// widgets.
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { arrived, askAhead, compiling, startKernel } from "../kernel/start.mjs";
import { answerFromRecords, foresee } from "../precomputed/load.mjs";
import { askFor } from "./fetch_file.mjs";
import { endBoards, say } from "./kernel_status.mjs";
import { dropPresses, keepPresses } from "./queued_input.mjs";
import { standWhileParsed } from "./static_layout.mjs";

const SLOW_MS = 3000; // who waits longer is told how far it is
const TOLD_MS = 300;
const OTHERS_MS = 500; // the theme's scripts wait no longer, where boards take longer to answer
const LOOK_MS = 10;
const QUICK_MS = 25; // a line begins to answer in
const WIDGETS_MS = 300; // nor do the widgets for Pyodide
const FRAME_MS = 250; // a busy machine, or one whose screen is covered, shows no frame for long
const MEGABYTE = 1e6;

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);
const query = new URL(location.href).searchParams;
const how = { quick: query.get("snap") !== "0", check: query.has("check") };
// The scripts that are deferred, the theme's, run after that.
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
  marks: {},
  early: [],
  url: (file) => new URL(file + script.search, script).href, // the build's stamp keeps old and new files apart
  mark(name) {
    page.marks[name] ??= performance.now();
  },
  say: (state, root = document) => say(state, root),
  fail(text) {
    page.errors.push(text);
    console.warn(text);
    if (page.state === "failed" || page.state === "stopped") return;
    if (page.live) endBoards("stopped");
    dropPresses(); // first: what was said before stands again
    become(page.live ? "stopped" : window.catOld ? "old" : "failed");
  },
  start() {
    become("loading");
    try {
      startKernel(page, how);
    } catch (error) {
      page.errors.push(String(error));
      dropPresses();
      become("noworker");
      return false;
    }
    setTimeout(tellHowFar, SLOW_MS, page.worker);
    return true;
  },
  become,
  answer: async () => (query.has("unrecorded") ? undefined : answerFromRecords(page)),
  foresee: (root) => foresee(page, root),
  settled: new Promise((done) => {
    settle = done;
  }),
  restart: () => location.reload(), // until the page's script is here
};
window.catlive = page;

/** @param {Catlive["state"]} state */
function become(state) {
  page.state = state;
  if (state !== "loading") settle();
  if (state === "live") return;
  if (document.readyState === "loading") parsed.then(() => page.state === state && page.say(state));
  else page.say(state); // at once: a page's sizes are asked for when it is shown
}

/** @returns {Catlive["state"] | null} why no board can live here */
function hindrance() {
  if (typeof WebAssembly !== "object") return "nowasm";
  if (typeof Worker !== "function") return "noworker";
  if (location.protocol === "file:") return "file";
  return self.origin === "null" ? "noworker" : null; // a sandboxed frame; not every browser throws there
}

/** Start everything, once. */
function begin() {
  if (page.state !== "picture") return;
  const hindered = hindrance();
  if (hindered) {
    become(hindered);
    return;
  }
  page.mark("worker_start");
  const answering = parsed.then(page.answer);
  if (page.start()) startPage(answering);
}

/**
 * On a slow line ask for what the kernel needs as soon as the page has come, and its styles. On a quick one it is the
 * processor that is short of time, and it waits until the page has been painted.
 */
function askEarly() {
  if (page.state !== "picture" || hindrance()) return;
  const sheet = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[as="style"]'));
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const [own, style] = [script.href, sheet?.href ?? script.href].map(timingOf);
  if (!own || !style || !visit?.responseEnd) setTimeout(askEarly, LOOK_MS);
  else if (own.responseStart - own.requestStart > QUICK_MS) askAhead(page);
}

/**
 * @param {string} address
 * @returns {PerformanceResourceTiming | undefined} how a file came, when it has
 */
function timingOf(address) {
  return /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByName(address))[0];
}

/** Fetch what the first board answers from, while the page is painted. */
function foreseeFirst() {
  if (positionIn(location.hash) === null) foresee(page, document);
}

/** Run the theme's scripts, in order and once: what the reader sees first comes before them. */
function runOthers() {
  for (const script of document.querySelectorAll("script[type=later]")) {
    const run = document.createElement("script");
    for (const { name, value } of script.attributes) if (name !== "type") run.setAttribute(name, value);
    run.async = false;
    script.replaceWith(run);
  }
}

/** @param {Worker} worker as long as it is the page's */
function tellHowFar(worker) {
  if (page.state !== "loading" || page.worker !== worker) return;
  const { come, all } = arrived;
  const [mb, of] = [come, all].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  const state = mb === of || !come ? "still" : all ? "slow" : "begun"; // how large all is comes with the last file
  say(state, document, { come: mb, all: of });
  setTimeout(tellHowFar, TOLD_MS, worker);
}

/**
 * The widgets' script keeps the page busy for a while, so it runs when the page has handed Pyodide to the kernel, which
 * then is busy by itself; on a slow line, which brings Pyodide later, links should lead on without another load.
 * @param {Promise<void>} answering done when the boards in sight answer; not before the body is parsed, for which
 * ipycanvas' script looks when it is loaded
 */
async function startPage(answering) {
  askFor("modulepreload", page.url("widgets.mjs"));
  await answering;
  (window.requestIdleCallback ?? setTimeout)(runOthers);
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
 * @returns {Promise<void>} done when the page has been painted, all of it that is in sight: until then its own files
 * have the line for themselves, and its first picture the processor
 */
async function painted() {
  await new Promise((done) => {
    addEventListener("load", done, { once: true }); // where no browser tells of it
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  });
  await parsed;
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, FRAME_MS);
  });
}

keepPresses(begin, () => page.state === "loading");
standWhileParsed();
parsed.then(() => setTimeout(runOthers, OTHERS_MS));
// A tab in the background waits until it is seen; a reader who saves data waits for the first touch.
if (!navigator.connection?.saveData) {
  if (document.visibilityState === "visible") {
    askEarly();
    if (!query.has("unrecorded") && !hindrance()) parsed.then(foreseeFirst);
    painted().then(begin);
  } else document.addEventListener("visibilitychange", begin, { once: true });
} else parsed.then(() => page.state === "picture" && page.say("asleep"));
