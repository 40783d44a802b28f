// @ts-check
// The page of a single board, embedded in another site: `?show=` names its example, `&theme=` can choose a theme. This
// script writes the cell's code. It blocks the parser, so that the code is always there before the kernel reads it.
const query = new URL(location.href).searchParams;
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
  code.textContent = `from cattools import show\nshow("${id}")`;
} else {
  const message = document.createElement("p");
  message.textContent = home.dataset.wrong ?? "";
  document.querySelector(".cell")?.replaceWith(message);
}
