// The index files are read entry by entry, with lists, Japanese texts, addresses and rulings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unpacked } from "../../../cattools/site/frontend/search/columns.mjs";

test("an entry has its own fields, and the rulings that rest on it", () => {
  const file = {
    games: { wolf: "Wolf" },
    same: ["one, two"],
    rulings: {
      at: "book/wolf/rulings.html#wolf-ruling-a~book/wolf/rulings.html#wolf-ruling-b",
      says: "A.~B.",
      players: "~b|c|",
    },
    entries: {
      at: "wolf/index~book/about.html",
      rule: "wolf.pass~",
      title: "Passing~About",
      disputes: "1|~",
      shown: "0|~",
      use: "~1",
    },
    alphabet: "虫~",
    coded: { rulings: {}, entries: { called: "$#" } },
  };
  const other = {
    japanese: { "": { 猫: "cat" } },
    rulings: {},
    entries: {},
    alphabet: "猫~犬|",
    coded: { rulings: { players_ja: "#&$" }, entries: { ja: "#%$" } },
  };
  const { speech, entries } = unpacked(file, other);
  const [a, b] = [
    { at: "book/wolf/rulings.html#wolf-ruling-a", says: "A.", players_ja: ["猫"] },
    { at: "book/wolf/rulings.html#wolf-ruling-b", says: "B.", players: ["b", "c"] },
  ];
  assert.deepEqual(speech, { same: ["one, two"], japanese: { "": { 猫: "cat" } } });
  assert.equal(entries.length, 2);
  assert.deepEqual(
    { ...entries[0] },
    {
      at: "book/wolf/index.html#wolf-pass",
      rule: "wolf.pass",
      title: "Passing",
      ja: "猫犬",
      disputes: [b],
      shown: [a],
    },
  );
  assert.equal(entries[1].at, "book/about.html");
  assert.equal(entries[1].title, "About");
  assert.equal(entries[1].use, "1");
  assert.equal(entries[1].called, "虫");
  const alone = unpacked(file);
  assert.deepEqual(alone.speech, { same: ["one, two"], japanese: {} });
  assert.equal(alone.entries[0].ja, undefined);
  assert.equal(alone.entries[0].title, "Passing");
});
