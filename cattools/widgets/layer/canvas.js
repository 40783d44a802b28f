// @ts-check
// The board's picture: copied from the canvas that Python paints on. No view of that canvas is made, so there is no
// tab stop and there are no listeners to fight.
import { partOf } from "./model.js";

/** @import { Board, Canvas } from "./model.js" */

/**
 * Copy every frame of the source from now on.
 * @param {Board} board
 * @param {Canvas} source
 * @returns {Promise<void>} kept with the first frame
 */
export function copyFrames({ root, signal }, source) {
  /** @type {HTMLCanvasElement} */
  const target = partOf(root, ".cat-paint");
  const context = /** @type {CanvasRenderingContext2D} */ (target.getContext("2d"));
  return new Promise((painted) => {
    const copy = () => {
      const { width, height } = source.canvas;
      if (!width || !height) return;
      if (target.width === width && target.height === height) context.clearRect(0, 0, width, height);
      else Object.assign(target, { width, height });
      context.drawImage(source.canvas, 0, 0);
      painted();
    };
    source.on("new-frame", copy);
    signal.addEventListener("abort", () => source.off("new-frame", copy));
  });
}
