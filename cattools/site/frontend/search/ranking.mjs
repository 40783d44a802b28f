// @ts-check
// Finds the rules and passages that answer a question in the search index written by the build (search/index.py).
//
// An answer is scored with BM25F over its fields, and with the cosines between the question and the answer's parts: a
// sentence, a heading, or a question that the book answers. Several similar parts count for more than one, and the most
// similar one counts most. The terms of a question are weighted by how rare they are in the game at hand.
import { Collection } from "./collection.mjs";
import { unpacked } from "./columns.mjs";
import { LetterPairs } from "./letter_pairs.mjs";
import { inSlices } from "./slices.mjs";
import { Sums } from "./sums.mjs";
import { WEIGHTS } from "./weights.mjs";
import { WordIndex } from "./word_index.mjs";
import {
  hiragana,
  inKanji,
  isJapanese,
  isStopStem,
  isStopWord,
  katakana,
  normalized,
  stem,
  termsOf,
  words,
  wrongLetters,
} from "./words.mjs";

const ENOUGH = 0.6; // minimum share of a question, weighted by rarity, that an answer about the book must contain
const NAMED = 0.55; // minimum share of an answer's title, weighted by rarity, in a question for which it comes first
const OWN_ANSWERS = 6; // maximum number of answers from the page's game
const FIRST_ANSWERS = 2; // the same for the game that fits best, if the page belongs to no game
const SURE_ANSWERS = 3; // the same if no other game fits nearly as well
const NEAR = 0.85; // minimum score of a game that fits nearly as well, compared with the best score
const SECOND = 0.55; // weight of a game's second answer in the game's score
const WEAK = 0.5; // maximum score of a game whose answers are left out, compared with the best score
const WEAK_OWN = 0.3; // the same for the page's game, which may call the same thing by another word
const MAX_ANSWERS = 8; // visible without scrolling; if no answer is right, readers rephrase the question
const QUESTION = /[^.!?。！？”]+[?？]/g; // what a player asks, without the claim before it and the verdict after it
const ROW = /^[^:]+: (\d+) · /; // a table row that begins with a number, such as the number of players
const HAN = /\p{Script=Han}/gu;
const KATAKANA = /^[\p{Script=Katakana}ー]{3,}$/u; // a shorter word in hiragana is often part of another
const LONGEST_PHRASE = 4;
// Phrases that ask for the meaning of a word.
const ASKING = String.raw`what(?:s| is| are)|define|(?:what(?:s| is) the )?meaning of|what do(?:es)?(?=.* mean)`;
const MEANING = new RegExp(String.raw`^(?:${ASKING})(?: an?| the)? (.+?)(?: mean)?[?!. ]*$`);
const MEANING_JA =
  /^(.+?)(?:とは(?:何|なに)?|って(?:何|なに)|の意味は?|は(?:何|なに|どういう意味))(?:ですか|でしょうか)?[?。 ]*$/;
const NAMES = /^(.+?) · (.+?) · (.+)$/; // a line of the glossary: the English names, the Japanese ones, the meaning
const REHEARSALS = 4; // questions after which most of the code has been compiled
// Minimum length of a word that may be misspelt: a wrong letter turns a short word into another.
const MISSPELT_FROM = 4;
const CERTAIN_FROM = 6; // the same if one letter is replaced by another
const TWICE_MISSPELT_FROM = 8; // the same for two wrong letters

/** @typedef {import("./collection.mjs").Alternatives} Alternatives */
/** @typedef {import("./word_index.mjs").Entry} Entry */
/** @typedef {import("./word_index.mjs").Part} Part */
/** @typedef {{ stems: string[], found: Alternatives[] }} Matched the words of a question, without synonyms */
/** @typedef {{ left: string, right: string, weight: number, places: Sums }} Neighbours two terms */
/** @typedef {Map<Entry, number>} Spelled how similar each answer's letters are to a Japanese question's, from 0 to 1 */
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
  ["typed", answer.use ? playersOf(answer) : []], // like the questions about a ruling
  ["called", answer.called ?? []],
  ["refuses", answer.refuses ?? []],
  ["more", answer.more ?? []],
  ["game", answer.game ? [games[answer.game] ?? ""] : []],
];

