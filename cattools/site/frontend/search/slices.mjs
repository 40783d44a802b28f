// @ts-check
// Does long work in slices, between which the page responds to the reader.

const SLICE = 8; // milliseconds

/**
 * @param {Iterable<void>} steps of the work, each much shorter than a slice
 * @param {() => Promise<unknown>} pause
 * @returns {Promise<void>}
 */
export async function inSlices(steps, pause) {
  let end = performance.now() + SLICE;
  for (const _ of steps) {
    if (performance.now() < end) continue;
    await pause();
    end = performance.now() + SLICE;
  }
}
