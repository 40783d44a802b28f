// @ts-check
// Reduces Pyodide's scripts to what our kernel needs. It loads no dynamic libraries and starts from a memory snapshot.
// The snapshot must be made with the reduced script, because the script determines the layout of the function table.

const GIVEN = /(_[\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?;/g;
const NAMED = /var ((?:[\w$]+,){99,}[\w$]+);/;
const LEAST = 1000;
// The script names every WebAssembly function four times. Most functions are used only through the exports, if at all,
// so they are looked up in the exports on demand.
const GIVING = "function assignWasmExports(wasmExports){";
const ASKED_FOR = `Object.setPrototypeOf(Module,new Proxy({},{get(_,name){
if(typeof name!=="string"||name[0]!=="_")return;
const one=wasmExports[name.slice(1)];
return typeof one?.value==="number"?one.value>>>0:one;
}}));`;
// The script gives every export an address, for which it adds functions to the function table. Only symbols in the
// global offset table (GOT) need an address.
const ADDRESSES = "for(var symName in exports){if(isInternalSym(symName)){continue}";
const NEEDED = "for(var symName in exports){if(!GOT[symName]||isInternalSym(symName)){continue}";
// The script compiles a wrapper module for each JavaScript function in the table. One module per signature is enough.
const WRAPPED =
  /var module=new WebAssembly\.Module\(bytes\);(?=var instance=new WebAssembly\.Instance\(module,\{e:\{f:func)/;
const ONCE = "var module=(convertJsFunctionToWasm.kinds??={})[sig]??=new WebAssembly.Module(bytes);";
// The script first tries to add a JavaScript function without a wrapper, which always fails, and catches the error.
const WRAP = "var wrapped=convertJsFunctionToWasm(func,sig);setWasmTableEntry(ret,wrapped)";
const TRIED = `try{setWasmTableEntry(ret,func)}catch(err){if(!(err instanceof TypeError)){throw err}${WRAP}}`;
const KNOWN = "setWasmTableEntry(ret,sig?convertJsFunctionToWasm(func,sig):func);";
// Shared memory is used only to sleep. Create it on demand: browsers warn about it, and for the warning they look up
// its position in the script.
const MEMORY = String.raw`new Int32Array\(new WebAssembly\.Memory\(\{shared:!0,initial:1,maximum:1\}\)\.buffer\)`;
const SHARED = new RegExp(String.raw`(\w+)=(${MEMORY});(function \w+\(\w+\)\{try\{return Atomics\.wait\()\1,`);
const WHEN_NEEDED = "$1;$3$1??=$2,";
/** @type {[string | RegExp, string][]} */
const OTHERWISE = [
  [GIVING, GIVING + ASKED_FOR],
  [ADDRESSES, NEEDED],
  [WRAPPED, ONCE],
  [TRIED, KNOWN],
  [SHARED, WHEN_NEEDED],
];
// The script detects a classic worker by a call that throws in a module worker. To create the error, V8 parses the
// whole script again.
const PROBE = 'try{return globalThis.importScripts("data:text/javascript,"),!0}catch{return!1}';

/** @type {(script: string, before: string | RegExp, after: string) => string} */
export function replaced(script, before, after) {
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
  const alone = new Set(); // names that occur only in their declaration and assignment
  for (const [, name, exported] of script.matchAll(GIVEN))
    if (name === `_${exported}` && uses.get(name) === 3) alone.add(name);
  if (alone.size < LEAST) throw new Error("expected Pyodide's script to name its exports");
  const short = script
    .replace(GIVEN, (line, name) => (alone.has(name) ? "" : line))
    .replace(NAMED, (_, names) => `var ${names.split(",").filter((/** @type {string} */ name) => !alone.has(name))};`);
  const written = OTHERWISE.reduce((found, [before, after]) => replaced(found, before, after), short);
  return inModule(written);
}

/**
 * @param {string} script one of Pyodide's
 * @returns {string} the script without the detection of classic workers
 */
export function inModule(script) {
  return replaced(script, PROBE, "return!1");
}
