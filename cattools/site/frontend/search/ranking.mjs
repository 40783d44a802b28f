// @ts-check
// Finds the rules and passages that answer a question in the search index written by the build (search/index.py).
//
// An answer is scored with BM25F over its fields, and with the cosines between the question and its parts: a sentence,
// a heading, or a question that the book answers. Several similar parts count for more than one, the most similar
// one most. The terms of a question are weighed by how rare they are in the game at hand.
import { unpacked } from "./columns.mjs";
import { LetterPairs } from "./letter_pairs.mjs";
import { inKanji, isJapanese, isStopWord, stem, termsOf, words, wrongLetters } from "./words.mjs";

/** @type {{ fields: Counts, parts: Counts, [name: string]: any }} */
export const WEIGHTS = {
  // of the fields, in whole answers and as similar parts
  fields: {
    title: 2,
    also: 4,
    also_ja: 4,
    says: 1.3,
    ja: 4,
    asked: 1.3,
    players: 1.5,
    called: 1,
    refuses: 1.6,
    more: 0.6,
    disputes: 0.8,
    typed: 0.4,
    game: 1,
  },
  parts: {
    title: 1,
    also: 1,
    also_ja: 1.4,
    says: 1.8,
    ja: 0.7,
    asked: 1.3,
    players: 0.35,
    called: 0.4,
    refuses: 0.6,
    more: 0.8,
    disputes: 1,
    asks: 0.8, // the question of a ruling
    typed: 1.1,
    game: 0,
  },
  k: 0.8, // BM25: how fast more occurrences stop to matter
  b: 0.3, // BM25: how much a long field counts for less
  pair: 0.4, // weight of words that are next to each other in the question and in the answer
  part: 0.27, // weight of the similar parts
  synonym: 0.5, // weight of a word that means the same
  synonymInJapanese: 0.1, // the same in Japanese
  onlySynonym: 0.65, // the same if the book does not have the reader's word
  related: 0.35, // weight of a word that is often in the same rules
  phrase: 0.7, // weight of each word of a phrase that means the same
  meaning: 0.35, // weight of English words for a Japanese word
  prefix: 0.5, // weight of a longer word with the same beginning
  kanji: 0.5, // weight of a word with the same kanji, less if it has others too
  misspelt: 1, // weight of a word that differs by one letter
  letters: 0.5, // weight of the pairs of letters that Japanese texts share
  use: 1.2, // weight of answers about the book itself, which have fewer words than the rules
  passage: 0.6, // weight of passages of the pages
};
const NAMED = 0.55; // how much of its title a question must have, by rare words, if the answer is to be the first
const OWN_ANSWERS = 6; // of the page's game
const FIRST_ANSWERS = 2; // of the game that fits best, if the page belongs to no game
const SURE_ANSWERS = 3; // the same if no other game fits nearly as well
const NEAR = 0.85; // minimum score of a game that fits nearly as well, compared with the best score
const SECOND = 0.55; // weight of a game's second answer in the game's score
const WEAK = 0.5; // maximum score of a game whose answers are left out, compared with the best score
const WEAK_OWN = 0.3; // the same for the page's game, which may call the same thing by another word
const MAX_ANSWERS = 8; // visible without scrolling; if no answer is right, readers rephrase the question
const QUESTION = /[^.!?。！？”]+[?？]/g; // what a player asks, without the claim before it and the verdict after it
const HAN = /\p{Script=Han}/gu;
const LONGEST_PHRASE = 4;
const RELATED = 3; // maximum number of words that are often in the same rules as a word of the question
const RELATED_FROM = 0.3; // how often at least, as the cosine between their rules
// Minimum length of a word that may be misspelt: a wrong letter turns a short word into another.
const MISSPELT_FROM = 4;
const CERTAIN_FROM = 6; // the same if one letter is another
const TWICE_MISSPELT_FROM = 8; // the same for two wrong letters

/** @typedef {{ of: Answer, counts: Map<string, Counts>, lengths: Counts, parts: Part[] }} Entry */
/** @typedef {{ [field: string]: number }} Counts */
/** @typedef {{ entry: Entry, field: string, text: string, dispute?: Dispute, terms: Set<string> }} Part */
/** @typedef {Map<string, number>} Alternatives the terms that match a word of a question, with their weights */
/** @typedef {{ stems: string[], found: Alternatives[] }} Matched the words of a question, without synonyms */
/** @typedef {{ left: string, right: string, weight: number, places: Map<Entry, number> }} Neighbours two terms */
/** @typedef {Map<Entry, number>} Spelled how much each answer is written like a Japanese question, from 0 to 1 */
/** @typedef {{ answer: Answer, score: number, sentence: string, dispute?: Dispute }} Found */
/** @typedef {{ game: string, answers: Found[], score: number }} Group the answers of a game */

