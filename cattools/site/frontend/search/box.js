// @ts-check
// On every page: the search box, a field and a list of answers that is updated as the reader types. It is either
// a dialog, opened by buttons and by Ctrl+K, or part of its own page (search.html). Its accessibility pattern is a
// combobox with a listbox: the focus stays in the field.

import { isComposing } from "../../../widgets/frontend/input/composing.js";
import { Library } from "./library.mjs";

/** @typedef {import("./ranking.mjs").Found} Found */

const APPLE = /^(Mac|iP)/.test(navigator.platform);

const JAPANESE = /[\p{scx=Hira}\p{scx=Kana}\p{Script=Han}]/u;
const ENGLISH = /[a-z]{3}/i; // in Japanese, one or two letters are usually a syllable that is still being typed
const IN_JAPANESE = document.documentElement.lang === "ja";

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
// All editions share the pictures. Resolved now, because the page's URL can change later.
const pictures = new URL("../pictures/", script.src).href;

/** @type {(question: string) => boolean} whether it has words in a language other than the page's */
const hasOther = (question) =>
  question !== "" && (IN_JAPANESE ? ENGLISH.test(question) || !JAPANESE.test(question) : JAPANESE.test(question));

/** @type {(other: boolean) => import("./library.mjs").Wanted} what a question on this page needs first */
const near = (other) => ({ game: script.dataset.game, other });

const { port1, port2 } = new MessageChannel();

