// If a board is pressed too often while the kernel is busy, only the last presses are sent.
import assert from "node:assert/strict";
import test from "node:test";
import { MessageQueue } from "../../../cattools/live/frontend/kernel/message_queue.mjs";
import { LIMITS } from "../../../cattools/site/frontend/page/message_limits.mjs";

/** @typedef {(text: string, kind?: string, board?: string) => void} Send */
/** @returns {{ posted: string[], outbox: MessageQueue, send: Send }} */
function queue() {
  const posted = /** @type {string[]} */ ([]);
  const outbox = new MessageQueue(({ text }) => posted.push(text), LIMITS);
  return {
    posted,
    outbox,
    send: (text, kind, board = "one") => outbox.send({ kind: "comm_msg", text }, board, kind),
  };
}

/** @param {MessageQueue} outbox */
function drain(outbox) {
  for (let n = 0; n < 100; n++) outbox.answered();
}

test("messages are sent in order, with at most two of them unanswered", () => {
  const { posted, outbox, send } = queue();
  for (const text of ["a", "b", "c", "d"]) send(text);
  assert.deepEqual(posted, ["a", "b"]);
  outbox.answered();
  assert.deepEqual(posted, ["a", "b", "c"]);
  drain(outbox);
  assert.deepEqual(posted, ["a", "b", "c", "d"]);
});

test("unanswered presses are listed in order, whether sent or not", () => {
  const { outbox, send } = queue();
  send("shown");
  for (const text of ["a", "b"]) send(text, "press");
  send("over", "hover");
  send("c", "tool", "two");
  const unanswered = () => outbox.unanswered().map(({ text }) => text);
  assert.deepEqual(unanswered(), ["a", "b", "c"]);
  outbox.answered();
  outbox.answered();
  assert.deepEqual(unanswered(), ["b", "c"]);
  drain(outbox);
  assert.deepEqual(unanswered(), []);
});

test("of ten thousand presses, only the first two and the last 64 are sent", () => {
  const { posted, outbox, send } = queue();
  for (let n = 0; n < 10_000; n++) send(String(n), "press");
  drain(outbox);
  assert.deepEqual(posted, ["0", "1", ...Array.from({ length: 64 }, (_, n) => String(9936 + n))]);
});

test("only the last hover on each board is sent; messages of other kinds are all sent", () => {
  const { posted, outbox, send } = queue();
  send("busy");
  send("busy too");
  for (let n = 0; n < 20; n++) {
    send(`hover ${n}`, "hover");
    send(`form ${n}`, "form");
  }
  send("elsewhere", "hover", "two");
  drain(outbox);
  assert.deepEqual(
    posted.filter((text) => !text.startsWith("form")),
    ["busy", "busy too", "hover 19", "elsewhere"],
  );
  assert.equal(posted.filter((text) => text.startsWith("form")).length, 20);
});
