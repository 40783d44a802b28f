// @ts-check
// How alike Japanese texts are by their pairs of letters. Unlike words, pairs do not depend on where a text is split.
import { Places, Sums } from "./sums.mjs";
import { inKanji } from "./words.mjs";

const OTHER = /[^\p{Script=Han}\p{scx=Hira}\p{scx=Kana}\p{N}\p{Script=Latin}]/gu;
const MOST_LETTERS = 2 ** 15; // so that a pair of letters is a small number

/** @type {(text: string) => string} */
const lettersOf = (text) => inKanji(text.normalize("NFKC").toLowerCase()).replace(OTHER, "");

/** @template T */
export class LetterPairs {
  constructor() {
    /** @type {T[]} */
    this.of = []; // what each text is a part of
    /** @type {Map<string, number>} */
    this.letters = new Map(); // with a number for each
    /** @type {Map<number, number>} */
    this.numbers = new Map(); // of the pairs
    /** @type {Map<string, number[]>} */
    this.ofTexts = new Map(); // cache: some texts are parts of several things
    /** @type {number[][]} */
    this.pairs = []; // the different pairs of each text
    this.places = new Places([], 0); // the texts with each pair, once all texts have been added
    this.rarity = new Float64Array(); // of each pair
    this.sizes = new Float64Array(); // cache: of each text; 0 if not yet known
  }

  /** @type {(of: T, text: string) => void} add a Japanese text; the texts of one thing must be added in a row */
  add(of, text) {
    const found = this.ofTexts.get(text) ?? this.pairsOf(text);
    this.ofTexts.set(text, found);
    this.pairs.push(found);
    this.of.push(of);
  }

  /** Count the pairs, once all texts have been added. */
  finish() {
    this.ofTexts.clear();
    this.places = new Places(this.pairs, this.numbers.size);
    this.rarity = new Float64Array(this.numbers.size);
    this.sizes = new Float64Array(this.of.length);
    const count = new Set(this.of).size;
    for (let pair = 0; pair < this.numbers.size; pair++) {
      let [n, last] = [0, /** @type {T | undefined} */ (undefined)];
      for (const text of this.places.of(pair)) {
        if (this.of[text] !== last) n++;
        last = this.of[text];
      }
      this.rarity[pair] = Math.log(1 + (count - n + 0.5) / (n + 0.5));
    }
  }

  /** @type {(text: string) => number[]} */
  pairsOf(text) {
    const found = new Set();
    let before = -1;
    for (const letter of lettersOf(text)) {
      const number = this.letters.get(letter) ?? this.letters.size;
      this.letters.set(letter, number);
      if (before >= 0) {
        const pair = before * MOST_LETTERS + number;
        const known = this.numbers.get(pair) ?? this.numbers.size;
        this.numbers.set(pair, known);
        found.add(known);
      }
      before = number;
    }
    return [...found];
  }

  /** @type {(pairs: number[]) => number} */
  length(pairs) {
    let sum = 0;
    for (const pair of pairs) sum += (this.rarity[pair] ?? 0) ** 2;
    return Math.sqrt(sum) || 1;
  }

  /** @type {(text: number) => number} */
  size(text) {
    const size = this.sizes[text] || this.length(this.pairs[text] ?? []);
    this.sizes[text] = size;
    return size;
  }

  /** @type {(text: string) => Map<T, number>} the cosine between a text and the most similar text of each thing */
  alike(text) {
    const asked = this.pairsOf(text).filter((pair) => pair < this.rarity.length);
    const [products, one] = [new Sums(this.of.length), new Sums(this.of.length)];
    for (const pair of asked) {
      for (const known of this.places.of(pair)) one.raise(known, (this.rarity[pair] ?? 0) ** 2);
      products.add(one);
      one.clear();
    }
    const length = this.length(asked);
    /** @type {Map<T, number>} */
    const found = new Map();
    for (const known of products.keys) {
      const of = /** @type {T} */ (this.of[known]);
      found.set(of, Math.max(found.get(of) ?? 0, products.get(known) / this.size(known) / length));
    }
    return found;
  }
}
