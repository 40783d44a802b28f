// @ts-check
// The download progress of a kernel's large files, counted in bytes as transferred, that is, before decompression.

export class DownloadProgress {
  /** For each file name, the number of bytes received, and the total, which is 0 while it is unknown.
   * @type {Map<string, { received: number, total: number }>} */
  #files = new Map();

  get received() {
    return [...this.#files.values()].reduce((sum, { received }) => sum + received, 0);
  }

  /** Total size of all files; 0 while the size of any file is unknown. */
  get total() {
    const sizes = [...this.#files.values()].map(({ total }) => total);
    return sizes.includes(0) ? 0 : sizes.reduce((sum, size) => sum + size, 0);
  }

  /**
   * Register a file to be downloaded; its count starts again from 0.
   * @param {string} name
   */
  expect(name, total = 0) {
    const file = { received: 0, total };
    this.#files.set(name, file);
    return file;
  }

  /**
   * Count a file as it arrives.
   * @param {string} name
   * @param {Response} answer
   * @returns {ReadableStream<Uint8Array<ArrayBuffer>>} the file's bytes
   */
  count(name, { body, headers }) {
    if (!body) throw new Error(`${name} is empty`);
    const file = this.expect(name, Number(headers.get("Content-Length")));
    return body.pipeThrough(
      new TransformStream({
        transform(chunk, to) {
          file.received += chunk.length;
          to.enqueue(chunk);
        },
      }),
    );
  }
}