/** @type {(asked: Answer | Dispute) => string[]} */
const playersOf = ({ players = [], players_ja = [] }) => [...players, ...players_ja];

/** @type {(answer: Answer, games: AnswersIndex["games"]) => [string, string[]][]} the parts of an answer by field */
const partsOf = (answer, games) => [
  ["title", [answer.title]],
  ["also", answer.also ?? []],
  ["also_ja", answer.also_ja ?? []],
  ["says", answer.says ?? []],
  ["ja", answer.ja ? [answer.ja] : []],
  ["asked", answer.asked ?? []],
  ["players", answer.use ? [] : playersOf(answer)],
  ["typed", answer.use ? playersOf(answer) : []], // as the questions on a ruling
  ["called", answer.called ?? []],
  ["refuses", answer.refuses ?? []],
  ["more", answer.more ?? []],
  ["game", answer.game ? [games[answer.game] ?? ""] : []],
];

/** The answers of one game, or of all games: where each term occurs in them, and how rare it is. */
class Collection {
  /** @param {Entry[]} entries */
  constructor(entries) {
    /** @type {Map<string, { entries: Entry[], parts: Part[], rules: Entry[] }>} */
    this.places = new Map();
    /** @type {Counts} */
    this.lengths = {}; // of an average entry
    for (const entry of entries) {
      for (const term of entry.counts.keys()) {
        this.at(term).entries.push(entry);
        if (entry.of.rule) this.at(term).rules.push(entry);
      }
      for (const part of entry.parts) for (const term of part.terms) this.at(term).parts.push(part);
      for (const [field, n] of Object.entries(entry.lengths))
        this.lengths[field] = (this.lengths[field] ?? 0) + n / entries.length;
    }
    /** @type {Map<string, number>} */
    this.rarity = new Map();
    for (const [term, { entries: found }] of this.places)
      this.rarity.set(term, Math.sqrt(Math.log(1 + (entries.length - found.length + 0.5) / (found.length + 0.5))));
    /** @type {Map<Part, number>} */
    this.sizes = new Map(); // as they are asked for
    /** @type {Map<string, { entries: [Entry, number][], parts: Part[] }>} */
    this.strengths = new Map(); // as they are asked for
    /** @type {Map<string, Alternatives>} */
    this.relatives = new Map(); // as they are asked for
  }

  /** @param {string} term */
  at(term) {
    const known = this.places.get(term) ?? { entries: [], parts: [], rules: [] };
    this.places.set(term, known);
    return known;
  }

  /** @type {(term: string) => Alternatives} the terms that are most often in the same rules, with their weights */
  related(term) {
    const known = this.relatives.get(term);
    if (known) return known;
    const rules = this.places.get(term)?.rules ?? [];
    /** @type {Alternatives} */
    const shared = new Map();
    for (const { counts } of rules)
      for (const other of counts.keys()) if (other !== term) shared.set(other, (shared.get(other) ?? 0) + 1);
    const alike = [...shared].flatMap(([other, n]) => {
      const all = this.at(other).rules.length;
      const cosine = n / Math.sqrt(rules.length * all);
      return all > 1 && cosine > RELATED_FROM ? [/** @type {[string, number]} */ ([other, cosine])] : [];
    });
    const best = alike.sort((a, b) => b[1] - a[1]).slice(0, RELATED);
    const found = new Map(best.map(([other, cosine]) => [other, WEIGHTS.related * cosine]));
    this.relatives.set(term, found);
    return found;
  }

  /** @param {string} term @returns where it is found, and how much each of these answers is about it, from 0 to 1 */
  found(term) {
    const known = this.strengths.get(term);
    if (known) return known;
    const { entries, parts } = this.places.get(term) ?? { entries: [], parts: [] };
    /** @type {[Entry, number][]} */
    const strong = entries.map((entry) => [entry, saturated(entry, term, this)]);
    this.strengths.set(term, { entries: strong, parts });
    return { entries: strong, parts };
  }