export class Answers {
  /** @type {(files: AnswersFiles) => Answers} */
  static read(files) {
    const answers = new Answers(unpacked(files));
    Array.from(answers.prepare());
    return answers;
  }

  /**
   * @param {AnswersFiles} files
   * @param {() => Promise<unknown>} pause lets the page respond to the reader between two slices of the work
   * @returns {Promise<Answers>}
   */
  static async readInSlices(files, pause) {
    const answers = new Answers(unpacked(files));
    await inSlices(answers.prepare(), pause);
    return answers;
  }

  /** @param {AnswersIndex} index whose answers are then read by `prepare` */
  constructor({ games, names, speech, entries }) {
    this.games = games;
    /** @type {Map<string, RegExp>} */
    this.titles = new Map(Object.keys(games).map((id) => [id, anyOf([games[id] ?? "", ...(names[id] ?? [])])]));
    this.hiragana = /(?!)/g; // matches the book's katakana words written in hiragana, once they are known
    this.speech = speech;
    this.answers = entries;
    this.index = new WordIndex();
    /** @type {Map<Answer, Entry>} */
    this.entryOf = new Map();
    this.known = this.index.known;
    /** @type {LetterPairs<Entry>} */
    this.letters = new LetterPairs();
    /** @type {WeakMap<Alternatives[], Neighbours[][]>} */
    this.neighboursOf = new WeakMap();
    /** @type {Set<string>} */
    this.stems = new Set(); // all terms
    /** @type {Map<string, string[]>} */
    this.kanji = new Map(); // kanji -> the terms that contain it
    this.all = new Collection(this.index, () => true);
    /** @type {Map<string, Collection>} */
    this.of = new Map();
    /** @type {Map<string, Map<string, [string, string[]][]>>} */
    this.japanese = new Map(); // each game's Japanese words by first letter, longest first, with their English terms
    /** @type {Map<string, string[][][]>} */
    this.phrases = new Map(); // phrase as stems -> the groups of phrases, as stems, that mean the same
  }

  /** @returns {Generator<void>} yields after each small part of the work that all questions need */
  *prepare() {
    for (const answer of this.answers) {
      this.addAnswer(answer);
      yield;
    }
    this.index.finish();
    yield;
    this.letters.finish();
    yield;
    this.addStems();
    this.all = new Collection(this.index, () => true);
    yield;
    for (const game of ["", ...Object.keys(this.games)]) {
      this.of.set(game, new Collection(this.index, (answer) => !answer.game || answer.game === game));
      this.addMeanings(game);
      yield;
    }
    for (const line of this.speech.same) this.addPhrases(line);
  }

  /** @returns {Generator<void>} yields after each of a few questions, which make the reader's first question faster */
  *rehearse() {
    const asked = this.answers.filter(({ disputes }) => disputes?.length);
    for (const { disputes, game } of asked.slice(0, REHEARSALS)) {
      this.to(disputes?.[0]?.says ?? "", game);
      yield;
    }
  }

  /** @type {(answer: Answer) => void} */
  addAnswer(answer) {
    const { index } = this;
    const entry = index.addEntry(answer);
    this.entryOf.set(answer, entry);
    for (const [field, texts] of partsOf(answer, this.games))
      for (const text of texts) index.addPart(entry, field, text);
    const { disputes = [], shown = [] } = answer;
    for (const dispute of disputes) for (const text of playersOf(dispute)) index.addPart(entry, "typed", text, dispute);
    for (const dispute of [...disputes, ...shown]) index.addPart(entry, "disputes", dispute.says, dispute);
    for (const dispute of disputes)
      for (const question of dispute.says.match(QUESTION) ?? [])
        index.addAside(entry, "asks", dispute.says, question, dispute);
    for (const { text } of entry.parts) if (isJapanese(text)) this.letters.add(entry, text);
  }

