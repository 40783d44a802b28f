// @ts-check
// Where each term occurs in the texts of the answers. The search opens quickly, because at first only the lists of
// terms are made; what else a question needs is counted when it is asked.
import { Places, Sums } from "./sums.mjs";
import { WEIGHTS } from "./weights.mjs";
import { isJapanese, isStopWord, stem, words } from "./words.mjs";

/** @typedef {{ [field: string]: number }} Counts */
/** @typedef {{ n: number, of: Answer, lengths: Counts, parts: Part[] }} Entry an answer, with each field's terms */
/** @typedef {{ n: number, entry: Entry, field: string, text: string, dispute?: Dispute }} Part */

export const NO_TERM = -1; // of a word that does not matter

export class WordIndex {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Part[]} */
    this.parts = [];
    /** @type {Map<string, number>} */
    this.numbers = new Map(); // of the terms, in the order of their first occurrence
    /** @type {string[]} */
    this.terms = [];
    /** @type {Map<string, string>} */
    this.known = new Map(); // all English words of the answers, with their stems
    /** @type {Map<string, number>} */
    this.ofWords = new Map(); // cache: the number of each word's term
    /** @type {Map<string, number[]>} */
    this.ofTexts = new Map(); // cache: the terms of each text, because answers share some
    /** @type {number[][]} */
    this.ofParts = []; // the terms of each part
    /** @type {number[][]} */
    this.ofEntries = []; // the different terms of each entry
    this.places = new Places([], 0); // the parts with each term, once all answers have been added
    /** @type {Map<number, Sums | null>} */
    this.pairs = new Map(); // cache: where two terms are next to each other, and the field's weight
  }

  /** @type {(answer: Answer) => Entry} */
  addEntry(answer) {
    /** @type {Entry} */
    const entry = { n: this.entries.length, of: answer, lengths: {}, parts: [] };
    this.entries.push(entry);
    return entry;
  }

  /** @type {(entry: Entry, field: string, text: string, dispute?: Dispute) => void} */
  addPart(entry, field, text, dispute) {
    const { length } = this.addAside(entry, field, text, text, dispute);
    entry.lengths[field] = (entry.lengths[field] ?? 0) + length;
  }

  /**
   * @param {Entry} entry
   * @param {string} field
   * @param {string} text
   * @param {string} words of the text that count twice, because another part has the whole text
   * @param {Dispute} [dispute]
   * @returns {number[]} the terms of these words
   */
  addAside(entry, field, text, words, dispute) {
    const part = { n: this.parts.length, entry, field, text, dispute };
    const found = this.read(words);
    this.ofParts.push(found);
    this.parts.push(part);
    entry.parts.push(part);
    return found;
  }

  /** @type {(text: string) => number[]} */
  read(text) {
    const known = this.ofTexts.get(text);
    if (known) return known;
    const found = [];
    for (const word of words(text)) {
      const term = this.ofWords.get(word) ?? this.learn(word);
      if (term !== NO_TERM) found.push(term);
    }
    this.ofTexts.set(text, found);
    return found;
  }

  /** @type {(word: string) => number} */
  learn(word) {
    let number = NO_TERM;
    if (!isStopWord(word)) {
      const term = stem(word);
      number = this.numbers.get(term) ?? this.terms.push(term) - 1;
      this.numbers.set(term, number);
      if (!isJapanese(word)) this.known.set(word, term);
    }
    this.ofWords.set(word, number);
    return number;
  }

  /** Find the terms of the entries, and the parts with each term, once all answers have been added. */
  finish() {
    this.ofTexts.clear();
    this.places = new Places(this.ofParts, this.terms.length);
    const last = new Int32Array(this.terms.length).fill(-1); // the entry in which each term was last found
    for (const { n, parts } of this.entries) {
      const own = [];
      for (const part of parts)
        for (const term of isWhole(part) ? this.ofPart(part) : [])
          if (last[term] !== n) {
            last[term] = n;
            own.push(term);
          }
      this.ofEntries.push(own);
    }
  }

  /** @type {(part: Part) => number[]} its terms, with repetitions */
  ofPart({ n }) {
    return /** @type {number[]} */ (this.ofParts[n]);
  }

  /** @type {(left: string, right: string) => Sums | null} the answers in which the second term follows the first */
  pair(left, right) {
    const [one, other] = [this.numbers.get(left), this.numbers.get(right)];
    if (one === undefined || other === undefined) return null;
    const key = one * this.terms.length + other;
    let found = this.pairs.get(key);
    if (found === undefined) {
      found = this.findPair(one, other);
      this.pairs.set(key, found);
    }
    return found;
  }

  /** @type {(left: number, right: number) => Sums | null} */
  findPair(left, right) {
    const [lefts, rights] = [this.places.of(left), this.places.of(right)];
    let [found, last] = [/** @type {Sums | null} */ (null), -1];
    for (const n of lefts.length < rights.length ? lefts : rights) {
      const part = /** @type {Part} */ (this.parts[n]);
      if (n !== last && isWhole(part) && isBefore(left, right, this.ofPart(part))) {
        found ??= new Sums(this.entries.length);
        found.raise(part.entry.n, WEIGHTS.parts[part.field] ?? 0);
      }
      last = n;
    }
    return found;
  }
}

/** @type {(left: number, right: number, terms: number[]) => boolean} whether `right` directly follows `left` */
function isBefore(left, right, terms) {
  for (let at = terms.indexOf(left); at >= 0; at = terms.indexOf(left, at + 1))
    if (terms[at + 1] === right) return true;
  return false;
}

/** @type {(part: Part) => boolean} whether it is not an excerpt of another part, which already has its words */
export const isWhole = ({ field }) => field !== "asks";
