// The rules panel: which presses open it, what its cells need, and how much space the game's board makes for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { follows, spaceBeside } from "../../../cattools/site/frontend/rules/panel.mjs";
import { importsOf, shows } from "../../../cattools/site/frontend/rules/section.mjs";

test("the imports of a page are collected without duplicates", () => {
  const codes = ["from cattools import show\n\nshow('a.b')", "import math\nshow('c')", "from cattools import show\n"];
  assert.equal(importsOf(codes), "from cattools import show\nimport math");
  assert.equal(importsOf(['show("herders.move")']), "");
});

test("a cell shows a rule if its code contains the rule's whole id", () => {
  assert.ok(shows('show("herders.option.two-steps")', "herders-option-two-steps"));
  assert.ok(!shows('show("herders.move.back")', "herders-move"));
  assert.ok(!shows("play('herders')", "herders-move"));
});

test("only a plain click opens the panel; the browser handles clicks for another tab or window", () => {
  const plain = { defaultPrevented: false, button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  /** @type {(how: object) => boolean} */
  const ours = (how) => follows(/** @type {any} */ ({ ...plain, ...how }));
  assert.ok(ours({}));
  for (const how of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }]) {
    assert.ok(!ours(how), JSON.stringify(how));
  }
  assert.ok(!ours({ defaultPrevented: true }));
});

test("a board makes only as much room for the panel as needed, and none if it would become too narrow", () => {
  assert.equal(spaceBeside({ left: 300, right: 800 }, 900), 0);
  assert.equal(spaceBeside({ left: 300, right: 900 }, 800), 112);
  assert.equal(spaceBeside({ left: 0, right: 500 }, 200), 0);
});
