// @ts-check
// Inlined into the 404 page, which is served at any path depth: finds the site's root and links to it. All editions
// share the page, so it has the words of each. Offline, the service worker marks the page with the reason why the page
// that was asked for is missing.
/** @type {Object<string, Object<string, string>>} */
const editions = JSON.parse(document.querySelector("#editions")?.textContent ?? "{}");
const { documentElement } = document;
const language = Object.keys(editions).find((code) => location.pathname.includes(`/${code}/`)) ?? documentElement.lang;
const said = { ...editions[language] };
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

/** @returns {Promise<URL | null>} */
async function findBook() {
  for (let at = new URL(".", location.href); ; at = new URL("..", at)) {
    const file = await fetch(new URL("manifest.webmanifest", at)).catch(() => null);
    if (file?.ok) return at;
    if (at.pathname === "/") return null;
  }
}

findBook().then((home) => {
  const form = document.querySelector("form");
  const link = document.querySelector("a");
  if (!home || !form || !link) return;
  form.action = new URL("search.html", home).href;
  link.href = new URL("index.html", home).href;
  form.hidden = link.hidden = false;
});
