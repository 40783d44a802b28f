// @ts-check
// The archives of the games. Each is fetched before a cell of its game runs, unless the kernel has the game from its
// snapshot, or else when Python first reads it.
import { fileOnDemand } from "../pyodide_patches/lazy_file.mjs";

export const GAME_FOLDER = "/lib/games";

/**
 * @param {string} name of an archive, such as `game.herders.zip`
 * @returns {string} where Python finds it
 */
export const gamePath = (name) => `${GAME_FOLDER}/${name.replace(/^game\./, "")}`;

/** @param {string} game */
const archiveOf = (game) => `game.${game}.zip`;

/** The archives, as files that Python can read. */
export class GameArchives {
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
    FS.mkdirTree(GAME_FOLDER);
    for (const name of this.names) this.provide.set(name, fileOnDemand(FS, gamePath(name), this.url(name)));
  }

  /** @param {string[]} games that Python can import afterwards */
  async provideFor(games) {
    for (const name of games.map(archiveOf)) {
      const content = this.provide.has(name) && (await this.fetched(name));
      if (content) this.provide.get(name)?.(content);
      this.provide.delete(name);
    }
  }
}
