"""`cattools build`: build the front end, browser kernel and book into one folder for any static host."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from cattools.core.errors import DataError
from cattools.core.language import LANGUAGES, SETTING, catalogue, has_catalogue
from cattools.core.loading.game_packages import choosing, installed
from cattools.core.messages import SOURCE, language, speaking, translated
from cattools.games import GAMES
from cattools.lessons.ruling_check import proved
from cattools.live.pipeline import subprocesses
from cattools.live.pipeline.bundle import BUNDLED
from cattools.live.pipeline.incremental import BuildSteps, alone, files_below, fingerprint
from cattools.live.settings import FRONTEND as LIVE_FRONTEND
from cattools.live.settings import WORKER
from cattools.live.sphinx import content_security_policy
from cattools.site.config import configured_address, with_slash
from cattools.site.errors import BOOK, BuildError, missing_message
from cattools.site.game_pages import FILE
from cattools.site.metadata import example_images, language_choice, page_metadata
from cattools.site.pipeline import cache_busting, game_choice, optimizations
from cattools.site.pipeline.cache_busting import LIVE
from cattools.site.pipeline.editions import BOOK_FILES, Edition, editions, merge, words_of, write_source
from cattools.site.pipeline.executables import CHROMIUM
from cattools.site.pipeline.frontend_bundle import FRONTEND, PACKAGE, SITE, bundle, package_sources
from cattools.site.pipeline.service_worker import NAME, make_offline
from cattools.site.pipeline.usable_games import usable
from cattools.site.precomputed import answer_files
from cattools.site.printable.pdf import FOLDER, documents, sizes, write
from cattools.site.sphinx import theme_css
from cattools.site.sphinx.execute import RUNNING

# Sphinx's progress messages for running and reading pages, the two slow phases.
_PAGES = re.compile(rf"({RUNNING}|reading sources)\.\.\..*\[ *(\d+)%\]")
# The code that generates the pages.
_PAGE_MAKERS = ("metadata", "notebooks", "pipeline", "search", "sphinx", "templates")
_WRITTEN_INTO_PAGES = (LIVE_FRONTEND / "page" / "unsupported_browser.js", FRONTEND / "page" / "not_found.js")
# The optimizations that change the content of pages.
_IN_PAGES = ("trim_scripts", "purge_styles", "share_symbols")


def build(
    root: Path,
    out: Path | None = None,
    *,
    address: str = "",
    quiet: bool = False,
    precomputed: bool = True,
    languages: Sequence[str] = LANGUAGES,
    games: Sequence[str] = (),
) -> Path:
    """Build the site incrementally and return the folder that contains it.

    `root` is the project folder, with `_config.yml` and `_toc.yml`. `out` is the output folder; without it the site
    stays below `_build`. `address` overrides the base URL of `_config.yml`. `quiet` suppresses output. Without
    `precomputed` there are no precomputed answers: the build is faster, but boards wait until Python has loaded.
    `games` are the games of the book: by default all that are installed. A game from another distribution that cannot
    be used is reported and left out, unless `games` names it. Raises `BuildError` with one sentence that says what is
    wrong and where.
    """
    for name in BOOK_FILES:
        if not (root / name).is_file():
            raise BuildError(f"{root} has no {name}: run this in the project folder or name that folder with --root")
    if find_spec("jupyter_book") is None:
        raise BuildError(missing_message("Jupyter Book", BOOK))
    if missing := [code for code in LANGUAGES if code != SOURCE and not has_catalogue(code, "cattools")]:
        raise BuildError(f"expected compiled catalogues ({', '.join(missing)}): run `make catalogues` in {root}")
    address = with_slash(address) or configured_address(root)
    work = root / "_build"
    if out is not None:
        _check_out(out, work)
    with alone(work / "build.lock", quiet=quiet):
        steps = BuildSteps(work / "site" / "steps.json", quiet=quiet)
        with choosing(usable(steps, games)):
            return _build(root, work, out, address, tuple(languages), steps, precomputed=precomputed)


def _build(
    root: Path,
    work: Path,
    out: Path | None,
    address: str,
    languages: tuple[str, ...],
    steps: BuildSteps,
    *,
    precomputed: bool,
) -> Path:
    _prove_rulings(steps, root)
    html = work / "html"
    live = work / "site" / "live"
    books = editions(root, languages)
    bundled = bundle(work / "site", live, languages)
    bundled.make_front_end(steps)
    _remove_other_games(steps, books, html)
    with steps.meanwhile(bundled.make_kernel):
        for book in books:
            _book(steps, book, root, html, address, languages)
        for book in books:
            _pictures(steps, book, html / book.folder / example_images.FOLDER, address)
            _records(steps, book, html / book.folder / answer_files.FOLDER, wanted=precomputed)
            _sheets(steps, book, work, html / book.folder / FOLDER)
    _remove_other_editions(html, languages)
    _mirror(live, html / LIVE, only=set(bundled.parts))
    for book in books:
        with speaking(catalogue(book.language)):
            _name_root(html / book.folder / "index.html", bundled.stamp, languages if book.is_source else ())
    content_security_policy.guard(html)
    theme_css.add_own(html, [root / "book" / "_static" / "book.css", live / "page.css"])
    cache_busting.put(html, bundled.stamp)
    for book in books:
        with speaking(catalogue(book.language)):
            make_offline(html, live / WORKER, bundled.stamp, book.folder, languages, books[0].root / "book")
    (html / ".nojekyll").touch()  # otherwise GitHub Pages drops folders that begin with an underscore
    if out is not None:
        made = fingerprint(bundled.stamp, str(steps.known("book")))
        with steps.doing("copy", f"Copying to {out}", made):
            _mirror(html, out)
    return out or html


def _prove_rulings(steps: BuildSteps, root: Path) -> None:
    """Raise `BuildError` naming the file and row of a ruling that its game contradicts, before any page is made."""
    made_from = fingerprint(*package_sources(), *files_below(root / "tests" / "games"), *GAMES)
    if not steps.due("rulings", made_from):
        return
    with steps.doing("rulings", "Proving the rulings", made_from):
        try:
            for game in GAMES:
                proved(game)
        except DataError as error:
            raise BuildError(str(error)) from None


def _check_out(out: Path, work: Path) -> None:
    # Other files in the output folder are deleted, so it must be empty or hold an earlier site.
    place = out.resolve()
    ours = [(work / name).resolve() for name in ("html", "site", ".doctrees", ".jupyter_cache")]
    if any(place.is_relative_to(one) or one.is_relative_to(place) for one in ours):
        raise BuildError(f"--out needs a separate folder, found {out}, which the build itself uses")
    if out.is_dir() and any(out.iterdir()) and not (out / LIVE / "boot.js").is_file():
        raise BuildError(f"--out needs an empty folder or one with an earlier site, found {out} with other files")
    if out.exists() and not out.is_dir():
        raise BuildError(f"--out needs a folder, found the file {out}")


def _book(steps: BuildSteps, book: Edition, root: Path, html: Path, address: str, languages: Sequence[str]) -> None:
    pages = [root / name for name in BOOK_FILES] + files_below(root / "book") + game_choice.sources()
    makers = [
        SITE / "chapters.py",
        SITE / "config.py",
        SITE / "page_translation.py",
        *(file for part in _PAGE_MAKERS for file in files_below(SITE / part)),
        *_WRITTEN_INTO_PAGES,
    ]
    output = "PDF" if CHROMIUM.find() else ""
    switches = str({name: optimizations.enabled()[name] for name in _IN_PAGES})
    switches += " ".join((words_of(book.language), *languages, *GAMES))
    machinery = fingerprint(*makers, *[root / n for n in BOOK_FILES], *_sheet_sources(), output, address, switches)
    bundled = html.parent / "site" / "live" / BUNDLED
    made_from = fingerprint(machinery, bundled, *package_sources(), *pages)
    if not steps.due(book.step("book"), made_from, html / book.folder / "index.html"):
        steps.unchanged(book.titled("The book"))
        return
    if steps.known(book.step("book machinery")) != machinery:
        shutil.rmtree(book.html.parent / ".doctrees", ignore_errors=True)
    shutil.rmtree(book.html / "reports", ignore_errors=True)  # error reports of an earlier build
    with steps.doing(book.step("book"), book.titled("Building the book"), made_from):
        if book.root != root:
            write_source(book, root)
        _jupyter_book(steps, book, html, address, languages)
        if not book.is_source:
            merge(book, html)
        steps.remember(book.step("book machinery"), machinery)


def _sheet_sources() -> list[Path]:
    """List the sources on which only the reference sheets depend."""
    sheets = (Path(installed()[game].folder) / "data" / FILE for game in GAMES)
    return [*files_below(SITE / "printable"), *(file for file in sheets if file.is_file())]


def _sheets(steps: BuildSteps, book: Edition, work: Path, folder: Path) -> None:
    """Write the reference sheets as PDF if this machine has Chromium; readers can print the pages in any case."""
    if CHROMIUM.find() is None:
        shutil.rmtree(folder, ignore_errors=True)
        return
    words, packages = catalogue(book.language), work / "site" / "npm" / "node_modules"
    with speaking(words):
        wanted = list(documents(sizes=sizes(), packages=packages))
    made_from = fingerprint(*(part for found in wanted for part in found))
    if not steps.due(book.step("sheets"), made_from, *(folder / name for name, _ in wanted)):
        steps.unchanged(book.titled("The sheets"))
        return
    with steps.doing(book.step("sheets"), book.titled("Printing the sheets"), made_from), speaking(words):
        shutil.rmtree(folder, ignore_errors=True)
        write(folder, sizes=sizes(), packages=packages)


def _pictures(steps: BuildSteps, book: Edition, folder: Path, address: str) -> None:
    """Write the example images, which all editions share, and an edition's cards.

    There are cards if the book has a base URL and this machine has Chromium.
    """
    cards = bool(address) and CHROMIUM.find() is not None
    if not (book.is_source or cards):
        shutil.rmtree(folder, ignore_errors=True)
        return
    made_from = fingerprint(
        *package_sources(), Path(example_images.__file__), f"cards: {cards}", words_of(book.language)
    )
    if not steps.due(book.step("pictures"), made_from, folder):
        steps.unchanged(book.titled("The pictures"))
        return
    words = catalogue(book.language)
    with steps.doing(book.step("pictures"), book.titled("Drawing the pictures"), made_from), speaking(words):
        example_images.write(folder, images=book.is_source, cards=cards)


def _records(steps: BuildSteps, book: Edition, folder: Path, *, wanted: bool) -> None:
    """Precompute the answers of the games whose code has changed; if not `wanted`, delete all answers instead.

    If the optimization is off, delete all answers.
    """
    if not optimizations.enabled()["precomputed_answers"]:
        for game in GAMES:
            steps.remember(book.step(f"records {game}"), None)
        shutil.rmtree(folder, ignore_errors=True)
        return
    of_game = {game: Path(installed()[game].folder) for game in GAMES}
    sources = [*package_sources(), *files_below(SITE / "precomputed")]
    shared = [file for file in sources if not any(file.is_relative_to(own) for own in of_game.values())]
    words = words_of(book.language)
    made_from = {game: fingerprint(*shared, *files_below(own), words) for game, own in of_game.items()}
    due = [game for game in GAMES if steps.due(book.step(f"records {game}"), made_from[game], folder)]
    if not due:
        steps.unchanged(book.titled("The precomputed answers"))
        return
    for game in due:
        steps.remember(book.step(f"records {game}"), None)  # so that an interrupted step runs again
    if not wanted:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with steps.doing(book.step("records"), book.titled("Precomputing answers"), fingerprint(*made_from.values())):
        answer_files.write(folder, due, steps.progress, book.language)
        for game in due:
            steps.remember(book.step(f"records {game}"), made_from[game])


def _jupyter_book(steps: BuildSteps, book: Edition, html: Path, address: str, languages: Sequence[str]) -> None:
    log = html.parent / "site" / f"{book.step('book')}.log"
    env = {
        **os.environ,
        "CATTOOLS_ADDRESS": address,
        "CATTOOLS_BOOK": str(book.root),
        language_choice.EDITIONS: " ".join(languages),
        SETTING: book.language,
        "CATTOOLS_BUNDLED": str(html.parent / "site" / "live"),
        "CATTOOLS_SHEETS": "1" if CHROMIUM.find() else "",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")])),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
    # Build pages in parallel, one per processor: Jupyter Book's function takes `jobs`; its command has no such option.
    # Without rfc3987_syntax, jsonschema skips a format checker for IRIs that takes seconds to load and is not needed.
    program = (
        "import os, sys; sys.modules['rfc3987_syntax'] = None; "
        "from jupyter_book import sphinx; from jupyter_book.cli.main import main; "
        "sphinx.build_sphinx.__kwdefaults__['jobs'] = os.cpu_count(); main()"
    )
    command = [sys.executable, "-c", program, "build", ".", "--path-output", str(book.out), "-W", "--keep-going"]
    with (
        log.open("w", encoding="utf-8") as file,
        subprocesses.start(command, cwd=book.root, env=env, stderr=subprocess.STDOUT) as process,
    ):
        for line in process.stdout or ():
            file.write(line)
            if found := _PAGES.search(line):
                steps.progress(int(found[2]) // 2 + (0 if found[1] == RUNNING else 50))
    if process.returncode:
        shutil.rmtree(book.html.parent / ".doctrees", ignore_errors=True)  # Sphinx considers failed pages up to date
        raise BuildError(_reason(log.read_text(encoding="utf-8"), log))


def _reason(output: str, log: Path) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
    own = re.search(r"cattools-error: (.+)", plain)
    if own:
        return own[1]
    lines = [line.strip() for line in plain.splitlines()]
    first = next((line for line in lines if "WARNING:" in line or "ERROR:" in line), None)
    if first is None:
        errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception): \S", line))
        first = next(errors, "jupyter-book gave no reason")
    return f"the book could not be built: {first} (full log: {log})"


def _name_root(page: Path, stamp: str, languages: Sequence[str]) -> None:
    """Write the redirects to the book's first page: from the root, and from the folder of the pages.

    The root leads to the language that the reader chose, and on a first visit to the browser's.
    """
    # Jupyter Book's redirect has no metadata; without an icon link, browsers request /favicon.ico.
    first = re.search(r'url=([^"]+)"', page.read_text(encoding="utf-8"))
    if first is None:
        raise BuildError(f"expected {page} to redirect to the book's first page")
    tags = page_metadata.tags_in((page.parent / first[1]).read_text(encoding="utf-8"))
    up = "../" * (language() != SOURCE)
    icon = f'<link rel="icon" type="image/svg+xml" href="{up}{LIVE}/icon.svg?v={stamp}">'
    leads = language_choice.redirect({code: f"{code}/{first[1]}" for code in languages if code != SOURCE}, first[1])
    name = translated(NAME)
    body = f'<a href="{first[1]}">{name}</a>'
    page.write_text(page_metadata.bare_page(name, tags + icon + leads, body), encoding="utf-8")
    target = page.parent / first[1]
    head = page_metadata.NOINDEX + icon.replace(LIVE, f"../{LIVE}") + page_metadata.refresh(target.name)
    body = f'<a href="{target.name}">{name}</a>'
    target.with_name("index.html").write_text(page_metadata.bare_page(name, head, body), encoding="utf-8")


def _remove_other_editions(html: Path, languages: Sequence[str]) -> None:
    for code in set(LANGUAGES) - {SOURCE, *languages}:
        shutil.rmtree(html / code, ignore_errors=True)


def _remove_other_games(steps: BuildSteps, books: Sequence[Edition], html: Path) -> None:
    """Remove what an earlier build of the site has written about games, if it had a different set of games."""
    games = " ".join(GAMES)
    if steps.known("games") == games:
        return
    for book in books:
        steps.remember(book.step("book"), None)
        shutil.rmtree(html / book.folder / "book", ignore_errors=True)
        gone = set[str]()
        for file in (html / book.folder / answer_files.FOLDER).glob(f"*{answer_files.SUFFIX}"):
            if not (names := set(file.name.split(".")[:2])) & {*GAMES}:
                file.unlink()
                gone |= names
        for name in gone:
            steps.remember(book.step(f"records {name}"), None)
    steps.remember("games", games)


def _mirror(source: Path, target: Path, only: set[str] | None = None) -> None:
    """Make `target` a copy of `source`, or of its files whose names are in `only`; write only files that differ."""
    files = (f for f in source.rglob("*") if f.is_file() and f.suffix != ".map")  # source maps are not published
    wanted = {f.relative_to(source) for f in files if only is None or f.name in only}
    for old in [f for f in target.rglob("*") if f.is_file()]:
        if old.relative_to(target) not in wanted:
            old.unlink()
    for name in sorted(wanted):
        to = target / name
        if to.is_file() and filecmp.cmp(source / name, to, shallow=False):
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, to)
