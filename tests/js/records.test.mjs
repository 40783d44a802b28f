// What boards tell is handed back to the boards of the same cells.
import assert from "node:assert/strict";
import test from "node:test";
import { Records } from "../../cattools/site/frontend/records.mjs";

/** @type {(records: Records, cell: string, told: string[]) => any[]} */
function run(records, cell, told) {
  records.begin(cell);
  const places = told.map((record) => records.made(cell, record));
  records.shown(cell);
  return places;
}

test("each board of a cell is handed what the one at its place told last", () => {
  const records = new Records();
  const [first, second] = run(records, "0", ["dealt", ""]);
  assert.deepEqual([first.record, second.record], ["", ""]);
  second.keep("played");
  records.handBack();
  assert.deepEqual(
    run(records, "0", ["dealt anew", ""]).map(({ record }) => record),
    ["dealt", "played"],
  );
});

test("what was handed back is handed back again, if the next kernel ends at once", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep("one");
  run(records, "1", [""])[0].keep("two");
  records.handBack();
  run(records, "0", [""]);
  records.begin("1");
  records.made("1", "");
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "one");
  assert.equal(run(records, "1", [""])[0].record, "two");
});

test("a run that fails leaves what is kept of the boards before", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep("played");
  records.begin("0");
  records.made("0", "")?.keep("of a board that is never shown");
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "played");
});

test("a run that is shown begins anew", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep("played");
  run(records, "0", ["new"]);
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "new");
});

test("a board that no cell has made has no place", () => {
  assert.equal(new Records().made("0", ""), null);
});

test("of a cell that is shown no more nothing is handed back", () => {
  const records = new Records();
  run(records, "rule", [""])[0].keep("played");
  records.handBack();
  records.drop("rule");
  assert.equal(run(records, "rule", [""])[0].record, "");
});
