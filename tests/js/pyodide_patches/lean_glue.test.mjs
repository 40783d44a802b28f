// Pyodide's script is reduced to what our kernel needs.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { lean, withoutWorkerTest } from "../../../cattools/live/frontend/pyodide_patches/lean_glue.mjs";

const names = Array.from({ length: 1200 }, (_, n) => `f${n}`);
const declared = names.map((name) => `_${name}`).join(",");
const assignments = names.map((name) => `_${name}=Module["_${name}"]=wasmExports["${name}"];`).join("");
const SIZE = '_size=Module["_size"]=wasmExports["size"].value>>>0;';
const WRAP = "var wrapped=convertJsFunctionToWasm(func,sig);setWasmTableEntry(ret,wrapped)";
const MEMORY_OPTIONS = "{shared:!0,initial:1,maximum:1}";
const SLEEP = "function sleep(n){try{return Atomics.wait(m,0,0,n)}catch{}}";
// Other parts of the script, which are rewritten.
const PARTS = [
  "for(var symName in exports){if(isInternalSym(symName)){continue}}",
  "var module=new WebAssembly.Module(bytes);var instance=new WebAssembly.Instance(module,{e:{f:func}});",
  `try{setWasmTableEntry(ret,func)}catch(err){if(!(err instanceof TypeError)){throw err}${WRAP}}`,
  `var m=new Int32Array(new WebAssembly.Memory(${MEMORY_OPTIONS}).buffer);${SLEEP}`,
  'try{return globalThis.importScripts("data:text/javascript,"),!0}catch{return!1}',
];
const OTHERS = `function others(exports,isInternalSym,bytes,func,sig){${PARTS.join("")}}`;
/** @param {string} end */
const scriptWith = (end) => `${OTHERS}var ${declared},_size;
function assignWasmExports(wasmExports){${assignments}${SIZE}}${end}`;
const USED = scriptWith("assignWasmExports(wasm);return[_f3(),_f1199(),_size];");

/** @param {string} script */
function run(script) {
  /** @type {{ [name: string]: any }} */
  const Module = {};
  const wasm = { ...Object.fromEntries(names.map((name, n) => [name, () => n])), size: { value: -1 }, memory: {} };
  return { Module, result: new Function("Module", "wasm", script)(Module, wasm) };
}

test("the reduced script is shorter and does the same as the whole script", () => {
  const [before, after] = [run(USED), run(lean(USED))];
  assert.deepEqual(after.result, [3, 1199, 0xffffffff]);
  assert.deepEqual(after.result, before.result);
  const { _size, ...functions } = before.Module;
  assert.equal(after.Module._size, _size);
  for (const name of Object.keys(functions)) assert.equal(after.Module[name](), functions[name]());
  assert.equal(Object.keys(functions).length, names.length);
  assert.equal(after.Module._f1200, undefined);
  assert.ok(lean(USED).length < USED.length / 10);
});

test("Pyodide's script becomes a third shorter", () => {
  const whole = fs.readFileSync(".cache/js/node_modules/pyodide/pyodide.asm.mjs", "utf8");
  assert.ok(lean(whole).length < whole.length * 0.66);
});

test("a script with an unexpected structure is refused", () => {
  assert.throws(() => lean("var a;"), /script to name its exports/);
  assert.throws(
    () => lean(scriptWith("").replace("assignWasmExports", "assign")),
    /a script that contains function assign/,
  );
  for (const part of PARTS)
    assert.throws(() => lean(scriptWith("").replace(part, "")), /expected a script that contains/);
});

test("the test for a classic worker is removed", () => {
  const script = withoutWorkerTest(fs.readFileSync(".cache/js/node_modules/pyodide/pyodide.mjs", "utf8"));
  assert.doesNotMatch(script, /importScripts\("data/);
  assert.throws(() => withoutWorkerTest("var a;"), /a script that contains try/);
});
