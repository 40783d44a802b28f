// @ts-check
// In JupyterLab a board outlives its kernel: it says so, and its picture stays. On the site the page's own script does.
import { partOf } from "./model.js";

/** @import { Board } from "./model.js" */
/** What JupyterLab's widget manager tells of its kernel.
 * @typedef {{ connect(hear: () => void): void, disconnect(hear: () => void): void }} Signal
 * @typedef {{ status: string, isDisposed: boolean, statusChanged: Signal, disposed: Signal }} Kernel */

const ENDED = ["terminating", "restarting", "autorestarting", "dead"]; // one that is started anew knows no board

/** @param {Board} board */
export function listenToKernel({ model, root, signal }) {
  const { kernel } = /** @type {{ kernel?: Kernel }} */ (model.widget_manager);
  if (!kernel) return;
  const line = partOf(root, ".cat-state");
  const hear = () => {
    if (!kernel.isDisposed && !ENDED.includes(kernel.status)) return;
    root.dataset.cat = line.dataset.state = "stopped";
    line.textContent = line.dataset.gone;
    partOf(root, ".cat-said").append(line);
  };
  for (const event of [kernel.statusChanged, kernel.disposed]) {
    event.connect(hear);
    signal.addEventListener("abort", () => event.disconnect(hear));
  }
}
