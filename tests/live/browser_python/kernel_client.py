"""A client of the browser kernel: reads the page's messages as JSON and writes the kernel's messages."""

import json
import sys
from typing import Any

sys.path[:0] = [sys.argv[1], sys.argv[1] + "/stubs"]
import catkernel  # noqa: E402 - its folder is an argument

heard: list[tuple[str, dict[str, Any], int]] = []
out = sys.stdout
for step in json.loads(sys.stdin.read()):
    match step:
        case ["preload"]:
            catkernel.preload()
        case ["load", game]:
            catkernel.load_game(game)
        case ["connect"]:
            catkernel.connect(lambda kind, text, buffers: heard.append((kind, json.loads(text), len(buffers))))
        case ["run", cell, source]:
            catkernel.run(cell, source)
        case ["close", cell]:
            catkernel.close(cell)
        case ["forget", page]:
            catkernel.forget(page)
        case ["receive", kind, message]:
            catkernel.receive(kind, json.dumps(message), [])
        case ["press", message]:  # sent to the widget that was shown last
            shown = [m["model"] for k, m, _ in heard if k == "output" and m.get("model")][-1]
            data = {"method": "custom", "content": message}
            catkernel.receive("comm_msg", json.dumps({"id": shown, "data": data}), [])
out.write(json.dumps(heard))
