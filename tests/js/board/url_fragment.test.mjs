// The page's address: what boards read from it, and when they change it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Address, carry, positionIn, siteRoot, withFragment } from "../../../cattools/widgets/frontend/url_fragment.js";

const PAGE = "https://host/rulebook/book/herders/turn.html?x=1";
const POSITION = "game=herders&position=f4%20b/r";
/** @type {any} */
const globals = globalThis;
/** @type {string[]} */
let hashChanges;

/** @type {any} */
let page;

beforeEach(() => {
  hashChanges = [];
  page = { href: PAGE, search: "", listeners: /** @type {(() => void)[]} */ ([]), copied: [] };
  globals.location = {
    get href() {
      return page.href;
    },
    get search() {
      return page.search;
    },
    get hash() {
      return new URL(page.href).hash;
    },
  };
  globals.history = {
    replaceState: (/** @type {null} */ _state, /** @type {string} */ _title, /** @type {string} */ href) => {
      page.href = href;
      hashChanges.push(href);
    },
  };
  globals.document = {
    documentElement: { dataset: { content_root: "../../" } },
    baseURI: PAGE,
    getElementById: (/** @type {string} */ id) => (id === "herders-move" ? {} : null),
  };
  globals.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ listener) => {
    if (name === "hashchange" || name === "cattools.carried") page.listeners.push(listener);
  };
  Object.defineProperty(globals, "navigator", {
    configurable: true,
    value: { clipboard: { writeText: async (/** @type {string} */ text) => page.copied.push(text) } },
  });
  /** @type {Map<string, string>} */
  const stored = new Map();
  globals.sessionStorage = {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => stored.set(name, value),
    removeItem: (/** @type {string} */ name) => stored.delete(name),
  };
  globals.dispatchEvent = () => {
    for (const listener of page.listeners) listener();
  };
  globals.HTMLInputElement = class {
    select() {
      page.selected = this;
    }
  };
});

/**
 * @param {{ reads?: boolean, resumed?: boolean, connected?: boolean, home?: URL | null, field?: object }} options
 */
function board({ reads = true, resumed = false, connected = true, home = siteRoot(), field = undefined }) {
  /** @type {object[]} */
  const sent = [];
  const dataset = { keeps: "table.herders" };
  const root = { isConnected: connected, querySelector: () => field ?? null, dataset };
  const model = { get: () => reads, resumed, send: (/** @type {object} */ message) => sent.push(message) };
  /** @type {any} */
  const made = { model, root, home, signal: new AbortController().signal };
  return { sent, root, made, address: new Address(made) };
}

test("a URL's fragment is a position unless it is an element id", () => {
  assert.equal(positionIn(`#${POSITION}`), POSITION);
  assert.equal(positionIn("#rule=herders.win"), "rule=herders.win");
  assert.equal(positionIn("#seed=5"), "seed=5");
  assert.equal(positionIn("#%%%"), "%%%");
  assert.equal(positionIn("#herders-place"), null);
  assert.equal(positionIn("#%E7%8C%AB"), null);
  assert.equal(positionIn(""), null);
});

test("setting a position keeps the rest of the URL, and removing it also removes the #", () => {
  assert.equal(withFragment(PAGE, POSITION), `${PAGE}#${POSITION}`);
  assert.equal(withFragment(`${PAGE}#${POSITION}`, ""), PAGE);
});

test("the site's root is absolute; JupyterLab has none", () => {
  assert.equal(siteRoot()?.href, "https://host/rulebook/");
  globals.document.documentElement.dataset = {};
  assert.equal(siteRoot(), null);
});

test("a model gets the URL's position once, and again when the URL changes", () => {
  page.href = `${PAGE}#${POSITION}`;
  const { sent, made, address } = board({});
  address.listen();
  new Address(made).listen(); // the board is mounted again
  assert.deepEqual(sent, [{ kind: "address", fragment: POSITION }]);
  page.listeners[0]();
  assert.equal(sent.length, 2);
});

test("a board that does not read the URL does not get its position", () => {
  page.href = `${PAGE}#${POSITION}`;
  const { sent, address } = board({ reads: false });
  address.listen();
  assert.deepEqual([sent, page.listeners], [[], []]);
});

