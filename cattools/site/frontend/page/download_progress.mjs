// @ts-check
// How much of a kernel's large files has arrived, in bytes of the line and as one sum.

export class HowFar {
  constructor() {
    /** By their names: what has come of a file, and how large it is, 0 as long as that is not known.
     * @type {Map<string, { come: number, all: number }>} */
    this.files = new Map();
  }

  get come() {
    return this.sum("come");
  }

  /** How large all files are; 0 as long as one of them has not said so. */
  get all() {
    return [...this.files.values()].every(({ all }) => all) ? this.sum("all") : 0;
  }

  /** @param {"come" | "all"} what */
  sum(what) {
    return [...this.files.values()].reduce((sum, file) => sum + file[what], 0);
  }

  /**
   * Await a file, or await it anew.
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
