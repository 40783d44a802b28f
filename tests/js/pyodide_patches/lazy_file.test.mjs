// A lazily loaded file that does not arrive: the cell shows an error, the kernel keeps running, and the next
// import requests the file again.
import assert from "node:assert/strict";
import test from "node:test";
import { fileOnDemand } from "../../../cattools/live/frontend/pyodide_patches/lazy_file.mjs";

test("opening a file that cannot be fetched fails as if it did not exist", () => {
  const FS = {
    ErrnoError: class {
      constructor(/** @type {number} */ errno) {
        this.errno = errno;
      }
    },
    writeFile() {},
    lookupPath: () => ({ node }),
  };
  const ops = { read: 1 };
  /** @type {any} */
  const node = { stream_ops: ops };
  /** @type {any} */
  const stream = {};
  /** @type {(request: any) => void} */
  let answer;
  /** @type {any} */ (globalThis).XMLHttpRequest = class {
    status = 0;
    open() {}
    send() {
      answer(this);
    }
  };
  fileOnDemand(FS, "/lib/x.zip", "x.zip");
  const open = () => node.stream_ops.open(stream);
  answer = () => {
    throw new Error("NetworkError");
  };
  assert.throws(open, { errno: 44 });
  answer = (request) => {
    request.status = 404;
  };
  assert.throws(open, { errno: 44 });
  answer = (request) => Object.assign(request, { status: 200, response: new ArrayBuffer(7) });
  open();
  assert.equal(node.usedBytes, 7);
  assert.equal(stream.stream_ops, ops);
});
