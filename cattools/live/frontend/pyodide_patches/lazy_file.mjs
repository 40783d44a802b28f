// @ts-check
// A file in Pyodide's file system that is fetched on first access.

const NO_SUCH_FILE = 44;

/**
 * Create a file that is fetched when it is first opened: to import a module that is not in the snapshot, or to read
 * data. Python waits for the file, so the request is synchronous.
 * @param {any} FS Pyodide's file system
 * @param {string} path
 * @param {string} address
 * @returns {(content: Uint8Array) => void} provides the content, so that it need not be fetched when the file is opened
 */
export function fileOnDemand(FS, path, address) {
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  const ops = node.stream_ops;
  /** @param {Uint8Array} content */
  const provide = (content) => {
    node.contents = content;
    node.usedBytes = content.length;
    node.stream_ops = ops;
  };
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
      if (request.status !== 200) throw new FS.ErrnoError(NO_SUCH_FILE); // the cell shows the error
      provide(new Uint8Array(request.response));
      stream.stream_ops = ops;
    },
  };
  return provide;
}
