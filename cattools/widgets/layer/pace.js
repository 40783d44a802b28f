// @ts-check
// How fast one move is shown after the other: chosen among the moves, and remembered where the browser keeps things.

/** @import { Board } from "./model.js" */

const PACE = "cattools.pace";

/** @returns {string} what was chosen before; nothing where the browser keeps nothing */
function kept() {
  try {
    return localStorage.getItem(PACE) ?? "";
  } catch {
    return "";
  }
}

/** @param {Board} board */
export function listenToPace({ model, root }) {
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== "pace") return;
    try {
      localStorage.setItem(PACE, target.value);
    } catch {
      // it counts for this board alone
    }
    model.send({ kind: "pace", pace: target.value });
  });
  const pace = root.querySelector('select[name="pace"]') ? kept() : "";
  if (pace) model.send({ kind: "pace", pace });
}
