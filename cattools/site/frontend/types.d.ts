// Types shared by the modules of the book's front end, in addition to the live page's; read by the type checker only.
/** A part's picture: shapes of the initial picture by index, others as SVG. */
type Drawn = (number | string)[];
/** Everything visible on a board. */
interface Look {
  slots: { [slot: string]: string };
  names: import("../../widgets/frontend/protocol.js").Names;
  areas: { [part: string]: string };
  pictures: Map<string, Drawn>;
}
/** The index of a shape, and its position if that is not 0, 0. */
type RecordedShape = [number, number?, number?];
/** Differences from the initial look: slots (`s`), names (`n`), areas (`a`) and pictures (`p`); numbers are
 * indices of the file's texts and pictures. `r`: values to store. */
interface RecordedLook {
  s?: { [slot: string]: number };
  n?: { [area: string]: [number, number] };
  /** Whether `n` contains all names, not only the changed ones. */
  all?: boolean;
  a?: { [part: string]: number };
  p?: { [part: string]: number };
  r?: [string, string][];
}
/** `to`: for each event, the next state and the index of its look (null if the look does not change).
 * `over`: for each area, the preview text and the pictures while it is hovered (null if the pictures do not change).
 * `left`: the next state and its pictures after hovering over any area, if that changes the state.
 * `left_preview`: the same after hovering over an area that has a preview.
 * `whole`: if present, a press on an area that is not in `to` does nothing, except on the areas listed here, whose
 * answers are not precomputed. */
interface RecordedState {
  to: { [event: string]: [number, number | null] };
  over?: { [area: string]: [number, { [part: string]: number } | null] };
  left?: [number, { [part: string]: number }];
  left_preview?: [number, { [part: string]: number }];
  whole?: string[];
}
interface RecordedSign {
  n: [number, number];
  part: string;
  moved: { [shape: string]: RecordedShape };
  above: RecordedShape[];
  missed: RecordedShape[];
}
interface RecordedVerdict {
  message: [number, number];
  against: { [area: string]: [number, number][] };
  brings: { [area: string]: [number, number][] };
  most: number;
  said: number[];
  otherwise: [number[], number[]];
  then: number[];
  links: number[];
  wrong: number[];
  missing: number[];
}
interface RecordedQuestion {
  signs: { [area: string]: RecordedSign };
  right: string[];
  slots: { [slot: string]: number };
  counts: number[];
  verdict: RecordedVerdict;
}
/** A file of precomputed answers, written by encoding.py. */
interface RecordFile {
  build: string;
  shapes: { [part: string]: number };
  slots: { [slot: string]: number };
  states: RecordedState[];
  question: RecordedQuestion | null;
  icons: string[];
  texts: string[];
  drawn: string[];
  pictures: ([number, number] | { s: RecordedShape })[][];
  looks: RecordedLook[];
}

/** An entry of the search index: a rule, or another passage of the book; search/index.py defines its texts. */
interface Answer {
  /** Its URL, relative to the site's root. */
  at: string;
  title: string;
  rule?: string;
  game?: string;
  /** Whether it explains how to use the book. */
  use?: boolean;
  says?: string[];
  /** The rule in Japanese. */
  ja?: string;
  also_ja?: string[];
  /** Whether the rule's own example has a picture. */
  board?: boolean;
  also?: string[];
  called?: string[];
  refuses?: string[];
  asked?: string[];
  players?: string[];
  players_ja?: string[];
  more?: string[];
  /** The rulings that rest on it, and the other rulings whose example is about it. */
  disputes?: Dispute[];
  shown?: Dispute[];
}
/** A ruling: its words, and how players ask about it. */
interface Dispute {
  at: string;
  says: string;
  players?: string[];
  players_ja?: string[];
}
interface AnswersIndex {
  games: { [id: string]: string };
  /** The games' titles in other languages. */
  names: { [id: string]: string[] };
  /** Lines of phrases that mean the same; Japanese words with English meanings, in general (`""`) and by game. */
  speech: { same: string[]; japanese: { [game: string]: { [word: string]: string } } };
  entries: Answer[];
}
/** A file of the index: a column for each field. search/columns.py defines it. */
interface AnswersFile {
  rulings: { [field: string]: string };
  entries: { [field: string]: string };
  japanese?: AnswersIndex["speech"]["japanese"];
  /** Only in the book's file, like everything below: the addresses of the files. */
  files?: { own: { [game: string]: string }; other: { [game: string]: string } };
  games?: AnswersIndex["games"];
  names?: AnswersIndex["names"];
  /** Whose file has the next entries, and how many. */
  order?: [string, number][];
  same?: string[];
  same_japanese?: string[];
  alphabet?: string;
  shared?: string;
}
/** Files of the index by game, with the book's under `""`: those that all questions need, and those that only questions
 * in another language need. */
interface AnswersFiles {
  own: { [game: string]: AnswersFile };
  other: { [game: string]: AnswersFile };
}

/** A module generated by bundle.mjs: the boards' script. */
declare module "board-layer" {
  const layer: typeof import("../../widgets/frontend/board.js").default;
  export default layer;
}