test("Python gets a query with values once, unless the URL has a position or the board is in a notebook", () => {
  page.search = "?players=3";
  const { sent, address } = board({});
  address.listen();
  page.listeners[0]();
  assert.deepEqual(sent, [{ kind: "address", fragment: "?players=3" }]);
  const { sent: never, address: notebook } = board({ home: null });
  notebook.listen();
  page.href = `${PAGE}#${POSITION}`;
  const { sent: position, address: linked } = board({});
  linked.listen();
  assert.deepEqual([never, position], [[], [{ kind: "address", fragment: POSITION }]]);
  page.search = "?unrecorded";
  page.href = PAGE;
  const { sent: nothing, address: plain } = board({});
  plain.listen();
  assert.deepEqual(nothing, []);
});

test("Python gets the id of an element that the page does not have, and no other", () => {
  const heardOf = { "#foo": "foo", "#%E7%8C%AB": "猫", "#herders-move": "", "#": "", "": "" };
  for (const [hash, heard] of Object.entries(heardOf)) {
    page.href = `${PAGE}${hash}`;
    const { sent, address } = board({});
    address.listen();
    assert.deepEqual(sent, heard ? [{ kind: "address", fragment: heard }] : [], hash);
  }
});

test("in JupyterLab, a link passes its position once to the board in the other notebook", () => {
  page.href = `${PAGE}#${POSITION}`; // JupyterLab's own address is not meant for boards
  const { sent, address } = board({ home: null });
  carry("territory/position", POSITION);
  carry("herders/position", POSITION);
  address.listen();
  const { sent: later, address: other } = board({ home: null });
  other.listen();
  assert.deepEqual([sent, later], [[{ kind: "address", fragment: POSITION }], []]);
  carry("herders/play", POSITION);
  assert.equal(later.length, 0);
  carry("herders/position", POSITION); // to a notebook that is already open
  assert.equal(sent.length + later.length, 2);
});

test("keep and forget change only a position, and only in the URL of a page of the site", () => {
  const { address } = board({});
  address.keep(POSITION);
  assert.equal(page.href, `${PAGE}#${POSITION}`);
  address.forget();
  assert.equal(page.href, PAGE);
  page.href = `${PAGE}#herders-place`;
  address.forget();
  assert.equal(page.href, `${PAGE}#herders-place`);
  board({ home: null }).address.keep(POSITION);
  assert.equal(page.href, `${PAGE}#herders-place`);
});

test("a board that is not in the document neither reads nor changes the URL", async () => {
  const { address, sent, root } = board({ connected: false });
  address.keep(POSITION);
  await address.share(POSITION);
  page.href = `${PAGE}#${POSITION}`;
  address.forget();
  assert.deepEqual([hashChanges, page.copied], [[], []]);
  root.isConnected = true;
  page.href = PAGE;
  address.listen();
  root.isConnected = false;
  page.href = `${PAGE}#${POSITION}`;
  page.listeners[0]();
  assert.deepEqual(sent, []);
});

test("a shared link is copied, shown and selected; in a notebook it is only the fragment", async () => {
  const field = new globals.HTMLInputElement();
  await board({ field }).address.share(POSITION);
  assert.deepEqual(page.copied, [`${PAGE}#${POSITION}`]);
  assert.equal(field.value, `${PAGE}#${POSITION}`);
  assert.equal(page.selected, field);
  page.href = PAGE;
  await board({ home: null, field }).address.share(POSITION);
  assert.equal(field.value, `#${POSITION}`);
  assert.equal(page.href, PAGE);
});

test("the link is shown even if the browser denies access to the clipboard", async () => {
  const field = new globals.HTMLInputElement();
  globals.navigator.clipboard.writeText = async () => {
    throw new Error("not allowed");
  };
  await board({ field }).address.share(POSITION);
  assert.equal(field.value, `${PAGE}#${POSITION}`);
});

test("a resumed board ignores the URL until the URL changes", () => {
  page.href = `${PAGE}#${POSITION}`;
  const { sent, address } = board({ resumed: true });
  address.listen();
  assert.deepEqual(sent, []);
  page.listeners[0]();
  assert.deepEqual(sent, [{ kind: "address", fragment: POSITION }]);
});
