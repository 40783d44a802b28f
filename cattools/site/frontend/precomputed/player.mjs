// @ts-check
// Plays a board's precomputed answers: a small state machine that needs neither Python nor the DOM.
import { Question } from "./area_question.mjs";

/** @import { FromPage } from "../../../widgets/frontend/protocol.js" */
/** @import { Recording } from "./decode.mjs" */

export class Playback {
  /**
   * @param {Recording} recording
   * @param {Pick<Look, "names" | "areas">} start the initial names and areas, read from the static picture
   */
  constructor(recording, { names, areas }) {
    const { file } = recording;
    this.recording = recording;
    this.question = file.question && new Question(recording, file.question);
    this.at = 0; // number of the current state
    /** @type {Look} */
    this.start = { slots: recording.slots(file.slots), names, areas, pictures: recording.pictures() };
    this.look = this.start;
    /** Whether the last answer changed the look. */
    this.changed = false;
    /** Values to store after the last answer.
     * @type {[string, string][]} */
    this.remember = [];
  }

  /** @type {(message: FromPage) => boolean} whether the answer is precomputed */
  answer(message) {
    this.changed = false;
    this.remember = [];
    if (message.kind === "press") return this.press(message.area, Boolean(message.finger));
    if (message.kind === "back") return this.back();
    return message.kind === "tool" && this.tool(message.tool);
  }

  /** Whether the reader is choosing areas. */
  get asks() {
    return this.question !== null && "right" in this.recording.file.states[this.at].to;
  }

  /** @type {(area: string, finger: boolean) => boolean} */
  press(area, finger) {
    const { question, asks } = this;
    if (!question || !asks) return this.go(`${finger ? "f" : "p"} ${area}`);
    if (!question.knows(area)) return false;
    question.toggle(area);
    if (!question.chosen.size) return this.go("none");
    this.at = this.recording.next(this.at, "none")?.[0] ?? this.at;
    this.show(question.withMarks({ ...this.start, slots: { ...this.start.slots, status: question.counted } }));
    return true;
  }

  back() {
    if (!this.question || !this.asks || this.question.chosen.size) {
      this.question?.clear();
      return this.go("back");
    }
    return true; // nothing to undo
  }

  /** @param {string} tool */
  tool(tool) {
    const { question, asks } = this;
    if (!question || !asks || !question.chosen.size) return this.go(`t ${tool}`);
    if (tool === "check" && !question.right && this.go("wrong", (look) => question.judged(look))) {
      question.clear(); // the selection was the final answer
      return true;
    }
    if (tool === "check" && !question.right) {
      const { verdict } = question;
      question.missed = question.wrong;
      this.show(question.withMarks({ ...this.start, slots: { ...this.start.slots, status: verdict } }));
      return true;
    }
    if (tool === "hint") {
      question.missed = [];
      return this.go("t hint", (look) => question.withMarks(look));
    }
    const known = this.go(tool === "check" ? "right" : tool === "reset" ? "away" : `t ${tool}`);
    if (known) question.clear();
    return known;
  }

  /**
   * Go to the next state and show its look.
   * @type {(event: string, marked?: (look: Look) => Look) => boolean}
   */
  go(event, marked = (/** @type {Look} */ look) => look) {
    const found = this.recording.next(this.at, event);
    if (!found) return false;
    const [at, look] = found;
    this.at = at;
    if (look === null) return true;
    const recorded = this.recording.file.looks[look];
    this.show(marked(this.lookOf(recorded)));
    this.remember = recorded.r ?? [];
    return true;
  }

  /** @type {(recorded: RecordedLook) => Look} */
  lookOf({ s = {}, n = {}, all, a = {}, p }) {
    const { recording, start } = this;
    return {
      slots: { ...start.slots, ...recording.slots(s) },
      names: { ...(all ? {} : start.names), ...recording.names(n) },
      areas: { ...start.areas, ...recording.slots(a) },
      pictures: recording.pictures(p),
    };
  }

  /** @param {Look} look */
  show(look) {
    this.look = look;
    this.changed = true;
  }

  /**
   * Hover over an area where a press is legal, or over no area.
   * @param {string | null} area
   * @returns {{ known: boolean, left: boolean, hint: string, pictures: Look["pictures"] }} `left`: whether hovering
   * has removed marks permanently
   */
  point(area) {
    const { recording } = this;
    const { over, left, left_preview: leftPreview } = recording.file.states[this.at];
    const [hint, pictures] = (area !== null && over?.[area]) || [null, null];
    const preview = hint === null ? "" : recording.text(hint);
    const away = (preview && leftPreview) || left;
    if (away) {
      this.at = away[0];
      this.look = { ...this.look, pictures: this.marked(recording.pictures(away[1])) };
    }
    return {
      known: area === null || over !== undefined,
      left: Boolean(away),
      hint: preview,
      pictures: pictures ? this.marked(recording.pictures(pictures)) : this.look.pictures,
    };
  }

  /** @type {(pictures: Look["pictures"]) => Look["pictures"]} the pictures with the marks of chosen areas */
  marked(pictures) {
    return this.question && this.asks ? this.question.withMarks({ ...this.start, pictures }).pictures : pictures;
  }
}
