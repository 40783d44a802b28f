// @ts-check
// Packs: Python code that only some cells need, each in an archive. Unless the kernel has a pack from its snapshot, the
// archive and the pack's messages in the page's language are fetched before a cell that names the pack runs, or else
// when Python first reads them.
import { fileOnDemand } from "../pyodide_patches/lazy_file.mjs";

export const PACK_FOLDER = "/lib/packs";

/**
 * @param {string} name of an archive, such as `pack.plots.zip`
 * @returns {string} where Python finds it
 */
export const packPath = (name) => `${PACK_FOLDER}/${name.replace(/^pack\./, "")}`;

/** @param {string} pack */
const archiveOf = (pack) => `pack.${pack}.zip`;

/** @type {(pack: string, language: string) => string} */
const messagesOf = (pack, language) => `pack.${pack}.messages.${language}.deflate`;

/** The archives and the files of messages, as files that Python can read. */
export class PackFiles {
  /**
   * @param {string[]} archives the names of all archives
   * @param {string[]} translated the packs with messages
   * @param {string | null} language of the page; null if it is the language of the code
   * @param {(name: string) => string} url
   */
  constructor(archives, translated, language, url) {
    /** The names of the message files, by pack.
     * @type {Map<string, string>} */
    this.messages = new Map(language ? translated.map((pack) => [pack, messagesOf(pack, language)]) : []);
    this.names = [...archives, ...this.messages.values()];
    this.url = url;
    /** Provides the content of each file that has not been read.
     * @type {Map<string, (content: Uint8Array) => void>} */
    this.provide = new Map();
  }

  /**
   * @param {string} name
   * @returns {Promise<Uint8Array | null>} null if it could not be fetched; Python then tries again, and reports errors
   */
  async fetched(name) {
    try {
      const answer = await fetch(this.url(name));
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** @param {any} FS Pyodide's file system, in which the files appear */
  mount(FS) {
    FS.mkdirTree(PACK_FOLDER);
    for (const name of this.names) this.provide.set(name, fileOnDemand(FS, packPath(name), this.url(name)));
  }

  /** @param {string[]} packs that Python can import afterwards */
  async provideFor(packs) {
    const names = packs.flatMap((pack) => [archiveOf(pack), this.messages.get(pack) ?? ""]);
    const missing = names.filter((name) => this.provide.has(name));
    await Promise.all(missing.map((name) => this.provideOne(name, this.fetched(name))));
  }

  /**
   * Fetch the messages of a pack before the files are mounted.
   * @param {string} pack
   * @returns {() => Promise<void>} waits for the messages and provides them
   */
  requestMessages(pack) {
    const name = this.messages.get(pack);
    if (!name) return async () => {};
    const coming = this.fetched(name);
    return () => this.provideOne(name, coming);
  }

  /** @type {(name: string, coming: Promise<Uint8Array | null>) => Promise<void>} */
  async provideOne(name, coming) {
    const content = await coming;
    if (content) this.provide.get(name)?.(content);
    this.provide.delete(name);
  }
}
