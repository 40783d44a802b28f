// The archives of games and their messages: fetched before a cell runs, or when Python first reads them.
import assert from "node:assert/strict";
import test from "node:test";
import { PackFiles, packPath } from "../../../cattools/live/frontend/worker/packs.mjs";

/** A file system with the functions that these files need. */
class Files {
  nodes = new Map();
  mkdirTree() {}
  ErrnoError = class extends Error {};
  /** @param {string} path */
  writeFile(path) {
    this.nodes.set(path, { stream_ops: { open: () => {} } });
  }
  /** @param {string} path */
  lookupPath(path) {
    return { node: this.nodes.get(path) };
  }
}

const MESSAGES = "pack.herders.messages.ja.deflate";
const NAMES = ["pack.herders.zip", "pack.calico.zip", "pack.calico.practice.zip"];

/**
 * @param {() => Response | Promise<Response>} answer
 * @param {string | null} [language]
 */
function mounted(answer, language = null) {
  const files = new Files();
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(String(address));
    return answer();
  };
  const archives = new PackFiles(NAMES, ["herders"], language, (name) => `https://host/${name}?v=1`);
  archives.mount(files);
  return { archives, files, asked };
}

test("an archive's path omits the prefix of its file name", () => {
  assert.equal(packPath("pack.herders.zip"), "/lib/packs/herders.zip");
  assert.equal(packPath("pack.calico.practice.zip"), "/lib/packs/calico.practice.zip");
});

test("the archive of a game is fetched once, and those of other games are not", async () => {
  const { archives, files, asked } = mounted(() => new Response("abc"));
  await archives.provideFor(["herders"]);
  await archives.provideFor(["herders"]);
  assert.deepEqual(asked, ["https://host/pack.herders.zip?v=1"]);
  assert.deepEqual(
    [...files.nodes.get("/lib/packs/herders.zip").contents],
    [..."abc"].map((c) => c.charCodeAt(0)),
  );
  assert.equal(files.nodes.get("/lib/packs/calico.zip").contents, undefined);
});

test("the messages of a game in the page's language arrive with its archive", async () => {
  const { archives, files, asked } = mounted(() => new Response("abc"), "ja");
  await archives.provideFor(["herders", "calico"]);
  assert.deepEqual(
    asked,
    ["pack.herders.zip", MESSAGES, "pack.calico.zip"].map((name) => `https://host/${name}?v=1`),
  );
  assert.equal(files.nodes.get("/lib/packs/herders.messages.ja.deflate").contents.length, 3);
});

test("the messages of the kernel's first game are fetched once", async () => {
  const { archives, files, asked } = mounted(() => new Response("abc"), "ja");
  await archives.requestMessages("herders")();
  await archives.requestMessages("calico")();
  await archives.provideFor(["herders"]);
  assert.deepEqual(
    asked,
    [MESSAGES, "pack.herders.zip"].map((name) => `https://host/${name}?v=1`),
  );
  assert.equal(files.nodes.get("/lib/packs/herders.messages.ja.deflate").contents.length, 3);
});

test("a game without an archive is left to Python, which reports it", async () => {
  const { archives, asked } = mounted(() => new Response("abc"));
  await archives.provideFor(["chess"]);
  assert.deepEqual(asked, []);
});

test("an archive that does not arrive is fetched again when Python reads it", async () => {
  for (const answer of [() => new Response("", { status: 404 }), () => Promise.reject(new Error("offline"))]) {
    const { archives, files } = mounted(answer);
    await archives.provideFor(["herders"]);
    assert.equal(files.nodes.get("/lib/packs/herders.zip").contents, undefined);
  }
});
