// @ts-check
// Packs: Python code that only some cells need, each in an archive. An archive is fetched before a cell runs that names
// its pack, unless the kernel has the pack from its snapshot, or else when Python first reads it.
import { fileOnDemand } from "../pyodide_patches/lazy_file.mjs";

export const PACK_FOLDER = "/lib/packs";

/**
 * @param {string} name of an archive, such as `pack.plots.zip`
 * @returns {string} where Python finds it
 */
export const packPath = (name) => `${PACK_FOLDER}/${name.replace(/^pack\./, "")}`;

/** @param {string} pack */
const archiveOf = (pack) => `pack.${pack}.zip`;

/** The archives, as files that Python can read. */
export class PackArchives {
  /**
   * @param {string[]} names of all archives
   * @param {(name: string) => string} url
   */
  constructor(names, url) {
    this.names = names;
    this.url = url;
    /** Provides the content of each archive that has not been read.
     * @type {Map<string, (content: Uint8Array) => void>} */
    this.provide = new Map();
  }

  /**
   * @param {string} name
   * @returns {Promise<Uint8Array | null>} null if it could not be fetched: Python then tries again, and reports it
   */
  async fetched(name) {
    try {
      const answer = await fetch(this.url(name));
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** @param {any} FS Pyodide's file system, in which the archives appear */
  mount(FS) {
    FS.mkdirTree(PACK_FOLDER);
    for (const name of this.names) this.provide.set(name, fileOnDemand(FS, packPath(name), this.url(name)));
  }

  /** @param {string[]} packs that Python can import afterwards */
  async provideFor(packs) {
    for (const name of packs.map(archiveOf)) {
      const content = this.provide.has(name) && (await this.fetched(name));
      if (content) this.provide.get(name)?.(content);
      this.provide.delete(name);
    }
  }
}