  addStems() {
    for (const { n } of this.index.entries)
      for (const term of this.index.ofEntries[n] ?? []) this.stems.add(this.index.terms[term] ?? "");
    const inKatakana = [...this.stems].filter((term) => KATAKANA.test(term)).sort((a, b) => b.length - a.length);
    if (inKatakana.length) this.hiragana = new RegExp(inKatakana.map(hiragana).join("|"), "g");
    for (const term of this.stems)
      for (const kanji of new Set(term.match(HAN))) {
        const terms = this.kanji.get(kanji) ?? [];
        this.kanji.set(kanji, terms);
        terms.push(term);
      }
  }

  /** @type {(game: string) => void} */
  addMeanings(game) {
    const { "": general = {}, ...terms } = this.speech.japanese;
    /** @type {Map<string, [string, string[]][]>} */
    const meanings = new Map();
    const longestFirst = Object.entries({ ...general, ...terms[game] }).sort(([a], [b]) => b.length - a.length);
    for (const [word, english] of longestFirst) {
      const others = meanings.get(word[0] ?? "") ?? [];
      meanings.set(word[0] ?? "", others);
      others.push([word, termsOf(english)]);
    }
    this.japanese.set(game, meanings);
  }

  /** @type {(line: string) => void} */
  addPhrases(line) {
    const group = line.split(",").map((phrase) => words(phrase).map(stem));
    for (const phrase of group.filter((one) => one.some((term) => !isStopStem(term))))
      this.phrases.set(phrase.join(" "), [...(this.phrases.get(phrase.join(" ")) ?? []), group]);
  }