  /** @param {Part} part */
  size(part) {
    const size = this.sizes.get(part) ?? (Math.hypot(...[...part.terms].map((term) => this.rare(term))) || 1);
    this.sizes.set(part, size);
    return size;
  }

  /**
   * @param {Alternatives[]} asked
   * @returns {{ scores: Map<Entry, number>, products: Map<Part, number> }} the sums over the words of a question: the
   *   BM25F scores of the answers, and the dot products with their parts
   */
  matched(asked) {
    const [scores, products] = [new Map(), new Map()];
    for (const alternatives of asked) {
      const [ofEntries, ofParts] = [new Map(), new Map()];
      for (const [term, weight] of alternatives) {
        const { entries, parts } = this.found(term);
        const rare = this.rare(term);
        for (const [entry, strength] of entries) raise(ofEntries, entry, weight * rare * strength);
        for (const part of parts) raise(ofParts, part, weight * rare ** 2);
      }
      add(scores, ofEntries);
      add(products, ofParts);
    }
    return { scores, products };
  }

  /** @param {string} term */
  rare(term) {
    return this.rarity.get(term) ?? 0;
  }
}

export class Answers {
  /** @type {(file: AnswersFile, other?: AnswersFile) => Answers} */
  static read(file, other) {
    return new Answers(unpacked(file, other));
  }

  /** @param {AnswersIndex} index */
  constructor({ games, speech, entries }) {
    this.games = games;
    /** @type {Map<string, Map<Entry, number>>} */
    this.pairs = new Map(); // two terms that are next to each other -> where they are, and the field's weight
    /** @type {WeakMap<Alternatives[], Neighbours[][]>} */
    this.neighboursOf = new WeakMap();
    /** @type {Map<string, string>} */
    this.known = new Map(); // all English words of the answers, with their stems
    this.entries = entries.map((answer) => this.indexed(answer));
    this.stems = new Set(this.entries.flatMap((entry) => [...entry.counts.keys()]));
    /** @type {Map<string, string[]>} */
    this.kanji = new Map(); // with the terms that are written with it
    for (const term of this.stems)
      for (const kanji of new Set(term.match(HAN))) {
        const terms = this.kanji.get(kanji) ?? [];
        this.kanji.set(kanji, terms);
        terms.push(term);
      }
    this.all = new Collection(this.entries);
    this.of = new Map(
      ["", ...Object.keys(games)].map((game) => [
        game,
        new Collection(this.entries.filter(({ of }) => !of.game || of.game === game)),
      ]),
    );
    const { "": general = {}, ...terms } = speech.japanese;
    /** @type {Map<string, [string, string[]][]>} */
    this.japanese = new Map(); // each game's Japanese words, longest first, with the terms that say the same
    for (const game of ["", ...Object.keys(games)]) {
      const meanings = Object.entries({ ...general, ...terms[game] }).sort(([a], [b]) => b.length - a.length);
      this.japanese.set(
        game,
        meanings.map(([word, english]) => [word, termsOf(english)]),
      );
    }
    /** @type {LetterPairs<Entry> | undefined} */
    this.letters = undefined; // from the first Japanese question on
    /** @type {Map<string, string[][][]>} */
    this.phrases = new Map(); // phrase as stems -> the groups of phrases, as stems, that mean the same
    for (const line of speech.same) {
      const group = line.split(",").map((phrase) => words(phrase).map(stem));
      for (const phrase of group.filter((one) => one.some((term) => !isStopWord(term))))
        this.phrases.set(phrase.join(" "), [...(this.phrases.get(phrase.join(" ")) ?? []), group]);
    }
  }

  /** @type {(answer: Answer) => Entry} */
  indexed(answer) {
    /** @type {Entry} */
    const entry = { of: answer, counts: new Map(), lengths: {}, parts: [] };
    for (const [field, texts] of partsOf(answer, this.games))
      for (const text of texts) this.addPart(entry, field, text);
    for (const dispute of answer.disputes ?? [])
      for (const text of playersOf(dispute)) this.addPart(entry, "typed", text, dispute);
    for (const dispute of [...(answer.disputes ?? []), ...(answer.shown ?? [])])
      this.addPart(entry, "disputes", dispute.says, dispute);
    for (const dispute of answer.disputes ?? [])
      for (const question of dispute.says.match(QUESTION) ?? [])
        entry.parts.push({ entry, field: "asks", text: dispute.says, dispute, terms: new Set(termsOf(question)) });
    return entry;
  }

