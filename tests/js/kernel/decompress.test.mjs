// Files compressed by the build are decompressed as they arrive. Incomplete or damaged files cause an error.
import assert from "node:assert/strict";
import test from "node:test";
import { StreamedFile, unpackStream, unpackSync } from "../../../cattools/live/frontend/kernel/decompress.mjs";
import { decoderOf, packed } from "../../../cattools/live/frontend/tooling/compress.mjs";

const decoder = await WebAssembly.compile(decoderOf(".cache/js"));
// Only part of the content repeats earlier data, and the content is larger than one output block of zstd.
const content = Uint8Array.from({ length: 700_000 }, (_, n) => (n % 1000 < 500 ? n % 7 : (n * n * 31) >> 9));
const file = new Uint8Array(packed(content));

/** @type {(bytes: Uint8Array<ArrayBuffer>, step?: number) => Promise<Uint8Array>} */
async function unpacked(bytes, step = 4096) {
  const arriving = new ReadableStream({
    start(out) {
      for (let at = 0; at < bytes.length; at += step) out.enqueue(bytes.slice(at, at + step));
      out.close();
    },
  });
  return new Uint8Array(await new Response(arriving.pipeThrough(await unpackStream(decoder, "it"))).arrayBuffer());
}

test("a file is decompressed correctly, whatever the size of the chunks", async () => {
  for (const step of [1000, 65_536, file.length]) assert.deepEqual(await unpacked(file, step), content);
  const [one, two] = await Promise.all([unpacked(file), unpacked(new Uint8Array(packed(file)))]);
  assert.deepEqual([one, two], [content, file]);
  assert.deepEqual(await unpacked(new Uint8Array(packed(new Uint8Array()))), new Uint8Array());
});

test("a file is decompressed synchronously; a truncated or damaged file is an error", () => {
  assert.deepEqual(unpackSync(decoder, "it", file), content);
  assert.deepEqual(unpackSync(decoder, "it", new Uint8Array(packed(new Uint8Array()))), new Uint8Array());
  assert.throws(() => unpackSync(decoder, "it", file.slice(0, file.length / 2)), /^Error: it is truncated$/);
  assert.throws(() => unpackSync(decoder, "it", new TextEncoder().encode("<!doctype html>")), /^Error: it is damaged$/);
});

/** @type {(bytes: Uint8Array, step: number, size?: number) => Uint8Array} */
function filled(bytes, step, size = content.length) {
  const arriving = new StreamedFile(decoder, "it", size);
  for (let at = 0; at < bytes.length; at += step) arriving.take(bytes.subarray(at, at + step));
  return arriving.whole();
}

test("a file of known size is decompressed into one buffer; a truncated or damaged file is an error", () => {
  for (const step of [1, 1000, 65_536, file.length]) assert.deepEqual(filled(file, step), content);
  assert.deepEqual(filled(file, 4096, content.length + 1), content);
  for (const end of [0, 3, 100, file.length / 2, file.length - 1])
    assert.throws(() => filled(file.subarray(0, end), 4096), /^Error: it is truncated$/);
  for (const at of [0, 20, file.length >> 1, file.length - 1]) {
    const garbled = file.slice();
    garbled[at] ^= 1;
    assert.throws(() => filled(garbled, 4096), /^Error: it is (damaged|truncated)$/);
  }
  assert.throws(() => filled(file, 4096, content.length - 1), /^Error: it is damaged$/);
});

test("other tasks can run after each block", async () => {
  let tasks = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    tasks += 1;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  assert.deepEqual(await unpacked(file, file.length), content);
  port1.close();
  assert.ok(tasks >= content.length / 131_072, `${tasks} tasks`);
});

test("a truncated file is an error", async () => {
  for (const end of [0, 3, 100, file.length / 2, file.length - 1])
    await assert.rejects(unpacked(file.slice(0, end)), /^Error: it is truncated$/);
});

test("a file with a single wrong bit is an error", async () => {
  for (const at of [0, 20, file.length >> 1, file.length - 1]) {
    const garbled = file.slice();
    garbled[at] ^= 1;
    await assert.rejects(unpacked(garbled), /^Error: it is (damaged|truncated)$/);
  }
  await assert.rejects(unpacked(new TextEncoder().encode("<!doctype html><title>Not found</title>")), /damaged/);
});
