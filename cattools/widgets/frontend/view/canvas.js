// @ts-check
// The board's picture, copied from the canvas that Python paints on. That canvas never gets its own view: the
// view's tab stop and listeners would interfere.

/** @import { Board, Canvas } from "../model.js" */
/** @import { Seen, Stage } from "../layout/parts.js" */

/**
 * Copy every frame of the source from now on, except while the board's page is detached.
 * @param {Board} board
 * @param {Canvas} source
 * @param {Stage} stage
 * @param {() => Seen | null} painted returns the layout of the new frame; null before the first
 * @returns {Promise<void>} resolves with the first frame
 */
export function copyFrames({ signal }, source, stage, painted) {
  return new Promise((done) => {
    const copy = () => {
      const seen = painted();
      const { width, height } = source.canvas;
      if (!seen || width !== seen.wide || height !== seen.tall) return;
      if (!stage.away) showFrame(stage, source.canvas, seen);
      done();
    };
    source.on("new-frame", copy);
    signal.addEventListener("abort", () => source.off("new-frame", copy));
  });
}

/** @param {Stage} stage whose canvases are to free their memory */
export function empty({ paint, parts }) {
  for (const { canvas } of [{ canvas: paint }, ...parts.values()]) if (canvas) canvas.width = 0;
}

/**
 * Copy the painted parts to their present positions.
 * @param {Stage} stage
 * @param {HTMLCanvasElement} source
 * @param {Seen} painted the layout of the source
 */
export function showFrame({ seen, paint, parts }, source, painted) {
  const shared = cleared(paint, seen.wide, seen.shown);
  if (painted === seen) shared.drawImage(source, 0, 0); // what is below the shared canvas is cut off
  for (const [name, { wish, canvas }] of parts) {
    const [from, to] = [painted.places[name], seen.places[name]];
    if (!from || !to) continue;
    const [x, y, scale] = from;
    const [left, top, now] = to;
    const [w, h] = [wish.w * scale, wish.h * scale];
    const [wide, tall] = [Math.round(w), Math.round(h)];
    if (canvas) cleared(canvas, wide, tall).drawImage(source, x, y, wide, tall, 0, 0, wide, tall);
    else if (painted !== seen) shared.drawImage(source, x, y, w, h, left, top, wish.w * now, wish.h * now);
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @returns {CanvasRenderingContext2D} the context of the canvas, which is empty now
 */
function cleared(canvas, width, height) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (canvas.width === width && canvas.height === height) context.clearRect(0, 0, width, height);
  else Object.assign(canvas, { width, height });
  return context;
}
