// First script of a page with boards.  It starts the kernel and every download before the body is parsed
// (that is what makes the first board quick), keeps the reader's presses on the pictures, and says how far
// things are.  The rest (page.mjs) arrives with the widgets.
(() => {
  const me = new URL(document.currentScript.src);
  const query = new URL(location.href).searchParams;
  const url = (file) => new URL(file + me.search, me).href; // the build's stamp keeps old and new files apart
  const STATIC = '[data-cat="static"]';
  const t = (window.catlive = { marks: {}, live: 0, errors: [], state: "picture", url });
  t.mark = (name) => (t.marks[name] ??= performance.now());

  t.say = (state, root = document) => {
    for (const line of root.querySelectorAll(`${STATIC} .cat-state`)) {
      line.dataset.state = state;
      line.textContent = line.dataset[state] ?? "";
    }
  };
  const become = (state) => { t.state = state; t.say(state); };
  t.fail = (text) => {
    t.errors.push(text);
    if (t.live) return; // boards that live go on living
    become("failed");
    for (const shell of document.querySelectorAll(".cat-wait")) { shell.classList.remove("cat-wait"); shell.catKept = []; }
  };

  // ---- presses made before the board is live; page.mjs plays them
  const keep = (event) => {
    const place = event.target.closest?.(`${STATIC} :is([data-id], [data-tool])`);
    if (!place) return;
    if (event.type === "keydown") {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (place.matches("button, a, summary")) return; // the browser sends a click of its own
    }
    event.preventDefault();
    begin();
    if (t.state !== "loading") return;
    const shell = place.closest(STATIC), attribute = place.dataset.id === undefined ? "data-tool" : "data-id";
    (shell.catKept ??= []).push([attribute, place.getAttribute(attribute)]);
    shell.classList.add("cat-wait");
  };
  addEventListener("click", keep, true);
  addEventListener("keydown", keep, true);
  addEventListener("pointerdown", (event) => { if (event.target.closest?.(STATIC)) begin(); }, true);

  // ---- the start
  const get = async (file) => {
    const answer = await fetch(url(file));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return answer;
  };
  const snapshot = async () => { // unpacked chunk by chunk as it arrives
    const { body } = await get("catlive.snapshot.bin");
    const bytes = await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    t.mark("snapshot");
    return bytes;
  };
  const parsed = new Promise((done) => {
    if (document.readyState !== "loading") done(); else addEventListener("DOMContentLoaded", done, { once: true });
  });

  let begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
      become("nowasm");
      parsed.then(() => t.say("nowasm"));
      return;
    }
    become("loading");
    parsed.then(() => t.say(t.state));
    t.mark("worker_start");
    const worker = (t.worker = new Worker(url("kernel.mjs") + (query.has("check") ? "&check" : ""), { type: "module" }));
    t.early = [];
    worker.onmessage = (event) => t.early.push(event.data);
    worker.onerror = (event) => { event.preventDefault(); t.fail(`the kernel did not load: ${event.message ?? ""}`); };
    const quick = query.get("snap") !== "0" && "DecompressionStream" in window;
    const core = get("pyodide.asm.wasm");
    core.catch((error) => t.fail(`the kernel did not load: ${error.message}`));
    // What this browser cannot compile as it arrives, the worker compiles by itself.
    const compiled = WebAssembly.compileStreaming ? WebAssembly.compileStreaming(core) : Promise.reject();
    compiled.catch(() => null).then((wasm) => { t.mark("wasm"); worker.postMessage({ kind: "init", wasm, snapshot: quick }); });
    if (quick) snapshot().then(
      (bytes) => worker.postMessage({ kind: "snapshot", bytes }, [bytes]),
      () => worker.postMessage({ kind: "snapshot", bytes: null }),
    );
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: url("widgets.mjs") }));
    const page = parsed.then(() => import(url("widgets.mjs"))); // ipycanvas' script looks for the body when it is loaded
    page.then(({ open }) => { t.mark("page"); return open(t); })
      .catch((error) => t.fail(`the page's script did not load: ${error.message ?? error}`));
  }

  // A tab in the background waits until it is seen; a reader who saves data waits for the first touch.
  if (navigator.connection?.saveData) return;
  if (document.visibilityState === "visible") begin();
  else document.addEventListener("visibilitychange", begin, { once: true });
})();
