// Of many presses on a board whose kernel is busy, only the last ones count.
import assert from "node:assert/strict";
import test from "node:test";
import { MessageQueue } from "../../../cattools/site/frontend/kernel/message_queue.mjs";

/** @returns {{ posted: string[], outbox: MessageQueue, say: (text: string, kind?: string, board?: string) => void }} */
function made() {
  const posted = /** @type {string[]} */ ([]);
  const outbox = new MessageQueue(({ text }) => posted.push(text));
  return {
    posted,
    outbox,
    say: (text, kind, board = "one") => outbox.send({ kind: "comm_msg", text }, board, kind),
  };
}

/** @param {MessageQueue} outbox */
function drain(outbox) {
  for (let n = 0; n < 100; n++) outbox.answered();
}

test("what is said goes out in order, a little ahead of the answers", () => {
  const { posted, outbox, say } = made();
  for (const text of ["a", "b", "c", "d"]) say(text);
  assert.deepEqual(posted, ["a", "b"]);
  outbox.answered();
  assert.deepEqual(posted, ["a", "b", "c"]);
  drain(outbox);
  assert.deepEqual(posted, ["a", "b", "c", "d"]);
});

test("presses without an answer are told in order, posted or not", () => {
  const { outbox, say } = made();
  say("shown");
  for (const text of ["a", "b"]) say(text, "press");
  say("over", "hover");
  say("c", "tool", "two");
  const unanswered = () => outbox.unanswered().map(({ text }) => text);
  assert.deepEqual(unanswered(), ["a", "b", "c"]);
  outbox.answered();
  outbox.answered();
  assert.deepEqual(unanswered(), ["b", "c"]);
  drain(outbox);
  assert.deepEqual(unanswered(), []);
});

test("of ten thousand presses the last ones count", () => {
  const { posted, outbox, say } = made();
  for (let n = 0; n < 10_000; n++) say(String(n), "press");
  drain(outbox);
  assert.deepEqual(posted, ["0", "1", ...Array.from({ length: 64 }, (_, n) => String(9936 + n))]);
});

test("a pointer that moves on asks only of where it is; each board and all else for itself", () => {
  const { posted, outbox, say } = made();
  say("busy");
  say("busy too");
  for (let n = 0; n < 20; n++) {
    say(`hover ${n}`, "hover");
    say(`form ${n}`, "form");
  }
  say("elsewhere", "hover", "two");
  drain(outbox);
  assert.deepEqual(
    posted.filter((text) => !text.startsWith("form")),
    ["busy", "busy too", "hover 19", "elsewhere"],
  );
  assert.equal(posted.filter((text) => text.startsWith("form")).length, 20);
});
