// @ts-check
// Precomputed answers of a board that asks for a set of areas. The reader can choose any number of areas; the look of a
// selection combines the changes that belong to each chosen area.

/** @import { Recording } from "./decode.mjs" */

export class Question {
  /**
   * @param {Recording} recording
   * @param {RecordedQuestion} asked
   */
  constructor(recording, asked) {
    this.recording = recording;
    this.asked = asked;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** The areas marked as wrong.
     * @type {string[]} */
    this.missed = [];
  }

  /** Clear the selection. */
  clear() {
    this.chosen.clear();
    this.missed = [];
  }

  /** The chosen areas, sorted by id. */
  get areas() {
    return [...this.chosen].sort();
  }

  /** Whether the selection is correct. */
  get right() {
    return this.areas.join(" ") === this.asked.right.join(" ");
  }

  /**
   * Toggle an area.
   * @param {string} area
   */
  toggle(area) {
    this.missed = [];
    if (!this.chosen.delete(area)) this.chosen.add(area);
  }

  /**
   * Whether the look after a press on an area is precomputed.
   * @param {string} area
   */
  knows(area) {
    const count = this.chosen.size + (this.chosen.has(area) ? -1 : 1);
    return area in this.asked.signs && count <= this.asked.counts.length;
  }

  /**
   * Return a look with the changes of the chosen areas and the marks of the wrong ones.
   * @param {Look} look
   * @returns {Look}
   */
  withMarks(look, areas = this.areas, missed = this.missed) {
    const { recording, asked } = this;
    const pictures = new Map([...look.pictures].map(([part, drawn]) => [part, [...drawn]]));
    const names = { ...look.names };
    for (const area of areas) {
      const { part, moved, n } = asked.signs[area];
      Object.assign(names, recording.names({ [area]: n }));
      const drawn = pictures.get(part) ?? [];
      for (const [at, shape] of Object.entries(moved)) {
        const place = drawn.indexOf(Number(at));
        if (place >= 0) drawn[place] = recording.shape(shape);
      }
    }
    this.drawMarks(pictures, "above", areas);
    this.drawMarks(pictures, "missed", missed);
    const slots = areas.length ? { ...look.slots, ...recording.slots(asked.slots) } : look.slots;
    return { ...look, slots, names, pictures };
  }

  /**
   * Draw the marks of areas above everything else.
   * @type {(pictures: Look["pictures"], kind: "above" | "missed", areas: string[]) => void}
   */
  drawMarks(pictures, kind, areas) {
    for (const area of areas) {
      const mark = this.asked.signs[area];
      pictures.get(mark.part)?.push(...mark[kind].map((shape) => this.recording.shape(shape)));
    }
  }

  /**
   * Add the verdict and the marks of the wrong areas to the precomputed look that all wrong selections share.
   * @type {(look: Look) => Look}
   */
  judged(look) {
    return this.withMarks({ ...look, slots: { ...look.slots, status: this.verdict } }, [], this.wrong);
  }

  /** The message about the number of chosen areas. */
  get counted() {
    return this.recording.text(this.asked.counts[this.chosen.size - 1]);
  }

  /** The chosen areas that are wrong. */
  get wrong() {
    return this.areas.filter((area) => !this.asked.right.includes(area));
  }

  /** The message about a wrong answer. */
  get verdict() {
    const { recording, wrong } = this;
    const { right, verdict } = this.asked;
    const missing = right.filter((area) => !this.chosen.has(area));
    const counts = [verdict.wrong[wrong.length - 1], verdict.missing[missing.length - 1]];
    const found = [
      ...[...wrong, ...missing].sort().flatMap((area) => verdict.against[area] ?? []),
      ...(missing.length ? missing : right).flatMap((area) => verdict.brings[area] ?? []),
    ];
    const reasons = [...new Map(found)].slice(0, verdict.most);
    const [words, cited] = reasons.length ? [0, 1].map((n) => reasons.map((reason) => reason[n])) : verdict.otherwise;
    const sentences = [...counts.filter((n) => n !== undefined), ...verdict.said, ...words, ...verdict.then];
    const text = (/** @type {number} */ n) => recording.text(n);
    const [before, after] = verdict.message.map(text);
    return before + [...sentences, ...new Set([...cited, ...verdict.links])].map(text).join(" ") + after;
  }
}
