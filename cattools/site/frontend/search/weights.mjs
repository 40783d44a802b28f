// @ts-check
// How much each kind of match counts in the ranking of answers.

/** @type {{ fields: { [field: string]: number }, parts: { [field: string]: number }, [name: string]: any }} */
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
  k: 0.8, // BM25: how soon further occurrences stop mattering
  b: 0.3, // BM25: how much a field's length reduces its weight
  pair: 0.4, // weight of words that are next to each other in the question and in the answer
  part: 0.27, // weight of the similar parts
  atOnce: 0.1, // weight of the part that has most of the question
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
