// @ts-check
// On pages with something to cite: a button copies the short address of its place, or the line of HTML that shows its
// board on another site.
const SAID_MS = 2000;
const heard = Object.assign(document.createElement("span"), { className: "visually-hidden", role: "status" });
document.body.append(heard); // the focus stays on the button, whose new words nobody would hear

/**
 * @param {HTMLElement} button
 * @returns {string} what it copies
 */
function copied({ dataset, title }) {
  if (dataset.cite) return new URL(dataset.cite, document.baseURI).href;
  const frame = document.createElement("iframe");
  frame.src = new URL(dataset.embed ?? "", document.baseURI).href;
  frame.title = title;
  frame.width = "100%";
  frame.height = "640";
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  frame.setAttribute("style", "border:0");
  return frame.outerHTML;
}

/**
 * A browser may keep the clipboard to itself: the text then stands selected beside the button.
 * @param {HTMLElement} button
 * @param {string} text
 */
function give(button, text) {
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true, className: "cat-cited" });
  field.setAttribute("aria-label", button.title);
  field.addEventListener("blur", () => field.remove());
  button.after(field);
  field.focus();
  field.select();
}

document.addEventListener("click", async ({ target }) => {
  /** @type {HTMLElement | null} */
  const button = /** @type {Element} */ (target).closest("[data-cite], [data-embed]");
  if (!button || button.dataset.was) return;
  const text = copied(button);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    give(button, text);
    return;
  }
  button.dataset.was = button.textContent ?? "";
  button.textContent = heard.textContent = button.dataset.done ?? "";
  setTimeout(() => {
    button.textContent = button.dataset.was ?? "";
    heard.textContent = "";
    delete button.dataset.was;
  }, SAID_MS);
});
