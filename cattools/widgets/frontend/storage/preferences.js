// @ts-check
// The reader's preferences, stored only in the browser. Defaults apply where storage is unavailable.

/** @import { Board } from "../model.js" */

const OURS = "cat-"; // prefix of our storage keys
const TAB = "ten."; // prefix of names with a value per tab; a new tab starts with the value stored last

/**
 * Store the values of preference fields when they change, and send them to Python.
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
 * Send a board's stored preferences to Python and, if it shares them, later changes by other tabs.
 * @param {Board} board
 */
export function recall({ model, root, signal }) {
  const names = root.dataset.remembers?.split(" ") ?? [];
  for (const name of names) {
    const value = setting(name);
    if (value) model.send({ kind: "remembered", name, value });
  }
  if (!root.hasAttribute("data-shares")) return;
  /** @param {StorageEvent} event its key is null if the whole storage was cleared */
  const hear = ({ key, newValue }) => {
    for (const name of names) {
      if (key !== null && key !== OURS + name) continue;
      model.send({ kind: "remembered", name, value: newValue ?? "", elsewhere: true });
    }
  };
  addEventListener("storage", hear, { signal });
}

/** Whether the browser can store a value: it may refuse storage, or have no space left. */
export function canStore() {
  const probe = `${OURS}probe`;
  try {
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** @type {(name: string) => string} the stored value, or "" */
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
 * @param {string} value "" deletes the stored value
 */
export function keepSetting(name, value) {
  try {
    const others = name.startsWith(TAB) && localStorage.getItem(OURS + name) !== setting(name);
    if (name.startsWith(TAB)) sessionStorage.setItem(OURS + name, value);
    if (value) localStorage.setItem(OURS + name, value);
    else if (!others) localStorage.removeItem(OURS + name);
  } catch {
    // Storage is unavailable.
  }
}
