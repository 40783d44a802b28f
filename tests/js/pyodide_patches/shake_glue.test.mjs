// Pyodide's script is tree-shaken: what only dynamically linked libraries need is removed.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { lean } from "../../../cattools/site/frontend/pyodide_patches/lean_glue.mjs";
import { shaken } from "../../../cattools/site/frontend/pyodide_patches/shake_glue.mjs";

const PACKAGES = ".cache/js/node_modules";
/** @type {typeof import("esbuild")} */
const esbuild = createRequire(`${process.cwd()}/${PACKAGES}/`)("esbuild");
/** @param {string} module */
const shake = async (module) =>
  (await esbuild.transform(module, { format: "esm", treeShaking: true, logLevel: "error" })).code;

const PARTS = [
  "var wasmImports={add,sub:_sub,emscripten_glClear:_clear,emscripten_glDraw:_draw,lost};",
  "async function _createPyodideModule(moduleArg={}){",
  "return moduleRtn}export default _createPyodideModule;",
  "function read(text){return eval(text)}",
  "registerPostMainLoop(()=>SDL.audio?.queueNewAudioData?.());",
  "var paint=Browser.paint;",
];
const [IMPORTS_TABLE, BEGIN, END, ...REST] = PARTS;
const SCRIPT = `${BEGIN}var moduleRtn;var Module=moduleArg;var Browser={paint(){}},SDL=Browser;
function registerPostMainLoop(){}function add(a,b){return a+b}add.sig="iii";var _sub=(a,b)=>a-b;_sub.sig="iii";
function _clear(){}_clear.sig="v";function _draw(){lost()}_draw.sig="v";
function lost(){return "a lost text"}lost.sig="i";
${REST.join("")}Module["asked"]=add;Module["unused"]=lost;Module["own"]=_sub;${IMPORTS_TABLE}
Module.read=read;moduleRtn=[wasmImports,Module.own];${END}`;
const IMPORTS = new Set(["add", "sub", "emscripten_glClear", "emscripten_glDraw"]);
/** @param {string} script */
const run = async (script) => {
  const { default: create } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  /** @type {any} */
  const Module = {};
  return { Module, made: await create(Module) };
};

test("the script keeps what is used, and nothing else", async () => {
  const script = await shaken(SCRIPT, IMPORTS, "x.asked()", shake);
  assert.doesNotMatch(script, /lost|unused|_clear|SDL/);
  const { Module, made } = await run(script);
  const [table, own] = made;
  assert.deepEqual([table.add(1, 2), table.sub(5, 3), table.add.sig, table.sub.sig], [3, 2, "iii", "iii"]);
  assert.deepEqual([Module.asked(2, 2), own(3, 1), Module.read("1+1")], [4, 2, 2]);
  assert.equal(table.emscripten_glClear, table.emscripten_glDraw); // all WebGL functions share one stub
  assert.equal(table.emscripten_glClear.sig, "v");
  assert.throws(table.emscripten_glClear, /expected Pyodide to draw nothing/);
});

test("Pyodide's script becomes less than half as long", async () => {
  const [whole, api] = ["pyodide.asm.mjs", "pyodide.mjs"].map((n) =>
    fs.readFileSync(`${PACKAGES}/pyodide/${n}`, "utf8"),
  );
  const wasm = new WebAssembly.Module(fs.readFileSync(`${PACKAGES}/pyodide/pyodide.asm.wasm`));
  const imports = new Set(WebAssembly.Module.imports(wasm).map(({ name }) => name));
  /** @param {string} script */
  const size = async (script) => (await esbuild.transform(script, { minify: true, logLevel: "error" })).code.length;
  const [before, after] = [await size(lean(whole)), await size(await shaken(lean(whole), imports, api, shake))];
  assert.ok(after < before * 0.5, `${after} of ${before}`);
});

test("a script with an unexpected structure is refused", async () => {
  for (const part of PARTS)
    await assert.rejects(shaken(SCRIPT.replace(part, ""), IMPORTS, "", shake), /that contains|script to import/, part);
});
