// @ts-check
// Inlined into the 404 page, which is served at any path depth: finds the site's root and links to it.
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
