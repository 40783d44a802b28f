// The kernel's worker.  The page sends {kind: "init", wasm, snapshot}, the snapshot's bytes (both fetched by the
// page while this file is on its way), then "run" and comm messages.
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide-asm";

const here = new URL(self.location.href);
const url = (file) => new URL(file + here.search, here).href;
const check = here.searchParams.has("check");
const HEAD = __SNAPSHOT_HEAD__; // {memory, stamp, sha256, base64}, made by snapshot.mjs
const MAGIC = 0x43415431;
const EMPTY_ZIP = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

const marks = {};
const mark = (name) => { marks[name] = performance.timeOrigin + performance.now(); };
mark("start");

// Pyodide fetches and compiles its wasm by itself; hand it the page's compilation instead.
function useCompiled(wasm) {
  const { fetch } = self, { instantiateStreaming } = WebAssembly;
  self.fetch = (u, ...rest) => (String(u).includes("pyodide.asm.wasm") ? Promise.resolve(new Response()) : fetch(u, ...rest));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    return { module: wasm, instance: await WebAssembly.instantiate(wasm, imports) };
  };
}

// A snapshot holds what differs from the memory of a just-made instance.  Pyodide's own small header and the
// memory's size are built into this file, so that the instance is made while the bytes still arrive.
// The file: u32 words [magic, stamp, runs], [offset, length] for each run, the bytes.
function fromSnapshot(arriving) {
  return {
    _loadSnapshot: Uint8Array.from(atob(HEAD.base64), (c) => c.charCodeAt(0)),
    stdLibURL: EMPTY_ZIP,
    createPyodideModule: async (settings) => {
      settings.INITIAL_MEMORY = HEAD.memory;
      const module = await createPyodideModule(settings);
      mark("instance");
      const bytes = await arriving;
      if (!bytes) throw new Error("the snapshot did not arrive");
      const [magic, stamp, count] = new Uint32Array(bytes, 0, 3), memory = module.HEAPU8;
      if (magic !== MAGIC || stamp !== HEAD.stamp) throw new Error("the snapshot is of another build");
      if (memory.length !== HEAD.memory) throw new Error("the memory has another size");
      const runs = new Uint32Array(bytes, 12, 2 * count), all = new Uint8Array(bytes);
      for (let i = 0, at = 12 + 8 * count; i < count; at += runs[2 * i + 1], i++)
        memory.set(all.subarray(at, at + runs[2 * i + 1]), runs[2 * i]);
      mark("restored");
      if (check) {
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", memory));
        self.postMessage({ kind: "digest", hex: Array.from(hash, (x) => x.toString(16).padStart(2, "0")).join(""), want: HEAD.sha256 });
      }
      return module;
    },
  };
}

// The files behind the restored modules come at the first look into them: a cell that imports what the
// snapshot does not hold, or data read late.  Python waits, so the request is a synchronous one.
function fileOnDemand(FS, path, file) {
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path), ops = node.stream_ops;
  node.stream_ops = {
    ...ops,
    open(stream) {
      const request = new XMLHttpRequest();
      request.open("GET", url(file), false);
      request.responseType = "arraybuffer";
      request.send();
      if (request.status !== 200) throw new FS.ErrnoError(44); // no such file
      node.contents = new Uint8Array(request.response);
      node.usedBytes = node.contents.length;
      node.stream_ops = stream.stream_ops = ops;
    },
  };
}

let kernel;
async function boot({ wasm, snapshot }, arriving) {
  if (wasm) useCompiled(wasm);
  const quick = snapshot && HEAD ? fromSnapshot(arriving) : null;
  const zip = quick ? null : fetch(url("catlive.zip")).then((answer) => answer.arrayBuffer());
  const py = await loadPyodide({
    indexURL: new URL(".", here).href, _sysExecutable: "python", lockFileContents: __LOCK__,
    stdLibURL: url("python_stdlib.zip"), createPyodideModule, ...quick,
  });
  mark("pyodide");
  if (quick) {
    fileOnDemand(py.FS, "/lib/python314.zip", "python_stdlib.zip");
    fileOnDemand(py.FS, "/lib/catlive.zip", "catlive.zip");
  } else {
    py.FS.writeFile("/lib/catlive.zip", new Uint8Array(await zip));
    py.runPython("import sys; sys.path.append('/lib/catlive.zip'); import catkernel; catkernel.preload()");
  }
  mark("imports");
  kernel = py.pyimport("catkernel");
  kernel.connect((kind, text, buffers) => {
    const bufs = [];
    for (const buffer of buffers) {
      const view = buffer.getBuffer("u8");
      bufs.push(view.data.slice().buffer);
      view.release();
      buffer.destroy();
    }
    buffers.destroy();
    self.postMessage({ kind, text, bufs }, bufs);
  });
  mark("kernel");
  self.postMessage({ kind: "ready", marks, heap: py._module.HEAP8.length });
}

function handle(m) {
  if (m.kind === "run") {
    kernel.run(m.cell, m.code);
    self.postMessage({ kind: "done", cell: m.cell });
    return;
  }
  kernel.receive(m.kind, m.text, (m.bufs ?? []).map((b) => new Uint8Array(b)));
  if (m.msg_id) self.postMessage({ kind: "idle", msg_id: m.msg_id });
}

let snapshotArrived, booted;
const arriving = new Promise((done) => { snapshotArrived = done; });
const ready = new Promise((done) => { booted = done; });
const fatal = (error) => self.postMessage({ kind: "fatal", text: String(error?.message ?? error) });
let chain = ready; // one message at a time, in order
self.onmessage = ({ data }) => {
  if (data.kind === "snapshot") snapshotArrived(data.bytes);
  else if (data.kind === "init") boot(data, arriving)
    .catch((error) => {
      if (!data.snapshot) throw error;
      self.postMessage({ kind: "note", text: `started without the snapshot: ${error.message}` });
      return boot({ ...data, snapshot: false });
    })
    .then(booted, fatal);
  else chain = chain.then(() => handle(data)).catch(fatal);
};
