// @ts-check
// A board's model until Python is ready: it sends precomputed answers in place of the kernel. Once the kernel is ready,
// the model replays all presses in the kernel, and the kernel's own model takes over; the board's script keeps running.

import { ENDED, withDisabledButtons } from "../../../live/frontend/page/kernel_status.mjs";
import { acknowledged, unmark } from "../../../live/frontend/page/queued_input.mjs";
import { setting } from "../../../widgets/frontend/storage/preferences.js";
import { Playback } from "./player.mjs";
import { SvgView } from "./svg_view.mjs";

/** @import { Canvas, Model, Traits } from "../../../widgets/frontend/model.js" */
/** @import { FromPage, Names, Remember, ToPage } from "../../../widgets/frontend/protocol.js" */
/** @import { Recording } from "./decode.mjs" */
/** @typedef {(message: ToPage) => void} Listener */

// Messages that board.js sends without a press; it sends them again when there is a kernel.
const AUTOMATIC = ["view", "frame", "kept_games", "untouched", "remembered", "address"];

export class RecordedModel {
  /**
   * @param {HTMLElement} root the static picture
   * @param {Recording} recording
   */
  constructor(root, recording) {
    this.root = root;
    this.playback = new Playback(recording, { names: namesOn(root), areas: areasOn(root) });
    this.picture = new SvgView(root, recording.file.shapes);
    this.look = this.playback.look;
    /** The hovered area.
     * @type {string | null} */
    this.hovered = null;
    /** Messages already answered (`pressed`), and messages that wait for Python (`waiting`).
     * @type {FromPage[]} */
    this.pressed = [];
    /** @type {FromPage[]} */
    this.waiting = [];
    /** @type {Model | null} */
    this.live = null;
    /** @type {[string, Listener][]} */
    this.listeners = [];
    this.damaged = false; // whether the precomputed answers are damaged
    this.areas = /** @type {Object<string, string>} */ ({});
    this.widget_manager = { get_model: () => this.canvas };
    /** @type {Promise<Canvas>} */
    this.canvas = new Promise((done) => {
      this.painted = done;
    });
  }

  /** @type {Model["get"]} */
  get(name) {
    if (this.live) return this.live.get(name);
    const traits = { canvas: "", markup: "", record: "", chosen: [], saved_labels: [], reads_address: false };
    const slots = Object.fromEntries(
      Object.entries(this.look.slots).map(([slot, html]) => [slot, withDisabledButtons(html)]),
    );
    return /** @type {any} */ ({ ...traits, slots, names: this.look.names, areas: this.areas })[name];
  }

  /** @type {Model["on"]} */
  on(event, listener) {
    this.listeners.push([event, listener]);
    this.live?.on(event, listener);
  }

  /** @type {Model["off"]} */
  off(event, listener) {
    this.listeners = this.listeners.filter(([name, one]) => name !== event || one !== listener);
    this.live?.off(event, listener);
  }

  /** @type {(event: string, message?: ToPage) => void} */
  emit(event, message) {
    for (const [name, listener] of this.listeners) if (name === event) listener(/** @type {ToPage} */ (message));
  }

  /** @type {Model["send"]} */
  send(message) {
    const { live, waiting } = this;
    if (!live && ENDED.includes(catlive.state)) return; // the board is disabled because its kernel has ended
    if (AUTOMATIC.includes(message.kind)) live?.send(message);
    else if (live && !waiting.length) live.send(message);
    else if (message.kind === "hover") {
      this.hovered = message.area ?? null;
      if (!waiting.length) this.tryAnswer(() => this.point());
    } else if (waiting.length || !this.tryAnswer(() => this.answer(message))) this.wait(message);
  }

  /** @type {(answer: () => boolean) => boolean} whether there is a precomputed answer; after an error, none is used */
  tryAnswer(answer) {
    if (this.damaged) return false;
    const { length } = this.pressed;
    try {
      return answer();
    } catch (error) {
      console.info(`no more precomputed answers: ${error}`); // Python answers once it is ready
      this.damaged = true;
      this.pressed.length = length;
      return false;
    }
  }

  /** @type {(message: FromPage) => boolean} whether it was answered */
  answer(message) {
    const { playback, pressed } = this;
    if (!playback.answer(message)) return false;
    pressed.push(message);
    this.hovered = null;
    if (playback.changed) this.show(playback.look);
    else this.emit("msg:custom", { kind: "repeated" });
    for (const [name, value] of playback.remember) this.emit("msg:custom", { kind: "remember", name, value });
    return true;
  }

