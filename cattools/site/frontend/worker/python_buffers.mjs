// @ts-check
// What Python hands over with a message.

/**
 * Python owns its buffers, so they are copied and given back.
 * @param {any} buffers a list of Python's
 * @returns {ArrayBuffer[]}
 */
export function taken(buffers) {
  const copies = [];
  for (const buffer of buffers) {
    const view = buffer.getBuffer("u8");
    copies.push(view.data.slice().buffer);
    view.release();
    buffer.destroy();
  }
  buffers.destroy();
  return copies;
}
