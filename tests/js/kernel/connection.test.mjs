// The kernel's messages are collected as outputs of its cells, or passed on to the widgets.
import assert from "node:assert/strict";
import test from "node:test";
import { collect, KernelConnection } from "../../../cattools/live/frontend/kernel/connection.mjs";

/** @type {(kind: string, text?: string) => any} */
const output = (kind, text = "") => ({ cell: "0", kind, text });

/** @returns {any} */
function connected({ early = /** @type {object[]} */ ([]) } = {}) {
  const posted = /** @type {object[]} */ ([]);
  /** @type {any} */
  const page = { early, errors: [], failed: [], mark() {} };
  page.fail = (/** @type {string} */ reason) => page.failed.push(reason);
  const worker = { postMessage: (/** @type {object} */ message) => posted.push(message), terminate() {} };
  const handled = /** @type {object[]} */ ([]);
  const manager = { handle: (/** @type {object} */ message) => handled.push(message) };
  const made = [worker, manager, page];
  return { posted, page, handled, kernel: new KernelConnection(.../** @type {[any, any, any]} */ (made)) };
}

test("consecutive stream outputs are joined, and a clear removes all outputs", () => {
  /** @type {any[]} */
  const outputs = [];
  for (const next of [output("stream", "a"), output("stream", "b"), output("text", "c"), output("stream", "d")]) {
    collect(outputs, next);
  }
  assert.deepEqual(
    outputs.map(({ text }) => text),
    ["ab", "c", "d"],
  );
  collect(outputs, output("clear"));
  assert.deepEqual(outputs, []);
});

test("a cell gets only its own outputs, until it is done", async () => {
  const { kernel, posted } = connected();
  const shown = kernel.run("0", "1 + 1", ["herders"]);
  assert.deepEqual(posted, [{ kind: "run", cell: "0", code: "1 + 1", packs: ["herders"] }]);
  kernel.receive({ kind: "output", text: JSON.stringify(output("text", "2")) });
  kernel.receive({ kind: "output", text: JSON.stringify({ ...output("text", "3"), cell: "1" }) });
  kernel.receive({ kind: "done", cell: "0" });
  assert.deepEqual(await shown, [output("text", "2")]);
});

test("an error is recorded, widget messages are passed on, and the end of the kernel ends every cell", async () => {
  const { kernel, page, handled } = connected();
  const shown = kernel.run("0", "1 / 0");
  kernel.receive({ kind: "output", text: JSON.stringify(output("error", "Line 1: no")) });
  assert.deepEqual(page.errors, ["Line 1: no"]);
  kernel.receive({ kind: "comm_msg", text: "{}" });
  assert.deepEqual(handled, [{ kind: "comm_msg", text: "{}" }]);
  kernel.receive({ kind: "fatal", text: "lost" });
  await assert.rejects(shown, /lost/);
  assert.deepEqual(page.failed, ["lost"]);
});

test("a kernel that failed before the connection was made has ended and is not reported twice", async () => {
  const { kernel, page } = connected({ early: [{ kind: "fatal", text: "did not load" }] });
  assert.equal(kernel.ended, "did not load");
  assert.deepEqual(page.failed, []);
  await assert.rejects(kernel.run("0", "1"), /did not load/);
});

test("an ended kernel runs no cells, and its messages are ignored", async () => {
  const { kernel, page, handled } = connected();
  kernel.stop("stopped by the reader");
  await assert.rejects(kernel.run("0", "1 + 1"), /stopped by the reader/);
  kernel.receive({ kind: "comm_msg", text: "{}" });
  kernel.receive({ kind: "fatal", text: "too late" });
  assert.deepEqual(handled, []);
  assert.deepEqual(page.failed, []);
});
