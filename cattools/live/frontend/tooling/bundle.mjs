// @ts-check
// node bundle.mjs JOB.json: bundle the scripts and styles of the pages.
// JOB: {npm, out, sources, target, ipycanvas, entries, modules, aliases, style, assets, optimizations}: `ipycanvas` is
// that package's script, "" if it is not installed; `entries` are the bundles other than `controls`; `modules` the
// widgets' scripts that a bundle exports; `aliases` the files that scripts import by name; `assets` the files to copy
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import zlib from "node:zlib";
import { constants } from "./constants.mjs";

/** @import { Plugin } from "esbuild" */

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const npm = path.join(job.npm, "node_modules");
/** @type {typeof import("esbuild")} */
const esbuild = createRequire(path.join(job.npm, "package.json"))("esbuild");
/** @param {string} file */
const at = (file) => path.join(job.sources, file);
/** @param {string} file */
const out = (file) => path.join(job.out, file);

/** Wrap ipycanvas' AMD file as an ES module that exports a factory(base). */
function ipycanvasModule() {
  if (!job.ipycanvas) return "export default () => ({});";
  return `let exported;
const define = (needs, factory) => {
  if (String(needs) !== "@jupyter-widgets/base") throw new Error("ipycanvas: expected only its base, found " + needs);
  exported = factory;
};
${fs.readFileSync(job.ipycanvas, "utf8")}
export default exported;`;
}

/** Map checksums to the widgets' scripts that another bundle exports. */
function widgetModules() {
  /** @type {{ script: string, bundle: string, name: string }[]} */
  const modules = job.modules;
  const loads = modules.map(
    ({ bundle, name }, n) => `const { ${name}: module${n} } = await import(catlive.url("${bundle}"));`,
  );
  const entries = modules.map(({ script }, n) => {
    const crc = zlib.crc32(fs.readFileSync(script)).toString(16).padStart(8, "0");
    return `["crc:${crc}", module${n}]`;
  });
  return `${loads.join("\n")}\nexport default new Map([${entries}]);`;
}

/**
 * Make an esbuild plugin that generates the source of modules with certain names.
 * @param {string} namespace
 * @param {RegExp} filter
 * @param {(name: string) => string} sourceOf
 * @returns {Plugin}
 */
const generating = (namespace, filter, sourceOf) => ({
  name: namespace,
  setup(build) {
    build.onResolve({ filter }, ({ path: name }) => ({ path: name, namespace }));
    build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({
      contents: sourceOf(name),
      resolveDir: job.sources,
    }));
  },
});
const made = generating("made-here", /^(ipycanvas-amd|widget-modules)$/, (name) =>
  name === "widget-modules" ? widgetModules() : ipycanvasModule(),
);
// Lumino's widgets are published as one large file that cannot be tree-shaken; only these source files are needed.
const LUMINO = "@lumino/widgets";
const lumino = generating("lumino", /^@lumino\/widgets$/, () =>
  ["widget", "panel", "panellayout", "title"].map((file) => `export * from "${LUMINO}/src/${file}.ts";`).join("\n"),
);
// The bundle `controls`, which is loaded later, excludes the libraries that the page has already loaded (manager.mjs).
const shared = generating(
  "shared",
  /^(@jupyter-widgets\/base|@lumino\/(messaging|signaling|widgets)|jquery|\.\/(widget|title))$/,
  (name) => {
    const library = name.startsWith("./") ? LUMINO : name;
    return `const found = catlive.shared[${JSON.stringify(library)}];
if (!found) throw new Error("${library} is not shared");
module.exports = ${name === LUMINO ? `{ ...found, ...require("${LUMINO}/src/tabbar.ts") }` : "found"};`;
  },
);

/**
 * @param {{ metafile: import("esbuild").Metafile }} bundle
 * @param {string[]} files the site's files that contain the bundle
 * @returns {object[]} the packages in a bundle
 */
function bundled({ metafile }, files) {
  const inputs = Object.keys(metafile.inputs).map((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
  return metadataOf([...new Set(inputs.filter((name) => name !== undefined))].sort(), files);
}

/** @type {(names: string[], files: string[]) => object[]} package metadata for licences_page.py */
function metadataOf(names, files) {
  return names.map((name) => {
    const folder = path.join(npm, name);
    const about = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const found = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const words = found.map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("\n\n");
    const address = about.homepage ?? about.repository.url ?? about.repository;
    const home = address
      .replace(/^git(\+https)?:/, "https:")
      .replace(/^github:/, "https://github.com/")
      .replace(/\.git$/, "");
    return { name, version: about.version, licence: about.license, home, files, words };
  });
}

/** @type {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  target: job.target,
  logLevel: "error",
  legalComments: "none",
  tsconfigRaw: {}, // esbuild would otherwise obey the type checker's tsconfig.json
};
const define = { "process.env.NODE_ENV": '"production"', ...constants(job.optimizations) };
/** @type {(name: string, entry: string, ...plugins: Plugin[]) => Promise<{ metafile: import("esbuild").Metafile }>} */
const bundle = (name, entry, ...plugins) =>
  esbuild.build({
    ...common,
    metafile: true,
    format: "esm",
    nodePaths: [npm],
    plugins,
    entryPoints: [{ in: entry, out: name }],
    outdir: job.out,
    outExtension: { ".js": ".mjs" },
    alias: {
      ...job.aliases,
      "sanitize-html": at("widgets/sanitize_html_stub.mjs"),
      jquery: "jquery/dist/jquery.slim.js",
    },
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } }, // as Lumino compiles its sources
    loader: { ".svg": "dataurl", ".woff": "dataurl", ".woff2": "dataurl" },
    define: { global: "globalThis", ...define },
  });
/** Bundle a classic script: one that pages load, or the service worker.
 * @type {(name: string, entry: string) => Promise<unknown>} */
const classic = (name, entry) =>
  esbuild.build({ ...common, format: "iife", nodePaths: [npm], entryPoints: [entry], outfile: out(name), define });

const packages = metadataOf(["zstddec"], ["catlive/zstd.wasm"]);
for (const [name, entry] of Object.entries(/** @type {{ [name: string]: string }} */ (job.entries))) {
  if (name.endsWith(".js")) await classic(name, entry);
  else packages.push(...bundled(await bundle(name.replace(".mjs", ""), entry, made, lumino), [`catlive/${name}`]));
}
packages.push(...bundled(await bundle("controls", at("widgets/controls.mjs"), shared), ["catlive/controls.*"]));
/** @type {(file: string) => any} */
const ofPyodide = (file) => JSON.parse(fs.readFileSync(path.join(npm, "pyodide", file), "utf8"));
const { python, platform } = ofPyodide("pyodide-lock.json").info;
const emscripten = platform.replace("emscripten_", "").replaceAll("_", ".");
const versions = { pyodide: ofPyodide("package.json").version, python, emscripten };
fs.writeFileSync(out("packages.json"), JSON.stringify({ packages, versions }, null, 1));
const css = await esbuild.transform(job.style, { loader: "css", minify: true, target: job.target });
fs.writeFileSync(out("page.css"), css.code);
for (const file of job.assets) fs.copyFileSync(file, out(path.basename(file)));
