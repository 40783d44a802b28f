// @ts-check
// A widget manager whose comms are messages to the kernel's worker. ipycanvas' script comes from its Python package, so
// that the page and the kernel use the same version.
import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import * as messaging from "@lumino/messaging";
import * as signaling from "@lumino/signaling";
import * as widgets from "@lumino/widgets";
import ipycanvas from "ipycanvas-amd";
import jquery from "jquery";
import modules from "widget-modules";
import { MessageQueue } from "../kernel/message_queue.mjs";
import { addLink } from "../page/fetch_file.mjs";
import anywidget, { modelFor } from "./anywidget.mjs";

/** @import { StoredBoard, Records } from "../cells/restart_state.mjs" */

/** A view of a model; `painted` resolves when a board has painted.
 * @typedef {{ painted?: Promise<unknown>, luminoWidget?: widgets.Widget, remove(): unknown }} View */
/** @typedef {(message: any) => void} Listener */

const CONTROLS = ["@jupyter-widgets/controls", "@jupyter-widgets/output"]; // both are in the bundle `controls`
/** @type {Object<string, Object<string, any>>} */
const CLASSES = {
  "@jupyter-widgets/base": base,
  ipycanvas: ipycanvas(base),
  anywidget: anywidget(base, modules),
};

/**
 * Load the widgets that no board uses, once a cell creates one.
 * @returns {Promise<Object<string, any>>}
 */
async function controls() {
  catlive.shared = {
    jquery,
    "@jupyter-widgets/base": base,
    "@lumino/messaging": messaging,
    "@lumino/signaling": signaling,
    "@lumino/widgets": widgets,
  };
  const sheet = addLink("stylesheet", catlive.url("controls.css"));
  const styled = new Promise((done) => Object.assign(sheet, { onload: done, onerror: done }));
  const [found] = await Promise.all([import(catlive.url("controls.mjs")), styled]);
  return found;
}

class PortComm {
  /**
   * @param {string} id
   * @param {Manager} manager
   */
  constructor(id, manager) {
    this.comm_id = id;
    this.target_name = "jupyter.widget";
    this.manager = manager;
    /** Messages that arrive before the model is constructed.
     * @type {object[]} */
    this.waiting = [];
    /** @type {Listener | undefined} */
    this.listener = undefined;
    /** @type {Listener | undefined} */
    this.closed = undefined;
  }

  /** @param {Listener} listener registered in the model's constructor; then the waiting messages are delivered */
  on_msg(listener) {
    queueMicrotask(() => {
      this.listener = listener;
      for (const message of this.waiting.splice(0)) listener(message);
    });
  }

  /** @param {Listener} listener */
  on_close(listener) {
    this.closed = listener;
  }

  /** @param {object} message */
  take(message) {
    if (this.listener) this.listener(message);
    else this.waiting.push(message);
  }

  /** @type {(kind: WidgetMessage["kind"], data?: any, callbacks?: any, metadata?: any, buffers?: any[]) => string} */
  #post(kind, data, callbacks, metadata, buffers = []) {
    const msg_id = base.uuid();
    if (callbacks?.iopub?.status) this.manager.pending.set(msg_id, callbacks);
    const bufs = buffers.map((b) => (b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b));
    const text = JSON.stringify({ id: this.comm_id, data, metadata });
    this.manager.outbox.send({ kind, msg_id, text, bufs }, this.comm_id, data?.content?.kind);
    return msg_id;
  }

  open = this.#post.bind(this, "comm_open");
  send = this.#post.bind(this, "comm_msg");
  close = this.#post.bind(this, "comm_close");
}

export class Manager extends ManagerBase {
  /**
   * @param {Worker} worker
   * @param {Records} records
   * @param {(error: unknown) => void} onerror
   */
  constructor(worker, records, onerror) {
    super();
    this.outbox = new MessageQueue((message) => worker.postMessage(message, message.bufs ?? []), catlive.hooks.limits);
    this.records = records;
    this.onerror = onerror;
    /** The restart state of each board, by model id.
     * @type {Map<string, StoredBoard>} */
    this.boards = new Map();
    /** @type {Map<string, PortComm>} */
    this.comms = new Map();
    /** @type {Map<string, any>} */
    this.pending = new Map();
    /** @type {Promise<Object<string, any>> | undefined} */
    this.controls = undefined;
  }

