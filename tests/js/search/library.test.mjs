// The files of the index are fetched when they are needed, and the index is read again when new ones have arrived.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Library } from "../../../cattools/site/frontend/search/library.mjs";

const BOOK = "https://example.org/_static/answers.json";
const GAMES = ["lynx", "puma", "wolf"];
const of = (/** @type {string} */ stem) => Object.fromEntries(GAMES.map((game) => [game, `${stem}.${game}.json?v=1`]));
const INDEX = { files: { own: of("answers"), other: { "": "answers_other.json?v=1", ...of("answers_other") } } };

/** @type {string[]} */
let fetched = [];
/** @type {Set<string>} */
let lost = new Set();
/** @type {AnswersFiles[]} */
let read = [];

beforeEach(() => {
  [fetched, lost, read] = [[], new Set(), []];
});

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ address) => {
    const name = address.replace(/.*\/|[?].*/g, "");
    fetched.push(name);
    if (lost.has(name)) throw new TypeError("no network");
    return { ok: true, json: async () => (address === BOOK ? INDEX : { name }) };
  }
);
console.warn = () => {};

function opened() {
  const Answers = /** @type {any} */ ({ readInSlices: async (/** @type {AnswersFiles} */ files) => read.push(files) });
  return new Library(
    BOOK,
    async () => ({ Answers }),
    async () => {},
  );
}

/** @type {(files?: AnswersFiles) => string[][]} */
const games = (files) => [Object.keys(files?.own ?? {}), Object.keys(files?.other ?? {})];

test("a page of a game fetches its game's file first, and the others' when a question needs them", async () => {
  const library = opened();
  await library.learn({ game: "puma", other: false });
  assert.deepEqual(fetched, ["answers.json", "answers.puma.json"]);
  assert.deepEqual(read.map(games), [[["", "puma"], []]]);
  assert.ok(library.has({ game: "puma", other: false }));
  assert.ok(!library.has({ other: false }));
  await Promise.all([library.learn({ other: false }), library.learn({ other: false })]);
  assert.deepEqual(fetched.slice(2), ["answers.lynx.json", "answers.wolf.json"]);
  assert.equal(read.length, 2);
  assert.deepEqual(games(read[1])[0].sort(), ["", ...GAMES]);
  assert.ok(library.has({ other: false }));
  await library.learn({ game: "lynx", other: false }); // on another page
  assert.equal(fetched.length, 4);
  assert.equal(read.length, 2);
});

test("a page outside the games fetches all games' files at once", async () => {
  const library = opened();
  await library.learn({ other: false });
  assert.deepEqual(fetched, ["answers.json", ...GAMES.map((game) => `answers.${game}.json`)]);
  assert.equal(read.length, 1);
});

test("a question in another language first fetches the second files of the book and the page's game", async () => {
  const library = opened();
  await library.learn({ game: "wolf", other: false });
  await library.learn({ game: "wolf", other: true });
  assert.deepEqual(fetched.slice(2), ["answers_other.json", "answers_other.wolf.json"]);
  assert.deepEqual(read.map(games).at(-1), [
    ["", "wolf"],
    ["", "wolf"],
  ]);
  await library.learn({ other: true });
  assert.equal(new Set(fetched).size, fetched.length);
  assert.equal(fetched.length, 2 + 2 * GAMES.length);
  assert.ok(library.has({ other: true }));
});

test("files that failed are missing from the answers, and are fetched again the next time", async () => {
  const library = opened();
  lost = new Set(["answers.lynx.json"]);
  await library.learn({ other: false });
  assert.deepEqual(games(read.at(-1))[0].sort(), ["", "puma", "wolf"]);
  assert.ok(!library.has({ other: false }));
  await library.learn({ other: false });
  assert.equal(read.length, 1);
  lost.clear();
  await library.learn({ other: false });
  assert.ok(library.has({ other: false }));
  assert.equal(fetched.filter((name) => name === "answers.lynx.json").length, 3);
  assert.equal(fetched.filter((name) => name === "answers.wolf.json").length, 1);
});

test("without the book's file there are no answers", async () => {
  const library = opened();
  lost = new Set(["answers.json"]);
  await assert.rejects(library.learn({ game: "puma", other: false }), /no network/);
  assert.equal(library.answers, undefined);
  lost.clear();
  await library.learn({ game: "puma", other: false });
  assert.ok(library.answers);
});
