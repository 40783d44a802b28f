// The listening layer (an anywidget module). Python draws and knows the rules; this hears pointer, touch and keys,
// carries the names, copies the canvas model's bitmap, and shows the focus ring.
const DIR = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEGAL = 1, CHOSEN = 2;

// The nearest area in direction d. "goal" is the line being followed, as a text cursor keeps its column,
// so that Up, Up, Up goes straight up a board of hexes.
export function next(from, areas, d, goal) {
  const flat = d[1] === 0, across = (a) => Math.abs((flat ? a.y : a.x) - goal);
  const seen = [];
  for (const a of areas) {
    const vx = a.x - from.x, vy = a.y - from.y, along = vx * d[0] + vy * d[1];
    if (along > 0 && Math.abs(vx * d[1] - vy * d[0]) <= along * 0.84) seen.push([Math.hypot(vx, vy), a]); // 40 degrees
  }
  if (!seen.length) return null;
  const near = Math.min(...seen.map((s) => s[0])) * 1.25;
  return seen.filter((s) => s[0] <= near).map((s) => s[1])
    .reduce((b, a) => (across(a) < across(b) - 1e-6 || (Math.abs(across(a) - across(b)) <= 1e-6 && (a.x > b.x || a.y > b.y)) ? a : b));
}

// Where the book explains a rule: the page on the site; in JupyterLab the notebook, opened beside this one by Lab's own
// command, for its addresses lead to no place within a file.
function leadTo(link) {
  const { page, anchor } = link.dataset, root = document.documentElement.dataset.content_root;
  if (root !== undefined) { link.href = `${root}book/${page}.html#${anchor}`; return; }
  const config = document.getElementById("jupyter-config-data"), path = `book/${page}.md`;
  const base = config ? JSON.parse(config.textContent).baseUrl || "/" : "/";
  link.href = `${base}lab/tree/${path}`;
  link.dataset.commandlinkerCommand = "docmanager:open";
  link.dataset.commandlinkerArgs = JSON.stringify({ path });
  link.addEventListener("click", () => show(anchor));
}

// Scroll to a place of a page that is being opened: until it stands still, at most ten seconds.
function show(anchor, until = performance.now() + 1e4, was) {
  const target = [...document.querySelectorAll(`[id="${CSS.escape(anchor)}"]`)].find((one) => one.offsetParent);
  const top = target?.getBoundingClientRect().top;
  if (target && top !== was) target.scrollIntoView({ block: "start" });
  if (performance.now() < until && (!target || top !== was)) setTimeout(show, 400, anchor, until, target?.getBoundingClientRect().top);
}

async function paintBelow(model, canvas, signal) {
  // No canvas view: so no tab stop and no listeners to fight.
  const source = await model.widget_manager.get_model(model.get("canvas").slice("IPY_MODEL_".length));
  const ctx = canvas.getContext("2d");
  let painted;
  const first = new Promise((ok) => { painted = ok; });
  const copy = () => {
    const { width, height } = source.canvas;
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    else ctx.clearRect(0, 0, width, height);
    ctx.drawImage(source.canvas, 0, 0);
    painted();
  };
  source.on("new-frame", copy);
  signal.addEventListener("abort", () => source.off("new-frame", copy));
  return { first, source };
}

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const opened = new WeakSet();

