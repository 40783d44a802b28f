// @ts-check
// The board's picture: copied from the canvas that Python paints on. No view of that canvas is made, so there is no
// tab stop and there are no listeners to fight.

/** @import { Board, Canvas } from "./model.js" */
/** @import { Seen, Stage } from "./stage.js" */

/**
 * Copy every frame of the source from now on.
 * @param {Board} board
 * @param {Canvas} source
 * @param {Stage} stage
 * @param {() => Seen | null} painted how the parts lie in the frame that has come; nothing before the first
 * @returns {Promise<void>} kept with the first frame
 */
export function copyFrames({ signal }, source, stage, painted) {
  return new Promise((done) => {
    const copy = () => {
      const seen = painted();
      const { width, height } = source.canvas;
      if (!seen || width !== seen.wide || height !== seen.tall) return;
      stage.show(source.canvas, seen);
      done();
    };
    source.on("new-frame", copy);
    signal.addEventListener("abort", () => source.off("new-frame", copy));
  });
}
