// @ts-check
// Reduces Pyodide's scripts to what our kernel needs: the kernel loads no dynamic libraries and starts from a memory
// snapshot. The snapshot must be made with the reduced script, because the script determines the layout of the function
// table.

const EXPORT_ASSIGNMENT = /(_[\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?;/g;
const EXPORT_DECLARATION = /var ((?:[\w$]+,){99,}[\w$]+);/;
const MIN_NAMES = 1000; // fewer names mean that the script has an unexpected structure
// The script contains the name of every WebAssembly function at least four times. Most of these functions are used only
// as properties of `Module`, if at all, so these properties look them up in the exports on demand.
const ASSIGN_EXPORTS = "function assignWasmExports(wasmExports){";
const LOOK_UP_EXPORT = `Object.setPrototypeOf(Module,new Proxy({},{get(_,name){
if(typeof name!=="string"||name[0]!=="_")return;
const found=wasmExports[name.slice(1)];
return typeof found?.value==="number"?found.value>>>0:found;
}}));`;
// The script gives every export an address, for which it adds functions to the function table. Only symbols in the
// global offset table (GOT) need an address.
const EVERY_ADDRESS = "for(var symName in exports){if(isInternalSym(symName)){continue}";
const GOT_ADDRESSES = "for(var symName in exports){if(!GOT[symName]||isInternalSym(symName)){continue}";
// The script compiles a wrapper module for each JavaScript function in the table. One module per signature is enough.
const WRAPPER_PER_FUNCTION =
  /var module=new WebAssembly\.Module\(bytes\);(?=var instance=new WebAssembly\.Instance\(module,\{e:\{f:func)/;
const WRAPPER_PER_SIGNATURE = "var module=(convertJsFunctionToWasm.kinds??={})[sig]??=new WebAssembly.Module(bytes);";
// The script first tries to put a JavaScript function into the table without a wrapper, which always fails, and then
// catches the error.
const WRAP = "var wrapped=convertJsFunctionToWasm(func,sig);setWasmTableEntry(ret,wrapped)";
const TRY_FIRST = `try{setWasmTableEntry(ret,func)}catch(err){if(!(err instanceof TypeError)){throw err}${WRAP}}`;
const WRAP_FIRST = "setWasmTableEntry(ret,sig?convertJsFunctionToWasm(func,sig):func);";
// Shared memory is used only to sleep, so it is created on demand: browsers print a warning about shared memory, and
// take time to compute the warning's position in the script.
const NEW_MEMORY = String.raw`new Int32Array\(new WebAssembly\.Memory\(\{shared:!0,initial:1,maximum:1\}\)\.buffer\)`;
const MEMORY_AT_START = new RegExp(
  String.raw`(\w+)=(${NEW_MEMORY});(function \w+\(\w+\)\{try\{return Atomics\.wait\()\1,`,
);
const MEMORY_ON_DEMAND = "$1;$3$1??=$2,";
/** @type {[string | RegExp, string][]} */
const REPLACEMENTS = [
  [ASSIGN_EXPORTS, ASSIGN_EXPORTS + LOOK_UP_EXPORT],
  [EVERY_ADDRESS, GOT_ADDRESSES],
  [WRAPPER_PER_FUNCTION, WRAPPER_PER_SIGNATURE],
  [TRY_FIRST, WRAP_FIRST],
  [MEMORY_AT_START, MEMORY_ON_DEMAND],
];
// The script detects a classic worker by a call that throws in a module worker. To create the error, V8 parses the
// whole script again.
const CLASSIC_WORKER_TEST = 'try{return globalThis.importScripts("data:text/javascript,"),!0}catch{return!1}';

/** @type {(script: string, before: string | RegExp, after: string) => string} */
function replaced(script, before, after) {
  const changed = script.replace(before, after);
  if (changed === script) throw new Error(`expected a script that contains ${before}`);
  return changed;
}

/**
 * @param {string} script pyodide.asm.mjs
 * @returns {string} an equivalent script for our kernel, a third shorter
 */
export function lean(script) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const [word] of script.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  /** @type {Set<string>} */
  const unused = new Set(); // variables that occur only in their declaration and assignment
  for (const [, name, exported] of script.matchAll(EXPORT_ASSIGNMENT))
    if (name === `_${exported}` && uses.get(name) === 3) unused.add(name);
  if (unused.size < MIN_NAMES) throw new Error("expected Pyodide's script to name its exports");
  const short = script
    .replace(EXPORT_ASSIGNMENT, (line, name) => (unused.has(name) ? "" : line))
    .replace(
      EXPORT_DECLARATION,
      (_, names) => `var ${names.split(",").filter((/** @type {string} */ name) => !unused.has(name))};`,
    );
  const rewritten = REPLACEMENTS.reduce((text, [before, after]) => replaced(text, before, after), short);
  return withoutWorkerTest(rewritten);
}

/**
 * @param {string} script one of Pyodide's scripts
 * @returns {string} the script without the test for a classic worker
 */
export function withoutWorkerTest(script) {
  return replaced(script, CLASSIC_WORKER_TEST, "return!1");
}
