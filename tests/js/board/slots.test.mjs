// A reader's changes around a board, such as open sections and filled-in fields, survive when its HTML is replaced.
import assert from "node:assert/strict";
import test from "node:test";
import { readKept, restoreKept } from "../../../cattools/widgets/frontend/view/slots.js";

/** @type {any} */ (globalThis).CSS = { escape: (/** @type {string} */ text) => text };

/**
 * @param {{ parts?: boolean[], fields?: object[] | null, changed?: boolean, named?: object[] }} options
 * @returns {any} a slot, as far as the tested functions use it
 */
function box({ parts = [], fields = null, changed = false, named = [] }) {
  const marks = new Set(changed ? ["changed"] : []);
  const form = fields && { elements: fields, classList: marks };
  const details = parts.map((open) => ({ open }));
  return {
    details,
    form,
    contains: (/** @type {object} */ element) => named.includes(element),
    querySelectorAll: () => details,
    querySelector: (/** @type {string} */ selector) => {
      if (selector === "form.changed") return form && marks.has("changed") ? form : null;
      if (selector === "form") return form;
      return named.find((/** @type {any} */ one) => selector.includes(`"${one.dataset.tool ?? one.name}"`)) ?? null;
    },
  };
}

test("sections that were opened stay open, and new sections keep their own state", () => {
  const fresh = box({ parts: [false, true, true] });
  restoreKept(fresh, readKept(box({ parts: [true, false] }), null));
  assert.deepEqual(
    fresh.details.map((/** @type {any} */ part) => part.open),
    [true, false, true],
  );
});

test("fields that were filled in stay filled in, and their form still counts as changed", () => {
  const old = box({ fields: [{ value: "5" }, { value: "on", checked: true }], changed: true });
  const fresh = box({ fields: [{ value: "" }, { value: "on", checked: false }] });
  restoreKept(fresh, readKept(old, null));
  assert.deepEqual([fresh.form.elements[0].value, fresh.form.elements[1].checked], ["5", true]);
  assert.ok(fresh.form.classList.has("changed"));
});

test("a form that was not changed, or that has other fields, is not restored", () => {
  const untouched = readKept(box({ fields: [{ value: "5" }] }), null);
  const filled = readKept(box({ fields: [{ value: "5" }], changed: true }), null);
  for (const [kept, fields] of /** @type {[any, object[]][]} */ ([
    [untouched, [{ value: "" }]],
    [filled, [{ value: "" }, { value: "" }]],
  ])) {
    const fresh = box({ fields });
    restoreKept(fresh, kept);
    assert.equal(fresh.form.elements[0].value, "");
    assert.ok(!fresh.form.classList.has("changed"));
  }
});

test("the focus goes to the button or field of the same name", () => {
  const focused = /** @type {string[]} */ ([]);
  /** @type {(name: string, tool?: string) => any} */
  const control = (name, tool) => ({
    name,
    dataset: { tool },
    matches: () => false,
    focus: () => focused.push(tool ?? name),
  });
  const undo = control("", "undo");
  const seed = control("seed");
  for (const active of [undo, seed]) {
    const kept = readKept(box({ named: [undo, seed] }), active);
    restoreKept(box({ named: [control("", "undo"), control("seed")] }), kept);
  }
  restoreKept(box({ named: [undo] }), readKept(box({ named: [seed] }), undo)); // the focus is elsewhere
  assert.deepEqual(focused, ["undo", "seed"]);
});

test("if the button is gone, the focus goes to the button that leads on, or else to the board", () => {
  const focused = /** @type {string[]} */ ([]);
  /** @type {(tool: string) => any} */
  const control = (tool) => ({ dataset: { tool }, matches: () => tool === "shell", focus: () => focused.push(tool) });
  const check = control("check");
  const kept = readKept(box({ named: [check] }), check);
  const [withNext, withoutNext] = [
    box({ named: [control("share"), control("next")] }),
    box({ named: [control("share")] }),
  ];
  withoutNext.closest = () => control("shell");
  restoreKept(withNext, kept);
  restoreKept(withoutNext, kept);
  assert.deepEqual(focused, ["next", "shell"]);
});