  /** @type {(question: string) => Matched} */
  matched(question) {
    // "two-player" is also read as "twoplayer", which matters only if the book has this word.
    const isKnown = (/** @type {string} */ word) => this.stems.has(stem(word));
    const all = words(question)
      .filter((word, n, of) => isKnown(word) || !isJoined(word, n, of))
      .flatMap((word, n, of) => (isKnown(word) && !isJoined(word, n, of) ? this.hyphenated(word) : [word]));
    const stems = all.map(stem);
    // At the end of a longer question, "cat" is more likely a cat than the beginning of "catch".
    const isShort = all.filter((word) => !isStopWord(word)).length < 2;
    const isBegun = (/** @type {string} */ word, /** @type {number} */ n) =>
      n === all.length - 1 && (isShort || !isKnown(word));
    const found = all.map((word, n) => (isStopWord(word) ? new Map() : this.matches(word, isBegun(word, n))));
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

  /** @type {(question: string) => string[]} its English words that the book has in no form and under no synonym */
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
      const [left = "", right = ""] = halves.map(stem);
      if (this.index.pair(left, right)) return [...halves, word];
    }
    return [word];
  }

  /** @type {(word: string, last: boolean) => Alternatives} the terms that match; the last word may be unfinished */
  matches(word, last) {
    /** @type {Alternatives} */
    const found = new Map();
    const isKnown = this.stems.has(stem(word));
    const isSpelt = isKnown || this.phrases.has(stem(word)); // such words are not misspelt, even if no answer has them
    if (isKnown) found.set(stem(word), 1);
    if (isJapanese(word)) return new Map([...this.written(word), ...found]);
    if ((!isKnown || last) && word.length > 1)
      for (const [other, term] of this.known)
        if (other.startsWith(word)) raise(found, term, (WEIGHTS.prefix * (1 + word.length / other.length)) / 2);
    if (!isSpelt && word.length >= MISSPELT_FROM)
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

  /** @type {(word: string) => string[]} the terms that an unknown word may mean: it is misspelt, or it is two words */
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
      const letter = text[at] ?? "";
      const meanings = this.japanese.get(game)?.get(letter) ?? [];
      const [word, english] = meanings.find(([one]) => text.startsWith(one, at)) ?? [letter, []];
      if (english.length) found.push(new Map(english.map((one) => [one, WEIGHTS.meaning])));
      at += word.length;
    }
    return found;
  }

  /** @type {(question: string) => Spelled | undefined} */
  spelled(question) {
    return isJapanese(question) ? this.letters.alike(question) : undefined;
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
    const found = scores.keys.map((n) => {
      const entry = /** @type {Entry} */ (this.index.entries[n]);
      const parts = similar[n];
      const alike = Math.sqrt(parts?.squares ?? 0) / Math.hypot(...most);
      const matching = (scores.get(n) + WEIGHTS.pair * beside.get(n)) / whole;
      const atOnce = entry.of.use
        ? 0
        : Math.min(1, (parts?.product ?? 0) / most.reduce((sum, one) => sum + one ** 2, 0));
      const total =
        matching + WEIGHTS.part * alike + WEIGHTS.atOnce * atOnce + WEIGHTS.letters * (spelled?.get(entry) ?? 0);
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

  /** @type {(asked: Alternatives[], collection: Collection) => Sums} by answer */
  besideEachOther(asked, collection) {
    const [sums, best] = [new Sums(this.answers.length), new Sums(this.answers.length)];
    for (const neighbours of this.neighbours(asked)) {
      for (const { left, right, weight, places } of neighbours) {
        const rare = (weight * (collection.rare(left) + collection.rare(right))) / 2;
        for (const entry of places.keys) best.raise(entry, rare * places.get(entry));
      }
      sums.add(best);
      best.clear();
    }
    return sums;
  }

  /** @type {(asked: Alternatives[]) => Neighbours[][]} for each two adjacent words, where else they are adjacent */
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
        for (const places of [this.index.pair(left, right), this.index.pair(right, left)]) {
          if (places) found.push({ left, right, weight: Math.min(leftWeight, rightWeight), places });
        }
    return found;
  }

  /**
   * @param {string} question
   * @param {string} [game] the game of the current page
   * @returns {Found[]} the best answers, game by game: first those of the page's game, if any, then the others
   */
  to(question, game) {
    const { named, rest } = this.aboutGame(this.inKatakana(question));
    const word = wordAsked(rest);
    return this.answered(word ?? rest, named ?? game, word);
  }

  /** @type {(question: string) => string | undefined} the id of the game, if it names only one */
  gameNamed(question) {
    return this.aboutGame(this.inKatakana(question)).named;
  }

  /** @type {(question: string) => { named?: string, rest: string }} the only game named, if any, and the other words */
  aboutGame(question) {
    const text = normalized(question);
    const named = [...this.titles].filter(([, title]) => text.search(title) >= 0);
    const [[game, title] = []] = named;
    if (named.length !== 1 || !title) return { rest: question };
    const rest = text.replace(title, " ");
    return { named: game, rest: this.asked(this.matched(rest), this.all).length ? rest : question };
  }

  /** @type {(question: string) => string} with the book's katakana words in katakana even where it has hiragana */
  inKatakana(question) {
    return question.normalize("NFKC").replace(this.hiragana, katakana);
  }

  /** @type {(question: string, game?: string, word?: string) => Found[]} `word`: the word whose meaning is asked */
  answered(question, game, word) {
    const matched = this.matched(question);
    const asked = this.asked(matched, this.all);
    const spelled = this.spelled(question);
    const groups = this.groups(question, matched, asked, spelled);
    if (word) for (const group of groups) group.answers = definedFirst(group.answers, word);
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
    const use = uses.find(({ answer }) => this.isAnsweredBy(answer, asked));
    const rest = answers.filter(({ answer }) => answer !== use?.answer);
    const isFirst = use && (answers[0]?.answer === use.answer || this.leads(use.answer, rest[0]?.answer, asked, word));
    const at = isFirst ? 0 : 1;
    const listed = (use ? [...rest.slice(0, at), use, ...rest.slice(at)] : rest).slice(0, MAX_ANSWERS);
    return listed.map((one) => ({ ...one, sentence: rowFor(one.answer, asked) ?? one.sentence }));
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

  /**
   * @param {Answer} use
   * @param {Answer | undefined} other the best of the other answers
   * @param {Alternatives[]} asked
   * @param {string} [word] whose meaning is asked
   * @returns {boolean} whether an answer about the book itself answers better; the box shows it in a group of its own
   */
  leads(use, other, asked, word) {
    if (!other) return true;
    if (word && meaningOf(other, word)) return false;
    const [name, otherName] = [this.named(use, asked), this.named(other, asked)];
    if (other.rule && otherName > NAMED && otherName >= name) return false;
    if (name > NAMED) return true;
    const more = this.covered(use, asked) - this.covered(other, asked);
    return more > 0 || (more === 0 && this.coveredAtOnce(use, asked) > this.coveredAtOnce(other, asked));
  }

  /** @type {(answer: Answer, asked: Alternatives[]) => boolean} whether it is about the book and has what matters */
  isAnsweredBy(answer, asked) {
    if (!answer.use || !asked.length) return false;
    const { title, also = [], also_ja = [], says = [] } = answer;
    const about = new Set(termsOf([title, ...also, ...also_ja, ...says].join(" ")));
    return asked.some(isIn(about)) && this.covered(answer, asked) >= ENOUGH;
  }

  /** @type {(answer: Answer, asked: Alternatives[]) => number} how much of a question it has, weighted by rarity */
  covered(answer, asked) {
    return this.coveredBy(this.partsAbout(answer), asked);
  }

  /** @type {(answer: Answer, asked: Alternatives[]) => number} the same within a single one of its texts */
  coveredAtOnce(answer, asked) {
    return Math.max(0, ...this.partsAbout(answer).map((part) => this.coveredBy([part], asked)));
  }

  /** @type {(answer: Answer) => Part[]} without explanations of a rule or of the book's use, which mention much */
  partsAbout(answer) {
    const parts = this.entryOf.get(answer)?.parts ?? [];
    const left = answer.rule ? "more" : answer.use ? "says" : "";
    return parts.filter(({ field }) => field !== left);
  }

  /** @type {(parts: Part[], asked: Alternatives[]) => number} */
  coveredBy(parts, asked) {
    const terms = parts.flatMap((part) => this.index.ofPart(part)).map((term) => this.index.terms[term] ?? "");
    const has = isIn(new Set(terms));
    let [sum, all] = [0, 0];
    for (const alternatives of asked) {
      const rare = Math.max(...[...alternatives].map(([term, weight]) => weight * this.all.rare(term))) ** 2;
      all += rare;
      if (has(alternatives)) sum += rare;
    }
    return all && sum / all;
  }

  /**
   * @param {Answer} answer
   * @param {Alternatives[]} asked
   * @returns {number} the share of its title that a question has; 1 if the question is one of its other titles
   */
  named({ title, also = [], also_ja = [] }, asked) {
    const length = (/** @type {string[]} */ terms) => Math.hypot(...terms.map((term) => this.all.rare(term)));
    const share = (/** @type {string} */ name) => {
      const terms = [...new Set(termsOf(name))];
      const said = terms.filter((term) => asked.some((alternatives) => alternatives.get(term) === 1));
      const hasAll = asked.every((alternatives) => said.some((term) => alternatives.get(term) === 1));
      return hasAll && said.length ? length(said) / length(terms) : 0;
    };
    return [...also, ...also_ja].some((name) => share(name) === 1) ? 1 : share(title);
  }
}

/** @type {(question: string) => string | undefined} the word whose meaning it asks for */
function wordAsked(question) {
  const text = normalized(question).trim();
  return (MEANING.exec(text) ?? MEANING_JA.exec(text))?.[1];
}

/** @type {(answer: Answer, word: string) => string | undefined} what the glossary says about a word at this answer */
function meaningOf({ called = [] }, word) {
  const spelled = (/** @type {string} */ name) => words(name).map(stem).join(" ");
  for (const line of called) {
    const [, english = "", japanese = "", meaning] = NAMES.exec(line) ?? [];
    const names = isJapanese(word) ? japanese : english;
    if (names.split(/[,、] ?/).some((name) => spelled(name) === spelled(word))) return `${names}: ${meaning}`;
  }
  return undefined;
}

/** @type {(answers: Found[], word: string) => Found[]} first the one that defines a word, with its meaning */
function definedFirst(answers, word) {
  const found = answers.find(({ answer }) => meaningOf(answer, word));
  if (!found) return answers;
  return [{ ...found, sentence: meaningOf(found.answer, word) ?? "" }, ...answers.filter((one) => one !== found)];
}

/** @type {(answer: Answer, asked: Alternatives[]) => string | undefined} its table row for a number in the question */
function rowFor({ more = [] }, asked) {
  const rows = more.filter((one) => ROW.test(one));
  return rows.find((one) => asked.some((alternatives) => alternatives.get(ROW.exec(one)?.[1] ?? "") === 1));
}

/** @type {(titles: string[]) => RegExp} matches any of a game's titles, as whole words */
function anyOf(titles) {
  const escaped = (/** @type {string} */ title) => normalized(title).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const plain = titles.filter(Boolean).map((title) => escaped(title).replace(/[\s-]+/g, "[\\s-]+"));
  const whole = "(?<![\\p{Script=Latin}\\p{N}])(?:TITLES)(?![\\p{Script=Latin}\\p{N}])";
  return new RegExp(whole.replace("TITLES", plain.join("|")), "gu");
}

/** @type {(known: Set<string>) => (alternatives: Alternatives) => boolean} whether `known` has one with full weight */
const isIn = (known) => (alternatives) => [...alternatives].some(([term, weight]) => weight === 1 && known.has(term));

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
  const isKnown = [...alternatives].some(([term, weight]) => weight === 1 && collection.rare(term) > 0);
  const inJapanese = group.some((phrase) => phrase.some(isJapanese));
  const weight = WEIGHTS[isKnown ? (inJapanese ? "synonymInJapanese" : "synonym") : "onlySynonym"];
  for (const phrase of group) {
    const content = phrase.filter((term) => !isStopStem(term) && known.has(term));
    for (const term of content) raise(alternatives, term, weight * (content.length > 1 ? WEIGHTS.phrase : 1));
  }
}

/** @type {(word: string, other: string) => boolean} whether a word is certainly a misspelling of another */
function isMeant(word, other) {
  if (word.length < MISSPELT_FROM || !mayBe(word, other) || wrongLetters(word, other, 1) > 1) return false;
  // A short word with one other letter, such as "wood" for "word", is more likely a word of its own.
  const isOther = word.length === other.length && [...word].sort().join("") !== [...other].sort().join("");
  return !isOther || word.length >= CERTAIN_FROM;
}

/** @type {(word: string, n: number, of: string[]) => boolean} whether it joins the two before it, as in "two-player" */
const isJoined = (word, n, of) => word === `${of[n - 2]}${of[n - 1]}`;

/** @type {(word: string, other: string) => boolean} whether the first letters fit a misspelling of another word */
const mayBe = (word, other) => other[0] === word[0] || other[1] === word[1] || other[1] === word[0];

/** @typedef {{ alike: number, part: Part }} Closest */
/** @typedef {{ squares: number, product: number, any?: Closest, dispute?: Closest }} Similar the sum over all parts,
 *   how much of the question one of them has, and the closest parts */

/** @type {(products: Sums, collection: Collection) => Similar[]} by the number of the answer */
function similarParts(products, collection) {
  /** @type {Similar[]} */
  const found = [];
  for (const n of products.keys) {
    const part = /** @type {Part} */ (collection.index.parts[n]);
    const alike = ((WEIGHTS.parts[part.field] ?? 0) * products.get(n)) / collection.size(part);
    let known = found[part.entry.n];
    if (!known) {
      known = { squares: 0, product: 0 };
      found[part.entry.n] = known;
    }
    known.squares += alike ** 2;
    known.product = Math.max(known.product, products.get(n));
    if (alike > (known.any?.alike ?? 0)) known.any = { alike, part };
    if (part.dispute && alike > (known.dispute?.alike ?? 0)) known.dispute = { alike, part };
  }
  return found;
}
