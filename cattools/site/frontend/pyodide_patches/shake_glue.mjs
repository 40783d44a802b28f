// @ts-check
// Tree-shakes Pyodide's script down to what its WebAssembly and the kernel use. More than half of the script is only
// for dynamic libraries that use graphics, sound or windows.
import { replaced } from "./lean_glue.mjs";

const BEGIN = "async function _createPyodideModule(moduleArg={}){";
const END = /return moduleRtn\}export default _createPyodideModule;\s*$/;
const WASM_IMPORTS = /var wasmImports=\{([^}]*)\};/;
// Pyodide's WebAssembly imports WebGL functions so that they can be looked up by name, but never calls them.
const WEBGL = /^emscripten_gl/;
const STUB = 'function none(){throw new Error("expected Pyodide to draw nothing")}none.sig="v";';
const SIGNATURE_ASSIGNMENT = /(?<![\w$.])([\w$]+)\.sig="[^"]*";/g;
const PROPERTY_ASSIGNMENT = /(?<![\w$])Module\["([\w$]+)"\]=[\w$]+;/g;
const PROPERTY_USE = /(?<![\w$])Module(?:\.([\w$]+)|\["([\w$]+)"\](?!=[^=]))/g;
/** Code that would prevent tree shaking: direct `eval`, which can use any name, and side effects at load time.
 * @type {[string | RegExp, string][]} */
const REPLACEMENTS = [
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
  const available = WASM_IMPORTS.exec(script)?.[1].split(",") ?? [];
  const wanted = available.map((one) => one.split(":")).filter(([name]) => imports.has(name));
  if (!wanted.length) throw new Error("expected Pyodide's script to import something into its WebAssembly");
  const used = new Set(wanted.filter(([name]) => !WEBGL.test(name)).map((one) => one.at(-1)));
  const properties = new Set(others.match(/[\w$]+/g));
  for (const [, one, other] of script.matchAll(PROPERTY_USE)) properties.add(one ?? other);
  const pairs = wanted.map(([name, value = name]) => `${name}:${used.has(value) ? value : "none"}`);
  const short = REPLACEMENTS.reduce((text, [before, after]) => replaced(text, before, after), script)
    .replace(WASM_IMPORTS, () => `${STUB}var wasmImports={${pairs}};`)
    .replace(SIGNATURE_ASSIGNMENT, (line, name) => (used.has(name) || name === "none" ? line : ""))
    .replace(PROPERTY_ASSIGNMENT, (line, name) => (properties.has(name) ? line : ""));
  const body = replaced(replaced(short, BEGIN, ""), END, "export{moduleRtn};");
  return `${BEGIN}${replaced(await shake(body), /export\s*\{\s*moduleRtn\s*\};\s*$/, "return moduleRtn}")}
export default _createPyodideModule;`;
}
