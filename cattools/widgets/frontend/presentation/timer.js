// @ts-check
// A lesson's clock: the time, how far it is from where the lesson should be, and what a page that is loaded anew has to
// know to go on with it.

/**
 * @param {number} seconds
 * @returns {string} in minutes and seconds
 */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * @param {DOMStringMap} slide when it should `begin` and `end`, in seconds, and the words for it
 * @param {number} now
 * @returns {string} the time, and how far it is from where the lesson should be
 */
export function clockWords({ begin, end, words = "", late = "", early = "" }, now) {
  const said = words.replace("{now}", clockTime(now));
  const over = now - Number(end);
  const ahead = Number(begin) - now;
  if (over >= 1) return `${said} · ${late.replace("{minutes}", clockTime(over))}`;
  return ahead >= 1 ? `${said} · ${early.replace("{minutes}", clockTime(ahead))}` : said;
}

/**
 * @param {string} name
 * @returns {string} what the tab keeps of this page's lesson, or nothing
 */
export function recalled(name) {
  try {
    return sessionStorage.getItem(`${name} ${location.pathname}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function note(name, value) {
  try {
    sessionStorage.setItem(`${name} ${location.pathname}`, value);
  } catch {
    // the reader's browser keeps nothing: a page that is loaded anew begins anew
  }
}
