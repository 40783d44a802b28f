// @ts-check
// Inlined into the 404 page, which is served at any path depth: finds the site's root and links to it. All editions
// share the page, so it contains the words of each. Offline, the service worker marks the page with the reason why the
// requested page is missing.
/** @type {Object<string, Object<string, string>>} */
const editions = JSON.parse(document.querySelector("#editions")?.textContent ?? "{}");
const { documentElement } = document;
const known = Object.keys(editions);
const CHOSEN = "cat-language"; // storage name of the language that the reader chose
const language =
  known.find((code) => code === remembered()) ??
  known.find((code) => location.pathname.includes(`/${code}/`)) ??
  documentElement.lang;
const said = { ...editions[language] };
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[lang]"))) {
  button.hidden = button.lang === language;
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(CHOSEN, button.lang);
      location.reload();
    } catch {} // the browser stores nothing
  });
}
const why = documentElement.dataset.offline;
if (why) [said.title, said.rest] = [said.offline, said[why]];
if (why || language !== documentElement.lang) {
  documentElement.lang = language;
  document.title = said.title;
  for (const [name, words] of Object.entries(said)) {
    const element = document.querySelector(`[data-text="${name}"]`);
    if (element) element.textContent = words;
  }
}

/** @returns {string | null} the language that the reader chose */
function remembered() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // the browser stores nothing
  }
}

/** @type {(folder: URL) => Promise<boolean>} whether an edition is there; offline, whether it is stored */
async function hasEdition(folder) {
  const file = await fetch(new URL("manifest.webmanifest", folder)).catch(() => null);
  return file?.ok ?? false;
}

/** @returns {Promise<URL | null>} */
async function findBook() {
  for (let at = new URL(".", location.href); ; at = new URL("..", at)) {
    if (known.slice(1).some((code) => at.pathname.endsWith(`/${code}/`))) continue; // the folder of an edition
    if (await hasEdition(at)) return at;
    if (at.pathname === "/") return null;
  }
}

findBook().then(async (home) => {
  const form = document.querySelector("form");
  const link = document.querySelector("a");
  if (!home || !form || !link) return;
  const own = new URL(`${language}/`, home);
  const edition = language !== known[0] && (await hasEdition(own)) ? own : home;
  form.action = new URL("search.html", edition).href;
  link.href = new URL("index.html", edition).href;
  form.hidden = link.hidden = false;
});
