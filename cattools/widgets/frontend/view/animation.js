// @ts-check
// Animation of moving pieces: whenever the page is ready, Python paints the frame for the current time.

/** @import { Board, Canvas } from "../model.js" */

const FRAME_MS = 250; // fallback: a hidden page gets no animation frames
const PAINTED_MS = 500;

/** @returns {Promise<unknown>} resolves in the next frame */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, FRAME_MS);
  });
}

export class Motion {
  /**
   * @param {Board} board
   * @param {Promise<Canvas>} source the canvas that Python paints on
   */
  constructor({ model, root }, source) {
    this.model = model;
    this.root = root;
    this.source = source;
    /** Number of the current motion; a new motion cancels the previous one. */
    this.run = 0;
  }

  /**
   * Request the frames of a motion one by one, and a last frame after the pause that follows.
   * @param {number} ms duration
   * @param {number} id
   * @param {number} [pause]
   */
  async play(ms, id, pause = 0) {
    this.run += 1;
    const { run, model, root } = this;
    const ask = (/** @type {number} */ at) => run === this.run && model.send({ kind: "frame", id, at });
    root.dataset.animating = "";
    const source = await this.source;
    const start = performance.now();
    for (let at = 0; at < ms && run === this.run; at = performance.now() - start) {
      const painted = new Promise((/** @type {(_?: unknown) => void} */ done) => {
        source.once("new-frame", done);
        setTimeout(done, PAINTED_MS);
      });
      ask(at);
      await painted;
      await nextFrame();
    }
    ask(ms);
    if (pause) {
      await new Promise((done) => setTimeout(done, pause));
      ask(ms + pause);
    }
    if (run === this.run) delete root.dataset.animating;
  }
}
