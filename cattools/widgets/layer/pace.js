// @ts-check
// How fast one move is shown after the other: chosen among the moves, and remembered where the browser keeps things.
import { keepSetting, setting } from "./settings.js";

/** @import { Board } from "./model.js" */

const PACE = "pace"; // in the reader's browser

/** @param {Board} board */
export function listenToPace({ model, root }) {
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== "pace") return;
    keepSetting(PACE, target.value);
    model.send({ kind: "pace", pace: target.value });
  });
  const pace = root.querySelector('select[name="pace"]') ? setting(PACE) : "";
  if (pace) model.send({ kind: "pace", pace });
}