  /** @type {(entry: Entry, field: string, text: string, dispute?: Dispute) => void} */
  addPart(entry, field, text, dispute) {
    const found = [];
    for (const word of words(text)) {
      if (isStopWord(word)) continue;
      const term = stem(word);
      found.push(term);
      if (!isJapanese(word)) this.known.set(word, term);
    }
    entry.parts.push({ entry, field, text, dispute, terms: new Set(found) });
    entry.lengths[field] = (entry.lengths[field] ?? 0) + found.length;
    for (const [n, term] of found.entries()) {
      const counts = entry.counts.get(term) ?? {};
      counts[field] = (counts[field] ?? 0) + 1;
      entry.counts.set(term, counts);
      if (n) this.addPair(`${found[n - 1]} ${term}`, entry, field);
    }
  }

  /** @type {(pair: string, entry: Entry, field: string) => void} */
  addPair(pair, entry, field) {
    const places = this.pairs.get(pair) ?? new Map();
    this.pairs.set(pair, places);
    raise(places, entry, WEIGHTS.parts[field] ?? 0);
  }

  /** @type {(question: string) => Matched} */
  matched(question) {
    // "two-player" is also read as "twoplayer", which matters only if the book has this word.
    const isKnown = (/** @type {string} */ word) => this.stems.has(stem(word));
    const all = words(question)
      .filter((word, n, of) => isKnown(word) || !isJoined(word, n, of))
      .flatMap((word, n, of) => (isKnown(word) && !isJoined(word, n, of) ? this.hyphenated(word) : [word]));
    const stems = all.map(stem);
    const found = all.map((word, n) => (isStopWord(word) ? new Map() : this.matches(word, n === all.length - 1)));
    return { stems, found };
  }

  /** @type {(matched: Matched, collection: Collection) => Alternatives[]} for each word that matters, its terms */
  asked(matched, collection) {
    const { stems } = matched;
    const found = matched.found.map((alternatives) => new Map(alternatives));
    for (let length = 1; length <= LONGEST_PHRASE; length++)
      for (let end = length; end <= stems.length; end++)
        for (const group of this.phrases.get(stems.slice(end - length, end).join(" ")) ?? []) {
          // A phrase may end with a word that does not matter by itself, as in "next to".
          const matters = found.slice(end - length, end).findIndex((one) => one.size > 0);
          addGroup(found[matters < 0 ? end - 1 : end - length + matters] ?? new Map(), group, this.stems, collection);
        }
    for (const alternatives of found) this.addRelated(alternatives);
    return found.filter((one) => one.size > 0);
  }

  /** @type {(question: string) => string[]} its English words that the book has in no form and by no other word */
  unknown(question) {
    const all = words(question);
    const begun = all.at(-1) ?? ""; // perhaps still being typed
    const isKnown = (/** @type {string} */ word, /** @type {number} */ n) =>
      isStopWord(word) ||
      isJapanese(word) ||
      isJoined(word, n, all) ||
      this.stems.has(stem(word)) ||
      this.phrases.has(stem(word)) ||
      this.hyphenated(word).length > 1 ||
      [...this.known.keys()].some((other) => (word === begun && other.startsWith(begun)) || isMeant(word, other));
    return [...new Set(all.filter((word, n) => !isKnown(word, n)))];
  }

  /** @type {(alternatives: Alternatives) => void} */
  addRelated(alternatives) {
    for (const [term, weight] of [...alternatives])
      if (weight === 1) for (const [other, alike] of this.all.related(term)) raise(alternatives, other, alike);
  }

  /** @type {(word: string) => string[]} "facedown" as "face-down", if the book has these two words together */
  hyphenated(word) {
    for (let at = 2; at < word.length - 1; at++) {
      const halves = [word.slice(0, at), word.slice(at)];
      if (this.pairs.has(halves.map(stem).join(" "))) return [...halves, word];
    }
    return [word];
  }

  /** @type {(word: string, last: boolean) => Alternatives} the terms that match; the last word may be unfinished */
  matches(word, last) {
    /** @type {Alternatives} */
    const found = new Map();
    const isKnown = this.stems.has(stem(word));
    if (isKnown) found.set(stem(word), 1);
    if (isJapanese(word)) return new Map([...this.written(word), ...found]);
    if ((!isKnown || last) && word.length > 1)
      for (const [other, term] of this.known)
        if (other.startsWith(word)) raise(found, term, (WEIGHTS.prefix * (1 + word.length / other.length)) / 2);
    if (!isKnown && word.length >= MISSPELT_FROM)
      for (const term of this.spelt(word)) raise(found, term, WEIGHTS.misspelt);
    return found;
  }

