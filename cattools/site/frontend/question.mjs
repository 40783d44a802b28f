// @ts-check
// A board that asks for areas, without Python: any number of them can be chosen, and what is then seen is put together
// from what each of them shows.

/** @import { Recording } from "./recording.mjs" */

const REASONS = 2; // against what was chosen, said at once, as in modes/find.py

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
    /** The areas that were told to be wrong.
     * @type {string[]} */
    this.missed = [];
  }

  /** Nothing is chosen any more. */
  clear() {
    this.chosen.clear();
    this.missed = [];
  }

  /** The chosen areas, in their order. */
  get areas() {
    return [...this.chosen].sort();
  }

  /** Whether they are those that are asked for. */
  get right() {
    return this.areas.join(" ") === this.asked.right.join(" ");
  }

  /**
   * Choose an area, or put it back.
   * @param {string} area
   */
  turn(area) {
    this.missed = [];
    if (!this.chosen.delete(area)) this.chosen.add(area);
  }

  /**
   * Whether it is known what a press on an area shows.
   * @param {string} area
   */
  knows(area) {
    const count = this.chosen.size + (this.chosen.has(area) ? -1 : 1);
    return area in this.asked.signs && count <= this.asked.counts.length;
  }

  /**
   * What chosen areas change of a look.
   * @param {Look} look
   * @returns {Look}
   */
  over(look) {
    const { recording, asked, areas } = this;
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
    for (const [kind, which] of /** @type {const} */ ([
      ["above", areas],
      ["missed", this.missed],
    ])) {
      for (const area of which) {
        const sign = asked.signs[area];
        pictures.get(sign.part)?.push(...sign[kind].map((shape) => recording.shape(shape)));
      }
    }
    const slots = areas.length ? { ...look.slots, ...recording.slots(asked.slots) } : look.slots;
    return { ...look, slots, names, pictures };
  }

  /** What is said of how many are chosen. */
  get counted() {
    return this.recording.text(this.asked.counts[this.chosen.size - 1]);
  }

  /** The chosen areas that are wrong. */
  get wrong() {
    return this.areas.filter((area) => !this.asked.right.includes(area));
  }

  /** What is said of a wrong answer. */
  get verdict() {
    const { recording, asked, wrong } = this;
    const missing = asked.right.filter((area) => !this.chosen.has(area));
    const counts = [asked.wrong[wrong.length - 1], asked.missing[missing.length - 1]].filter((n) => n !== undefined);
    const reasons = [...new Map(wrong.flatMap((area) => asked.signs[area].why)).entries()].slice(0, REASONS);
    const [because, links] = asked.reason;
    const said = reasons.length ? reasons.map(([words]) => words) : [because];
    const rules = reasons.length ? [...new Set(reasons.map(([, link]) => link))] : links;
    const [before, after] = asked.message.map((n) => recording.text(n));
    const words = [...counts, ...said].map((n) => recording.text(n)).join(" ");
    return before + words + rules.map((n) => ` ${recording.text(n)}`).join("") + after;
  }
}
