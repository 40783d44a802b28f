// The script for browsers that cannot run the other scripts.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import vm from "node:vm";

const root = path.join(import.meta.dirname, "..", "..", "..");
const source = fs.readFileSync(
  path.join(root, "cattools", "live", "frontend", "page", "unsupported_browser.js"),
  "utf8",
);
/** @type {typeof import("esbuild")} */
const esbuild = createRequire(path.join(root, ".cache", "js", "package.json"))("esbuild");

/** @param {string} text @param {string} target */
const written = async (text, target) => (await esbuild.transform(text, { target, minifyWhitespace: true })).code;

test("the script is ES5: compiling it to ES5 changes nothing", async () => {
  const isEs5 = async (/** @type {string} */ text) => (await written(text, "es5")) === (await written(text, "esnext"));
  assert.equal(await isEs5(source), true);
  assert.equal(await isEs5("f(function () { return a && a.b; });"), true);
  for (const newer of ["f(() => 1);", "a?.b;", "a ??= 1;", "f(`a`);", "f({ a });"])
    assert.equal(await isEs5(newer), false);
});

/**
 * Run the script in a page.
 * @param {object} browser the properties of its window
 * @param {string} protocol of the page's address
 * @param {string} origin of the page
 * @returns {{ [name: string]: string }} the status line's attributes and text, a button's attributes, and the
 *   script that was run
 */
function run(browser, protocol = "https:", origin = "https://book.example") {
  /** @type {{ [name: string]: string }} */
  const result = { "data-state": "picture" };
  for (const state of ["old", "failed", "file", "noworker"]) result[`data-${state}`] = `It says ${state}.`;
  const shown = {
    getAttribute: (/** @type {string} */ name) => result[name],
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => Object.assign(result, { [name]: value }),
    set textContent(/** @type {string} */ text) {
      result.text = text;
    },
  };
  const button = {
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) =>
      Object.assign(result, { [`button's ${name}`]: value }),
  };
  /** @type {{ [which: string]: object[] }} */
  const found = { ".cat-state": [shown], ".cat-shell button": [button], "script[type=later]": [{ src: "theme.js" }] };
  const document = {
    addEventListener: (/** @type {string} */ _, /** @type {() => void} */ parsed) => parsed(),
    querySelectorAll: (/** @type {string} */ which) => found[which],
    createElement: () => ({}),
    body: { appendChild: (/** @type {{ src: string }} */ { src }) => Object.assign(result, { runs: src }) },
  };
  /** @type {any} */
  const window = { ...browser };
  vm.runInNewContext(source, { window, document, CSS: window.CSS, location: { protocol }, self: { origin } });
  return result;
}

const NEW = { CSS: { supports: () => true }, DecompressionStream: class {} };

test("if boot.js has not run, the status line says why", () => {
  assert.deepEqual(run({})["data-state"], "old");
  assert.equal(run({}).text, "It says old.");
  assert.equal(run({ ...NEW, CSS: { supports: () => false } }).text, "It says old.");
  assert.equal(run(NEW).text, "It says failed.");
  assert.equal(run(NEW, "file:", "null").text, "It says file.");
  assert.equal(run(NEW, "https:", "null").text, "It says noworker.");
  assert.equal(run({}, "https:", "null").text, "It says old.");
});

test("if boot.js has not run, the theme's scripts run once", () => {
  assert.equal(run({}).runs, "theme.js");
  assert.equal(run({ ...NEW, catlive: {} }).runs, undefined);
});

test("if boot.js has not run, the buttons are disabled", () => {
  assert.equal(run(NEW)["button's aria-disabled"], "true");
  assert.equal(run({ catlive: {} })["button's aria-disabled"], undefined);
});

test("if boot.js has run, the status line does not change", () => {
  assert.equal(run({ catlive: {} }).text, undefined);
  assert.equal(run({ catlive: {} })["data-state"], "picture");
});