  /** @type {(word: string) => Alternatives} other terms with some of its kanji: more weight if they share more */
  written(word) {
    /** @type {Alternatives} */
    const shared = new Map();
    for (const kanji of new Set(word.match(HAN)))
      for (const other of this.kanji.get(kanji) ?? [])
        if (other !== word) shared.set(other, (shared.get(other) ?? 0) + 1);
    return new Map([...shared].map(([other, n]) => [other, (WEIGHTS.kanji * 2 * n) / (word.length + other.length)]));
  }

  /** @type {(word: string) => string[]} the terms that a word of no answer may mean: it is misspelt, or two words */
  spelt(word) {
    for (let most = 1; most <= (word.length < TWICE_MISSPELT_FROM ? 1 : 2); most++) {
      const found = [...this.known].filter(([other]) => mayBe(word, other) && wrongLetters(word, other, most) <= most);
      // Swapped and wrong letters are more frequent than missing ones.
      const ofSameLength = found.filter(([other]) => other.length === word.length);
      if (found.length) return (ofSameLength.length ? ofSameLength : found).map(([, term]) => term);
    }
    for (let at = 2; at < word.length - 1; at++) {
      const halves = [word.slice(0, at), word.slice(at)].map(stem);
      if (halves.every((half) => this.stems.has(half))) return halves;
    }
    return [];
  }

  /** @type {(question: string, game: string) => Alternatives[]} the English words for the Japanese ones */
  meanings(question, game) {
    const text = inKanji(question.normalize("NFKC"));
    const found = [];
    for (let at = 0; at < text.length; ) {
      const [word, english] = this.japanese.get(game)?.find(([one]) => text.startsWith(one, at)) ?? [
        text[at] ?? "",
        [],
      ];
      if (english.length) found.push(new Map(english.map((one) => [one, WEIGHTS.meaning])));
      at += word.length;
    }
    return found;
  }

  /** @type {(question: string) => Spelled | undefined} */
  spelled(question) {
    if (!isJapanese(question)) return undefined;
    const parts = () => this.entries.flatMap((entry) => entry.parts);
    this.letters ??= new LetterPairs(parts().map(({ entry, text }) => /** @type {const} */ ([entry, text])));
    return this.letters.alike(question);
  }

  /** @type {(asked: Alternatives[], collection: Collection, spelled?: Spelled) => Found[]} the answers, best first */
  ranked(asked, collection, spelled) {
    const most = asked.map((alternatives) =>
      Math.max(...[...alternatives].map(([term, weight]) => weight * collection.rare(term))),
    );
    const whole = most.reduce((sum, one) => sum + one, 0);
    if (!whole) return [];
    const { scores, products } = collection.matched(asked);
    const beside = this.besideEachOther(asked, collection);
    const similar = similarParts(products, collection);
    const found = [...scores].map(([entry, score]) => {
      const parts = similar.get(entry);
      const alike = Math.sqrt(parts?.squares ?? 0) / Math.hypot(...most);
      const matching = (score + WEIGHTS.pair * (beside.get(entry) ?? 0)) / whole;
      const total = matching + WEIGHTS.part * alike + WEIGHTS.letters * (spelled?.get(entry) ?? 0);
      const sentence = parts?.any?.part.field === "more" ? parts.any.part.text : "";
      const dispute = parts?.dispute?.part.dispute;
      return {
        answer: entry.of,
        score: total * (entry.of.rule ? 1 : entry.of.use ? WEIGHTS.use : WEIGHTS.passage),
        sentence,
        dispute,
      };
    });
    return found.sort((a, b) => b.score - a.score);
  }

  /** @type {(asked: Alternatives[], collection: Collection) => Map<Entry, number>} */
  besideEachOther(asked, collection) {
    /** @type {Map<Entry, number>} */
    const sums = new Map();
    for (const neighbours of this.neighbours(asked)) {
      /** @type {Map<Entry, number>} */
      const best = new Map();
      for (const { left, right, weight, places } of neighbours) {
        const rare = (weight * (collection.rare(left) + collection.rare(right))) / 2;
        for (const [entry, ofField] of places) raise(best, entry, rare * ofField);
      }
      add(sums, best);
    }
    return sums;
  }

