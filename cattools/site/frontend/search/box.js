// @ts-check
// On every page: the search box, a field and a list of answers that is updated as the reader types. It is either
// a dialog, opened by buttons and by Ctrl+K, or part of its own page (search.html). Its accessibility pattern is a
// combobox with a listbox: the focus stays in the field.
import { isComposing } from "../../../widgets/frontend/input/composing.js";
import { download } from "../page/fetch_file.mjs";

/** @typedef {import("./ranking.mjs").Answers} Answers */

const APPLE = /^(Mac|iP)/.test(navigator.platform);

const script = /** @type {HTMLScriptElement} */ (document.currentScript);

class AskBox {
  /** @param {HTMLElement} root contains the field, the list and a status line with the number of answers */
  constructor(root) {
    this.root = root;
    this.dialog = root instanceof HTMLDialogElement ? root : null;
    // Resolved now, because the page's URL can change later.
    const words = new URL(script.dataset.answers ?? "", location.href).href;
    this.files = { code: script.src.replace("/ask.js", "/answers.mjs"), words };
    this.field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (root.querySelector('[role="listbox"]'));
    this.status = /** @type {HTMLElement} */ (root.querySelector('[role="status"]'));
    this.introduction = this.status.textContent ?? "";
    this.active = -1;
    /** @type {Answers | undefined} */
    this.answers = undefined;
    /** @type {Promise<Answers> | undefined} */
    this.coming = undefined;
    this.field.addEventListener("input", () => this.answer());
    root.addEventListener("submit", (event) => this.follow(event));
    root.addEventListener("keydown", (event) => this.moveSelection(event));
    root.addEventListener("click", (event) => this.press(event));
    if (this.dialog) return;
    this.field.value = new URL(location.href).searchParams.get("q") ?? "";
    this.open();
  }

  open() {
    if (this.dialog?.open) return;
    this.dialog?.showModal();
    this.field.focus();
    this.field.select();
    this.prepare();
  }

  toggle() {
    if (this.dialog?.open) this.dialog.close();
    else this.open();
  }

  /** Fetch the answers when the box opens; retry after a failure. */
  async prepare() {
    try {
      this.coming ??= this.load();
      this.answers = await this.coming;
    } catch (error) {
      this.coming = undefined;
      console.warn(`search is not available: ${error}`);
    }
    this.answer();
  }

  /** @returns {Promise<Answers>} */
  async load() {
    const { code, words } = this.files;
    const [{ Answers }, file] = await Promise.all([import(code), download(words)]);
    return new Answers(await file.json());
  }

  /** Show the answers to the question in the field. */
  answer() {
    const question = this.field.value.trim();
    const found = question && this.answers ? this.answers.to(question, script.dataset.game) : [];
    const settled = new Set(); // a dispute is shown only below the first answer that settles it
    this.list.replaceChildren(...found.flatMap((answer) => this.options(answer, settled)));
    for (const [n, option] of [...this.list.children].entries()) option.id = `cat-answer-${n}`;
    this.field.setAttribute("aria-expanded", String(found.length > 0));
    this.list.hidden = !found.length;
    this.list.scrollTop = 0;
    this.activate(found.length ? 0 : -1);
    this.say(question, found.length);
  }

  /**
   * @param {string} question
   * @param {number} count number of answers
   */
  say(question, count) {
    const { failed = "", none = "", one = "", more = "" } = this.root.dataset;
    if (!this.answers) this.status.textContent = this.coming ? this.introduction : failed;
    else if (!question) this.status.textContent = this.introduction;
    else this.status.textContent = [none, one][count] ?? more.replace("{n}", String(count));
  }

  /**
   * @param {Answer} answer
   * @param {Set<string>} settled disputes already in the list
   * @returns {HTMLAnchorElement[]} options for the answer and for the disputes that it settles
   */
  options({ at, rule, board, title, game, says = [], disputes = [] }, settled) {
    const of = game ? (this.answers?.games[game] ?? "") : "";
    const picture = board && navigator.onLine ? [pictureOf(`${rule}`)] : [];
    const sentences = says.map((sentence) => span("says", sentence));
    const options = [option("rule", at, [...picture, span("title", title), span("game", of), ...sentences])];
    for (const { at, says } of disputes) {
      if (settled.has(at)) continue;
      settled.add(at);
      options.push(option("dispute", at, [span("game", this.root.dataset.dispute ?? ""), span("says", says)]));
    }
    return options;
  }

  /** @param {number} n index of the option that Enter follows; -1 for none */
  activate(n) {
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = n;
    const option = this.list.children[n];
    if (option) this.field.setAttribute("aria-activedescendant", option.id);
    else this.field.removeAttribute("aria-activedescendant");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  moveSelection(event) {
    const { length } = this.list.children;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !length || isComposing(event)) return;
    event.preventDefault();
    this.activate((this.active + step + length) % length);
  }

  /** @param {Event} event */
  follow(event) {
    event.preventDefault();
    /** @type {HTMLElement | undefined} */ (this.list.children[this.active])?.click();
  }

  /** @param {MouseEvent} event */
  press({ target }) {
    const pressed = /** @type {Element} */ (target);
    // A click on the backdrop has the dialog itself as its target.
    if (pressed === this.root || pressed.closest("a, [data-close]")) this.dialog?.close();
  }
}

/** @type {(at: string) => string} absolute URL of an address relative to the site's root */
function fromRoot(at) {
  return new URL(at, new URL(document.documentElement.dataset.content_root ?? "./", document.baseURI)).href;
}

/** @type {(kind: "rule" | "dispute", at: string, parts: HTMLElement[]) => HTMLAnchorElement} */
function option(kind, at, parts) {
  const className = `cat-answer cat-answer-${kind}`;
  const about = { href: fromRoot(at), className, tabIndex: -1, role: "option" };
  const link = Object.assign(document.createElement("a"), about);
  link.append(...parts.flatMap((part) => [part, " "]));
  return link;
}

/** @type {(rule: string) => HTMLElement} a small picture of the rule's board, which is not stored for offline use */
function pictureOf(rule) {
  // The SVG handles light and dark mode itself; the theme puts other images on a white background.
  const picture = Object.assign(document.createElement("img"), { className: "cat-answer-board dark-light", alt: "" });
  picture.addEventListener("error", () => picture.remove());
  picture.src = fromRoot(`pictures/${rule}.svg`);
  return picture;
}

/** @type {(part: string, words: string) => HTMLElement} */
const span = (part, words) =>
  Object.assign(document.createElement("span"), { className: `cat-answer-${part}`, textContent: words });

/** @param {KeyboardEvent} event */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }) =>
  key.toLowerCase() === "k" && (APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;

const root = document.querySelector(".cat-ask");
if (root) {
  const box = new AskBox(root);
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(".search-button__button, [data-ask]")) box.open();
  });
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (!isShortcut(event) || isComposing(event)) return;
    event.preventDefault();
    box.toggle();
  };
  addEventListener("keydown", onKeydown, true); // capture the key before the theme, which also handles it
}
