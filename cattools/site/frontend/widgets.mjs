// A widget manager over a message port.  ipycanvas' script comes from its Python package, so that both sides
// are of one version.
import * as base from "@jupyter-widgets/base";
import * as controls from "@jupyter-widgets/controls";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import { Widget } from "@lumino/widgets";
import "@jupyter-widgets/controls/css/widgets-base.css";
import "@jupyter-widgets/controls/css/labvariables.css";
import ipycanvas from "ipycanvas-amd";
import modules from "board-modules";
import anywidget from "./afm.mjs";

const CLASSES = {
  "@jupyter-widgets/base": base,
  "@jupyter-widgets/controls": controls,
  ipycanvas: ipycanvas(base),
  anywidget: anywidget(base, modules),
};

class PortComm {
  constructor(id, manager) {
    this.comm_id = id;
    this.target_name = "jupyter.widget";
    this.manager = manager;
    this.waiting = []; // messages that come while the model is being made
  }

  on_msg(hear) { // said in the model's constructor: what waits is heard when that is done
    queueMicrotask(() => {
      this.hear = hear;
      this.waiting.splice(0).forEach(hear);
    });
  }

  on_close(hear) { this.closed = hear; }

  take(message) { if (this.hear) this.hear(message); else this.waiting.push(message); }

  #post(kind, data, callbacks, metadata, buffers = []) {
    const msg_id = base.uuid();
    if (callbacks?.iopub?.status) this.manager.pending.set(msg_id, callbacks);
    const bufs = buffers.map((b) => (b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b));
    this.manager.worker.postMessage({ kind, msg_id, text: JSON.stringify({ id: this.comm_id, data, metadata }), bufs }, bufs);
    return msg_id;
  }

  open(...message) { return this.#post("comm_open", ...message); }

  send(...message) { return this.#post("comm_msg", ...message); }

  close(...message) { return this.#post("comm_close", ...message); }
}

export class Manager extends ManagerBase {
  constructor(worker, onerror) {
    super();
    this.worker = worker;
    this.onerror = onerror;
    this.comms = new Map();
    this.pending = new Map();
  }

  async loadClass(name, module) {
    const found = CLASSES[module]?.[name];
    if (!found) throw new Error(`this page has no widget ${name} of ${module}`);
    return found;
  }

  async _create_comm(target, id) {
    const comm = new PortComm(id, this);
    this.comms.set(id, comm);
    return comm;
  }

  async _get_comm_info() { return {}; }

  async show(model_id, el) {
    const view = await this.create_view(await this.get_model(model_id));
    Widget.attach(view.luminoWidget, el);
    return view;
  }

  handle(m) { // one message of the kernel
    if (m.kind === "idle") {
      this.pending.get(m.msg_id)?.iopub.status({ content: { execution_state: "idle" } });
      this.pending.delete(m.msg_id);
      return;
    }
    const { id, data, metadata, target_name } = JSON.parse(m.text);
    const buffers = (m.bufs ?? []).map((b) => new DataView(b));
    const message = { content: { comm_id: id, data, target_name }, metadata, buffers, parent_header: {} };
    if (m.kind === "comm_open") {
      const comm = new PortComm(id, this);
      this.comms.set(id, comm);
      this.handle_comm_open(comm, message).catch(this.onerror);
    } else if (m.kind === "comm_msg") this.comms.get(id)?.take(message);
    else if (m.kind === "comm_close") { this.comms.get(id)?.closed?.(message); this.comms.delete(id); }
  }
}
