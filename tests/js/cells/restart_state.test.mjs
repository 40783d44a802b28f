// After a kernel restart, the boards of each cell get back their restart state.
import assert from "node:assert/strict";
import test from "node:test";
import { Records } from "../../../cattools/live/frontend/cells/restart_state.mjs";

/** @type {(record: string, ...chosen: string[]) => { record: string, chosen: string[] }} */
const state = (record, ...chosen) => ({ record, chosen });

/** @type {(records: Records, cell: string, first: string[]) => any[]} */
function run(records, cell, first) {
  records.begin(cell);
  const boards = first.map((record) => records.made(cell, record));
  records.shown(cell);
  return boards;
}

test("each board of a cell gets the last state of the board with the same index", () => {
  const records = new Records();
  const [first, second] = run(records, "0", ["dealt", ""]);
  assert.deepEqual([first.record, second.record], ["", ""]);
  second.keep(state("played"));
  records.handBack();
  assert.deepEqual(
    run(records, "0", ["dealt again", ""]).map(({ record }) => record),
    ["dealt", "played"],
  );
});

test("the selection is handed back at every restart, even before the board has a record", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(state("", "a1"));
  for (const _ of ["one kernel", "another"]) {
    records.handBack();
    const [{ record, chosen }] = run(records, "0", [""]);
    assert.deepEqual([record, chosen], ["", ["a1"]]);
  }
  records.handBack();
  const [board] = run(records, "0", [""]);
  board.keep(state("played"));
  records.handBack();
  assert.deepEqual(run(records, "0", [""])[0].chosen, []);
});

test("unanswered presses are handed to the next kernel only once", () => {
  const records = new Records();
  const [board] = run(records, "0", [""]);
  board.keep(state("played", "a1"));
  for (const area of ["b1", "c1"]) board.press({ kind: "press", area });
  records.handBack();
  const [{ record, chosen, pressed }] = run(records, "0", [""]);
  assert.deepEqual([record, chosen], ["played", ["a1"]]);
  assert.deepEqual(pressed, [
    { kind: "press", area: "b1" },
    { kind: "press", area: "c1" },
  ]);
  records.handBack();
  assert.equal(run(records, "0", [""])[0].pressed, undefined);
});

test("states are handed back again if the next kernel ends immediately", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(state("one"));
  run(records, "1", [""])[0].keep(state("two"));
  records.handBack();
  run(records, "0", [""]);
  records.begin("1");
  records.made("1", "");
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "one");
  assert.equal(run(records, "1", [""])[0].record, "two");
});

test("a failed run does not change the stored states of the previous boards", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(state("played"));
  records.begin("0");
  records.made("0", "")?.keep(state("from a board that is never shown"));
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "played");
});

test("a run that is shown replaces the stored states", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(state("played"));
  run(records, "0", ["new"]);
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "new");
});

test("a board that no cell has created gets no state", () => {
  assert.equal(new Records().made("0", ""), null);
});

test("nothing is handed back to a cell that is no longer shown", () => {
  const records = new Records();
  run(records, "rule", [""])[0].keep(state("played"));
  records.handBack();
  records.drop("rule");
  assert.equal(run(records, "rule", [""])[0].record, "");
});
