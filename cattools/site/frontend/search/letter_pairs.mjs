// @ts-check
// How alike Japanese texts are by their pairs of letters. Unlike words, these do not depend on where a text is split.
import { inKanji, isJapanese } from "./words.mjs";

const OTHER = /[^\p{Script=Han}\p{scx=Hira}\p{scx=Kana}\p{N}\p{Script=Latin}]/gu;

/** @type {(text: string) => Set<string>} */
function pairsOf(text) {
  const letters = [...inKanji(text.normalize("NFKC").toLowerCase()).replace(OTHER, "")];
  return new Set(letters.slice(1).map((letter, n) => `${letters[n]}${letter}`));
}

/** @template T @typedef {{ of: T, pairs: Set<string>, size: number }} Known a text and what it is a part of */

/** @template T */
export class LetterPairs {
  /** @param {Iterable<readonly [T, string]>} texts each with what it is a part of; only Japanese ones count */
  constructor(texts) {
    const japanese = [...texts].filter(([, text]) => isJapanese(text));
    const all = japanese.map(([of, text]) => ({ of, pairs: pairsOf(text), size: 0 }));
    /** @type {Map<string, Known<T>[]>} */
    this.places = new Map();
    for (const known of all)
      for (const pair of known.pairs) {
        const others = this.places.get(pair) ?? [];
        this.places.set(pair, others);
        others.push(known);
      }
    const count = new Set(all.map(({ of }) => of)).size;
    /** @type {Map<string, number>} */
    this.rarity = new Map();
    for (const [pair, known] of this.places) {
      const n = new Set(known.map(({ of }) => of)).size;
      this.rarity.set(pair, Math.log(1 + (count - n + 0.5) / (n + 0.5)));
    }
    for (const known of all) known.size = this.length(known.pairs);
  }

  /** @param {Iterable<string>} pairs */
  length(pairs) {
    return Math.hypot(...[...pairs].map((pair) => this.rarity.get(pair) ?? 0)) || 1;
  }

  /** @type {(text: string) => Map<T, number>} the cosine between a text and the most similar text of each thing */
  alike(text) {
    const asked = pairsOf(text);
    /** @type {Map<Known<T>, number>} */
    const products = new Map();
    for (const pair of asked)
      for (const known of this.places.get(pair) ?? [])
        products.set(known, (products.get(known) ?? 0) + (this.rarity.get(pair) ?? 0) ** 2);
    const length = this.length(asked);
    /** @type {Map<T, number>} */
    const found = new Map();
    for (const [{ of, size }, product] of products)
      found.set(of, Math.max(found.get(of) ?? 0, product / size / length));
    return found;
  }
}
