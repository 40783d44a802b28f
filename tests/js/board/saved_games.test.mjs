// Games saved in the reader's browser: they are saved as they are played, found again, and never mixed up.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dayOf, KeptGames } from "../../../cattools/widgets/frontend/storage/saved_games.js";

/** @type {any} */
const globals = globalThis;

/** @returns {any} storage with its keys as own properties, like a browser's; if `full`, it accepts nothing more */
function storage() {
  const hidden = {
    full: false,
    getItem: (/** @type {string} */ key) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      if (hidden.full) throw new Error("QuotaExceededError");
      kept[key] = value;
    },
    removeItem: (/** @type {string} */ key) => delete kept[key],
  };
  /** @type {any} */
  const kept = Object.create(hidden);
  return kept;
}

let visits = 0;
beforeEach(() => {
  globals.localStorage = storage();
  globals.sessionStorage = storage();
  globals.addEventListener = () => {};
  globals.location = { hash: "" };
  globals.document = { documentElement: { lang: "en" } };
  visit("navigate");
});

/** @param {string} type of the navigation that opened the page */
function visit(type) {
  globals.performance = { getEntriesByType: () => [{ type }] };
}

/**
 * Mount a board on a separate page; without `shelf`, the board has a storage name that no other board has used.
 * @param {{ shelf?: string, home?: URL | null }} [options]
 */
function mount({ shelf = `game.${++visits}`, home = new URL("https://host/") } = {}) {
  /** @type {Object<string, any>} */
  const traits = { saved_labels: [], record: "" };
  /** @type {(() => void)[]} */
  const listeners = [];
  const sent = /** @type {any[]} */ ([]);
  const attributes = /** @type {Set<string>} */ (new Set());
  const model = {
    get: (/** @type {string} */ name) => traits[name],
    on: (/** @type {string} */ _, /** @type {() => void} */ listener) => listeners.push(listener),
    off: () => {},
    send: (/** @type {any} */ message) => sent.push(message),
  };
  const parentElement = { setAttribute: (/** @type {string} */ name) => attributes.add(name) };
  const root = { dataset: { keeps: shelf }, parentElement, addEventListener: () => {} };
  /** @type {any} */
  const board = { model, root, home, signal: new AbortController().signal };
  const games = new KeptGames(board);
  games.listen();
  return {
    games,
    shelf,
    sent,
    attributes,
    board,
    moves(/** @type {string} */ record, /** @type {string[]} */ words = [`${record} moves`]) {
      Object.assign(traits, { record, saved_labels: words });
      for (const listener of listeners) listener();
    },
    kept: () => games.all.map(({ words, record }) => [...words, record]),
  };
}

test("nothing is saved before the first move, then every move updates the same saved game", () => {
  const one = mount();
  one.moves("deal", []);
  assert.deepEqual(one.kept(), []);
  one.moves("1");
  one.moves("2");
  assert.deepEqual(one.kept(), [["2 moves", "2"]]);
  one.moves("deal", []); // every move is undone
  assert.deepEqual(one.kept(), []);
});

test("another tab is offered the game, and resumes it only on request", () => {
  const one = mount();
  one.moves("1");
  globals.sessionStorage = storage();
  const other = mount({ shelf: one.shelf, home: null });
  const [offer] = other.sent;
  const [id] = Object.keys(offer.games);
  assert.equal(offer.kind, "kept_games");
  assert.deepEqual(offer.games[id].slice(1), ["1 moves"]);
  assert.equal(offer.current, "");
  other.games.do("resume", id);
  assert.deepEqual(other.sent.at(-1), { kind: "resume", record: "1", id });
  other.moves("1"); // what Python records while resuming is not another game
  other.games.do("resumed", id);
  other.moves("2");
  assert.deepEqual(other.kept(), [["2 moves", "2"]]);
});

test("a reloaded page resumes the tab's own game, even with a position in its URL", () => {
  const one = mount({ home: null });
  one.moves("1");
  visit("reload");
  globals.location = { hash: "#game=herders&position=x" };
  const again = mount({ shelf: one.shelf });
  assert.equal(again.sent[0].kind, "resume");
  assert.equal(again.sent[0].record, "1");
  assert.deepEqual([...again.attributes], ["data-moved"]);
});

