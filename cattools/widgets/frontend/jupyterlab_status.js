// @ts-check
// In JupyterLab a board outlives its kernel: it then shows a notice and keeps its picture, even after the notebook is
// reopened. On the site, the page's own script handles this.

import { canvasOf, partOf } from "./model.js";
import { leadToRules } from "./rule_links.js";
import { siteRoot } from "./url_fragment.js";

/** @import { Board, Model } from "./model.js" */
/** The part of JupyterLab's kernel connection used here.
 * @typedef {{ connect(hear: () => void): void, disconnect(hear: () => void): void }} Signal
 * @typedef {{ status: string, isDisposed: boolean, statusChanged: Signal, disposed: Signal }} Kernel */

const ENDED = ["terminating", "restarting", "autorestarting", "dead"]; // a restarted kernel has no boards

/** @param {Board} board */
export function listenToKernel({ model, root, signal }) {
  const { kernel } = /** @type {{ kernel?: Kernel }} */ (model.widget_manager);
  if (!kernel) return;
  const hear = () => {
    if (kernel.isDisposed || ENDED.includes(kernel.status)) sayEnded(root);
  };
  for (const event of [kernel.statusChanged, kernel.disposed]) {
    event.connect(hear);
    signal.addEventListener("abort", () => event.disconnect(hear));
  }
}

/** @param {HTMLElement} root */
function sayEnded(root) {
  const line = partOf(root, ".cat-state");
  root.dataset.cat = line.dataset.state = "stopped";
  line.textContent = line.dataset.gone ?? "";
  partOf(root, ".cat-status").prepend(line);
}

/**
 * Show a board's last picture if its notebook was reopened and no kernel has the board.
 * @param {Model} model
 * @param {HTMLElement} el
 * @returns {Promise<boolean>} whether the picture is shown
 */
export async function showEnded(model, el) {
  if ((await canvasOf(model)).comm_live !== false || !model.get("as_picture")) return false;
  el.innerHTML = model.get("as_picture");
  const root = /** @type {HTMLElement} */ (el.lastElementChild);
  for (const button of root.querySelectorAll("button")) button.disabled = true;
  leadToRules(root, siteRoot());
  sayEnded(root);
  return true;
}
