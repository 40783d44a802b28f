// node build.mjs JOB.json: bundle what the page loads.  JOB: {npm, out, sources, ipycanvas, boards, style}
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { createRequire } from "node:module";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const npm = path.join(job.npm, "node_modules");
const esbuild = createRequire(path.join(job.npm, "package.json"))("esbuild");
const at = (file) => path.join(job.sources, file), out = (file) => path.join(job.out, file);

// Modules made here: ipycanvas' AMD file as a factory(base), and the boards' scripts by checksum.
const made = {
  "ipycanvas-amd": () => `let made;
const define = (needs, factory) => {
  if (String(needs) !== "@jupyter-widgets/base") throw new Error("ipycanvas needs " + needs);
  made = factory;
};
${fs.readFileSync(job.ipycanvas, "utf8")}
export default made;`,
  "board-modules": () => {
    const line = (file, i) => {
      const crc = zlib.crc32(fs.readFileSync(file)).toString(16).padStart(8, "0");
      return [`import * as m${i} from ${JSON.stringify(file)};`, `["crc:${crc}", m${i}.default]`];
    };
    const lines = job.boards.map(line);
    return `${lines.map((l) => l[0]).join("\n")}\nexport default new Map([${lines.map((l) => l[1]).join(", ")}]);`;
  },
};
const plugin = {
  name: "made-here",
  setup(build) {
    build.onResolve({ filter: /^(ipycanvas-amd|board-modules)$/ }, ({ path: name }) => ({ path: name, namespace: "made" }));
    build.onLoad({ filter: /.*/, namespace: "made" }, ({ path: name }) => ({ contents: made[name](), resolveDir: job.sources }));
  },
};

const common = { minify: true, target: "es2022", logLevel: "error", legalComments: "none" };
await esbuild.build({
  ...common, bundle: true, format: "esm", nodePaths: [npm], plugins: [plugin],
  entryPoints: [{ in: at("page.mjs"), out: "widgets" }], outdir: job.out, outExtension: { ".js": ".mjs" },
  alias: { path: path.join(npm, "path-browserify"), "sanitize-html": at("sanitize.mjs") },
  loader: { ".svg": "dataurl", ".woff": "dataurl", ".woff2": "dataurl" },
  define: { global: "globalThis", "process.env.NODE_ENV": '"production"' },
});
await esbuild.build({ ...common, entryPoints: [at("boot.js")], outfile: out("boot.js") });
const css = `${fs.readFileSync(at("page.css"), "utf8")}\n${job.style}`;
fs.writeFileSync(out("page.css"), (await esbuild.transform(css, { loader: "css", minify: true })).code);
fs.copyFileSync(at("icon.svg"), out("icon.svg"));
