// Types shared by the modules of the front end; read by the type checker only.
/** The page's state, shared by its modules; tests and benchmarks also read it. */
interface Catlive {
  state: "picture" | "loading" | "live" | "stopped" | "failed" | "nowasm" | "noworker" | "file" | "old";
  live: number;
  errors: string[];
  marks: { [name: string]: number };
  /** Messages from the kernel before a `KernelConnection` listens. */
  early: FromKernel[];
  worker?: Worker;
  manager?: import("./widgets/manager.mjs").Manager;
  /** Times of the kernel's start-up steps; `heap` is its memory size in bytes. */
  kernel?: { [name: string]: number };
  heap?: number;
  note?: string;
  digest?: { hex: string; want?: string };
  /** Loaded libraries that a later bundle reuses. */
  shared?: { [name: string]: unknown };
  url(file: string): string;
  mark(name: string): void;
  say(state: string, root?: ParentNode): void;
  become(state: Catlive["state"]): void;
  /** Let the current page's pictures use precomputed answers; resolves when the visible ones respond. */
  answer(): Promise<void>;
  /** Fetch the precomputed answers for the first board of a page that is shown now or will probably be shown soon. */
  prefetch(root: ParentNode): void;
  /** Resolves when the boards are live, or when it is clear that none will be. */
  settled: Promise<void>;
  /** Record that the kernel has ended, with the reason. */
  fail(text: string): void;
  /** Start a kernel. Returns false if the browser does not allow the worker. */
  start(): boolean;
  /** Restart the kernel and restore every board. */
  restart(): void;
  book?: import("./cells/live_cells.mjs").LiveCells;
}
declare const catlive: Catlive;
interface Window {
  catlive: Catlive;
  /** Whether the browser is older than the supported ones; set by unsupported_browser.js. */
  catOld: boolean;
  /** Not supported by every browser. */
  CloseWatcher?: new () => EventTarget & { destroy(): void };
}
/** Most selectors match HTML elements; a query for other elements names their type. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}
interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
  /** Presses queued on a static picture until its board plays them. */
  catQueued?: Press[];
  /** HTML of the picture's message before a press was queued. */
  catStatus?: string;
  /** The model with the board's precomputed answers, and the controller that unmounts it. */
  catRecorded?: { model: import("./precomputed/model.mjs").RecordedModel; end: AbortController };
}
/** The attribute that identifies an area or a button, and its value. */
type Press = ["data-id" | "data-tool", string];

/** A part's picture: shapes of the initial picture as numbers, others as SVG. */
type Drawn = (number | string)[];
/** Everything visible of a board. */
interface Look {
  slots: { [slot: string]: string };
  names: import("../../widgets/frontend/protocol.js").Names;
  areas: { [part: string]: string };
  pictures: Map<string, Drawn>;
}
/** The number of a shape, and its position if that is not 0, 0. */
type RecordedShape = [number, number?, number?];
/** Differences from the initial look: slots (`s`), names (`n`), areas (`a`) and pictures (`p`); numbers refer to the
 * file's texts and pictures. `r`: values to store. */
interface RecordedLook {
  s?: { [slot: string]: number };
  n?: { [area: string]: [number, number] };
  /** Whether `n` contains all names, not only the changed ones. */
  all?: boolean;
  a?: { [part: string]: number };
  p?: { [part: string]: number };
  r?: [string, string][];
}
/** `to`: for each event, the next state and the number of its look (null if the look does not change).
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

/** One output of a cell: a widget or text. */
interface Output {
  cell: string;
  kind: "display" | "text" | "stream" | "error" | "clear";
  text: string;
  mime?: string;
  model?: string;
}

type ToKernel =
  /** `game` is the one whose snapshot is coming, "" if none is. */
  | {
      kind: "init";
      wasm: WebAssembly.Module | null;
      decoder: WebAssembly.Module | null;
      snapshot: boolean;
      game: string;
    }
  /** In this order: the decoder (null if none is needed), the compressed bytes as they arrive, and an empty message at
   * the end. After a failure, its reason instead. */
  | {
      kind: "snapshot";
      game: string;
      decoder?: WebAssembly.Module | null;
      bytes?: Uint8Array<ArrayBuffer>;
      reason?: string;
    }
  | { kind: "run"; cell: string; code: string; games?: string[] }
  | { kind: "close"; cell: string }
  | { kind: "forget"; page: string }
  | WidgetMessage;
type FromKernel =
  | { kind: "held"; name: string }
  | { kind: "whole" }
  | { kind: "ready"; marks: { [name: string]: number }; heap: number }
  | { kind: "fatal"; text: string }
  | { kind: "note"; text: string }
  | { kind: "digest"; hex: string; want?: string }
  | { kind: "done"; cell: string }
  | { kind: "output"; text: string }
  | { kind: "log"; text: string }
  | { kind: "idle"; msg_id: string }
  | WidgetMessage;
/** A message of the Jupyter widgets protocol; `text` is its JSON. */
interface WidgetMessage {
  kind: "comm_open" | "comm_msg" | "comm_close";
  text: string;
  bufs?: ArrayBuffer[];
  msg_id?: string;
}

/** An entry of the search index: a rule, or another passage of the book; search/index.py defines its texts. */
interface Answer {
  /** Its URL, relative to the site's root. */
  at: string;
  title: string;
  rule?: string;
  game?: string;
  /** Whether it answers how to use the book. */
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
  /** Lines of phrases that mean the same; Japanese words with English words, in general (`""`) and in each game. */
  speech: { same: string[]; japanese: { [game: string]: { [word: string]: string } } };
  entries: Answer[];
}
/** A file of the index: a column for each field. search/columns.py defines it. */
interface AnswersFile {
  /** The address of the file for questions in another language than the page's, in the first file only. */
  other?: string;
  games?: AnswersIndex["games"];
  same?: string[];
  same_japanese?: string[];
  japanese?: AnswersIndex["speech"]["japanese"];
  rulings: { [field: string]: string };
  entries: { [field: string]: string };
  alphabet: string;
  coded: { rulings: { [field: string]: string }; entries: { [field: string]: string } };
}

/** Whether each optimization of optimizations.toml is on. */
declare const OPTIMIZATIONS: {
  readonly compile_on_page: boolean;
  readonly snapshot: boolean;
  readonly zero_free_memory: boolean;
  readonly omit_recomputable: boolean;
  readonly relative_addresses: boolean;
  readonly split_wasm: boolean;
  readonly lean_glue: boolean;
  readonly compress: boolean;
  readonly early_requests: boolean;
  readonly prefetch: boolean;
  readonly swap_pages: boolean;
};
declare const __GAMES__: string[]; // names of the archives of games
/** What the worker needs to restore a memory: the size of the decompressed file, the lowest address in the garbage
 * collector's list, and a stamp and a checksum. */
interface SnapshotFacts {
  size: number;
  first: number;
  stamp: number;
  sha256: string;
}
/** The snapshots' metadata, built into the worker by build_kernel.mjs; null if there is no snapshot. It consists of the
 * facts of the kernel without games and of the kernels with each game, Pyodide's own small header (`base64`), the size
 * of the memory, and the length of the function table. */
declare const __SNAPSHOT_HEAD__:
  | (SnapshotFacts & { games: { [game: string]: SnapshotFacts }; memory: number; functions: number; base64: string })
  | null;
declare const __LOCK__: string;

interface Navigator {
  connection?: { saveData: boolean; type?: string };
}

declare module "*.css";
declare module "jquery";
/** Modules generated by bundle.mjs: ipycanvas' script, the boards' script, and a map from the checksum of the boards'
 * script to that script. */
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
