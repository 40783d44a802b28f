// The download progress is the sum over all of a kernel's files, in transferred bytes.
import assert from "node:assert/strict";
import test from "node:test";
import { DownloadProgress } from "../../../cattools/site/frontend/page/download_progress.mjs";

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
  const arrived = new DownloadProgress();
  arrived.expect("one");
  arrived.expect("two");
  assert.equal(arrived.all, 0);
  await whole(arrived.count("one", answer(30, 10, 20)));
  assert.equal(arrived.all, 0);
  await whole(arrived.count("two", answer(70, 70)));
  assert.deepEqual([arrived.come, arrived.all], [100, 100]);
});

test("received bytes are counted even if the host does not send the size of the file", async () => {
  const arrived = new DownloadProgress();
  await whole(arrived.count("unknown size", answer(null, 60, 40)));
  assert.deepEqual([arrived.come, arrived.all], [100, 0]);
});

test("after a restart, only the files that are requested again are counted again", async () => {
  const arrived = new DownloadProgress();
  await whole(arrived.count("stays", answer(5, 5)));
  await whole(arrived.count("again", answer(7, 7)));
  arrived.expect("again");
  assert.deepEqual([arrived.come, arrived.all], [5, 0]);
});
