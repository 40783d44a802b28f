// The index file is read entry by entry, with its lists, Japanese texts, addresses and rulings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { unpacked } from "../../../cattools/site/frontend/search/columns.mjs";

test("an entry has its own fields, and the rulings that rest on it", () => {
  const { speech, entries } = unpacked({
    games: { wolf: "Wolf" },
    same: ["one, two"],
    japanese: { "": { 猫: "cat" } },
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
    alphabet: "猫~犬|",
    coded: { rulings: { players_ja: "#&$" }, entries: { ja: "#%$" } },
  });
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
});