/** @type {() => Promise<unknown>} let the page respond to the reader; unlike a timer, this adds no delay */
const pause = () =>
  new Promise((resolve) => {
    port1.addEventListener("message", resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });

class AskBox {
  /** @param {HTMLElement} root contains the field, the list and a status line with the number of answers */
  constructor(root) {
    this.root = root;
    this.dialog = root instanceof HTMLDialogElement ? root : null;
    // Resolved now, because the page's URL can change later.
    const index = new URL(script.dataset.answers ?? "", location.href).href;
    const code = script.src.replace("/ask.js", "/answers.mjs");
    this.library = new Library(index, () => import(code), pause);
    this.field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (root.querySelector('[role="listbox"]'));
    this.status = /** @type {HTMLElement} */ (root.querySelector('[role="status"]'));
    this.introduction = this.status.textContent ?? "";
    /** @type {HTMLAnchorElement[]} */
    this.all = []; // the options, in order
    this.active = -1;
    this.hasMoved = false; // whether the reader has chosen the active option
    this.shown = ""; // the question to which the list has the answers
    this.rehearsed = false;
    this.field.addEventListener("input", () => this.answer());
    // A reader begins to type a Japanese word about a second before it can be searched for.
    this.field.addEventListener("compositionstart", () => IN_JAPANESE || this.learn(near(true)));
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

  /** Fetch the answers when the box opens, or is about to. */
  async prepare() {
    await this.answer();
    await this.rehearse();
  }

  /** Until there is a question, prepare for the first one, which would otherwise take longer than later ones. */
  async rehearse() {
    const { answers } = this.library;
    if (!answers || this.rehearsed) return;
    this.rehearsed = true;
    for (const _ of answers.rehearse()) {
      await pause();
      if (this.field.value) return;
    }
    if (navigator.languages.some((one) => one.startsWith(IN_JAPANESE ? "en" : "ja"))) await this.learn(near(true));
  }

  /** @type {(wanted: import("./library.mjs").Wanted) => Promise<void>} */
  async learn(wanted) {
    await this.library.learn(wanted).catch((error) => console.warn(`search is not available: ${error}`));
  }

  /** Answer the question in the field: first about the page's game and the book, then about the other games too. */
  async answer() {
    const question = this.field.value.trim();
    const other = hasOther(question);
    await this.learn(near(other));
    // If even these files failed, leave the others to the next question.
    const isDone = !question || !this.library.has(near(other)) || this.library.has({ other });
    this.show(question, isDone);
    if (isDone) return;
    await this.learn({ other });
    this.show(question, true);
  }

  /**
   * Show the answers to a question, grouped by game, if the question is still in the field. A new list of answers to
   * the same question keeps the option that the reader has chosen.
   * @param {string} question
   * @param {boolean} isDone whether no more answers will come
   */
  show(question, isDone) {
    if (question !== this.field.value.trim()) return;
    const { answers } = this.library;
    const found = question && answers ? answers.to(question, script.dataset.game) : [];
    const isSame = question === this.shown;
    const chosen = isSame && this.hasMoved ? this.all[this.active]?.href : undefined;
    const { scrollTop } = this.list;
    const settled = new Set(); // a dispute is shown only below the first answer that settles it
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    for (const one of found) {
      const game = one.answer.game ?? "";
      groups.set(game, [...(groups.get(game) ?? []), ...this.options(one, JAPANESE.test(question), settled)]);
    }
    this.list.replaceChildren(...[...groups].map(([game, options]) => this.group(game, options)));
    this.all = [...this.list.querySelectorAll("a")];
    for (const [n, option] of this.all.entries()) option.id = `cat-answer-${n}`;
    this.field.setAttribute("aria-expanded", String(found.length > 0));
    this.list.hidden = !found.length;
    this.list.scrollTop = isSame ? scrollTop : 0;
    const kept = this.all.findIndex(({ href }) => href === chosen);
    this.hasMoved = kept >= 0;
    this.shown = question;
    this.activate(found.length ? Math.max(kept, 0) : -1);
    this.say(question, this.all.length, isDone);
  }

  /** @type {(game: string, options: HTMLElement[]) => HTMLElement} */
  group(game, options) {
    const title = this.library.answers?.games[game] ?? this.root.dataset.book ?? "";
    const group = Object.assign(document.createElement("div"), { className: "cat-answer-group", role: "group" });
    group.ariaLabel = title;
    const heading = span("game", title);
    heading.ariaHidden = "true"; // the group's label says it
    group.append(heading, ...options);
    return group;
  }

  /**
   * @param {string} question
   * @param {number} count number of options
   * @param {boolean} isDone
   */
  say(question, count, isDone) {
    const { failed = "", none = "", one = "", more = "", unknown = "", absent = "" } = this.root.dataset;
    const { answers } = this.library;
    const isWhole = this.library.has({ other: hasOther(question) });
    if (!answers || (question && !count && isDone && !isWhole)) this.status.textContent = failed;
    else if (!question || !(count || isDone)) this.status.textContent = this.introduction;
    else {
      const number = [none, one][count] ?? more.replace("{n}", String(count));
      const words = count && isWhole ? answers.unknown(question).join(", ") : "";
      const game = isDone && this.missing(question);
      const parts = [number, words && unknown.replace("{words}", words), game && absent.replace("{game}", game)];
      this.status.textContent = parts.filter(Boolean).join(" ");
    }
  }

  /** @type {(question: string) => string} the title of the game that it names, if the game's answers did not arrive */
  missing(question) {
    const { answers } = this.library;
    const game = answers?.gameNamed(question);
    return game && !this.library.has({ game, other: false }) ? (answers?.games[game] ?? "") : "";
  }

  /**
   * @param {Found} found
   * @param {boolean} inJapanese whether the question is
   * @param {Set<string>} settled disputes already in the list
   * @returns {HTMLAnchorElement[]} options for the answer and for its dispute that is most like the question
   */
  options({ answer, sentence, dispute }, inJapanese, settled) {
    const { at, rule, board, title, says = [], more = [], ja } = answer;
    const picture = board && navigator.onLine ? [pictureOf(`${rule}`)] : [];
    const closest = sentence || (says.length ? "" : (more[0] ?? ""));
    const shown = [ja && inJapanese && !IN_JAPANESE ? ja : "", ...says, closest].filter((one) => one);
    const sentences = shown.map((one) => span("says", one));
    if (shown[0] === ja && sentences[0]) sentences[0].lang = "ja";
    const options = [option("rule", at, [...picture, span("title", title), ...sentences])];
    if (dispute && !settled.has(dispute.at)) {
      settled.add(dispute.at);
      const parts = [span("kind", this.root.dataset.dispute ?? ""), span("says", dispute.says)];
      options.push(option("dispute", dispute.at, parts));
    }
    return options;
  }

  /** @param {number} n index of the option that Enter follows; -1 for none */
  activate(n) {
    this.all[this.active]?.setAttribute("aria-selected", "false");
    this.active = n;
    const option = this.all[n];
    if (option) this.field.setAttribute("aria-activedescendant", option.id);
    else this.field.removeAttribute("aria-activedescendant");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  moveSelection(event) {
    const { length } = this.all;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !length || isComposing(event)) return;
    event.preventDefault();
    this.hasMoved = true;
    this.activate((this.active + step + length) % length);
  }

  /** @param {Event} event */
  follow(event) {
    event.preventDefault();
    this.all[this.active]?.click();
  }

  /** @param {MouseEvent} event */
  press({ target }) {
    const pressed = /** @type {Element} */ (target);
    // A click on the backdrop has the dialog itself as its target.
    if (pressed === this.root || pressed.closest("a, [data-close]")) this.dialog?.close();
    const link = pressed.closest("a");
    if (link) focusHere(link);
  }
}

/** @type {(link: HTMLAnchorElement) => void} if it leads to a place on this page, move the focus there */
function focusHere({ href, hash }) {
  const target = href.split("#")[0] === location.href.split("#")[0] && document.getElementById(hash.slice(1));
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
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
  picture.src = `${pictures}${rule}.svg`;
  return picture;
}

/** @type {(part: string, words: string) => HTMLElement} */
const span = (part, words) =>
  Object.assign(document.createElement("span"), { className: `cat-answer-${part}`, textContent: words });

/** @param {KeyboardEvent} event */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }) =>
  key.toLowerCase() === "k" && (APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;

const OPENS = ".search-button__button, [data-ask]"; // the buttons that open the box
const root = document.querySelector(".cat-ask");
if (root) {
  const box = new AskBox(root);
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(OPENS)) box.open();
  });
  for (const coming of ["pointerover", "focusin"])
    document.addEventListener(coming, ({ target }) => {
      if (target instanceof Element && target.closest(OPENS)) box.prepare();
    });
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (!isShortcut(event) || isComposing(event)) return;
    event.preventDefault();
    box.toggle();
  };
  addEventListener("keydown", onKeydown, true); // capture the key before the theme, which also handles it
}
