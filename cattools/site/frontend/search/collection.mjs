// @ts-check
// The answers of one game, or of all games: how rare each term is in them, and how well they match a question.
import { Sums } from "./sums.mjs";
import { WEIGHTS } from "./weights.mjs";
import { isWhole, NO_TERM } from "./word_index.mjs";

/** @typedef {import("./word_index.mjs").Counts} Counts */
/** @typedef {import("./word_index.mjs").Entry} Entry */
/** @typedef {import("./word_index.mjs").Part} Part */
/** @typedef {import("./word_index.mjs").WordIndex} WordIndex */
/** @typedef {Map<string, number>} Alternatives the terms that match a word of a question, with their weights */

const RELATED = 3; // maximum number of words that are often in the same rules as a word of the question
const RELATED_FROM = 0.3; // minimum for such a word: the cosine between the rules of the two words

export class Collection {
  /**
   * @param {WordIndex} index
   * @param {(answer: Answer) => boolean} has
   */
  constructor(index, has) {
    this.index = index;
    /** @type {Counts} */
    this.lengths = {}; // of an average entry
    this.has = Uint8Array.from(index.entries, ({ of }) => Number(has(of)));
    this.rarity = new Float64Array(index.terms.length); // of each term; 0 if it occurs nowhere
    this.rules = new Int32Array(index.terms.length); // how many rules have each term
    const entries = index.entries.filter(({ n }) => this.has[n]);
    for (const { lengths } of entries)
      for (const [field, n] of Object.entries(lengths))
        this.lengths[field] = (this.lengths[field] ?? 0) + n / entries.length;
    this.count(entries);
    this.sizes = new Float64Array(index.parts.length); // cache; 0 if not yet known
    /** @type {Map<number, ReturnType<Collection["find"]>>} */
    this.finds = new Map(); // cache
    /** @type {Map<string, Alternatives>} */
    this.relatives = new Map(); // cache
  }

  /** @type {(entries: Entry[]) => void} */
  count(entries) {
    const { index, rarity } = this;
    const counts = new Int32Array(rarity.length);
    for (const { n, of } of entries)
      for (const term of index.ofEntries[n] ?? []) {
        counts[term]++;
        if (of.rule) this.rules[term]++;
      }
    const rare = (/** @type {number} */ n) => Math.sqrt(Math.log(1 + (entries.length - n + 0.5) / (n + 0.5)));
    for (const [term, n] of counts.entries()) if (n) rarity[term] = rare(n);
    const asides = entries.flatMap(({ parts }) => parts.filter((part) => !isWhole(part)));
    for (const term of asides.flatMap((part) => index.ofPart(part))) rarity[term] ||= rare(0);
  }

  /** @type {(term: string) => Alternatives} the terms that are most often in the same rules, with their weights */
  related(term) {
    const known = this.relatives.get(term);
    if (known) return known;
    const { numbers, entries, ofEntries, terms } = this.index;
    const number = numbers.get(term);
    const rules = number === undefined ? [] : this.found(number).entries.filter((n) => entries[n]?.of.rule);
    const shared = new Sums(terms.length);
    const one = new Sums(terms.length);
    for (const rule of rules) {
      for (const other of ofEntries[rule] ?? []) if (other !== number) one.raise(other, 1);
      shared.add(one);
      one.clear();
    }
    const alike = shared.keys.flatMap((other) => {
      const all = this.rules[other] ?? 0;
      const cosine = shared.get(other) / Math.sqrt(rules.length * all);
      return all > 1 && cosine > RELATED_FROM ? [/** @type {[string, number]} */ ([terms[other], cosine])] : [];
    });
    const best = alike.sort((a, b) => b[1] - a[1]).slice(0, RELATED);
    const found = new Map(best.map(([other, cosine]) => [other, WEIGHTS.related * cosine]));
    this.relatives.set(term, found);
    return found;
  }

  /** @param {number} term @returns where it occurs, and how much each of these answers is about it, from 0 to 1 */
  found(term) {
    const known = this.finds.get(term) ?? this.find(term);
    this.finds.set(term, known);
    return known;
  }

  /** @param {number} term */
  find(term) {
    /** @type {{ entries: number[], strengths: number[], parts: number[] }} */
    const found = { entries: [], strengths: [], parts: [] };
    /** @type {Counts} */
    let counts = {};
    for (const place of this.index.places.of(term)) {
      const part = /** @type {Part} */ (this.index.parts[place]);
      const { n } = part.entry;
      if (!this.has[n]) continue;
      if (found.parts.at(-1) !== part.n) found.parts.push(part.n);
      if (!isWhole(part)) continue;
      if (found.entries.at(-1) !== n) {
        this.conclude(found, counts);
        found.entries.push(n);
        counts = {};
      }
      counts[part.field] = (counts[part.field] ?? 0) + 1;
    }
    this.conclude(found, counts);
    return found;
  }

  /** @type {(found: { entries: number[], strengths: number[] }, counts: Counts) => void} */
  conclude({ entries, strengths }, counts) {
    const entry = this.index.entries[entries.at(-1) ?? -1];
    if (entry) strengths.push(saturated(counts, entry.lengths, this.lengths));
  }

  /** @type {(part: Part) => number} the length of its vector */
  size(part) {
    const known = this.sizes[part.n];
    if (known) return known;
    let sum = 0;
    for (const term of new Set(this.index.ofPart(part))) sum += (this.rarity[term] ?? 0) ** 2;
    const size = Math.sqrt(sum) || 1;
    this.sizes[part.n] = size;
    return size;
  }

  /**
   * @param {Alternatives[]} asked
   * @returns {{ scores: Sums, products: Sums }} the sums over the words of a question: the BM25F scores of the answers,
   *   and the dot products with their parts
   */
  matched(asked) {
    const [entries, parts] = [this.index.entries.length, this.index.parts.length];
    const [scores, products] = [new Sums(entries), new Sums(parts)];
    const [ofEntries, ofParts] = [new Sums(entries), new Sums(parts)];
    for (const alternatives of asked) {
      for (const [term, weight] of alternatives) {
        const rare = this.rare(term);
        const found = this.found(this.index.numbers.get(term) ?? NO_TERM);
        for (const [n, strength] of found.strengths.entries())
          ofEntries.raise(found.entries[n] ?? 0, weight * rare * strength);
        for (const part of found.parts) ofParts.raise(part, weight * rare ** 2);
      }
      scores.add(ofEntries);
      products.add(ofParts);
      ofEntries.clear();
      ofParts.clear();
    }
    return { scores, products };
  }

  /** @type {(term: string) => number} how rare a term is; 0 if it occurs nowhere */
  rare(term) {
    const number = this.index.numbers.get(term);
    return number === undefined ? 0 : (this.rarity[number] ?? 0);
  }
}

/** @type {(counts: Counts, lengths: Counts, usual: Counts) => number} how much a text is about a term, from 0 to 1 */
function saturated(counts, lengths, usual) {
  let sum = 0;
  for (const [field, n] of Object.entries(counts)) {
    const length = (lengths[field] ?? 0) / (usual[field] ?? 1);
    sum += ((WEIGHTS.fields[field] ?? 0) * n) / (1 - WEIGHTS.b + WEIGHTS.b * length);
  }
  return sum / (WEIGHTS.k + sum);
}
