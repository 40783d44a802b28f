// @ts-check
// The subset of anywidget's model and view that the book needs. The boards' module is already loaded and is looked up
// by checksum; other source text (a widget written in an edited cell) is imported directly.

/** @typedef {{ initialize?(made: object): unknown, render(view: object): unknown }} Module */

/**
 * @param {string} text
 * @param {Map<string, Module>} modules loaded modules, by checksum
 * @returns {Promise<Module>}
 */
async function load(text, modules) {
  const known = modules.get(text);
  if (known) return known;
  if (text.startsWith("crc:")) throw new Error(`the page was built with a different board script (${text})`);
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(url)).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Return the interface through which a module uses a model. Listeners added through it are removed when the view ends.
 * @type {(model: any, signal: AbortSignal) => object}
 */
export function modelFor(model, signal) {
  const view = {};
  signal.addEventListener("abort", () => model.off(null, null, view));
  const methods = ["get", "set", "save_changes", "send"].map((name) => [name, model[name].bind(model)]);
  return {
    ...Object.fromEntries(methods),
    /** @type {(name: string, listener: () => void) => void} */
    on: (name, listener) => model.on(name, listener, view),
    /** @type {(name: string, listener: () => void) => void} */
    off: (name, listener) => model.off(name, listener, view),
    widget_manager: model.widget_manager,
    resumed: Boolean(model.resumed),
  };
}

/**
 * @param {any} base the widgets library; its Backbone classes cannot be typed well
 * @param {Map<string, Module>} modules
 */
export default (base, modules) => {
  class AnyModel extends base.DOMWidgetModel {
    /** @param {any[]} args */
    initialize(...args) {
      super.initialize(...args);
      this.loaded = this.load();
    }

    async load() {
      await null; // lets the model's constructor finish
      const text = this.get("_esm");
      this.paintsLater = modules.has(text); // a board fires "cat-ready" when it has painted
      const found = await load(text, modules);
      await found.initialize?.({ model: this });
      this.widget_manager.settle(this);
      return found;
    }

    /** @param {object} message */
    async _handle_comm_msg(message) {
      await this.loaded;
      return super._handle_comm_msg(message);
    }
  }

  class AnyView extends base.DOMWidgetView {
    /** @param {any[]} args */
    initialize(...args) {
      super.initialize(...args);
      /** @type {AbortController} */
      this.end = new AbortController();
    }

    async render() {
      const { model } = this;
      const { signal } = this.end;
      const found = await model.loaded;
      const css = model.get("_css");
      if (css) this.el.append(Object.assign(document.createElement("style"), { textContent: css }));
      const ready = new Promise((done) => this.el.addEventListener("cat-ready", done, { once: true }));
      // Not awaited: a module can require its element to be attached before `render` resolves.
      const rendered = Promise.resolve(found.render({ model: modelFor(model, signal), el: this.el, signal }));
      const painted = rendered.then((done) => {
        if (done) signal.addEventListener("abort", done);
        return model.paintsLater && ready;
      });
      this.painted = painted.catch(model.widget_manager.onerror); // after an error, show what has been rendered so far
    }

    remove() {
      this.end.abort();
      return super.remove();
    }
  }
  return { AnyModel, AnyView };
};
