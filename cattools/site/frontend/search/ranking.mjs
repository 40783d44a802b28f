// @ts-check
// Finds the rules that answer a question, among what the build wrote down (answers.py). MiniSearch ranks them; here
// stands what counts how much, and what makes two words the same.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";

const MOST = 8; // answers, so that the right one stands in sight or the question is asked better
const WEIGHTS = { title: 2, also: 4, says: 3, called: 1.5, quarrels: 1, refuses: 2, game: 1 };
const ALIKE = { prefix: 0.5, fuzzy: 0.2 }; // what the beginning of a word weighs, and one with a wrong letter
const BM25 = { k: 2, b: 0.9, d: 0.5 }; // what is long has to have more of the words
const HERE = 2.5; // what the game weighs beside whose board somebody asks
const HEADING = 0.4; // a place without a rule
const FUZZY_FROM = 5; // letters; a shorter word with one wrong letter is another word, if it is one
const FUZZY_UNKNOWN = 4;
const UNKNOWN = 4; // what a word weighs that no answer has: a rare one, misspelt, not the frequent one beside it
const WRONG_LETTERS = 0.2; // of a word's letters
// Words that stand in every question and in no answer.
const EMPTY = new Set(
  `a an and any are as at be been but by can cant could did do does doesnt dont for from get gets got has have
  he her his i if in is isnt it its just me may might my of on or our please s shall she should so some than
  that the their them then there these they this those to us was we were what which will with would you your`.split(
    /\s+/,
  ),
);
const WORD = /[\p{Script=Latin}\p{N}]+|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+|[≠♂♀☆]/gu;
const JAPANESE = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/**
 * @param {string} text
 * @returns {string[]} its words; Japanese, which has no spaces, in pairs of signs
 */
function words(text) {
  const plain = text.normalize("NFKC").toLowerCase().replace(/['’]/g, "");
  return (plain.match(WORD) ?? []).flatMap((word) => (JAPANESE.test(word) ? pairs([...word]) : [word]));
}

/** @param {string[]} signs */
const pairs = (signs) => (signs.length < 2 ? signs : signs.slice(1).map((sign, n) => signs[n] + sign));

/** @type {Map<string, string>} */
const stems = new Map(); // the same few words stand everywhere

/**
 * @param {string} word
 * @returns {string | null} what all its forms have in common, null where it says nothing
 */
function stem(word) {
  if (EMPTY.has(word)) return null;
  if (!stems.has(word)) stems.set(word, stemmer(word));
  return stems.get(word) ?? null;
}

/**
 * @param {string} word
 * @returns {string[]} what it may have been before two letters beside each other were swapped
 */
const swapped = (word) =>
  [...word].slice(1).map((_, n) => word.slice(0, n) + word[n + 1] + word[n] + word.slice(n + 2));

/** @type {{ [field: string]: (answer: Answer) => string | undefined }} */
const FIELDS = {
  says: (answer) => answer.says?.join(" "),
  quarrels: (answer) => answer.quarrels?.map((quarrel) => quarrel.says).join(" "),
};

export class Answers {
  /** @param {AnswersFile} file */
  constructor({ games, entries }) {
    this.games = games;
    this.entries = entries;
    /** @type {Set<string>} */
    this.known = new Set(); // what the answers' words have in common with their forms
    this.index = new MiniSearch({
      fields: Object.keys(WEIGHTS),
      idField: "at",
      extractField: (answer, field) => FIELDS[field]?.(answer) ?? answer[field],
      tokenize: words,
      processTerm: (word) => this.learn(word),
      searchOptions: {
        processTerm: (word) => this.asked(word),
        boost: WEIGHTS,
        bm25: BM25,
        weights: ALIKE,
        boostTerm: (word) => (this.known.has(word) ? 1 : UNKNOWN),
        prefix: true,
        fuzzy: (word) => this.mayBeWrong(word) && WRONG_LETTERS,
      },
    });
    this.index.addAll(entries);
    this.at = new Map(entries.map((entry) => [entry.at, entry]));
  }

  /** @param {string} word of an answer */
  learn(word) {
    const known = stem(word);
    if (known) this.known.add(known);
    return known;
  }

  /**
   * @param {string} word of a question
   * @returns {string[] | string | null} what is looked for; no word of the answers may be one with letters swapped
   */
  asked(word) {
    const meant = stem(word);
    if (!meant || this.known.has(meant)) return meant;
    const others = swapped(word).map((other) => stem(other) ?? "");
    return [meant, ...others.filter((other) => this.known.has(other))];
  }

  /** @param {string} word */
  mayBeWrong(word) {
    return word.length >= (this.known.has(word) ? FUZZY_FROM : FUZZY_UNKNOWN) && !JAPANESE.test(word);
  }

  /**
   * @param {string} question
   * @param {string} [game] at whose board it is asked
   * @returns {Answer[]} the best first
   */
  to(question, game) {
    const found = this.index.search(question, {
      boostDocument: (at) => {
        const answer = /** @type {Answer} */ (this.at.get(at));
        return (answer.rule ? 1 : HEADING) * (answer.game === game ? HERE : 1);
      },
    });
    return found.slice(0, MOST).map(({ id }) => /** @type {Answer} */ (this.at.get(id)));
  }
}
