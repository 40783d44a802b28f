// @ts-check
// The download progress of a kernel's large files: the sum of transferred, still compressed bytes.

export class DownloadProgress {
  constructor() {
    /** By file name: bytes received and total bytes, 0 while the total is unknown.
     * @type {Map<string, { come: number, all: number }>} */
    this.files = new Map();
  }

  get come() {
    return this.sum("come");
  }

  /** Total size of all files; 0 while that of any file is unknown. */
  get all() {
    return [...this.files.values()].every(({ all }) => all) ? this.sum("all") : 0;
  }

  /** @param {"come" | "all"} what */
  sum(what) {
    return [...this.files.values()].reduce((sum, file) => sum + file[what], 0);
  }

  /**
   * Expect a file, or expect it again.
   * @param {string} name
   */
  expect(name) {
    this.files.set(name, { come: 0, all: 0 });
  }

  /**
   * Count a file as it arrives.
   * @param {string} name
   * @param {Response} answer
   * @returns {ReadableStream<Uint8Array<ArrayBuffer>>} its bytes
   */
  count(name, answer) {
    const file = { come: 0, all: Number(answer.headers.get("Content-Length")) };
    this.files.set(name, file);
    if (!answer.body) throw new Error(`${name} is empty`);
    return answer.body.pipeThrough(
      new TransformStream({
        transform(chunk, to) {
          file.come += chunk.length;
          to.enqueue(chunk);
        },
      }),
    );
  }
}
