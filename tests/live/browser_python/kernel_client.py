"""A client of the browser kernel: reads steps as JSON, takes them, and writes the messages that the kernel sent."""

import json
import sys
from typing import Any

sys.path[:0] = sys.argv[1:]
import livekernel  # noqa: E402 - its folder is an argument

try:
    import catkernel
except ImportError:  # the kernel of a book that adds no Python
    catkernel = None  # type: ignore[assignment]

heard: list[tuple[str, dict[str, Any], int]] = []
out = sys.stdout
for step in json.loads(sys.stdin.read()):
    match step:
        case ["preload"]:
            catkernel.preload()
        case ["load", game]:
            livekernel.load_pack(game)
        case ["connect"]:
            livekernel.connect(lambda kind, text, buffers: heard.append((kind, json.loads(text), len(buffers))))
        case ["run", cell, source]:
            livekernel.run(cell, source)
        case ["close", cell]:
            livekernel.close(cell)
        case ["forget", page]:
            livekernel.forget(page)
        case ["receive", kind, message]:
            livekernel.receive(kind, json.dumps(message), [])
        case ["press", message]:  # sent to the widget that was shown last
            shown = [m["model"] for k, m, _ in heard if k == "output" and m.get("model")][-1]
            data = {"method": "custom", "content": message}
            livekernel.receive("comm_msg", json.dumps({"id": shown, "data": data}), [])
out.write(json.dumps(heard))
