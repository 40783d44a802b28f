// @ts-check
// Finds the rules that answer a question in the search index written by the build (search/index.py). MiniSearch ranks
// them; this module defines the weights and when two words match.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";

const MAX_ANSWERS = 8; // visible without scrolling; if no answer is right, readers rephrase the question
const WEIGHTS = { title: 2, also: 4, says: 3, called: 1.5, disputes: 1, refuses: 2, game: 1 };
const MATCH_WEIGHTS = { prefix: 0.5, fuzzy: 0.2 }; // weights of prefix matches and of matches with wrong letters
// With these, a long text must contain more of the question's words than a short text to get the same score.
const BM25 = { k: 2, b: 0.9, d: 0.5 };
const SAME_GAME = 2.5; // boost for the game of the current page
const HEADING = 0.4; // boost for a heading without a rule or words of its own
const FUZZY_FROM = 5; // minimum length of a word that may be misspelt; a wrong letter turns a short word into another
const FUZZY_UNKNOWN = 4; // the same minimum for a word that is in no answer
const UNKNOWN = 4; // boost for a word that is in no answer: it may be a misspelt rare word, which matters most
const WRONG_LETTERS = 0.2; // maximum fraction of a word's letters that may be wrong
// Stop words, which say nothing about what a question asks.
const STOP_WORDS = new Set(
  `a an and any are as at be been but by can cant could did do does doesnt dont for from get gets got has have
  he her his i if in is isnt it its just me may might my of on or our please s shall she should so some than
  that the their them then there these they this those to us was we were what which will with would you your`.split(
    /\s+/,
  ),
);
// Neither separates words. NFKC would turn some apostrophes into spaces.
const APOSTROPHES = /['‘’‛′´`ʼ＇]/g;
const INVISIBLE = /\p{Cf}|\u034f|[\ufe00-\ufe0f]/gu;
const WORD = /[\p{Script=Latin}\p{N}]+|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+|[≠♂♀☆]/gu;
const JAPANESE = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;

/** @type {(text: string) => string[]} its words; Japanese, which has no spaces, as character bigrams */
function words(text) {
  const plain = text.replace(APOSTROPHES, "").normalize("NFKC").replace(INVISIBLE, "").toLowerCase();
  return (plain.match(WORD) ?? []).flatMap((word) => (JAPANESE.test(word) ? pairs([...word]) : [word]));
}

/** @param {string[]} letters */
const pairs = (letters) => (letters.length < 2 ? letters : letters.slice(1).map((letter, n) => letters[n] + letter));

/** @type {Map<string, string>} */
const stems = new Map(); // cache: the same few words occur everywhere

/** @type {(word: string) => string | null} its stem; null for a stop word */
function stem(word) {
  if (STOP_WORDS.has(word)) return null;
  if (!stems.has(word)) stems.set(word, stemmer(word));
  return stems.get(word) ?? null;
}

/**
 * @param {string} word
 * @returns {string[]} all variants with two adjacent letters swapped
 */
const swapped = (word) =>
  [...word].slice(1).map((_, n) => word.slice(0, n) + word[n + 1] + word[n] + word.slice(n + 2));

/** @type {{ [field: string]: (answer: Answer) => string | undefined }} */
const FIELDS = {
  says: (answer) => answer.says?.join(" "),
  disputes: (answer) => answer.disputes?.map((dispute) => dispute.says).join(" "),
};

export class Answers {
  /** @param {AnswersFile} file */
  constructor({ games, entries }) {
    this.games = games;
    this.entries = entries;
    /** @type {Set<string>} */
    this.known = new Set(); // stems of all words in the answers
    this.index = new MiniSearch({
      fields: Object.keys(WEIGHTS),
      idField: "at",
      extractField: (answer, field) => FIELDS[field]?.(answer) ?? answer[field],
      tokenize: words,
      processTerm: (word) => this.learn(word),
      searchOptions: {
        processTerm: (word) => this.termsFor(word),
        boost: WEIGHTS,
        bm25: BM25,
        weights: MATCH_WEIGHTS,
        boostTerm: (word) => (this.known.has(word) ? 1 : UNKNOWN),
        prefix: true,
        fuzzy: (word) => this.mayBeWrong(word) && WRONG_LETTERS,
      },
    });
    this.index.addAll(entries);
    this.at = new Map(entries.map((entry) => [entry.at, entry]));
  }

  /** @param {string} word a word of an answer */
  learn(word) {
    const known = stem(word);
    if (known) this.known.add(known);
    return known;
  }

  /**
   * @param {string} word a word of a question
   * @returns {string[] | string | null} the terms to search for; for an unknown word, also known words that differ by
   *   two swapped letters
   */
  termsFor(word) {
    const term = stem(word);
    if (!term || this.known.has(term)) return term;
    const others = swapped(word).map((other) => stem(other) ?? "");
    return [term, ...others.filter((other) => this.known.has(other))];
  }

  /** @param {string} word */
  mayBeWrong(word) {
    return word.length >= (this.known.has(word) ? FUZZY_FROM : FUZZY_UNKNOWN) && !JAPANESE.test(word);
  }

  /**
   * @param {string} question
   * @param {string} [game] the game of the current page
   * @returns {Answer[]} the best answers, best first
   */
  to(question, game) {
    const found = this.index.search(question, {
      boostDocument: (at) => {
        const answer = /** @type {Answer} */ (this.at.get(at));
        return (answer.rule || answer.also ? 1 : HEADING) * (answer.game === game ? SAME_GAME : 1);
      },
    });
    return found.slice(0, MAX_ANSWERS).map(({ id }) => /** @type {Answer} */ (this.at.get(id)));
  }
}
