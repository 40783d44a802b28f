// @ts-check
// The board's picture: copied from the canvas that Python paints on. No view of that canvas is made, so there is no
// tab stop and there are no listeners to fight.

/** @import { Board, Canvas } from "../model.js" */
/** @import { Seen, Stage } from "../layout/parts.js" */

/**
 * Copy every frame of the source from now on, but while the board's page is away.
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
      if (!stage.away) showFrame(stage, source.canvas, seen);
      done();
    };
    source.on("new-frame", copy);
    signal.addEventListener("abort", () => source.off("new-frame", copy));
  });
}

/**
 * Hold no picture.
 * @param {Stage} stage
 */
export function empty(stage) {
  for (const canvas of [stage.paint, ...[...stage.parts.values()].map((part) => part.canvas)])
    if (canvas) canvas.width = 0;
}

/**
 * Copy what is painted to where the parts stand.
 * @param {Stage} stage
 * @param {HTMLCanvasElement} source
 * @param {Seen} painted how the source lies
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
