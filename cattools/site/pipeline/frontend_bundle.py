"""What the book adds to the live page: the games' code, boards, precomputed answers, rules, search, languages."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cattools.core.display.icons import OF_GAME
from cattools.core.language import LANGUAGES, catalogue_bytes, has_catalogue
from cattools.core.loading.game_packages import PACKED as PACKED_GAMES
from cattools.core.loading.game_packages import installed
from cattools.core.loading.later_modules import LATER
from cattools.core.messages import SOURCE
from cattools.games import GAMES
from cattools.lessons.practice import position_pool
from cattools.live.errors import BuildError
from cattools.live.pipeline.bundle import Bundle
from cattools.live.pipeline.incremental import files_below
from cattools.live.settings import CANVAS, LIVE, PACKAGES, Settings, WidgetScript
from cattools.live.settings import KERNEL as LIVE_KERNEL
from cattools.site import game_pages
from cattools.site.pipeline import optimizations
from cattools.site.search import speech
from cattools.site.sphinx import rule_sections

if TYPE_CHECKING:
    from collections.abc import Sequence

SITE = Path(__file__).resolve().parents[1]
PACKAGE = SITE.parent
FRONTEND = SITE / "frontend"
KERNEL = SITE / "browser_python"
# Packages that are packed into the browser kernel in their installed versions; stubs replace the other dependencies.
PACKED = (*PACKAGES, CANVAS)
# Data files of a game whose content only the build needs.
_FOR_BUILD = {game_pages.FILE, speech.FILE}
_SCRIPTS = {
    "board.mjs": "precomputed/entry.mjs",
    "widgets.mjs": "page/main.mjs",
    "boot.js": "page/boot.js",
    "offline.js": "page/register_service_worker.js",
    "ask.js": "search/box.js",
    "cite.js": "page/copy_link.js",
    "progress.js": "page/progress.js",
    "embed.js": "page/embed.js",
    "answers.mjs": "search/ranking.mjs",
    "qr.mjs": "widgets/qr_code.mjs",
}
ASSETS = tuple(FRONTEND / "assets" / name for name in ("icon.svg", "icon-192.png", "icon-512.png"))
_TOOLS = FRONTEND / "tooling"


def game_sources(game: str) -> list[Path]:
    """List the files of a game that run in a page: its code and data, without page texts, chapter and tests."""
    folder = Path(installed()[game].folder)
    texts = (folder / "data" / name for name in _FOR_BUILD)
    return files_below(folder, skip=[folder / rule_sections.FOLDER, folder / "tests", *texts])


def package_sources() -> list[Path]:
    """List the files that run in a page: cattools without tools, commands, templates and catalogues, and the games."""
    absent = [
        PACKAGE / name
        for name in ("__main__.py", "cli.py", "game_check.py", "rule_coverage.py", "new", "table", "locale")
    ]
    own = [Path(one.folder) for one in installed().values() if one.is_own]
    games = (file for game in GAMES for file in game_sources(game))
    return [*files_below(PACKAGE, skip=[SITE, LIVE, *absent, *own]), *games]


def kernel_settings() -> Settings:
    """Return what the browser kernel contains: the code that all games share, and the games as packs."""
    return Settings(
        packages=PACKED,
        python=_core_files(),
        packs=archives(),
        preloaded=tuple(GAMES),
        start="import catkernel\ncatkernel.preload()",
        toml_as_json="cattools/",
        workload=(KERNEL / "profile_workload.txt", LIVE_KERNEL / "workload_python.txt"),
        exercise=_TOOLS / "press_boards.mjs",
    )


def bundle(work: Path, live: Path, languages: Sequence[str] = LANGUAGES) -> Bundle:
    """Read the sources of the bundled files; `work` is the folder for intermediate files, `live` the output folder."""
    work.mkdir(parents=True, exist_ok=True)
    script, board_style = _board_files()
    board = work / "board.mjs"
    board.write_text(script, encoding="utf-8")
    page_style = (FRONTEND / "page" / "page.css").read_text("utf-8")
    settings = replace(
        kernel_settings(),
        scripts={name: FRONTEND / entry for name, entry in _SCRIPTS.items()},
        sources=tuple(files_below(FRONTEND, skip=[_TOOLS])),
        widgets=(WidgetScript(board, "board.mjs", "board"),),
        aliases={"board-layer": board},
        style=f"{page_style}\n{board_style}",
        assets=ASSETS,
        messages={code: _messages(code) for code in languages if code != SOURCE},
        npm=FRONTEND,
    )
    return Bundle(work, live, settings, optimizations.enabled())


def _messages(language: str) -> dict[str, bytes]:
    """Return the compressed messages of each game that has a catalogue, and under "" those that all pages share."""
    parts = {"": "kernel", **{game: f"kernel.{game}" for game in GAMES}}
    return {
        game: zlib.compress(catalogue_bytes(language, domain), 9)
        for game, domain in parts.items()
        if not game or has_catalogue(language, domain)
    }


def archives() -> dict[str, dict[str, Path]]:
    """Return the files of each archive: a game, a game's practice positions, or what only a few pages need."""
    found: dict[str, dict[str, Path]] = {
        f"pack.{pack}.zip": later_files(later.modules) for pack, later in LATER.items()
    }
    for game in GAMES:
        one = installed()[game]
        folder = one.package.replace(".", "/")
        files = {f"{folder}/{file.relative_to(one.folder).as_posix()}": file for file in game_sources(game)}
        practice = {name: file for name, file in files.items() if file.name == position_pool.FILE}
        found[f"pack.{game}.zip"] = {name: file for name, file in files.items() if name not in practice}
        found[f"pack.{game}.practice.zip"] = practice
    return {name: files for name, files in found.items() if files}


def later_files(names: Sequence[str]) -> dict[str, Path]:
    """Return the files of Python modules and packages by their place in an archive. Raises `BuildError`."""
    found: dict[str, Path] = {}
    for name in names:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise BuildError(f"expected an installed Python module, found {name}")
        file = Path(spec.origin)
        root = file.parents[name.count(".") + bool(spec.submodule_search_locations)]
        own = files_below(file.parent) if spec.submodule_search_locations else [file]
        found |= {one.relative_to(root).as_posix(): one for one in own if one.suffix == ".py"}
    return found


def _core_files() -> dict[str, Path | bytes]:
    """Return the files of the kernel that all pages share, by name.

    A game contributes only its art, which all themes share.
    """
    later = {file for one in LATER.values() for file in later_files(one.modules).values()}
    own = {Path(one.folder) for one in installed().values() if one.is_own}
    core = [file for file in package_sources() if file.is_relative_to(PACKAGE)]
    shared = [file for file in core if file not in later and (file.name == OF_GAME or not own & {*file.parents})]
    packed = json.dumps({game: installed()[game].package for game in GAMES})
    return {
        "catkernel.py": KERNEL / "catkernel.py",
        **{file.relative_to(PACKAGE.parent).as_posix(): file for file in shared},
        f"cattools/{PACKED_GAMES}": packed.encode(),
    }


def _board_files() -> tuple[str, str]:
    # Boards have the same script and style sheet as in JupyterLab; static pictures also need the style sheet.
    from cattools.widgets import js_bundle  # noqa: PLC0415 - slow to import, and only a build needs it
    from cattools.widgets.board import Board  # noqa: PLC0415

    return js_bundle.module(), Board._css  # noqa: SLF001 - anywidget requires this name
