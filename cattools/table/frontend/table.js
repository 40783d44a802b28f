// @ts-check
// The page of a table: uses the script of the book's boards to show what the server sends, and sends what is pressed.
// The server draws and knows the rules, so the page needs no Python.

/** @import { Canvas, Model, Traits } from "../../widgets/frontend/model.js" */
/** @import { FromPage, ToPage } from "../../widgets/frontend/protocol.js" */
/** @typedef {(message: ToPage) => void} Listener */
/** @typedef {Pick<Traits, "slots" | "names" | "areas">} Shown */

/**
 * @typedef {object} Look what has changed on the device
 * @property {string} [board] HTML of another board
 * @property {Traits["slots"]} [slots]
 * @property {Traits["names"]} [names]
 * @property {Traits["areas"]} [areas]
 * @property {{ [part: string]: [number, number, string] }} [pictures] for each part, how many elements stay at its
 * start and at its end, and the elements between them
 * @property {string} [around] HTML around the board
 * @property {string} [asked] HTML of a request to the device's people, or ""
 * @property {{ of: number, used: number, runs: boolean }} [clock] the timer: seconds for a turn (0: no timer), seconds
 * of this turn so far, and whether it runs
 * @property {ToPage[]} [messages]
 */

const LEAST_MS = 250; // before the first try to connect again
const MOST_MS = 2000;
const ASKING_MS = 5000; // how often the page asks whether the server still answers
const PATIENCE_MS = 10_000; // how long it waits for that answer, or for a connection; the server can be busy
const ENDED = 4404; // the server closes a socket with this code if there is no such table
const REPLACED = 4409; // the seat has been opened on another device

const page = document.documentElement.dataset;
const code = page.code ?? "";
const shared = page.shared !== undefined; // the screen that everybody sees
const [seatKeys, hostKey] = [`table.${code}.keys`, `table.${code}.host`];
const RELOADED = "table.reloaded"; // set once the page has been loaded again because the server has another version
/** @type {<E extends HTMLElement = HTMLElement>(id: string) => E} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // storage is switched off: a reload loses the seat
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {} // as above
}

/** The name under which this device votes, however often it connects. */
const voter = kept("table.voter") || [...crypto.getRandomValues(new Uint32Array(4))].join(".");
keep("table.voter", voter);

/** A board's model whose Python is the server. The board stays a picture, which the server changes. */
class TableModel {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    /** @type {[string, Listener][]} */
    this.listeners = [];
    /** @type {Promise<Canvas>} */
    const never = new Promise(() => {});
    this.widget_manager = { get_model: () => never };
  }

  /** @type {Model["get"]} */
  get(name) {
    const traits = {
      canvas: "",
      markup: "",
      stage: "",
      record: "",
      chosen: [],
      saved_labels: [],
      reads_address: false,
    };
    return /** @type {any} */ ({ ...traits, ...this.shown })[name];
  }

  /** @type {Model["on"]} */
  on(event, listener) {
    this.listeners.push([event, listener]);
  }

  /** @type {Model["off"]} */
  off(event, listener) {
    this.listeners = this.listeners.filter(([name, one]) => name !== event || one !== listener);
  }

  /** @type {(event: string, message?: ToPage) => void} */
  emit(event, message) {
    for (const [name, listener] of this.listeners) if (name === event) listener(/** @type {ToPage} */ (message));
  }

  /** @param {FromPage} message */
  send(message) {
    say({ kind: "board", message });
  }
}

/** @type {WebSocket | null} */
let socket = null;
let pause = LEAST_MS;
let replaced = false; // whether the seat has been opened on another device
let unsent = page.unsent ?? ""; // the answer to a press without a connection
let linked = false; // whether the last key is from the link with which the page was opened
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {TableModel | null} */
let model = null;
let mounted = new AbortController();
/** @type {Promise<{ default: { initialize(view: object): void, render(view: object): Promise<void> } }>} */
const script = import(new URL(`board.js${new URL(import.meta.url).search}`, import.meta.url).href);

/** @param {object} message */
function say(message) {
  if (isOpen()) socket?.send(JSON.stringify(message));
}

function isOpen() {
  return socket?.readyState === WebSocket.OPEN;
}

/**
 * @param {string} text shown until the next text; "" removes it
 * @param {boolean} [plain] whether nothing went wrong
 */
function notice(text, plain = false) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
  byId("notice").classList.toggle("plain", plain);
}

/**
 * Let people use the page only while the server hears them.
 * @param {boolean} yes whether the device is connected
 */
function connected(yes) {
  document.body.dataset.connected = yes ? "yes" : "no";
  for (const one of document.querySelectorAll("#board :is(.cat-stage, .cat-tools, .cat-form), #asked, #around"))
    one.toggleAttribute("inert", !yes);
}