async function mount(model, el, signal) {
  el.insertAdjacentHTML("beforeend", model.get("markup"));
  const root = el.lastElementChild, svg = root.querySelector(".cat-layer"), stack = root.querySelector(".cat-stack");
  root.dataset.cat = "waking";
  const ghost = root.querySelector(".cat-ghost"), rings = root.querySelectorAll(".cat-ring");
  const input = root.querySelector(".cat-form input"), keys = root.querySelector(".cat-keys");
  const areas = new Map();
  const send = (m) => model.send(m);

  const name = (id, [text, flags]) => {
    const a = areas.get(id);
    if (!a) return;
    a.flags = flags;
    a.shape.setAttribute("aria-label", text);
    a.shape.classList.toggle("legal", !!(flags & LEGAL));
    a.shape.setAttribute(a.shape.hasAttribute("aria-selected") ? "aria-selected" : "aria-pressed", !!(flags & CHOSEN));
  };
  const stop = (a) => {          // roving tabindex: one tab stop a group
    a.group.stop.shape.tabIndex = -1;
    (a.group.stop = a).shape.tabIndex = 0;
  };
  const place = () => {          // the areas as the model tells them; another hand, say, has other cards
    const box = svg.querySelector(".cat-areas"), held = areas.get(box.querySelector(":focus")?.dataset.id);
    const stops = new Set([...areas.values()].filter((a) => a.group.stop === a).map((a) => a.id));
    areas.clear();
    box.innerHTML = model.get("areas");
    for (const g of box.querySelectorAll('[role="grid"],[role="group"]')) {
      const here = [...g.querySelectorAll(".cat-area")].map((shape) => {
        const a = { id: shape.dataset.id, x: +shape.dataset.x, y: +shape.dataset.y, size: +shape.dataset.size, row: shape.parentNode, shape, group: null, flags: 0 };
        areas.set(a.id, a);
        return a;
      });
      for (const a of here) a.group = here;
      here.stop = here.find((a) => stops.has(a.id)) ?? here[0];
      if (here.stop) stop(here.stop);
    }
    const names = model.get("names");
    for (const id in names) name(id, names[id]);
    if (held) {                  // the focus stays where it was, or beside it
      const far = (a) => Math.hypot(a.x - held.x, a.y - held.y);
      const a = areas.get(held.id) ?? [...areas.values()].reduce((b, c) => (!b || far(c) < far(b) ? c : b), null);
      a?.shape.focus({ preventScroll: true });
    }
  };
  place();

  // ---- the slots: words and buttons that change
  const links = (box) => box.querySelectorAll("a.cat-rule").forEach(leadTo);
  const shown = {};
  let pressed = false;
  const fill = () => {
    if (pressed) { pressed = false; look(null); looked = null; } // with the answer, not before it: one frame less
    const slots = model.get("slots");
    for (const box of root.querySelectorAll("[data-slot]")) {
      const html = slots[box.dataset.slot] || "";
      if (shown[box.dataset.slot] === html) continue;
      shown[box.dataset.slot] = html;
      const open = [...box.querySelectorAll("details")].map((d) => d.open), changed = box.querySelector("form.changed");
      const filled = changed && [...changed.elements].map((f) => [f.value, f.checked]);
      const held = box.contains(document.activeElement) && document.activeElement, key = held && (held.dataset.tool || held.name);
      box.innerHTML = html;
      links(box);
      // what the reader has opened stays open, what the reader has filled in stays filled in
      box.querySelectorAll("details").forEach((d, n) => { d.open = open[n] ?? d.open; });
      const form = filled && box.querySelector("form");
      if (form && form.elements.length === filled.length) {
        form.classList.add("changed");
        [...form.elements].forEach((f, n) => { [f.value, f.checked] = filled[n]; });
      }
      if (key) box.querySelector(`[data-tool="${CSS.escape(key)}"],[name="${CSS.escape(key)}"]`)?.focus();
    }
    ghost.innerHTML = slots.ghost || "";
  };
  const mine = { names: (m) => { for (const id in m.names) name(id, m.names[id]); }, download: (m) => save(m.name, m.text) };
  let pointed = null;
  const hint = (text) => {
    const box = root.querySelector("[data-rest]");
    if (box) box.textContent = text || pointed?.shape.getAttribute("aria-label") || box.dataset.rest;
  };
  mine.hint = (m) => {           // what the area pointed at would bring, else what is there; who walks by keys hears it too
    hint(m.text);
    root.querySelector(".cat-heard").textContent = svg.querySelector(":focus-visible") ? m.text : "";
  };
  mine.keep = (m) => {           // the address follows, so that a reload brings everything back
    if (document.documentElement.dataset.content_root === undefined) return;
    const url = new URL(location.href);
    url.hash = m.fragment;
    history.replaceState(null, "", url);
  };
  mine.share = async (m) => {
    const url = new URL(location.href);
    url.hash = m.fragment;
    const published = document.documentElement.dataset.content_root !== undefined;
    if (published) history.replaceState(null, "", url);
    const link = published ? url.href : url.hash;       // a notebook's own address leads nobody else anywhere
    await navigator.clipboard?.writeText(link).catch(() => {});
    const box = root.querySelector("input[name=link]");
    if (box) { box.value = link; box.select(); }
  };
  mine.forget = () => {          // what the address tells is on the table no more
    if (location.hash.includes("game=") && document.documentElement.dataset.content_root !== undefined) history.replaceState(null, "", location.pathname + location.search);
  };
  const heard = (m) => mine[m.kind]?.(m);
  model.on("msg:custom", heard);
  model.on("change:slots", fill);
  fill();

  // ---- hearing
  const find = (e) => areas.get(e.target.closest?.("[data-id]")?.dataset.id);
  const press = (a, finger = false) => send({ kind: "press", area: a.id, ...(finger && { finger }) });
  const ring = (a) => rings.forEach((p) => { p.style.display = a ? "block" : "none"; if (a) p.setAttribute("points", a.shape.getAttribute("points")); });
  let goal = null, looked = null, looking;
  const tip = root.querySelector(".cat-tip");
  const look = (a) => {          // what this area is called, and what it would do, shown before it is done
    tip.style.display = a ? "block" : "none";
    if (pointed !== a) { pointed = a; hint(""); }
    if (a) {
      tip.textContent = a.shape.getAttribute("role") === "gridcell" ? a.id.split(".").at(-1) : ""; // cards say what they are
      tip.setAttribute("x", a.x);
      tip.setAttribute("y", a.y - a.size * 0.5 + 13);
    }
    if (a && a.flags & LEGAL) ghost.setAttribute("transform", `translate(${a.x} ${a.y})`);
    ghost.style.display = a && a.flags & LEGAL ? "" : "none";
    const id = a && a.flags & LEGAL ? a.id : null;
    clearTimeout(looking);
    if (id === looked) return;
    looking = setTimeout(() => { looked = id; send({ kind: "hover", area: id }); }, 70);
  };
  look(null);
  const fine = matchMedia("(hover: hover)");
  const replace = () => { look(null); looked = goal = null; place(); };
  model.on("change:areas", replace);
  svg.addEventListener("pointerover", (e) => { if (fine.matches && e.pointerType === "mouse") look(find(e)); });
  svg.addEventListener("pointerleave", () => look(null));
  svg.addEventListener("click", (e) => { const a = find(e); if (a) { press(a, e.pointerType === "touch"); pressed = true; stop(a); goal = null; } });
  root.addEventListener("click", (e) => {
    const b = e.target.closest("[data-tool]");
    if (!b || (b.getAttribute("aria-disabled") === "true" && b.dataset.tool !== "undo")) return; // undo says why not
    if (b.dataset.tool === "open") return root.querySelector("input[type=file]")?.click();
    send({ kind: "tool", tool: b.dataset.tool });
  });
  root.addEventListener("change", (e) => {
    const file = e.target.type === "file" && e.target.files[0];
    if (file) file.slice(0, 2e6).text().then((text) => send({ kind: "file", text })).finally(() => { e.target.value = ""; });
  });
  root.addEventListener("input", (e) => e.target.form?.classList.add("changed"));
  root.addEventListener("submit", (e) => {
    e.preventDefault();
    const form = e.target;
    form.classList.remove("changed");
    if (form.classList.contains("cat-form")) {
      if (input.value.trim()) send({ kind: "typed", text: input.value });
      input.value = "";
    } else send({ kind: "form", form: form.name || form.dataset.form, values: Object.fromEntries([...new FormData(form)].filter(([, v]) => typeof v === "string")) });
  });
  root.addEventListener("focusin", (e) => {
    const a = find(e);
    if (!a) return;
    stop(a);
    if (a.shape.matches(":focus-visible")) { ring(a); look(a); }
  });
  root.addEventListener("focusout", () => { ring(null); look(null); });
  root.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const a = find(e), d = DIR[e.key], typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key.length === 1 || (typing && e.key !== "Escape" && e.key !== "Tab")) e.stopPropagation(); // else JupyterLab's own keys act on the cell
    if (typing && e.key !== "Escape") return;
    if (e.key === "Escape") { if (typing) e.target.value = ""; send({ kind: "back" }); }
    else if (e.key === "?") { if (a) send({ kind: "query", area: a.id }); else keys.open = !keys.open; }
    else if (!a) return;
    else if (e.key === "Enter" || e.key === " ") {
      if (e.shiftKey) return;                                // JupyterLab: run the cell
      if (!e.repeat) press(a);
    }
    else if (d || e.key === "Home" || e.key === "End") {
      let b;
      if (d) {
        const flat = d[1] === 0;
        if (!goal || goal.flat !== flat || goal.at !== a) goal = { flat, value: flat ? a.y : a.x };
        b = next(a, a.group, d, goal.value) ?? next(a, areas.values(), d, goal.value); // then on to the next group
        if (b) goal.at = b;
      } else {
        const row = a.group.filter((o) => o.row === a.row);
        b = e.key === "Home" ? row[0] : row.at(-1);
        goal = null;
      }
      if (b) b.shape.focus();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  });

  const { first, source } = await paintBelow(model, root.querySelector(".cat-paint"), signal);

  // ---- motion: Python paints the frame for a moment when the page is ready for one
  const frame = () => new Promise((ok) => { requestAnimationFrame(ok); setTimeout(ok, 250); });
  let moving = 0;
  mine.motion = async ({ ms, id }) => {
    const run = ++moving, start = performance.now();
    for (let at = 0; at < ms && run === moving; at = performance.now() - start) {
      const done = new Promise((ok) => { source.once("new-frame", ok); setTimeout(ok, 500); });
      send({ kind: "frame", id, at });
      await done;
      await frame();
    }
    if (run === moving) send({ kind: "frame", id, at: ms });
  };

  // ---- on a projector: this board alone
  const full = root.querySelector(".cat-full");
  const box = svg.viewBox.baseVal;
  stack.style.setProperty("--cat-ratio", box.width / box.height);
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));

  // ---- tell Python how many device pixels the board has, and what the reader's system asks for
  const still = matchMedia("(prefers-reduced-motion: reduce)"), system = matchMedia("(prefers-color-scheme: dark)"), printing = matchMedia("print");
  let last = "", timer;
  const measure = () => {
    const px = Math.round(stack.clientWidth * devicePixelRatio), theme = getComputedStyle(root).getPropertyValue("--cat-theme").trim() || "light";
    const now = `${px} ${still.matches} ${theme}`;
    if (!px || now === last) return;
    last = now;
    send({ kind: "view", px, still: still.matches, theme });
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(measure, last ? 120 : 0); };
  const sizes = new ResizeObserver(soon), themes = new MutationObserver(soon);
  sizes.observe(stack);
  for (const e of [document.documentElement, document.body]) themes.observe(e, { attributes: true, attributeFilter: ["data-theme", "data-jp-theme-light", "class"] });
  for (const m of [still, system, printing]) m.addEventListener("change", soon, { signal });
  addEventListener("resize", soon, { signal });            // zoom, and a move to another screen
  signal.addEventListener("abort", () => { sizes.disconnect(); themes.disconnect(); model.off("msg:custom", heard); model.off("change:slots", fill); model.off("change:areas", replace); });
  measure();

  if (model.get("reads_address")) {    // the address speaks once, not again after another board
    const open = () => { if (location.hash.includes("game=")) send({ kind: "address", fragment: location.hash.slice(1) }); };
    addEventListener("hashchange", open, { signal });
    if (!opened.has(model)) { opened.add(model); open(); }
  }
  first.then(() => {              // not awaited: a host may show the view only when it is made
    root.dataset.cat = "live";
    root.dispatchEvent(new CustomEvent("cat-ready", { bubbles: true }));
  });
}

export default {
  // once per model: later views find the current names, also after a notebook is opened again
  initialize({ model }) {
    model.on("msg:custom", (m) => { if (m.kind === "names") Object.assign(model.get("names"), m.names); });
  },

  // a board of another size comes as a new shell
  async render({ model, el, signal }) {
    let now;
    const start = () => {
      now?.abort();
      now = new AbortController();
      const held = el.contains(document.activeElement) && document.activeElement;
      el.replaceChildren();
      const done = mount(model, el, now.signal);
      if (held) {                  // on the same button, if there is still one
        const same = held.dataset.tool && el.querySelector(`[data-tool="${CSS.escape(held.dataset.tool)}"]`);
        (same || el.querySelector('.cat-area[tabindex="0"]'))?.focus({ preventScroll: true });
      }
      return done;
    };
    model.on("change:markup", start);
    signal.addEventListener("abort", () => { model.off("change:markup", start); now.abort(); });
    await start();
  },
};
