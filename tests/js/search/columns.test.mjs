// The index files are merged into entries, each with its lists, Japanese texts, address and rulings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unpacked } from "../../../cattools/site/frontend/search/columns.mjs";

const LETTERS = ["Passing", ..."ABPabcdefghiklmnoprstuvwxy/.#-?~|\t0123456789猫犬虫".split("")];

/** @type {(columns: { [field: string]: string }) => { [field: string]: string }} with a letter for each of `LETTERS` */
function coded(columns) {
  const letter = (/** @type {string} */ part) => {
    const code = "#".charCodeAt(0) + LETTERS.indexOf(part);
    return String.fromCharCode(code < "\\".charCodeAt(0) ? code : code + 1);
  };
  const texts = Object.entries(columns).map(([field, text]) => [field, text.replace(/Passing|./gs, letter)]);
  return Object.fromEntries(texts);
}

const alphabet = LETTERS.join("\n");
/** @type {AnswersFiles} */
const FILES = {
  own: {
    "": {
      games: { wolf: "Wolf", puma: "Puma" },
      names: { puma: ["ピューマ"] },
      order: [
        ["wolf", 1],
        ["puma", 1],
        ["", 1],
        ["wolf", 1],
      ],
      same: ["one, two"],
      alphabet,
      shared: coded({ all: "Passing~alike" }).all,
      rulings: {},
      entries: coded({ at: "about", title: "About", use: "1", called: "虫" }),
    },
    wolf: {
      rulings: coded({ at: "a#a~a#b", says: "A.~B.", players: "~b|c|" }),
      entries: coded({
        at: "index~play#top",
        rule: "wolf.pass~",
        title: "\t0~Play",
        disputes: "1|~",
        shown: "0|~",
        more: "~a|\t1|",
      }),
    },
    puma: { rulings: {}, entries: coded({ at: "play", title: "\t0", more: "\t1|" }) },
  },
  other: {
    "": { alphabet, shared: "", same_japanese: ["猫, 犬"], japanese: { "": { 猫: "cat" } }, rulings: {}, entries: {} },
    wolf: {
      japanese: { wolf: { 犬: "dog" } },
      rulings: coded({ players_ja: "猫|~" }),
      entries: coded({ ja: "猫犬~" }),
    },
    puma: { rulings: {}, entries: {} },
  },
};

test("an entry has its own fields, its game, and the rulings that rest on it", () => {
  const { games, names, speech, entries } = unpacked(FILES);
  assert.deepEqual(games, { wolf: "Wolf", puma: "Puma" });
  assert.deepEqual(names, { puma: ["ピューマ"] });
  assert.deepEqual(speech, {
    same: ["one, two", "猫, 犬"],
    japanese: { "": { 猫: "cat" }, wolf: { 犬: "dog" } },
  });
  const known = entries.map((one) => JSON.parse(JSON.stringify(one)));
  assert.deepEqual(known, [
    {
      at: "book/wolf/index.html#wolf-pass",
      rule: "wolf.pass",
      game: "wolf",
      title: "Passing",
      ja: "猫犬",
      disputes: [{ at: "book/wolf/a.html#b", says: "B.", players: ["b", "c"] }],
      shown: [{ at: "book/wolf/a.html#a", says: "A.", players_ja: ["猫"] }],
    },
    { at: "book/puma/play.html", game: "puma", title: "Passing", more: ["alike"] },
    { at: "book/about.html", title: "About", use: "1", called: "虫" },
    { at: "book/wolf/play.html#top", game: "wolf", title: "Play", more: ["a", "alike"] },
  ]);
});

test("without the files of some games, the others' entries keep their order", () => {
  const { own, other } = FILES;
  const near = unpacked({ own: { wolf: own.wolf, "": own[""] }, other: {} });
  assert.deepEqual(
    near.entries.map(({ title }) => title),
    ["Passing", "About", "Play"],
  );
  assert.deepEqual(near.speech, { same: ["one, two"], japanese: {} });
  assert.equal(near.entries[0]?.ja, undefined);
  // a game's second file is useless without the book's second file, which has the alphabet
  assert.equal(unpacked({ own, other: { wolf: other.wolf } }).entries[0]?.ja, undefined);
});
