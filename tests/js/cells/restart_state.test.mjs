// The restart state of boards is handed back to the boards of the same cells.
import assert from "node:assert/strict";
import test from "node:test";
import { Records } from "../../../cattools/site/frontend/cells/restart_state.mjs";

/** @type {(record: string, ...chosen: string[]) => { record: string, chosen: string[] }} */
const told = (record, ...chosen) => ({ record, chosen });

/** @type {(records: Records, cell: string, first: string[]) => any[]} */
function run(records, cell, first) {
  records.begin(cell);
  const places = first.map((record) => records.made(cell, record));
  records.shown(cell);
  return places;
}

test("each board of a cell is handed what the one at its place told last", () => {
  const records = new Records();
  const [first, second] = run(records, "0", ["dealt", ""]);
  assert.deepEqual([first.record, second.record], ["", ""]);
  second.keep(told("played"));
  records.handBack();
  assert.deepEqual(
    run(records, "0", ["dealt anew", ""]).map(({ record }) => record),
    ["dealt", "played"],
  );
});

test("what was chosen is handed back with the record, and again, also before there is one", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(told("", "a1"));
  for (const _ of ["one kernel", "another"]) {
    records.handBack();
    const [{ record, chosen }] = run(records, "0", [""]);
    assert.deepEqual([record, chosen], ["", ["a1"]]);
  }
  records.handBack();
  const [place] = run(records, "0", [""]);
  place.keep(told("played"));
  records.handBack();
  assert.deepEqual(run(records, "0", [""])[0].chosen, []);
});

test("what a stopped kernel did not come to is handed to the next, once", () => {
  const records = new Records();
  const [place] = run(records, "0", [""]);
  place.keep(told("played", "a1"));
  for (const area of ["b1", "c1"]) place.press({ kind: "press", area });
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

test("what was handed back is handed back again, if the next kernel ends at once", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(told("one"));
  run(records, "1", [""])[0].keep(told("two"));
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
  run(records, "0", [""])[0].keep(told("played"));
  records.begin("0");
  records.made("0", "")?.keep(told("of a board that is never shown"));
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "played");
});

test("a run that is shown begins anew", () => {
  const records = new Records();
  run(records, "0", [""])[0].keep(told("played"));
  run(records, "0", ["new"]);
  records.handBack();
  assert.equal(run(records, "0", [""])[0].record, "new");
});

test("a board that no cell has made has no place", () => {
  assert.equal(new Records().made("0", ""), null);
});

test("of a cell that is shown no more nothing is handed back", () => {
  const records = new Records();
  run(records, "rule", [""])[0].keep(told("played"));
  records.handBack();
  records.drop("rule");
  assert.equal(run(records, "rule", [""])[0].record, "");
});
