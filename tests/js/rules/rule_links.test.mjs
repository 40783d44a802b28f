// The target of a link to a rule: on the site, in JupyterLab and Notebook 7, and where there is no page to link to.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { leadToRule } from "../../../cattools/widgets/frontend/rule_links.js";

/** @type {any} */
const globals = globalThis;
/** @type {any} */
let seen;

/** @param {string} anchor */
function link(anchor) {
  /** @type {any} */
  const made = { dataset: { page: "herders/turn", anchor }, title: "", href: "rule:", words: "", listeners: {} };
  made.removeAttribute = (/** @type {string} */ name) => delete made[name];
  made.remove = () => {
    made.removed = true;
  };
  made.append = (/** @type {string} */ words) => {
    made.words += words;
  };
  made.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ hear) => {
    made.listeners[name] = hear;
  };
  return made;
}

/** @param {object | null} config the page's description of its application */
function inPage(config) {
  seen = { scrolled: 0, places: [] };
  globals.CSS = { escape: (/** @type {string} */ text) => text };
  globals.sessionStorage = { setItem: () => {} };
  globals.dispatchEvent = () => true;
  globals.document = {
    getElementById: () => config && { textContent: JSON.stringify(config) },
    querySelectorAll: () => seen.places,
  };
}

beforeEach(() => inPage({ appName: "JupyterLab", baseUrl: "/me/" }));

test("on the site, a link leads to the rule's section", () => {
  const made = link("herders-place");
  leadToRule(made, new URL("https://host/rulebook/"));
  assert.equal(made.href, "https://host/rulebook/book/herders/turn.html#herders-place");
});

test("in JupyterLab, a link runs the command that opens the notebook", () => {
  const made = link("herders-place");
  leadToRule(made, null);
  assert.equal(made.href, "/me/lab/tree/book/herders/turn.md");
  assert.equal(made.dataset.commandlinkerCommand, "docmanager:open");
  assert.deepEqual(JSON.parse(made.dataset.commandlinkerArgs), { path: "book/herders/turn.md" });
});

test("in Notebook 7, a link opens the notebook in a new tab", () => {
  inPage({ appName: "Jupyter Notebook", baseUrl: "/me/" });
  const made = link("herders-place");
  leadToRule(made, null);
  assert.deepEqual(
    [made.href, made.target, made.rel, made.title],
    ["/me/notebooks/book/herders/turn.md", "_blank", "opener", "book/herders/turn.md"],
  );
  assert.equal(made.dataset.commandlinkerCommand, undefined);
});

test("a link to a rule in the open notebook scrolls to the rule and opens nothing", () => {
  const made = link("herders-place");
  leadToRule(made, null);
  const place = { offsetParent: {}, scrollIntoView: () => seen.scrolled++ };
  seen.places = [{ offsetParent: null }, place];
  const stopped = /** @type {string[]} */ ([]);
  made.listeners.click({
    preventDefault: () => stopped.push("default"),
    stopPropagation: () => stopped.push("command"),
  });
  assert.deepEqual([seen.scrolled, stopped], [1, ["default", "command"]]);
});

for (const config of [{ baseUrl: "/" }, null]) {
  test(`where no page can be opened, a link names the rule's file: ${JSON.stringify(config)}`, () => {
    inPage(config);
    const made = link("herders-place");
    leadToRule(made, null);
    leadToRule(made, null); // appended only once
    assert.deepEqual([made.href, made.words], [undefined, " (book/herders/turn.md)"]);
    assert.equal(made.dataset.commandlinkerCommand, undefined);
    const positionLink = link("game=herders&position=x");
    leadToRule(positionLink, null);
    assert.equal(positionLink.removed, true);
    seen.places = [{ offsetParent: {} }];
    const nearLink = link("herders-place"); // the rule is on the same page
    leadToRule(nearLink, null);
    assert.deepEqual([nearLink.href, nearLink.words], ["#herders-place", ""]);
  });
}
