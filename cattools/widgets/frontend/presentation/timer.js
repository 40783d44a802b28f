// @ts-check
// The timer of a presentation: the elapsed time, its deviation from the schedule, and the state that a reloaded page
// needs to resume it.

/** @type {(seconds: number) => string} minutes and seconds, as in "1:05" */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * @param {DOMStringMap} slide when it should `begin` and `end`, in seconds, and the translated strings
 * @param {number} now in seconds
 * @returns {string} the time, and how late or early it is
 */
export function clockWords({ begin, end, words = "", late = "", early = "" }, now) {
  const said = words.replace("{now}", clockTime(now));
  const over = now - Number(end);
  const ahead = Number(begin) - now;
  if (over >= 1) return `${said} · ${late.replace("{minutes}", clockTime(over))}`;
  return ahead >= 1 ? `${said} · ${early.replace("{minutes}", clockTime(ahead))}` : said;
}

/** @type {(name: string) => string} this page's value in sessionStorage, or "" */
export function recalled(name) {
  try {
    return sessionStorage.getItem(`${name} ${location.pathname}`) ?? "";
  } catch {
    return "";
  }
}

/** @type {(name: string, value: string) => void} */
export function note(name, value) {
  try {
    sessionStorage.setItem(`${name} ${location.pathname}`, value);
  } catch {
    // Storage is unavailable: a reloaded page starts from the beginning.
  }
}
