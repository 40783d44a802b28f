// @ts-check
// The board's picture, copied from the canvas that Python paints on. That canvas never gets a view of its own, whose
// tab stop and listeners would interfere.

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

/**
 * Free the memory of all canvases.
 * @param {Stage} stage
 */
export function empty(stage) {
  for (const canvas of [stage.paint, ...[...stage.parts.values()].map((part) => part.canvas)])
    if (canvas) canvas.width = 0;
}

/**
 * Copy the painted parts to their present positions.
 * @param {Stage} stage
 * @param {HTMLCanvasElement} source
 * @param {Seen} painted the layout of the source
 */
export function showFrame({ seen, paint, parts }, source, painted) {
  if (painted === seen) {
    copyPart(source, 0, 0, seen.wide, seen.shown, paint);
  } else {
    Object.assign(paint, { width: seen.wide, height: seen.shown });
    const context = /** @type {CanvasRenderingContext2D} */ (paint.getContext("2d"));
    for (const [name, { wish, canvas }] of parts) {
      const [from, to] = [painted.places[name], seen.places[name]];
      if (!from || !to || canvas) continue;
      const [x, y, scale] = from;
      const [left, top, now] = to;
      const { w, h } = wish;
      context.drawImage(source, x, y, w * scale, h * scale, left, top, w * now, h * now);
    }
  }
  for (const [name, { canvas, wish }] of parts) {
    const place = canvas && painted.places[name];
    if (canvas && place)
      copyPart(source, place[0], place[1], Math.round(wish.w * place[2]), Math.round(wish.h * place[2]), canvas);
  }
}

/**
 * @param {HTMLCanvasElement} source
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {HTMLCanvasElement} target
 */
function copyPart(source, x, y, wide, tall, target) {
  const context = /** @type {CanvasRenderingContext2D} */ (target.getContext("2d"));
  if (target.width === wide && target.height === tall) context.clearRect(0, 0, wide, tall);
  else Object.assign(target, { width: wide, height: tall });
  context.drawImage(source, x, y, wide, tall, 0, 0, wide, tall);
}
