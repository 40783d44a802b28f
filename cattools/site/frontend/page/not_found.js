// @ts-check
// On the page for an address that leads nowhere, which may stand at any depth: finds where the book is, and lets the
// page lead there. It is written into that page.
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
