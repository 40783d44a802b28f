// @ts-check
// On pages with citable content: buttons that copy a permalink, or the HTML that embeds a board on another site.
const CONFIRMATION_MS = 2000;
const FRAME_WIDTHS = [360, 420, 480, 600, 660, 720]; // between 480 and 600, page.css keeps boards at the same width
const BELOW = 104; // pixels for the link below the board in embed.html and for two more lines of text
const DEFAULT_HEIGHT = 880; // pixels, if there is no board to measure
const announcement = Object.assign(document.createElement("span"), { className: "visually-hidden", role: "status" });
document.body.append(announcement); // screen readers do not announce the new label of the focused button

/**
 * Return the height for a frame that embeds a board and cannot grow with it: the board's greatest height at all widths
 * from a phone to a column of text. The board's own width is restored before anything is painted.
 * @type {(board: HTMLElement | null | undefined) => number}
 */
function frameHeight(board) {
  if (!board) return DEFAULT_HEIGHT;
  const { width } = board.style;
  const heights = FRAME_WIDTHS.map((wide) => {
    board.style.width = `${wide}px`;
    return board.offsetHeight;
  });
  board.style.width = width;
  return Math.max(...heights) + BELOW;
}

/** @type {(button: HTMLElement) => string} the text that the button copies */
function textToCopy(button) {
  const { dataset } = button;
  if (dataset.cite) return new URL(dataset.cite, document.baseURI).href;
  const frame = document.createElement("iframe");
  frame.src = new URL(dataset.embed ?? "", document.baseURI).href;
  frame.title = dataset.board ?? "";
  frame.width = "100%";
  frame.height = `${frameHeight(button.closest(".cell")?.querySelector(".cat-shell"))}`;
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
  frame.setAttribute("style", "border:0");
  return frame.outerHTML;
}

/**
 * For browsers that deny access to the clipboard, show the text next to the button, already selected.
 * @type {(button: HTMLElement, text: string) => void}
 */
function showSelected(button, text) {
  const field = Object.assign(document.createElement("input"), { value: text, readOnly: true, className: "cat-cited" });
  field.setAttribute("aria-label", button.title);
  field.addEventListener("blur", () => field.remove());
  button.after(field);
  field.focus();
  field.select();
}

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {Element} */ (target).closest("[data-cite], [data-embed]");
  if (!button || button.dataset.was) return;
  const text = textToCopy(button);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showSelected(button, text);
    return;
  }
  button.dataset.was = button.textContent ?? "";
  button.textContent = announcement.textContent = button.dataset.done ?? "";
  setTimeout(() => {
    button.textContent = button.dataset.was ?? "";
    announcement.textContent = "";
    delete button.dataset.was;
  }, CONFIRMATION_MS);
});