  /**
   * Show a look, sending the same messages as a kernel.
   * @param {Look} look
   */
  show(look) {
    const before = this.look;
    this.look = look;
    this.picture.show(look.pictures);
    const moved = Object.keys(look.areas).filter((part) => look.areas[part] !== before.areas[part]);
    if (moved.length) {
      for (const part of moved) this.areas[part] = look.areas[part];
      this.emit("msg:custom", { kind: "areas", areas: this.areas, names: look.names });
    } else this.emit("msg:custom", { kind: "names", names: changed(before.names, look.names) });
    this.emit("change:slots");
    this.emit("msg:custom", { kind: "hint", text: "" });
  }

  /** Show the preview of a press on the hovered area. */
  point() {
    const { left, hint, pictures } = this.playback.point(this.hovered);
    this.look = this.playback.look;
    if (left) this.pressed.push({ kind: "hover", area: this.hovered }, { kind: "hover", area: null });
    this.picture.show(pictures);
    this.emit("msg:custom", { kind: "hint", text: hint });
    return true;
  }

  /**
   * Queue a message that only Python can answer, and acknowledge it on the board.
   * @param {FromPage} message
   */
  wait(message) {
    const { root } = this;
    this.waiting.push(message);
    const [attribute, value] =
      message.kind === "press" ? ["data-id", message.area] : ["data-tool", message.kind === "tool" ? message.tool : ""];
    root.querySelector(`[${attribute}="${CSS.escape(value)}"]`)?.classList.add("cat-queued");
    if (this.waiting.length > 1) return;
    root.classList.add("cat-waiting");
    this.look = { ...this.look, slots: { ...this.look.slots, status: acknowledged(root) } };
    this.emit("change:slots");
  }

  /**
   * Bring the kernel's model to the same state as this model, then let it take over.
   * @param {Model} live
   */
  async handOver(live) {
    for (let played = 0; played < this.pressed.length; ) {
      const messages = this.pressed.slice(played);
      played += messages.length;
      for (const message of await replay(live, messages)) {
        if (!setting(message.name)) this.emit("msg:custom", message); // otherwise already stored, maybe by another tab
      }
    }
    const { root, hovered } = this;
    this.live = live;
    for (const [event, listener] of this.listeners) live.on(event, listener);
    unmark(root);
    this.emit("msg:custom", { kind: "names", names: changed(this.look.names, live.get("names")) });
    this.emit("change:slots");
    if (hovered !== null) live.send({ kind: "hover", area: hovered });
    this.painted?.(await live.widget_manager.get_model(live.get("canvas").slice("IPY_MODEL_".length)));
    setTimeout(() => {
      for (const message of this.waiting.splice(0)) live.send(message); // after board.js has reported its view
    });
  }
}

/**
 * Replay messages in the kernel.
 * @param {Model} live
 * @param {FromPage[]} messages
 * @returns {Promise<Remember[]>} the values to store after them
 */
function replay(live, messages) {
  return new Promise((done) => {
    /** @type {Map<string, Remember>} */
    const remember = new Map();
    /** @type {Listener} */
    const listener = (message) => {
      if (message.kind === "remember") remember.set(message.name, message);
      if (message.kind !== "caught_up") return;
      live.off("msg:custom", listener);
      done([...remember.values()]);
    };
    live.on("msg:custom", listener);
    live.send({ kind: "replay", messages });
  });
}

/** @type {(before: Names, now: Names) => Names} the names that have changed */
function changed(before, now) {
  return Object.fromEntries(Object.entries(now).filter(([id, one]) => String(before[id]) !== String(one)));
}

/** @type {(root: ParentNode) => Names} labels and flags of a picture's areas */
function namesOn(root) {
  /** @type {Names} */
  const names = {};
  for (const area of root.querySelectorAll(".cat-area")) {
    const chosen = (area.getAttribute("aria-selected") ?? area.getAttribute("aria-pressed")) === "true";
    const flags = (area.classList.contains("legal") ? 1 : 0) + (chosen ? 2 : 0);
    names[area.getAttribute("data-id") ?? ""] = [area.getAttribute("aria-label") ?? "", flags];
  }
  return names;
}

/** @type {(root: ParentNode) => { [part: string]: string }} markup of the areas in each part of a picture */
function areasOn(root) {
  const parts = root.querySelectorAll(".cat-part");
  return Object.fromEntries(
    [...parts].map((part) => [part.dataset.part ?? "", part.querySelector(".cat-areas")?.innerHTML ?? ""]),
  );
}
