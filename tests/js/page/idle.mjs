// @ts-check
// Detects when the page is idle: the kernel has answered everything, the layout is final, and nothing moves. Browser
// tests run this script in the page (`IDLE` in board_driver.py) and wait for it, not for a fixed time.

const FRAME_MS = 250; // fallback: a hidden page gets no animation frames
const IDLE_MS = 500; // a busy browser postpones its idle callbacks
const CELL = "idle";
// Boards that are animating, about to send a hover, or waiting for a new deal or for queued presses to be played.
const BUSY = ".cat-shell:is([data-animating], [data-hovering], .cat-dealing, .cat-waiting)";

/** @returns {Promise<unknown>} resolves in the next frame */
function frame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, FRAME_MS);
  });
}

/** @returns {Promise<unknown>} resolves when the browser has run its idle callbacks */
function rest() {
  return new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done, { timeout: IDLE_MS }));
}

/** @returns {Animation[]} running animations that end; scroll-driven animations do not */
function animations() {
  const ends = (/** @type {Animation} */ { effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  return document
    .getAnimations()
    .filter((each) => each.playState === "running" && each.timeline === document.timeline && ends(each));
}

/** @returns {string} the positions and sizes of all elements that a later layout could move */
function layout() {
  const boxes = [...document.querySelectorAll("article, .cat-shell, .cat-part, .cat-status")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height, element.scrollTop, element.scrollLeft];
  });
  return JSON.stringify([innerWidth, innerHeight, scrollX, scrollY, ...boxes]);
}

/** @returns {Promise<void>} resolves when the page is idle; never rejects */
export async function idle() {
  const book = /** @type {NonNullable<Catlive["book"]>} */ (catlive.book);
  for (;;) {
    await window.navigation?.transition?.finished.catch(() => {});
    const { kernel, page } = book;
    const { outbox } = kernel.manager;
    // The kernel answers in order, so after this cell it has also handled everything sent earlier.
    if (!kernel.ended) await kernel.run(CELL, "").catch(() => {});
    await Promise.allSettled(animations().map(({ finished }) => finished));
    const before = layout();
    const { answers } = kernel;
    for (let n = 0; n < 2; n += 1) {
      await frame();
      await rest();
    }
    const waits = !kernel.ended && (outbox.underway.length || outbox.waiting.length || page.state === "loading");
    const busy = waits || document.querySelector(BUSY) || animations().length;
    if (!busy && book.kernel === kernel && kernel.answers === answers && layout() === before) return;
  }
}
