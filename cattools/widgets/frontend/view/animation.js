// @ts-check
// Animation of moving pieces: whenever the page is ready, Python paints the frame for the current time.

/** @import { Board, Canvas } from "../model.js" */

const FRAME_MS = 250; // fallback: a hidden page gets no animation frames
const PAINTED_MS = 500;

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
    const { run } = this;
    this.root.dataset.animating = "";
    await this.frames(ms, id, pause, run);
    if (run === this.run) delete this.root.dataset.animating;
  }

  /**
   * @param {number} ms
   * @param {number} id
   * @param {number} pause
   * @param {number} run number of this motion
   */
  async frames(ms, id, pause, run) {
    const source = await this.source;
    const start = performance.now();
    for (let at = 0; at < ms && run === this.run; at = performance.now() - start) {
      const painted = new Promise((/** @type {(_?: unknown) => void} */ done) => {
        source.once("new-frame", done);
        setTimeout(done, PAINTED_MS);
      });
      this.model.send({ kind: "frame", id, at });
      await painted;
      await new Promise((done) => {
        requestAnimationFrame(done);
        setTimeout(done, FRAME_MS);
      });
    }
    if (run === this.run) this.model.send({ kind: "frame", id, at: ms });
    if (!pause) return;
    await new Promise((done) => setTimeout(done, pause));
    if (run === this.run) this.model.send({ kind: "frame", id, at: ms + pause });
  }
}
