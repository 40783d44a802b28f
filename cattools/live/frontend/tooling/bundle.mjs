// @ts-check
// node bundle.mjs JOB.json: bundle the scripts and styles of the pages.
// JOB: {npm, out, sources, target, ipycanvas, board, style, optimizations}
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
  return `let exported;
const define = (needs, factory) => {
  if (String(needs) !== "@jupyter-widgets/base") throw new Error("ipycanvas: expected only its base, found " + needs);
  exported = factory;
};
${fs.readFileSync(job.ipycanvas, "utf8")}
export default exported;`;
}

/** Map the checksum of the boards' script to that script, which precomputed/entry.mjs has already loaded. */
function boardModules() {
  const crc = zlib.crc32(fs.readFileSync(job.board)).toString(16).padStart(8, "0");
  return `const { board } = await import(catlive.url("board.mjs"));
export default new Map([["crc:${crc}", board]]);`;
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
const boards = generating("made-here", /^(ipycanvas-amd|board-modules)$/, (name) =>
  name === "board-modules" ? boardModules() : ipycanvasModule(),
);
const layer = generating("layer", /^board-layer$/, () => `export { default } from ${JSON.stringify(job.board)};`);
// Lumino's widgets are published as one large file that cannot be tree-shaken; boards need only these source files.
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
/** @type {(name: string, entry: string, ...plugins: Plugin[]) => Promise<{ metafile: import("esbuild").Metafile }>} */
const bundle = (name, entry, ...plugins) =>
  esbuild.build({
    ...common,
    metafile: true,
    format: "esm",
    nodePaths: [npm],
    plugins,
    entryPoints: [{ in: at(entry), out: name }],
    outdir: job.out,
    outExtension: { ".js": ".mjs" },
    alias: { "sanitize-html": at("widgets/sanitize_html_stub.mjs"), jquery: "jquery/dist/jquery.slim.js" },
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } }, // as Lumino compiles its sources
    loader: { ".svg": "dataurl", ".woff": "dataurl", ".woff2": "dataurl" },
    define: { global: "globalThis", "process.env.NODE_ENV": '"production"', ...constants(job.optimizations) },
  });
await bundle("board", "precomputed/entry.mjs", layer);
const widgets = await bundle("widgets", "page/main.mjs", boards, lumino);
const controls = await bundle("controls", "widgets/controls.mjs", shared);
// Classic scripts, loaded by pages and as the service worker.
/** @type {(name: string, entry: string) => Promise<{ metafile: import("esbuild").Metafile }>} */
const plain = (name, entry) =>
  esbuild.build({
    ...common,
    metafile: true,
    format: "iife",
    nodePaths: [npm],
    entryPoints: [at(entry)],
    outfile: out(name),
    define: { "process.env.NODE_ENV": '"production"', ...constants(job.optimizations) },
  });
await plain("boot.js", "page/boot.js");
await plain("ahead.js", "page/prefetch.js");
await plain("offline.js", "page/register_service_worker.js");
await plain("ask.js", "search/box.js");
await plain("cite.js", "page/copy_link.js");
await plain("progress.js", "page/progress.js");
await plain("embed.js", "page/embed.js");
const answers = await bundle("answers", "search/ranking.mjs");
const qrCode = await bundle("qr", "widgets/qr_code.mjs");
await plain("service_worker.js", "service_worker.mjs");
const packages = [
  ...bundled(widgets, ["catlive/widgets.mjs"]),
  ...bundled(controls, ["catlive/controls.*"]),
  ...bundled(answers, ["catlive/answers.mjs"]),
  ...bundled(qrCode, ["catlive/qr.mjs"]),
  ...metadataOf(["zstddec"], ["catlive/zstd.wasm"]),
];
/** @type {(file: string) => any} */
const ofPyodide = (file) => JSON.parse(fs.readFileSync(path.join(npm, "pyodide", file), "utf8"));
const { python, platform } = ofPyodide("pyodide-lock.json").info;
const emscripten = platform.replace("emscripten_", "").replaceAll("_", ".");
const versions = { pyodide: ofPyodide("package.json").version, python, emscripten };
fs.writeFileSync(out("packages.json"), JSON.stringify({ packages, versions }, null, 1));
const css = `${fs.readFileSync(at("page/page.css"), "utf8")}\n${job.style}`;
fs.writeFileSync(
  out("page.css"),
  (await esbuild.transform(css, { loader: "css", minify: true, target: job.target })).code,
);
for (const icon of ["icon.svg", "icon-192.png", "icon-512.png"]) fs.copyFileSync(at(`assets/${icon}`), out(icon));
