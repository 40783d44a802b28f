// @ts-check
// The download progress of a kernel's large files: the sum of transferred, still compressed bytes.

export class DownloadProgress {
  /** By file name: bytes received and total bytes, 0 while the total is unknown.
   * @type {Map<string, { come: number, all: number }>} */
  #files = new Map();

  get come() {
    return [...this.#files.values()].reduce((sum, { come }) => sum + come, 0);
  }

  /** Total size of all files; 0 while that of any file is unknown. */
  get all() {
    const sizes = [...this.#files.values()].map(({ all }) => all);
    return sizes.includes(0) ? 0 : sizes.reduce((sum, size) => sum + size, 0);
  }

  /**
   * Expect a file, or expect it again.
   * @param {string} name
   */
  expect(name, all = 0) {
    const file = { come: 0, all };
    this.#files.set(name, file);
    return file;
  }

  /**
   * Count a file as it arrives.
   * @param {string} name
   * @param {Response} answer
   * @returns {ReadableStream<Uint8Array<ArrayBuffer>>} its bytes
   */
  count(name, { body, headers }) {
    if (!body) throw new Error(`${name} is empty`);
    const file = this.expect(name, Number(headers.get("Content-Length")));
    return body.pipeThrough(
      new TransformStream({
        transform(chunk, to) {
          file.come += chunk.length;
          to.enqueue(chunk);
        },
      }),
    );
  }
}
