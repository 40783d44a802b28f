// @ts-check
// The page of a single board, which another site embeds: `?show=` names its example, `&theme=` can choose a theme. This
// script writes the cell's code. It blocks the parser, so that the code is always there before the kernel reads it.
const { searchParams: query, hash } = new URL(location.href);
/** @type {{ [key: string]: RegExp }} the valid values of each key that this page reads from its URL */
const READS = { show: /./, theme: /^(light|dark)$/ };
const OTHERS = /^(utm_\w+|check|snap|unrecorded)$/; // keys that other sites add, and those of our own tests
const id = query.get("show") ?? "";
const theme = query.get("theme") ?? "";
const picture = /** @type {HTMLImageElement} */ (document.querySelector(".cat-embed-picture"));
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const code = /** @type {HTMLElement} */ (document.querySelector(".cell_input pre"));
const home = /** @type {HTMLAnchorElement} */ (document.querySelector(".cat-embed-home a"));

document.addEventListener("cat-live", () => {
  const board = document.querySelector(".cat-head > span")?.textContent;
  if (board) document.title = document.title.replace(/^[^·]*/, `${board} `);
});

if (theme === "light" || theme === "dark") {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
}
if (/^\w+(\.[\w-]+)+$/.test(id)) {
  picture.addEventListener("error", () => picture.remove());
  picture.hidden = false;
  picture.src = new URL(`../pictures/${id}.svg`, script.src).href; // all editions share the pictures
  home.href = `r/${id}/`;
  const found = unread();
  if (found) home.parentElement?.before(say((home.dataset.unread ?? "").replace("{found}", found)));
  code.textContent = `from cattools import show\nshow("${id}")`;
} else document.querySelector(".cell")?.replaceWith(say(home.dataset.wrong ?? ""));

/** @returns {string} the first part of the address that this page cannot read, or "" */
function unread() {
  const wrong = [...query].find(([key, value]) => !(READS[key]?.test(value) ?? OTHERS.test(key)));
  return wrong ? wrong.filter(Boolean).join("=") : hash;
}

/** @type {(words: string) => HTMLElement} */
function say(words) {
  return Object.assign(document.createElement("p"), { className: "cat-embed-unread", textContent: words });
}
