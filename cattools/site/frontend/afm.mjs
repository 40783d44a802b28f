// anywidget's model and view, as far as the book needs them.  A board's module is in this bundle already and
// is looked up by checksum; another text (a widget written in a changed cell) is imported as it is.
export default (base, modules) => {
  const load = async (esm) => {
    if (modules.has(esm)) return modules.get(esm);
    if (esm.startsWith("crc:")) throw new Error(`the page was built with another board script (${esm})`);
    const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    try { return (await import(url)).default; } finally { URL.revokeObjectURL(url); }
  };

  class AnyModel extends base.DOMWidgetModel {
    initialize(...args) {
      super.initialize(...args);
      this.afm = Promise.resolve().then(() => load(this.get("_esm"))).then(async (found) => {
        await found.initialize?.({ model: this });
        return found;
      });
    }

    async _handle_comm_msg(message) {
      await this.afm;
      return super._handle_comm_msg(message);
    }
  }

  class AnyView extends base.DOMWidgetView {
    initialize(...args) {
      super.initialize(...args);
      this.end = new AbortController();
      this.painted = new Promise((done) => { this.el.addEventListener("cat-ready", done, { once: true }); });
    }

    async render() {
      const { model } = this, { signal } = this.end, found = await model.afm, mine = {};
      const bound = Object.fromEntries(["get", "set", "save_changes", "send"].map((name) => [name, model[name].bind(model)]));
      const proxy = {
        ...bound,
        on: (name, hear) => model.on(name, hear, mine),
        off: (name, hear) => model.off(name, hear, mine),
        widget_manager: model.widget_manager,
      };
      signal.addEventListener("abort", () => model.off(null, null, mine));
      const css = model.get("_css");
      if (css) { const style = document.createElement("style"); style.textContent = css; this.el.append(style); }
      const done = await found.render({ model: proxy, el: this.el, signal });
      if (done) signal.addEventListener("abort", done);
    }

    remove() {
      this.end.abort();
      return super.remove();
    }
  }
  return { AnyModel, AnyView };
};