test("a followed link takes precedence over the tab's own game, which stays saved", () => {
  const one = mount({ home: null });
  one.moves("1");
  globals.location = { hash: "#game=herders&position=x" };
  const other = mount({ shelf: one.shelf });
  assert.deepEqual(
    other.sent.map(({ kind }) => kind),
    ["kept_games"],
  );
  other.games.do("new", "");
  other.moves("x1");
  assert.deepEqual(new Set(other.kept().map(([, record]) => record)), new Set(["1", "x1"]));
});

test("two tabs that continue the same game save it separately", () => {
  const one = mount({ home: null });
  one.moves("1");
  const other = mount({ shelf: one.shelf });
  const { id } = other.sent[0];
  other.games.do("resumed", id);
  other.moves("2 here");
  one.moves("2 there");
  one.moves("3 there");
  other.moves("3 here");
  assert.deepEqual(new Set(one.kept().map(([, record]) => record)), new Set(["3 here", "3 there"]));
});

for (const former of ["cat-kept", "cat-queued"]) {
  test(`a game that an earlier build stored as ${former} is found and resumed`, () => {
    const shelf = `former.${++visits}`;
    globals.localStorage.setItem(`${former} ${shelf} g1`, '[1763000000000,"Red to move"]\nrecord');
    globals.sessionStorage.setItem(`${former} ${shelf}`, "g1");
    const later = mount({ shelf });
    assert.deepEqual(later.sent[0], { kind: "resume", record: "record", id: "g1" });
    assert.deepEqual(Object.keys(globals.localStorage), [`cat-game ${shelf} g1`]);
    assert.deepEqual(Object.keys(globals.sessionStorage), [`cat-game ${shelf}`]);
  });
}

test("an unreadable saved game is not overwritten", () => {
  const one = mount();
  globals.localStorage.setItem(`cat-game ${one.shelf} g1`, "what another version wrote");
  const other = mount({ shelf: one.shelf, home: null });
  assert.deepEqual(other.sent[0].games, { g1: [""] });
  other.games.do("resume", "g1");
  other.games.do("refused", "g1");
  other.moves("1");
  assert.deepEqual(globals.localStorage.getItem(`cat-game ${one.shelf} g1`), "what another version wrote");
  assert.equal(other.kept().length, 2);
});

test("after the game on the board is deleted, nothing is saved until another game begins", () => {
  const one = mount();
  one.moves("1");
  one.games.do("delete", one.sent.at(-1).current);
  one.moves("2");
  assert.deepEqual(one.kept(), []);
  one.games.do("new", "");
  one.moves("3");
  assert.deepEqual(one.kept(), [["3 moves", "3"]]);
});

test("no saved game is deleted automatically, however many there are", () => {
  const one = mount();
  for (let n = 0; n < 40; n++) {
    one.games.do("new", "");
    one.moves(String(n));
  }
  assert.equal(one.kept().length, 40);
  assert.equal(one.kept()[0][1], "39");
});

test("a browser that cannot save games is reported once, and everything else works", () => {
  const one = mount();
  Object.getPrototypeOf(globals.localStorage).full = true;
  one.moves("1");
  one.moves("2");
  assert.deepEqual(
    one.sent.map(({ able }) => able),
    [false],
  );
  Object.defineProperty(globals, "localStorage", {
    configurable: true,
    get() {
      throw new Error("SecurityError");
    },
  });
  const other = mount();
  assert.deepEqual(other.sent, [{ kind: "kept_games", games: {}, able: false, current: "" }]);
  other.moves("1");
  Object.defineProperty(globals, "localStorage", { configurable: true, writable: true, value: storage() });
});

test("after a kernel restart, the same game continues to be saved", () => {
  const one = mount();
  one.moves("1");
  const other = mount({ shelf: one.shelf, home: null });
  other.board.model.resumed = true;
  const again = new KeptGames({ ...other.board, model: { ...other.board.model, resumed: true } });
  again.listen();
  assert.equal(again.now.id, one.games.now.id);
});

test("a saved game shows its day with month and year, and also its time if the day is today", () => {
  const now = new Date(2026, 10, 22, 18, 30).getTime(); // a Sunday
  assert.equal(dayOf(new Date(2026, 10, 22, 9, 5).getTime(), now, "en"), "November 22, 2026 at 9:05 AM");
  assert.equal(dayOf(new Date(2026, 10, 21, 23, 59).getTime(), now, "en"), "November 21, 2026");
  assert.equal(dayOf(new Date(2026, 10, 16, 12).getTime(), now, "en"), "November 16, 2026");
  assert.equal(dayOf(new Date(2025, 10, 22, 12).getTime(), now, "en"), "November 22, 2025");
  assert.equal(dayOf(0, now, "en"), "");
});