  /** @type {(asked: Alternatives[]) => Neighbours[][]} for words that are next to each other: where else they are so */
  neighbours(asked) {
    const known = this.neighboursOf.get(asked);
    if (known) return known;
    const found = asked.slice(1).map((next, n) => this.between(asked[n] ?? next, next));
    this.neighboursOf.set(asked, found);
    return found;
  }

  /** @type {(one: Alternatives, next: Alternatives) => Neighbours[]} */
  between(one, next) {
    const found = [];
    for (const [left, leftWeight] of one)
      for (const [right, rightWeight] of next)
        for (const pair of [`${left} ${right}`, `${right} ${left}`]) {
          const places = this.pairs.get(pair);
          if (places) found.push({ left, right, weight: Math.min(leftWeight, rightWeight), places });
        }
    return found;
  }

  /**
   * @param {string} question
   * @param {string} [game] the game of the current page
   * @returns {Found[]} the best answers, game by game: first of the page's game, if any, then of the others
   */
  to(question, game) {
    const matched = this.matched(question);
    const asked = this.asked(matched, this.all);
    const spelled = this.spelled(question);
    const groups = this.groups(question, matched, asked, spelled);
    const best = Math.max(...groups.map(({ score }) => score));
    const found = groups.filter(
      (group) => group.answers.length && group.score > (group.game === game ? WEAK_OWN : WEAK) * best,
    );
    found.sort((a, b) => b.score - a.score);
    const own = found.find((group) => group.game === game);
    const order = own ? [own, ...found.filter((group) => group !== own)] : found;
    const isSure = (order[1]?.score ?? 0) < NEAR * best;
    const most = own ? OWN_ANSWERS : isSure ? SURE_ANSWERS : FIRST_ANSWERS;
    const answers = order.flatMap(({ answers: some }, n) => some.slice(0, n ? 1 : most));
    // The rules have more words than the few answers about the book itself, so such an answer may rank too low.
    const uses = this.ranked(asked, this.of.get(game ?? "") ?? this.all, spelled);
    const use = uses.find(({ answer }) => isAnsweredBy(answer, asked));
    const rest = answers.filter(({ answer }) => answer !== use?.answer);
    const isRule = rest[0]?.answer.rule && this.isNamed(rest[0].answer, asked);
    const isFirst = use && (answers[0]?.answer === use.answer || (this.isNamed(use.answer, asked) && !isRule));
    const at = isFirst ? 0 : 1;
    return (use ? [...rest.slice(0, at), use, ...rest.slice(at)] : rest).slice(0, MAX_ANSWERS);
  }

  /**
   * @param {string} question
   * @param {Matched} matched
   * @param {Alternatives[]} asked its words with synonyms in all games
   * @param {Spelled} [spelled]
   * @returns {Group[]} the answers of each game, and how well it answers
   */
  groups(question, matched, asked, spelled) {
    const japanese = isJapanese(question);
    const everywhere = japanese ? [] : this.ranked(asked, this.all);
    return ["", ...Object.keys(this.games)].map((of) => {
      // A Japanese word can mean something else in each game.
      const own = this.of.get(of) ?? this.all;
      const all = japanese ? [...this.asked(matched, own), ...this.meanings(question, of)] : asked;
      /** @type {(found: Found) => boolean} */
      const belongs = ({ answer }) => (answer.game ?? "") === of;
      const answers = this.ranked(all, own, spelled).filter(belongs);
      // How well a game answers is measured in all games; each game alone would be equally sure of its own answer.
      const [first, second] = (japanese ? this.ranked(all, this.all, spelled) : everywhere).filter(belongs);
      return { game: of, answers, score: (first?.score ?? 0) + SECOND * (second?.score ?? 0) };
    });
  }

  /** @type {(answer: Answer, asked: Alternatives[]) => boolean} whether a question is its title in short */
  isNamed(answer, asked) {
    const length = (/** @type {string[]} */ terms) => Math.hypot(...terms.map((term) => this.all.rare(term)));
    const title = [...new Set(termsOf(answer.title))];
    const said = title.filter((term) => asked.some((alternatives) => alternatives.get(term) === 1));
    const hasAll = asked.every((alternatives) => said.some((term) => alternatives.get(term) === 1));
    return hasAll && length(said) > NAMED * length(title);
  }
}

