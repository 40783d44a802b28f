// Types shared by the modules of the live page; read by the type checker only.
/** The page's state, shared by its modules; tests and benchmarks also read it. */
interface Catlive {
  state: "picture" | "loading" | "live" | "stopped" | "failed" | "nowasm" | "noworker" | "file" | "old";
  live: number;
  errors: string[];
  hooks: LiveHooks;
  marks: { [name: string]: number };
  /** Messages from the kernel before a `KernelConnection` listens. */
  early: FromKernel[];
  worker?: Worker;
  manager?: import("../../live/frontend/widgets/manager.mjs").Manager;
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
  book?: import("../../live/frontend/cells/live_cells.mjs").LiveCells;
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
  /** The model with which the board responds without Python, and the controller that unmounts it. */
  catRecorded?: { model: RespondingModel; end: AbortController };
}
/** The model of a picture that responds before Python has loaded; a widget's model takes over from it. */
interface RespondingModel {
  readonly live: unknown;
  handOver(model: object): Promise<void>;
}
/** What a book's own scripts add to a live page. */
interface LiveHooks {
  /** The folder of the book's pages, relative to the root; links within it swap pages. "" is the whole site. */
  folder: string;
  /** For each repeatable kind of a widget's custom messages, its series and how many may wait in that series. */
  limits: { [kind: string]: [series: string, most: number] };
  /** The language whose messages the kernel loads; "" for none. */
  language(): string;
  /** Whether a URL's fragment is the state of a widget and not the id of an element. */
  carriesState(hash: string): boolean;
  /** Called when the first script runs. */
  begun(page: Catlive): void;
  /** Called when the page has been parsed, while it is painted. */
  painting(page: Catlive): void;
  /** Let the page's pictures respond without Python; resolves when the visible ones do. */
  answer(page: Catlive): Promise<void>;
  /** Fetch what `answer` needs for a page that is shown now or will probably be shown soon. */
  prefetch(page: Catlive, root: ParentNode): void;
  /** What the book's own scripts swap with a page, and how they attach it. */
  contentOf(page: Document): unknown;
  attach(content: unknown): void;
  /** Called when another page is shown, and when it has the focus. */
  turned(): void;
  focused(): void;
}
/** The attribute that identifies an area or a button, and its value. */
type Press = ["data-id" | "data-tool", string];

/** One output of a cell: a widget or text. */
interface Output {
  cell: string;
  kind: "display" | "text" | "stream" | "error" | "clear";
  text: string;
  mime?: string;
  model?: string;
}

type ToKernel =
  /** `pack` is the pack whose snapshot is coming; "" if none is. */
  | {
      kind: "init";
      wasm: WebAssembly.Module | null;
      decoder: WebAssembly.Module | null;
      snapshot: boolean;
      pack: string;
    }
  /** In this order: the decoder (null if none is needed), the compressed bytes as they arrive, and an empty message at
   * the end. After a failure, the reason instead. */
  | {
      kind: "snapshot";
      pack: string;
      decoder?: WebAssembly.Module | null;
      bytes?: Uint8Array<ArrayBuffer>;
      reason?: string;
    }
  | { kind: "run"; cell: string; code: string; packs?: string[] }
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
declare const __PACKS__: string[]; // names of the archives of packs
declare const __TRANSLATED__: string[]; // the packs with messages in the book's other languages
/** What the worker needs to restore a memory: the size of the decompressed file, the lowest address in the garbage
 * collector's list, and a stamp and a checksum. */
interface SnapshotFacts {
  size: number;
  first: number;
  stamp: number;
  sha256: string;
}
/** The snapshots' metadata, built into the worker by build_kernel.mjs; null if there is no snapshot. It consists of the
 * facts about the kernel without packs and the kernel with each pack, Pyodide's own small header (`base64`), the size
 * of the memory, and the length of the function table. */
declare const __SNAPSHOT_HEAD__:
  | (SnapshotFacts & { packs: { [pack: string]: SnapshotFacts }; memory: number; functions: number; base64: string })
  | null;
declare const __LOCK__: string;
declare const __START__: string; // Python code that prepares a kernel without a snapshot

interface Navigator {
  connection?: { saveData: boolean; type?: string };
}

declare module "*.css";
declare module "jquery";
/** Modules generated by bundle.mjs: ipycanvas' script, and a map from checksums to the widgets' scripts that the page
 * has already loaded. */
declare module "ipycanvas-amd" {
  const factory: (base: object) => { [name: string]: unknown };
  export default factory;
}
declare module "widget-modules" {
  const modules: Map<string, import("./widgets/anywidget.mjs").Module>;
  export default modules;
}
declare module "pyodide-asm" {
  const createPyodideModule: (
    settings: object,
  ) => Promise<import("../../live/frontend/pyodide_patches/wasm_instance.mjs").Instance>;
  export default createPyodideModule;
}
