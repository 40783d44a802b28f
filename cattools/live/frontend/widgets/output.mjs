// @ts-check
// The widget that shows the output of Python code: `ipywidgets.Output`, and therefore the result of `interact`.
import { DOMWidgetModel, DOMWidgetView } from "@jupyter-widgets/base";

const VIEW = "application/vnd.jupyter.widget-view+json";
const MARKUP_TYPES = ["text/html", "image/svg+xml"];

/** An output as a notebook stores it.
 * @typedef {{ output_type: string, text?: string, evalue?: string, data?: { [mime: string]: any } }} Shown */

export class OutputModel extends DOMWidgetModel {
  defaults() {
    return {
      ...super.defaults(),
      _model_name: "OutputModel",
      _view_name: "OutputView",
      _model_module: "@jupyter-widgets/output",
      _view_module: "@jupyter-widgets/output",
      outputs: [],
      msg_id: "",
    };
  }
}

/** @type {(className: string, text: string) => HTMLElement} */
function plain(className, textContent) {
  return Object.assign(document.createElement("pre"), { className, textContent });
}

/** @type {(shown: Shown, manager: any) => Promise<HTMLElement>} */
async function elementOf({ output_type, text = "", evalue = "", data = {} }, manager) {
  if (output_type === "stream") return plain("cat-stream", text);
  if (output_type === "error") return plain("cat-error", evalue);
  const box = document.createElement("div");
  const mime = MARKUP_TYPES.find((type) => type in data);
  if (VIEW in data) await manager.show(data[VIEW].model_id, box);
  else if (mime) box.innerHTML = data[mime];
  else box.append(plain("cat-text", data["text/plain"] ?? ""));
  return box;
}

export class OutputView extends DOMWidgetView {
  render() {
    super.render();
    /** @type {any} */
    const { model, el } = this;
    el.classList.add("live-output");
    const showAll = async () => {
      /** @type {Shown[]} */
      const outputs = model.get("outputs");
      const all = await Promise.all(outputs.map((one) => elementOf(one, model.widget_manager)));
      if (outputs === model.get("outputs")) el.replaceChildren(...all);
    };
    model.on("change:outputs", showAll);
    showAll();
  }
}
