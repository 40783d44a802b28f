// @ts-check
// Pyodide's scripts as a kernel needs them that links no library to itself and starts from a memory snapshot. Snapshots
// are taken with the same script, since it lays out the table of functions.

const GIVEN = /(_[\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?;/g;
const NAMED = /var ((?:[\w$]+,){99,}[\w$]+);/;
const LEAST = 1000;
// Each of the functions of its WebAssembly is named four times; most are used by their exports alone, if at all.
const GIVING = "function assignWasmExports(wasmExports){";
const ASKED_FOR = `Object.setPrototypeOf(Module,new Proxy({},{get(_,name){
if(typeof name!=="string"||name[0]!=="_")return;
const one=wasmExports[name.slice(1)];
return typeof one?.value==="number"?one.value>>>0:one;
}}));`;
// Each of them gets an address, and those without one a place in the table: only those that it asks for itself need it.
const ADDRESSES = "for(var symName in exports){if(isInternalSym(symName)){continue}";
const NEEDED = "for(var symName in exports){if(!GOT[symName]||isInternalSym(symName)){continue}";
// A function of JavaScript comes into the table by a module of its own, of which there are as many as kinds.
const WRAPPED =
  /var module=new WebAssembly\.Module\(bytes\);(?=var instance=new WebAssembly\.Instance\(module,\{e:\{f:func)/;
const ONCE = "var module=(convertJsFunctionToWasm.kinds??={})[sig]??=new WebAssembly.Module(bytes);";
// That a function of JavaScript needs such a module was found out by failing, once for each.
const WRAP = "var wrapped=convertJsFunctionToWasm(func,sig);setWasmTableEntry(ret,wrapped)";
const TRIED = `try{setWasmTableEntry(ret,func)}catch(err){if(!(err instanceof TypeError)){throw err}${WRAP}}`;
const KNOWN = "setWasmTableEntry(ret,sig?convertJsFunctionToWasm(func,sig):func);";
// Memory that threads share is for where it would sleep; of each the browser wants to know the place in the script.
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
// Whether its worker is of an older kind is tried by a call that fails; V8 reads the whole script again for the error.
const PROBE = 'try{return globalThis.importScripts("data:text/javascript,"),!0}catch{return!1}';

/** @type {(script: string, before: string | RegExp, after: string) => string} */
export function replaced(script, before, after) {
  const changed = script.replace(before, after);
  if (changed === script) throw new Error(`a script was expected to hold ${before}`);
  return changed;
}

/**
 * @param {string} script pyodide.asm.mjs
 * @returns {string} which does the same for us, a third shorter
 */
export function lean(script) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const [word] of script.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  /** @type {Set<string>} */
  const alone = new Set(); // named where it is declared and where it is given, and nowhere else
  for (const [, name, exported] of script.matchAll(GIVEN))
    if (name === `_${exported}` && uses.get(name) === 3) alone.add(name);
  if (alone.size < LEAST) throw new Error("Pyodide's script was expected to name its exports");
  const short = script
    .replace(GIVEN, (line, name) => (alone.has(name) ? "" : line))
    .replace(NAMED, (_, names) => `var ${names.split(",").filter((/** @type {string} */ name) => !alone.has(name))};`);
  const written = OTHERWISE.reduce((found, [before, after]) => replaced(found, before, after), short);
  return inModule(written);
}

/**
 * @param {string} script one of Pyodide's
 * @returns {string} which knows that its worker is a module's
 */
export function inModule(script) {
  return replaced(script, PROBE, "return!1");
}
