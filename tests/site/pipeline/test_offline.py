"""The files that the service worker stores for reading without a network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from cattools.live.settings import WORKER
from cattools.site.pipeline.frontend_bundle import ASSETS
from cattools.site.pipeline.service_worker import MANIFEST, make_offline, offline_files

REQUESTED = ("_static/answers.json", "_static/x.css", "book/a page.html", "catlive/boot.js")
GAMES_OWN = (
    "_static/answers.herders.json",
    "_static/answers_other.herders.json",
    "book/herders/play.html",
    "catlive/pack.herders.zip",
    "sheets/herders-pad-a4.pdf",
)
UNREQUESTED = ("_static/x.css.map", "_static/de/x.mo", ".nojekyll")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a small site."""
    for name in (*REQUESTED, *GAMES_OWN, *UNREQUESTED):
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, encoding="utf-8")
    return tmp_path / "site"


def test_each_file_that_a_page_can_request_is_listed_with_its_hash_and_size(folder: Path) -> None:
    shared = offline_files(folder)[""]
    assert [file.url for file in shared] == [
        "_static/answers.json",
        "_static/x.css",
        "book/a%20page.html",
        "catlive/boot.js",
    ]
    digest = hashlib.sha256(b"catlive/boot.js").digest()
    assert shared[-1].integrity == f"sha256-{base64.b64encode(digest).decode()}"
    assert shared[-1].bytes == len(b"catlive/boot.js")
    (folder / "catlive" / "boot.js").write_text("a" * 100_000)
    assert offline_files(folder)[""][-1].bytes < 1_000, "a host compresses what it sends"


def test_what_only_one_game_needs_is_listed_with_it(folder: Path) -> None:
    assert [file.url for file in offline_files(folder)["herders"]] == list(GAMES_OWN)


def test_the_service_worker_lists_its_files_but_not_itself(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / WORKER
    script.write_text("work();\n", encoding="utf-8")
    for _ in range(2):  # the second build finds the files that the first one has written
        make_offline(folder, script, "stamp")
        facts, rest = (folder / WORKER).read_text(encoding="utf-8").split("\n", 1)
        assert rest == "work();\n"
        begin, places, unstored, listed = re.split(r"self\.__(?:PLACES|UNSTORED|FILES)=", facts)
        assert begin == 'self.__STAMP="stamp";self.__ROOT="";self.__OTHERS=["ja/"];self.__PERMALINKS="r/";'
        assert unstored == '["precomputed/"];'
        assert json.loads(places.removesuffix(";"))["herders.move"] == "book/herders/turn.html#herders-move"
        expected = {part: [list(file) for file in files] for part, files in offline_files(folder).items()}
        assert json.loads(listed.removesuffix(";")) == expected
        assert len(expected[""]) == 5, "four files and the manifest"


def test_the_manifest_names_existing_icons(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / WORKER
    script.touch()
    make_offline(folder, script, "stamp")
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    icons = [icon["src"].removesuffix("?v=stamp") for icon in manifest["icons"]]
    assert set(icons) <= {f"catlive/{file.name}" for file in ASSETS}
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
