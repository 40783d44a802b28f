// What the parts of the front end know of each other; read by the type checker only.
/** How far the page is, and what its parts share; a test or a benchmark looks here too. */
interface Catlive {
  state: "picture" | "loading" | "live" | "stopped" | "failed" | "nowasm" | "noworker" | "file" | "old";
  live: number;
  errors: string[];
  marks: { [name: string]: number };
  /** What the kernel said before anybody could hear it. */
  early: FromKernel[];
  worker?: Worker;
  manager?: import("./widgets/manager.mjs").Manager;
  /** When the kernel did what, and how large its memory is. */
  kernel?: { [name: string]: number };
  heap?: number;
  note?: string;
  digest?: { hex: string; want: string };
  /** Libraries that a later bundle need not hold. */
  shared?: { [name: string]: unknown };
  url(file: string): string;
  mark(name: string): void;
  say(state: string, root?: ParentNode): void;
  become(state: Catlive["state"]): void;
  /** Let the pictures answer of the page that is shown; kept when those do that the reader sees. */
  answer(): Promise<void>;
  /** A page is shown, or likely to be soon: fetch what its first picture answers from. */
  foresee(root: ParentNode): void;
  /** Kept when the boards live, or when it is clear that none will. */
  settled: Promise<void>;
  /** The kernel has ended, and why. */
  fail(text: string): void;
  /** Start a kernel; tells whether this page may. */
  start(): boolean;
  /** Start the kernel anew and bring every board back. */
  restart(): void;
  /** Resolved when the kernel has answered everything, the layout is final, and nothing moves. */
  idle?(): Promise<void>;
}
declare const catlive: Catlive;
interface Window {
  catlive: Catlive;
  /** Whether the browser is older than those the book is made for; unsupported_browser.js tells. */
  catOld: boolean;
  /** Not of every browser. */
  CloseWatcher?: new () => EventTarget & { destroy(): void };
}
interface Element {
  /** Presses on a picture, until its board plays them. */
  catKept?: Press[];
  /** What its picture said before a press was kept. */
  catSaid?: string;
  /** What answers on a picture until Python has come, and ends it. */
  catRecorded?: { model: import("./precomputed/model.mjs").Recorded; end: AbortController };
}
/** An attribute that names a place or a button, and its value. */
type Press = ["data-id" | "data-tool", string];

/** A part's picture: shapes of the one at the start by their numbers, and others as SVG. */
type Drawn = (number | string)[];
/** What a reader sees of a board. */
interface Look {
  slots: { [slot: string]: string };
  names: import("../../widgets/frontend/protocol.js").Names;
  areas: { [part: string]: string };
  pictures: Map<string, Drawn>;
}
/** The number of a shape, and where it stands, if it does not stand at 0, 0. */
type RecordedShape = [number, number?, number?];
/** What is others than at the start: texts by their numbers; `r`: what is to be remembered. */
interface RecordedLook {
  s?: { [slot: string]: number };
  n?: { [area: string]: [number, number] };
  /** Whether `n` are all names there are. */
  all?: boolean;
  a?: { [part: string]: number };
  p?: { [part: string]: number };
  r?: [string, string][];
}
/** Where each event leads; pointed at: the hint and the pictures, null as they are; the state that pointing leaves, and
 * that it leaves where a press was foretold.
 * `whole`: all other areas do nothing but those it names, of which nothing is known. */
interface RecordedState {
  to: { [event: string]: [number, number | null] };
  over?: { [area: string]: [number, { [part: string]: number } | null] };
  left?: [number, { [part: string]: number }];
  foretold?: [number, { [part: string]: number }];
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
/** A record, as encoding.py writes it. */
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

/** What a cell shows: a widget, or text of some kind. */
interface Output {
  cell: string;
  kind: "display" | "text" | "stream" | "error" | "clear";
  text: string;
  mime?: string;
  model?: string;
}

type ToKernel =
  | { kind: "init"; wasm: WebAssembly.Module; decoder: WebAssembly.Module; snapshot: boolean }
  /** First what unpacks the snapshot, then its bytes as they arrive, then nothing; or why it does not arrive. */
  | { kind: "snapshot"; decoder?: WebAssembly.Module; bytes?: Uint8Array<ArrayBuffer>; reason?: string }
  | { kind: "run"; cell: string; code: string }
  | { kind: "close"; cell: string }
  | { kind: "forget"; page: string }
  | WidgetMessage;
type FromKernel =
  | { kind: "held"; name: string }
  | { kind: "whole" }
  | { kind: "ready"; marks: { [name: string]: number }; heap: number }
  | { kind: "fatal"; text: string }
  | { kind: "note"; text: string }
  | { kind: "digest"; hex: string; want: string }
  | { kind: "done"; cell: string }
  | { kind: "output"; text: string }
  | { kind: "log"; text: string }
  | { kind: "idle"; msg_id: string }
  | WidgetMessage;
/** A message of the widgets' protocol; `text` is its JSON. */
interface WidgetMessage {
  kind: "comm_open" | "comm_msg" | "comm_close";
  text: string;
  bufs?: ArrayBuffer[];
  msg_id?: string;
}

/** What the question box can answer: a rule, or a heading that is no rule's; answers.py says what its words are. */
interface Answer {
  /** Its place, from the site's root. */
  at: string;
  title: string;
  rule?: string;
  game?: string;
  says?: string[];
  /** Whether there is a picture of the rule's own example. */
  board?: boolean;
  also?: string;
  called?: string;
  refuses?: string;
  quarrels?: { at: string; says: string }[];
}
interface AnswersFile {
  games: { [id: string]: string };
  entries: Answer[];
}

/** Pyodide's own small header, the memory's size, how many functions the table holds and the first place in the
 * collector's list, built into the worker by make_snapshot.mjs. */
declare const __SNAPSHOT_HEAD__: {
  size: number;
  memory: number;
  functions: number;
  first: number;
  stamp: number;
  sha256: string;
  base64: string;
};
declare const __LOCK__: string;

interface Navigator {
  connection?: { saveData: boolean };
}

declare module "*.css";
declare module "jquery";
/** Made by bundle.mjs: ipycanvas' script, and the boards' by its checksum. */
declare module "ipycanvas-amd" {
  const factory: (base: object) => { [name: string]: unknown };
  export default factory;
}
declare module "board-layer" {
  const layer: typeof import("../../widgets/frontend/board.js").default;
  export default layer;
}
declare module "board-modules" {
  const modules: Map<string, import("./widgets/anywidget.mjs").Module>;
  export default modules;
}
declare module "pyodide-asm" {
  const createPyodideModule: (settings: object) => Promise<import("./pyodide_patches/wasm_instance.mjs").Instance>;
  export default createPyodideModule;
}