function connect() {
  clearTimeout(timer);
  const { protocol, host } = location;
  const own = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/socket/${code}`);
  socket = own;
  own.addEventListener("open", () => {
    const keys = shared ? [] : kept(seatKeys).split(" ").filter(Boolean);
    const { lang } = document.documentElement;
    const key = kept(hostKey);
    say({ kind: "hello", keys, host: key, voter, language: lang, version: page.version, shared, link: linked });
    linked = false; // sent once: the server answers with the seat's key, or says that the link is void
  });
  own.addEventListener("message", ({ data }) => {
    if (socket === own) hear(JSON.parse(data));
  });
  own.addEventListener("close", (event) => {
    if (socket === own) lost(event.code);
  });
  setTimeout(() => socket !== own || isOpen() || giveUp(own), PATIENCE_MS);
}

let heard = 0; // when the server's last message came

/** Ask whether the server is still there: losing the network does not close the connection. */
function ask() {
  const [own, asked] = [socket, performance.now()];
  if (!own || !isOpen()) return;
  say({ kind: "alive" });
  setTimeout(() => socket !== own || heard >= asked || giveUp(own), PATIENCE_MS);
}

/** @param {WebSocket} own the connection, which may take minutes to close */
function giveUp(own) {
  lost(0);
  own.close();
}

/** @param {number} why */
function lost(why) {
  socket = null;
  connected(false);
  replaced = why === REPLACED;
  if (why === ENDED || replaced) {
    unsent = byId("notice").textContent ?? ""; // the server has said why
    return;
  }
  if (byId("notice").textContent !== unsent) notice((pause < MOST_MS ? page.lost : page.gone) ?? "");
  timer = setTimeout(connect, pause);
  pause = Math.min(2 * pause, MOST_MS);
}

/** The server shows the table: go on where the connection was lost. */
function found() {
  notice("");
  pause = LEAST_MS;
  unsent = page.unsent ?? "";
  connected(true);
  sessionStorage.removeItem(RELOADED);
}

/** @param {any} message */
function hear(message) {
  heard = performance.now();
  if (message.kind === "look") {
    if (document.body.dataset.connected !== "yes") found();
    if (message.board) mount(message);
    else change(message);
    if (message.around !== undefined) surround(message.around);
    if (message.asked !== undefined) byId("asked").innerHTML = message.asked;
    if (message.clock) time(message.clock);
  } else if (message.kind === "keys") {
    keep(seatKeys, message.keys.join(" "));
    const name = byId("around").querySelector("input");
    if (name) name.value = ""; // it is that of the person who has just sat down
    scrollTo(0, 0); // to the board of the seat, or to the seats
  } else if (message.kind === "guest") {
    keep(hostKey, "");
    showHost();
  } else if (["error", "news"].includes(message.kind)) notice(message.text, message.kind === "news");
  else if (message.kind === "reload") reload();
}

/** Get the page of the server's version; if that does not help, say what to do. */
function reload() {
  if (sessionStorage.getItem(RELOADED)) {
    notice(page.old ?? "");
    return;
  }
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let ticks;

/**
 * Show how much of the turn's time is left.
 * @param {NonNullable<Look["clock"]>} clock
 */
function time({ of, used, runs }) {
  clearInterval(ticks);
  const box = byId("clock");
  if (box.hidden === Boolean(of)) {
    box.hidden = !of;
    const [shell, views] = ["", " .cat-views"].map(
      (one) => /** @type {HTMLElement} */ (document.querySelector(`.cat-shell${one}`)),
    );
    shell?.style.setProperty("--cat-views", `${views.offsetWidth}px`);
    dispatchEvent(new Event("resize")); // the board's text makes room for it
  }
  if (!of) return;
  const began = performance.now() - 1000 * used;
  const show = () => {
    const left = Math.ceil(of - (runs ? (performance.now() - began) / 1000 : used));
    const size = Math.abs(left);
    box.textContent = `${left < 0 ? "−" : ""}${Math.floor(size / 60)}:${`${size % 60}`.padStart(2, "0")}`;
    box.classList.toggle("late", left < 0);
  };
  show();
  if (runs) ticks = setInterval(show, 500);
}

/**
 * Show another board.
 * @param {Look} look
 */
async function mount(look) {
  const el = byId("board");
  mounted.abort();
  mounted = new AbortController();
  const { signal } = mounted;
  const clock = byId("clock");
  byId("play").append(clock);
  el.innerHTML = look.board ?? "";
  const views = el.querySelector(".cat-views");
  views?.removeAttribute("hidden");
  views?.prepend(clock); // the board's text makes room for what is there
  /** @type {Traits["areas"]} */
  const areas = {};
  for (const part of el.querySelectorAll(".cat-part")) {
    areas[part.dataset.part ?? ""] = part.querySelector(".cat-areas")?.innerHTML ?? "";
  }
  const own = new TableModel({ slots: look.slots ?? {}, names: look.names ?? {}, areas });
  model = own;
  const { default: board } = await script;
  if (signal.aborted) return;
  // The layout measures the page several times, which is quicker while the pictures are empty.
  const drawn = [...el.querySelectorAll(".cat-picture svg > g")].map((g) => /** @type {const} */ ([g, g.innerHTML]));
  for (const [g] of drawn) g.replaceChildren();
  board.initialize({ model: own });
  board.render({ model: own, el, signal }); // never resolves: it waits for the canvas of a board that Python paints
  for (const [g, svg] of drawn) g.innerHTML = svg;
  const shell = /** @type {HTMLElement} */ (el.firstElementChild);
  shell.dataset.cat = "live";
  for (const line of shell.querySelectorAll(".cat-state"))
    Object.assign(line, { textContent: "" }).dataset.state = "live";
  for (const play of shell.querySelectorAll(".cat-form [aria-disabled]")) play.removeAttribute("aria-disabled");
  for (const message of look.messages ?? []) own.emit("msg:custom", message);
}

/**
 * Change the board as the server says.
 * @param {Look} look
 */
function change({ slots, names, areas, pictures, messages }) {
  if (!model) return;
  const { shown } = model;
  for (const [part, how] of Object.entries(pictures ?? {})) draw(part, ...how);
  if (areas) {
    Object.assign(shown.areas, areas);
    model.emit("msg:custom", { kind: "areas", areas, names: names ?? {} });
  } else if (names) model.emit("msg:custom", { kind: "names", names });
  if (slots) {
    shown.slots = { ...shown.slots, ...slots };
    model.emit("change:slots");
  }
  for (const message of messages ?? []) model.emit("msg:custom", message);
}

/**
 * Replace some elements of a part's picture.
 * @param {string} part
 * @param {number} first how many elements stay at the start
 * @param {number} last how many elements stay at the end
 * @param {string} svg the elements between them
 */
function draw(part, first, last, svg) {
  const group = document.querySelector(`.cat-part[data-part="${CSS.escape(part)}"] .cat-picture svg > g`);
  if (!group) return;
  const before = [...group.children];
  for (const old of before.slice(first, before.length - last)) old.remove();
  const box = document.createElementNS("http://www.w3.org/2000/svg", "g");
  box.innerHTML = svg;
  const next = before[before.length - last] ?? null;
  for (const fresh of [...box.children]) group.insertBefore(fresh, next);
}

/** For each section around the board, whether it is open; kept while the page does not show the section.
 * @type {Map<string, boolean>} */
const unfolded = new Map();

/**
 * Show what is around the board; what is typed, folded or focused stays.
 * @param {string} html
 */
function surround(html) {
  const box = byId("around");
  const active = box.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const [focused, typed] = [active?.dataset.send ?? active?.getAttribute("name"), box.querySelector("input")?.value];
  for (const one of box.querySelectorAll("details")) unfolded.set(one.className, one.open);
  box.innerHTML = html;
  for (const one of box.querySelectorAll("details")) one.open = unfolded.get(one.className) ?? one.open;
  const field = box.querySelector("input");
  if (field && typed) field.value = typed;
  if (!focused) return;
  const same = [...box.querySelectorAll("[data-send], [name]")].find(
    (one) => one.dataset.send === focused || one.getAttribute("name") === focused,
  );
  (same ?? box).focus({ preventScroll: true });
}

/** Remove an answer at the next press; without a connection, say that nothing is sent. */
function answered() {
  notice(""); // a live region is read out only if its content changes
  if (!isOpen()) requestAnimationFrame(() => isOpen() || notice(unsent));
}

/** @param {Event} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  answered();
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a.cat-rule"));
  if (link) link.target = "_blank"; // the table stays open
  const button = target.closest("button[type=button][data-send]");
  if (!button) return;
  say(JSON.parse(button.dataset.send ?? "{}"));
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.send) return;
  event.preventDefault();
  const chosen = JSON.parse(/** @type {HTMLElement | null} */ (event.submitter)?.dataset.send ?? "{}");
  say({ ...JSON.parse(form.dataset.send), ...Object.fromEntries(new FormData(form)), ...chosen });
}

/** Mark the page if this is the host's device: on a large screen, it then needs no link to take a seat. */
function showHost() {
  document.documentElement.toggleAttribute("data-hosts", Boolean(kept(hostKey)));
}

const hosted = location.hash.match(/^#host=([\w-]+)$/);
if (hosted) {
  keep(hostKey, hosted[1]);
  history.replaceState(null, "", location.pathname); // the key must not be seen on the screen
}
const given = location.hash.match(/^#seat=([\w-]+)$/);
if (given) {
  linked = true;
  keep(seatKeys, `${kept(seatKeys)} ${given[1]}`.trim()); // the server exchanges it for a key
  history.replaceState(null, "", location.pathname);
}
showHost();
document.addEventListener("click", press);
byId("around").addEventListener("submit", submit);
for (const [where, event] of /** @type {[EventTarget, string][]} */ ([
  [window, "online"],
  [document, "visibilitychange"],
])) {
  where.addEventListener(event, () => {
    if (document.visibilityState !== "visible" || replaced) return;
    if (socket) ask();
    else connect();
  });
}
addEventListener("offline", ask);
setInterval(ask, ASKING_MS);
connect();
