// The page's live cells: run in order, one kernel a page; each picture gives way to its board when the board
// has painted, and the presses kept on the picture are played on the board.
import { Manager } from "./widgets.mjs";
import { editable } from "./edit.mjs";

const READY_MS = 4000; // a board that has not painted by then is shown as it is
const soon = () => new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done, { timeout: 200 }));
const make = (tag, cls, parent) => { const e = document.createElement(tag); e.className = cls; parent?.append(e); return e; };

class Cell {
  constructor(el, id) {
    this.el = el;
    this.id = id;
    this.pre = el.querySelector(".cell_input pre");
    this.source = this.pre.textContent;
    this.out = el.querySelector(":scope > .cell_output") ?? make("div", "cell_output");
    if (!this.out.isConnected) el.prepend(this.out);
    this.views = [];
  }

  near() { // within half a screen of what the reader sees
    const { top, bottom } = this.el.getBoundingClientRect();
    return top < innerHeight * 1.5 && bottom > -innerHeight / 2;
  }
}

function text(output, host) {
  if (output.mime === "text/html" || output.mime === "image/svg+xml") { make("div", "cat-html", host).innerHTML = output.text; return; }
  const plain = make("pre", `cat-${output.kind}`, host);
  plain.textContent = output.text;
  if (output.kind === "error") plain.setAttribute("role", "alert");
}

// Build the outputs out of sight, as wide as they will be, so that taking the picture's place moves nothing.
async function show(t, cell, outputs) {
  const host = make("div", "cat-live cat-live-hidden", cell.out);
  const views = [];
  for (const output of outputs) {
    if (output.model) views.push(await t.manager.show(output.model, make("div", "cat-view", host)));
    else text(output, host);
  }
  await Promise.race([Promise.all(views.map((view) => view.painted)), new Promise((done) => { setTimeout(done, READY_MS); })]);

  const before = [...cell.out.querySelectorAll("[data-cat]")].filter((shell) => !host.contains(shell));
  const after = [...host.querySelectorAll("[data-cat]")];
  const twin = (place, [attribute, value]) => after[before.indexOf(place)]?.querySelector(`[${attribute}="${CSS.escape(value)}"]`);
  const at = document.activeElement?.closest?.("[data-id], [data-tool]");
  const press = at && (at.dataset.id === undefined ? ["data-tool", at.dataset.tool] : ["data-id", at.dataset.id]);
  const focus = at && cell.out.contains(at) ? twin(at.closest("[data-cat]"), press) : null; // most often it is elsewhere
  cell.views.forEach((view) => view.remove());
  cell.views = views;
  for (const old of [...cell.out.children]) if (old !== host) old.remove();
  host.classList.remove("cat-live-hidden");
  focus?.focus({ preventScroll: true });
  for (const shell of before)
    for (const press of shell.catKept ?? [])
      twin(shell, press)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
}

export async function open(t) {
  const cells = [...document.querySelectorAll("div.cell.tag_live")].map((el, i) => new Cell(el, String(i)));
  const running = new Map(); // cell id -> its outputs so far and what to call at the end
  t.manager = new Manager(t.worker, (error) => t.errors.push(String(error?.stack ?? error)));

  const hear = (m) => {
    const job = m.cell === undefined ? null : running.get(m.cell);
    if (m.kind === "ready") { t.mark("kernel_ready"); t.kernel = m.marks; t.heap = m.heap; }
    else if (m.kind === "fatal") { t.fail(m.text); for (const { fail } of running.values()) fail(new Error(m.text)); }
    else if (m.kind === "digest") t.digest = m;
    else if (m.kind === "note") t.note = m.text;
    else if (m.kind === "done") { running.delete(m.cell); job?.done(job.outputs); }
    else if (m.kind === "output") {
      const output = JSON.parse(m.text), { outputs } = running.get(output.cell) ?? { outputs: [] };
      if (output.kind === "error") t.errors.push(output.text);
      const last = outputs.at(-1);
      if (output.kind === "clear") outputs.length = 0;
      else if (output.kind === "stream" && last?.kind === "stream") last.text += output.text;
      else outputs.push(output);
    } else t.manager.handle(m);
  };
  t.early.forEach(hear);
  t.early = null;
  t.worker.onmessage = (event) => hear(event.data);

  t.run = (cell, code) => new Promise((done, fail) => {
    running.set(cell.id, { outputs: [], done, fail });
    t.worker.postMessage({ kind: "run", cell: cell.id, code });
  });
  t.rerun = async (cell, code) => show(t, cell, await t.run(cell, code));

  const goLive = async (cell, outputs) => {
    try {
      // what was printed at the build is there already; only a widget has something to add
      if (outputs.some((output) => output.model)) await show(t, cell, outputs);
      else if (outputs.some((output) => output.kind === "error")) return t.say("failed", cell.el);
    } catch (error) {
      t.errors.push(String(error?.stack ?? error));
      return t.say("failed", cell.el);
    }
    cell.el.dataset.live = "1";
    editable(t, cell);
    t.live += 1;
    t.mark("first_live");
  };

  // In order, since cells share their names; boards out of sight are drawn when the page is idle.
  const later = [];
  for (const cell of cells) {
    if (t.live) await soon(); // a press on a board that lives comes first
    const outputs = await t.run(cell, cell.source);
    if (cell.near()) await goLive(cell, outputs); else later.push([cell, outputs]);
  }
  while (later.length) {
    const next = later.findIndex(([cell]) => cell.near());
    if (next < 0) await soon();
    await goLive(...later.splice(Math.max(next, 0), 1)[0]);
  }
  t.state = "live";
  t.mark("all_live");
}
