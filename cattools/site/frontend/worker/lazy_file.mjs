// @ts-check
// A file of Pyodide's that is fetched when somebody looks into it.

const NO_SUCH_FILE = 44;

/**
 * The files behind the restored modules come at the first look into them: a cell that imports what the
 * snapshot does not hold, or data read late.  Python waits, so the request is a synchronous one.
 * @param {any} FS Pyodide's
 * @param {string} path
 * @param {string} address
 */
export function fileOnDemand(FS, path, address) {
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  const ops = node.stream_ops;
  node.stream_ops = {
    ...ops,
    /** @param {any} stream */
    open(stream) {
      const request = new XMLHttpRequest();
      request.open("GET", address, false);
      request.responseType = "arraybuffer";
      try {
        request.send();
      } catch {
        // no network: the status stays 0
      }
      if (request.status !== 200) throw new FS.ErrnoError(NO_SUCH_FILE); // the cell says so
      node.contents = new Uint8Array(request.response);
      node.usedBytes = node.contents.length;
      node.stream_ops = ops;
      stream.stream_ops = ops;
    },
  };
}
