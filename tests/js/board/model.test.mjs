// Messages from Python go to the handler of their kind.
import assert from "node:assert/strict";
import test from "node:test";
import { receive } from "../../../cattools/widgets/frontend/model.js";

function connect() {
  const end = new AbortController();
  const listeners = /** @type {((message: any) => void)[]} */ ([]);
  const model = {
    on: (/** @type {string} */ _, /** @type {() => void} */ listener) => listeners.push(listener),
    off: (/** @type {string} */ _, /** @type {() => void} */ listener) =>
      listeners.splice(listeners.indexOf(listener), 1),
  };
  return { end, listeners, board: /** @type {any} */ ({ model, signal: end.signal }) };
}

test("a message goes to the handler of its kind until the board is unmounted", () => {
  const { end, listeners, board } = connect();
  const fragments = /** @type {string[]} */ ([]);
  receive(board, /** @type {any} */ ({ keep: (/** @type {any} */ { fragment }) => fragments.push(fragment) }));
  listeners[0]({ kind: "keep", fragment: "game=x" });
  assert.deepEqual(fragments, ["game=x"]);
  end.abort();
  assert.deepEqual(listeners, []);
});

test("a message of an unknown kind causes one warning and nothing else", (t) => {
  const { listeners, board } = connect();
  const warn = t.mock.method(console, "warn", () => {});
  receive(board, /** @type {any} */ ({}));
  for (const kind of ["dance", "constructor", undefined]) listeners[0]({ kind });
  assert.deepEqual(
    warn.mock.calls.map((call) => call.arguments[0]),
    ["dance", "constructor", "undefined"].map((kind) => `a board cannot handle messages of kind ${kind}`),
  );
});
