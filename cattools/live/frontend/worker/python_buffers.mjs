// @ts-check
// The binary buffers of messages from Python.

/**
 * Copy the buffers, which Python owns, and release them.
 * @param {any} buffers proxy of a Python list
 * @returns {ArrayBuffer[]}
 */
export function copyBuffers(buffers) {
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
