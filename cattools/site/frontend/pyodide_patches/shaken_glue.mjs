// @ts-check
// Pyodide's script with what its WebAssembly and the kernel ask for. More than half of it is for libraries that link
// themselves to it: pictures, sounds, windows.
import { replaced } from "./lean_glue.mjs";

const BEGIN = "async function _createPyodideModule(moduleArg={}){";
const END = /return moduleRtn\}export default _createPyodideModule;\s*$/;
const GIVEN = /var wasmImports=\{([^}]*)\};/;
// Its functions for pictures can be asked for by their names, of which a table is made: none is ever called.
const PICTURES = /^emscripten_gl/;
const NONE = 'function none(){throw new Error("Pyodide was expected to draw nothing")}none.sig="v";';
const SIGNED = /(?<![\w$.])([\w$]+)\.sig="[^"]*";/g;
const TOLD = /(?<![\w$])Module\["([\w$]+)"\]=[\w$]+;/g;
const ASKED = /(?<![\w$])Module(?:\.([\w$]+)|\["([\w$]+)"\](?!=[^=]))/g;
/** What would keep the rest: names that a text may use, and what is done when it is loaded.
 * @type {[string | RegExp, string][]} */
const OTHERWISE = [
  [/(?<![\w$.])eval\(/g, "(0,eval)("],
  ["registerPostMainLoop(()=>SDL.audio?.queueNewAudioData?.());", ""],
  [/var (\w+)=Browser\.\w+;/g, "var $1;"],
];

/**
 * @param {string} script as `lean` gives it
 * @param {Set<string>} imports what the WebAssembly asks for
 * @param {string} others the scripts that use what it tells
 * @param {(module: string) => Promise<string>} shake leaves out what nothing uses
 * @returns {Promise<string>}
 */
export async function shaken(script, imports, others, shake) {
  const given = GIVEN.exec(script)?.[1].split(",") ?? [];
  const wanted = given.map((one) => one.split(":")).filter(([name]) => imports.has(name));
  if (!wanted.length) throw new Error("Pyodide's script was expected to give its WebAssembly something");
  const used = new Set(wanted.filter(([name]) => !PICTURES.test(name)).map((one) => one.at(-1)));
  const asked = new Set(others.match(/[\w$]+/g));
  for (const [, one, other] of script.matchAll(ASKED)) asked.add(one ?? other);
  const pairs = wanted.map(([name, value = name]) => `${name}:${used.has(value) ? value : "none"}`);
  const short = OTHERWISE.reduce((found, [before, after]) => replaced(found, before, after), script)
    .replace(GIVEN, () => `${NONE}var wasmImports={${pairs}};`)
    .replace(SIGNED, (line, name) => (used.has(name) || name === "none" ? line : ""))
    .replace(TOLD, (line, name) => (asked.has(name) ? line : ""));
  const body = replaced(replaced(short, BEGIN, ""), END, "export{moduleRtn};");
  return `${BEGIN}${replaced(await shake(body), /export\s*\{\s*moduleRtn\s*\};\s*$/, "return moduleRtn}")}
export default _createPyodideModule;`;
}
