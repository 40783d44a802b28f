// @ts-check
// Tree-shakes Pyodide's script down to what its WebAssembly and the kernel use. More than half of it serves dynamic
// libraries: graphics, sound, windows.
import { replaced } from "./lean_glue.mjs";

const BEGIN = "async function _createPyodideModule(moduleArg={}){";
const END = /return moduleRtn\}export default _createPyodideModule;\s*$/;
const GIVEN = /var wasmImports=\{([^}]*)\};/;
// The script's WebGL functions are in a table for look-up by name, but none is ever called.
const PICTURES = /^emscripten_gl/;
const NONE = 'function none(){throw new Error("expected Pyodide to draw nothing")}none.sig="v";';
const SIGNED = /(?<![\w$.])([\w$]+)\.sig="[^"]*";/g;
const TOLD = /(?<![\w$])Module\["([\w$]+)"\]=[\w$]+;/g;
const ASKED = /(?<![\w$])Module(?:\.([\w$]+)|\["([\w$]+)"\](?!=[^=]))/g;
/** Code that would prevent tree shaking: direct `eval`, which can use any name, and side effects at load time.
 * @type {[string | RegExp, string][]} */
const OTHERWISE = [
  [/(?<![\w$.])eval\(/g, "(0,eval)("],
  ["registerPostMainLoop(()=>SDL.audio?.queueNewAudioData?.());", ""],
  [/var (\w+)=Browser\.\w+;/g, "var $1;"],
];

/**
 * @param {string} script the result of `lean`
 * @param {Set<string>} imports names that the WebAssembly imports
 * @param {string} others scripts that use the properties of `Module`
 * @param {(module: string) => Promise<string>} shake removes unused code
 * @returns {Promise<string>}
 */
export async function shaken(script, imports, others, shake) {
  const given = GIVEN.exec(script)?.[1].split(",") ?? [];
  const wanted = given.map((one) => one.split(":")).filter(([name]) => imports.has(name));
  if (!wanted.length) throw new Error("expected Pyodide's script to import something into its WebAssembly");
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
