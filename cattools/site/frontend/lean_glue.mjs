// @ts-check
// Pyodide's script names each of the functions of its WebAssembly four times; most are used by their exports alone.

const GIVEN = /(_[\w$]+)=Module\["\1"\]=wasmExports\["([\w$]+)"\](?:\.value>>>0)?;/g;
const NAMED = /var ((?:[\w$]+,){99,}[\w$]+);/;
const GIVING = "function assignWasmExports(wasmExports){";
const LEAST = 1000;
// What the lines did that are left out.
const ALL = `for(const name in wasmExports){
const one=wasmExports[name];
if(typeof one==="function")Module["_"+name]=one;
else if(typeof one.value==="number")Module["_"+name]=one.value>>>0;
}`;

/**
 * @param {string} script pyodide.asm.mjs
 * @returns {string} which does the same, a third shorter
 */
export function lean(script) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const [word] of script.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  /** @type {Set<string>} */
  const alone = new Set(); // named where it is declared and where it is given, and nowhere else
  for (const [, name, exported] of script.matchAll(GIVEN))
    if (name === `_${exported}` && uses.get(name) === 3) alone.add(name);
  if (alone.size < LEAST || !script.includes(GIVING))
    throw new Error("Pyodide's script was expected to name its exports");
  return script
    .replace(GIVEN, (line, name) => (alone.has(name) ? "" : line))
    .replace(NAMED, (_, names) => `var ${names.split(",").filter((/** @type {string} */ name) => !alone.has(name))};`)
    .replace(GIVING, GIVING + ALL);
}
