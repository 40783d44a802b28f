// @ts-check
// What a reader has chosen for all boards, kept in the reader's browser; a browser that keeps nothing has the usual.

/**
 * @param {string} name
 * @returns {string} what is kept, or nothing
 */
export function setting(name) {
  try {
    return localStorage.getItem(name) ?? "";
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
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // the reader's browser keeps nothing
  }
}
