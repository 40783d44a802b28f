"""The licences page: it covers everything that the site publishes."""

import hashlib
import html
import importlib.metadata
import json
import re
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from playwright.sync_api import Page

from cattools.live.pipeline.bundle import BUNDLED
from cattools.site.pipeline.frontend_bundle import PACKED
from cattools.site.sphinx.licences_page import PAGE, Part, body, parts
from tests.browser.board_driver import axe

ROOT = Path(__file__).parents[3]
# Packages whose files the theme and its extensions can copy into a book.
COPIED = [
    *("sphinx", "pydata-sphinx-theme", "sphinx-book-theme", "sphinx-copybutton", "sphinx-togglebutton"),
    *("sphinx-design", "myst-nb"),
]


@pytest.fixture(scope="session")
def shipped(site: Path) -> list[Part]:
    return parts(ROOT / "_build" / "site" / "live")


def test_every_file_of_the_site_belongs_to_a_component(site: Path, shipped: list[Part]) -> None:
    # A translated edition has the same files in a folder of its own.
    files = [str(file.relative_to(site)).removeprefix("ja/") for file in site.rglob("*") if file.is_file()]
    assert [file for file in files if not any(part.holds(file) for part in shipped)] == []
    patterns = {pattern for part in shipped for pattern in part.files}
    unused = {one for one in patterns if not any(Part("", "", "", (one,)).holds(file) for file in files)}
    assert unused == set()


def test_every_file_copied_from_a_package_is_credited_to_it(site: Path, shipped: list[Part]) -> None:
    """The site's files are compared, by their bytes, with those of the packages that make up the theme."""
    owners: dict[str, set[str]] = {}
    for name in COPIED:
        for file in importlib.metadata.distribution(name).files or ():
            path = Path(str(file.locate()))
            if "static" in str(file) and path.is_file() and path.stat().st_size:
                owners.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(), set()).add(name)
    listed: dict[str, Part] = {canonicalize_name(part.name): part for part in shipped}
    found = 0
    for own in (one for one in site.rglob("*") if one.is_file()):
        if names := owners.get(hashlib.sha256(own.read_bytes()).hexdigest()):
            found += 1
            assert any(listed[name].holds(str(own.relative_to(site))) for name in names), own
    assert found >= 5  # the theme has many more files, which no page uses


def test_packed_and_bundled_packages_are_named(site: Path, shipped: list[Part]) -> None:
    text = html.unescape((site / f"{PAGE}.html").read_text(encoding="utf-8"))
    names = {part.name for part in shipped}
    assert set(PACKED) <= {name.lower() for name in names}
    bundled = json.loads((ROOT / "_build" / "site" / "live" / BUNDLED).read_text(encoding="utf-8"))
    direct = json.loads((ROOT / "cattools/site/frontend/package.json").read_text(encoding="utf-8"))["dependencies"]
    widgets = {name for name in direct if name.startswith("@jupyter-widgets/")}
    assert widgets <= {one["name"] for one in bundled["packages"]} <= names
    for part in shipped:
        row = rf"<tr><td>(<a href=\"https?://[^\"]+\">)?{re.escape(part.name)}(</a>)? {part.version}</td><td>[^<]+</td>"
        assert re.search(row, text), part


def test_the_text_of_every_licence_is_on_the_page(site: Path, shipped: list[Part]) -> None:
    text = html.unescape((site / f"{PAGE}.html").read_text(encoding="utf-8"))
    for part in shipped:
        if part.licence == "Public domain":
            continue
        assert re.search(r"copyright", part.words, re.IGNORECASE), part
        assert re.search(r"\b(AS IS|as-is|MPL|Mozilla)\b", part.words), part
        assert part.words in text


def test_pyodide_links_to_the_source_of_its_exact_version(shipped: list[Part]) -> None:
    """The MPL requires this; the site is built from npm's package of that version."""
    package = ROOT / "_build" / "site" / "npm" / "node_modules" / "pyodide" / "package.json"
    version = json.loads(package.read_text(encoding="utf-8"))["version"]
    pyodide = next(part for part in shipped if part.name == "Pyodide")
    assert pyodide.version == version
    assert pyodide.home.endswith(f"/tree/{version}")
    assert pyodide.home in pyodide.notice
    python = next(part for part in shipped if part.name == "Python")
    assert re.fullmatch(r"3\.\d+\.\d+", python.version)


def test_third_party_text_is_escaped() -> None:
    tag = "<script>"
    assert tag not in body([Part(f"a{tag}", tag, f'">{tag}', (), notice=tag, words=tag)])


def test_the_about_page_links_to_the_licences(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}/book/about.html")
    page.get_by_role("link", name="licences", exact=True).click()
    page.wait_for_url("**/book/licences.html")
    page.get_by_role("heading", name="Licences").wait_for()
    assert axe(page, "main") == []
