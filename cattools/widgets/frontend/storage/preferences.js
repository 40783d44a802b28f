// @ts-check
// What a reader has chosen, kept in the reader's browser and nowhere else; a browser that keeps nothing has the usual.

/** @import { Board } from "../model.js" */

const OURS = "cat-"; // begins the names of what is kept
const TAB = "ten."; // begins the names of what each tab has for itself: a new one goes on with what was kept last

/**
 * Keep what is chosen in the fields for it, and tell Python.
 * @param {Board} board
 */
export function listenToChoices({ model, root }) {
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.hasAttribute("data-keep")) return;
    const { name, value } = target;
    keepSetting(name, value);
    model.send({ kind: "remembered", name, value });
  });
}

/**
 * Tell Python what is kept for a board, and of one that shares it what another tab keeps from now on.
 * @param {Board} board
 */
export function recall({ model, root, signal }) {
  const names = root.dataset.remembers?.split(" ") ?? [];
  for (const name of names) {
    const value = setting(name);
    if (value) model.send({ kind: "remembered", name, value });
  }
  if (!root.hasAttribute("data-shares")) return;
  /** @param {StorageEvent} event its key is null where all was deleted */
  const told = ({ key, newValue }) => {
    for (const name of names) {
      if (key !== null && key !== OURS + name) continue;
      model.send({ kind: "remembered", name, value: newValue ?? "", elsewhere: true });
    }
  };
  addEventListener("storage", told, { signal });
}

/**
 * @param {string} name
 * @returns {string} what is kept, or nothing
 */
export function setting(name) {
  try {
    const own = name.startsWith(TAB) ? sessionStorage.getItem(OURS + name) : null;
    return own ?? localStorage.getItem(OURS + name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value nothing: no longer kept
 */
export function keepSetting(name, value) {
  try {
    const others = name.startsWith(TAB) && localStorage.getItem(OURS + name) !== setting(name);
    if (name.startsWith(TAB)) sessionStorage.setItem(OURS + name, value);
    if (value) localStorage.setItem(OURS + name, value);
    else if (!others) localStorage.removeItem(OURS + name);
  } catch {
    // the reader's browser keeps nothing
  }
}
