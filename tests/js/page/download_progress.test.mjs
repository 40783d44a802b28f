// The download progress is the sum over all of a kernel's files, in transferred bytes.
import assert from "node:assert/strict";
import test from "node:test";
import { DownloadProgress } from "../../../cattools/live/frontend/page/download_progress.mjs";

/** @type {(length: number | null, ...chunks: number[]) => Response} */
const answer = (length, ...chunks) => {
  const body = new ReadableStream({
    start(out) {
      for (const size of chunks) out.enqueue(new Uint8Array(size));
      out.close();
    },
  });
  return new Response(body, length ? { headers: { "Content-Length": String(length) } } : {});
};

/** @type {(stream: ReadableStream) => Promise<string>} */
const whole = (stream) => new Response(stream).text();

test("the total is known once the size of every file is known", async () => {
  const progress = new DownloadProgress();
  progress.expect("one");
  progress.expect("two");
  assert.equal(progress.total, 0);
  await whole(progress.count("one", answer(30, 10, 20)));
  assert.equal(progress.total, 0);
  await whole(progress.count("two", answer(70, 70)));
  assert.deepEqual([progress.received, progress.total], [100, 100]);
});

test("received bytes are counted even if the host does not send the size of the file", async () => {
  const progress = new DownloadProgress();
  await whole(progress.count("unknown size", answer(null, 60, 40)));
  assert.deepEqual([progress.received, progress.total], [100, 0]);
});

test("after a restart, only the files that are requested again are counted again", async () => {
  const progress = new DownloadProgress();
  await whole(progress.count("stays", answer(5, 5)));
  await whole(progress.count("again", answer(7, 7)));
  progress.expect("again");
  assert.deepEqual([progress.received, progress.total], [5, 0]);
});