/** @type {(answer: Answer, asked: Alternatives[]) => boolean} whether it is about the book, with all of these words */
function isAnsweredBy(answer, asked) {
  if (!answer.use || !asked.length) return false;
  const about = new Set(termsOf([answer.title, ...(answer.also ?? []), ...(answer.says ?? [])].join(" ")));
  const typed = new Set(playersOf(answer).flatMap(termsOf));
  const isIn = (/** @type {Set<string>} */ known) => (/** @type {Alternatives} */ alternatives) =>
    [...alternatives].some(([term, weight]) => weight === 1 && known.has(term));
  const named = asked.filter(isIn(about));
  return named.length > 0 && asked.every((one) => named.includes(one) || isIn(typed)(one));
}

/**
 * @template T
 * @param {Map<T, number>} values
 * @param {T} key
 * @param {number} value which the key gets, unless it has a higher one
 */
function raise(values, key, value) {
  if ((values.get(key) ?? 0) < value) values.set(key, value);
}

/**
 * @param {Alternatives} alternatives
 * @param {string[][]} group
 * @param {Set<string>} known
 * @param {Collection} collection
 */
function addGroup(alternatives, group, known, collection) {
  const isKnown = [...alternatives].some(([term, weight]) => weight === 1 && collection.places.has(term));
  const inJapanese = group.some((phrase) => phrase.some(isJapanese));
  const weight = WEIGHTS[isKnown ? (inJapanese ? "synonymInJapanese" : "synonym") : "onlySynonym"];
  for (const phrase of group) {
    const content = phrase.filter((term) => !isStopWord(term) && known.has(term));
    for (const term of content) raise(alternatives, term, weight * (content.length > 1 ? WEIGHTS.phrase : 1));
  }
}

/** @type {(word: string, other: string) => boolean} whether a word is certainly another, misspelt */
function isMeant(word, other) {
  if (word.length < MISSPELT_FROM || !mayBe(word, other) || wrongLetters(word, other, 1) > 1) return false;
  // A short word with one other letter, such as "wood" for "word", is rather a word of its own.
  const isOther = word.length === other.length && [...word].sort().join("") !== [...other].sort().join("");
  return !isOther || word.length >= CERTAIN_FROM;
}

/** @type {(word: string, n: number, of: string[]) => boolean} whether it is the two before it, as in "two-player" */
const isJoined = (word, n, of) => word === `${of[n - 2]}${of[n - 1]}`;

/** @type {(word: string, other: string) => boolean} whether the first letters allow that a word is another, misspelt */
const mayBe = (word, other) => other[0] === word[0] || other[1] === word[1] || other[1] === word[0];

/** @typedef {{ alike: number, part: Part }} Closest */
/** @typedef {{ squares: number, any?: Closest, dispute?: Closest }} Similar the sum over all parts, and the closest */

/** @type {(products: Map<Part, number>, collection: Collection) => Map<Entry, Similar>} */
function similarParts(products, collection) {
  /** @type {Map<Entry, Similar>} */
  const found = new Map();
  for (const [part, product] of products) {
    const alike = ((WEIGHTS.parts[part.field] ?? 0) * product) / collection.size(part);
    const known = found.get(part.entry) ?? { squares: 0 };
    found.set(part.entry, known);
    known.squares += alike ** 2;
    if (alike > (known.any?.alike ?? 0)) known.any = { alike, part };
    if (part.dispute && alike > (known.dispute?.alike ?? 0)) known.dispute = { alike, part };
  }
  return found;
}

/** @type {<T>(sums: Map<T, number>, more: Map<T, number>) => void} */
function add(sums, more) {
  for (const [key, value] of more) sums.set(key, (sums.get(key) ?? 0) + value);
}

/** @type {(entry: Entry, term: string, collection: Collection) => number} how much it is about a term, from 0 to 1 */
function saturated({ counts, lengths }, term, collection) {
  let sum = 0;
  for (const [field, n] of Object.entries(counts.get(term) ?? {})) {
    const length = (lengths[field] ?? 0) / (collection.lengths[field] ?? 1);
    sum += ((WEIGHTS.fields[field] ?? 0) * n) / (1 - WEIGHTS.b + WEIGHTS.b * length);
  }
  return sum / (WEIGHTS.k + sum);
}
