// @ts-check
// Fetches the files of the search index (search/columns.py) that a question needs, and reads the index again when new
// ones have arrived: first the book's and those of the page's game, then those of the other games.
import { download } from "../../../live/frontend/page/fetch_file.mjs";

/** @typedef {import("./ranking.mjs").Answers} Answers */
/** @typedef {{ game?: string, other: boolean }} Wanted files: the book's and those of `game`, or of all games; `other`:
 *   also those that only questions in a language other than the page's need */
/**
 * @typedef {object} IndexFile
 * @property {"own" | "other"} set
 * @property {string} game "" for the book's
 * @property {string} address
 * @property {Promise<void>} [coming] undefined again if it fails
 * @property {AnswersFile} [content]
 * @property {boolean} [isRead]
 */

export class Library {
  /**
   * @param {string} address of the book's file
   * @param {() => Promise<typeof import("./ranking.mjs")>} code
   * @param {() => Promise<unknown>} pause lets the page respond to the reader
   */
  constructor(address, code, pause) {
    this.book = /** @type {IndexFile} */ ({ set: "own", game: "", address });
    this.files = [this.book]; // all that are known
    this.code = code;
    this.pause = pause;
    /** @type {Answers | undefined} */
    this.answers = undefined;
    /** @type {Promise<unknown>} */
    this.reading = Promise.resolve();
  }

  /** @type {(wanted: Wanted) => boolean} whether the answers have all that is wanted */
  has(wanted) {
    return this.wanted(wanted).every(({ isRead }) => isRead);
  }

  /** @type {(wanted: Wanted) => IndexFile[]} */
  wanted({ game, other }) {
    const isOf = (/** @type {IndexFile} */ file) => !game || !file.game || file.game === game;
    return this.files.filter((file) => isOf(file) && (other || file.set === "own"));
  }

  /**
   * Fetch what is wanted, and read the index again if any of it has arrived. Files that failed are fetched again the
   * next time. Throws only if there are no answers at all.
   * @type {(wanted: Wanted) => Promise<void>}
   */
  async learn(wanted) {
    if (this.has(wanted) && this.answers) return;
    const [{ Answers }] = await Promise.all([this.code(), this.fetch(this.book)]);
    const ends = await Promise.allSettled(this.wanted(wanted).map((file) => this.fetch(file)));
    for (const end of ends) if (end.status === "rejected") console.warn(`search is without a file: ${end.reason}`);
    const isNew = () => this.wanted(wanted).some(({ content, isRead }) => content && !isRead);
    if (!isNew()) return;
    const read = () => (isNew() ? this.read(Answers) : undefined);
    this.reading = this.reading.then(read, read);
    await this.reading;
  }

  /** @type {(file: IndexFile) => Promise<void>} */
  fetch(file) {
    file.coming ??= this.load(file).catch((error) => {
      file.coming = undefined;
      throw error;
    });
    return file.coming;
  }

  /** @param {IndexFile} file */
  async load(file) {
    /** @type {AnswersFile} */
    const content = await (await download(file.address)).json();
    file.content = content;
    for (const [set, addresses] of Object.entries(content.files ?? {}))
      for (const [game, address] of Object.entries(addresses))
        this.files.push(/** @type {IndexFile} */ ({ set, game, address: new URL(address, file.address).href }));
  }

  /** @type {(code: typeof import("./ranking.mjs").Answers) => Promise<void>} make answers from all files so far */
  async read(code) {
    const files = this.files.filter(({ content }) => content);
    /** @type {AnswersFiles} */
    const index = { own: {}, other: {} };
    for (const { set, game, content } of files) if (content) index[set][game] = content;
    this.answers = await code.readInSlices(index, this.pause);
    for (const file of files) file.isRead = true;
  }
}