  /** @type {(name: string, module: string) => Promise<any>} */
  async loadClass(name, module) {
    if (CONTROLS.includes(module)) {
      this.controls ??= controls();
      CLASSES[module] ??= await this.controls;
    }
    const found = CLASSES[module]?.[name];
    if (!found) throw new Error(`this page has no widget ${name} of ${module}`);
    return found;
  }

  /** @type {(target: string, id: string) => Promise<any>} */
  async _create_comm(_target, id) {
    const comm = new PortComm(id, this);
    this.comms.set(id, comm);
    return comm;
  }

  async _get_comm_info() {
    return {};
  }

  /**
   * @param {string} id a model's id
   * @param {HTMLElement} el
   * @returns {Promise<View>}
   */
  async show(id, el) {
    const view = /** @type {base.DOMWidgetView} */ (await this.create_view(await this.get_model(id)));
    widgets.Widget.attach(view.luminoWidget, el);
    return view;
  }

  /**
   * Let a model take over a board that uses precomputed answers.
   * @param {string} id the model's id
   * @param {Element} shell
   * @returns {Promise<View>}
   */
  async adopt(id, shell) {
    const { model: recorded, end } = /** @type {NonNullable<Element["catRecorded"]>} */ (shell.catRecorded);
    const model = /** @type {any} */ (await this.get_model(id));
    await model.loaded;
    const painted = new Promise((done) => shell.addEventListener("cat-ready", done, { once: true }));
    await recorded.handOver(/** @type {any} */ (modelFor(model, end.signal)));
    return { painted, remove: () => end.abort() };
  }

  /**
   * Restore a new board's state before it is shown, and store its record from now on.
   * @param {any} model
   */
  settle(model) {
    const board = this.boards.get(model.model_id);
    if (!board) return;
    const { record, chosen, pressed = [] } = board;
    model.on("change:record change:chosen", () =>
      board.keep({ record: model.get("record"), chosen: model.get("chosen") }),
    );
    if (record) {
      model.resumed = true;
      model.send({ kind: "resume", record });
    }
    for (const area of chosen) model.send({ kind: "press", area });
    for (const unanswered of pressed) model.send(unanswered);
  }

  /** Pass unanswered presses on to the next kernel, when the reader stops a kernel that is busy with other code. */
  handOver() {
    for (const { text } of this.outbox.unanswered()) {
      const { id, data } = JSON.parse(text);
      this.boards.get(id)?.press(data.content);
    }
  }

  /** @param {WidgetMessage | { kind: "idle", msg_id: string }} message from the kernel */
  handle(message) {
    if (message.kind === "idle") {
      this.outbox.answered();
      this.pending.get(message.msg_id)?.iopub.status({ content: { execution_state: "idle" } });
      this.pending.delete(message.msg_id);
      return;
    }
    const { id, data, metadata, target_name, cell } = JSON.parse(message.text);
    const buffers = (message.bufs ?? []).map((b) => new DataView(b));
    /** @type {any} */
    const received = { content: { comm_id: id, data, target_name }, metadata, buffers, parent_header: {} };
    if (message.kind === "comm_open") {
      const comm = new PortComm(id, this);
      this.comms.set(id, comm);
      const board = data.state?.record === undefined ? null : this.records.made(cell, data.state.record);
      if (board) this.boards.set(id, board);
      this.handle_comm_open(/** @type {any} */ (comm), received).catch(this.onerror);
    } else if (message.kind === "comm_msg") this.comms.get(id)?.take(received);
    else {
      this.comms.get(id)?.closed?.(received);
      this.comms.delete(id);
      this.boards.delete(id);
    }
  }
}
