"""The single style sheet renders every page as the theme's own sheets would, and omits the rules that no page uses."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
import tinycss2
from playwright.sync_api import Page, expect

from cattools.site.errors import BuildError
from cattools.site.metadata.moved_pages import MOVED
from cattools.site.sphinx.theme_css import FILE, WHOLE, add_own, icons, purged, write
from tests.browser.board_driver import frames, idle
from tests.browser.fixtures import NewPage
from tests.browser.waits import settled

ROOT = Path(__file__).parents[3]
NAMES = {"shown", "other", "there"}


@pytest.mark.parametrize(
    ("sheet", "kept"),
    [
        ("p{a:b}", "p{a:b}"),
        (".shown{a:b}.lost{a:b}", ".shown{a:b}"),
        ("#there p,#lost p,p .lost{a:b}", "#there p{a:b}"),
        (".shown:hover::before{a:b}", ".shown:hover::before{a:b}"),
        (".shown:not(.lost){a:b}", ".shown:not(.lost){a:b}"),
        (":is(.lost,.shown) p{a:b}:is(.lost,.gone) p{a:b}", ":is(.lost,.shown) p{a:b}"),
        ("p:has(>.lost){a:b}p:has(.shown){a:b}", "p:has(.shown){a:b}"),
        ('.shown [data-x=".lost"]{a:b}', "same"),
        (".shown.lost{a:b}", ""),
        (".other\\/lost{a:b}", ""),
        ("@media print{.lost{a:b}.shown{a:b}}", "@media print{.shown{a:b}}"),
        ("@media print{.lost{a:b}}", ""),
        ("@supports (a:b){@media (width>1px){.shown{a:b!important}}}", "same"),
        ("/* words */ p { a : b ; c:d } ", "p{a:b;c:d}"),
        ("p{}", ""),
        (
            "p{animation:turn 1s}@keyframes turn{to{a:b}}@keyframes lost{to{a:b}}",
            "p{animation:turn 1s}@keyframes turn{to{a:b}}",
        ),
        ("@page{margin:1cm}", "@page{margin:1cm}"),
        (":root{--a:var(--b);--b:1;--c:2;--d:3}p{e:var(--a)}", ":root{--a:var(--b);--b:1;--d:3}p{e:var(--a)}"),
        (":root{--d: }", ":root{--d: }"),
        ("[data-theme=light] p{a:b}", "[data-theme=light] p{a:b}@media print{[data-theme] p{a:b}}"),
        ("[data-theme=dark] p,q{c:d}", "q{c:d}@media not print{[data-theme=dark] p{c:d}}"),
    ],
)
def test_a_css_rule_stays_if_it_can_match(sheet: str, kept: str) -> None:
    assert purged(sheet, NAMES, ["a script that reads --d"]) == (sheet if kept == "same" else kept)


@pytest.mark.parametrize(
    ("sheet", "message"), [("p{a:b} .x", "cannot be read"), ('@import "../other.css";', "imports ../other.css")]
)
def test_an_unreadable_sheet_is_reported(sheet: str, message: str) -> None:
    with pytest.raises(BuildError, match=message):
        purged(sheet, NAMES, [])


def test_a_sheet_can_import_another_sheet_of_the_list() -> None:
    assert purged('@charset "utf-8";@import "../basic.css";p{a:b}', NAMES, []) == "p{a:b}"


def test_the_books_own_sheets_come_last_and_are_replaced(tmp_path: Path) -> None:
    file, own = tmp_path / "_static" / FILE, tmp_path / "own.css"
    file.parent.mkdir()
    file.write_text(".theme{a:b}")
    for rule in (".own{a:b}", ".new{a:b}"):
        own.write_text(rule)
        add_own(tmp_path, [own])
        assert file.read_text().startswith(".theme{a:b}")
        assert file.read_text().endswith(rule)
    assert ".own" not in file.read_text()
    write(tmp_path)  # without the theme's sheets, nothing is written
    assert ".theme{a:b}" in file.read_text()


def test_no_page_loads_another_sheet(site: Path) -> None:
    redirects = {site / folder / "book" / "index.html" for folder in (".", "ja")}  # to the first page
    for page in (page for page in site.rglob("book/**/*.html") if page.stem not in MOVED and page not in redirects):
        sheets = re.findall(r'<link rel="stylesheet" href="([^"?]*)', page.read_text("utf-8"))
        assert [sheet.rpartition("/")[2] for sheet in sheets] == [FILE], page


def test_every_icon_is_in_the_font(new_page: NewPage, site_url: str) -> None:
    """An icon missing from the font is drawn as a placeholder box."""
    page = new_page()
    page.goto(f"{site_url}/book/about.html")
    settled(page, "document.fonts.load('900 40px \"Font Awesome 6 Free\"', '\\uf185')")
    drawn = page.evaluate(
        """icons => icons.map((icon) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 60 });
          const ctx = canvas.getContext("2d");
          ctx.font = '900 40px "Font Awesome 6 Free"';
          ctx.fillText(icon, 5, 50);
          return canvas.toDataURL();
        })""",
        [*sorted(icons()), "\uf8f0", ""],
    )
    *shown, lacking, nothing = drawn
    assert not {lacking, nothing} & set(shown)
    assert len(set(shown)) == len(shown)


# A selector whose subject can be any element makes a browser restyle the whole page at every insertion.
def test_selectors_with_has_name_their_subject(site: Path) -> None:
    def rules(nodes: list) -> Iterator:
        for node in nodes:
            if node.type == "qualified-rule":
                yield tinycss2.serialize(node.prelude)
            elif (
                node.type == "at-rule" and node.content and node.lower_at_keyword in {"media", "container", "supports"}
            ):
                yield from rules(tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True))

    text = (site / "_static" / FILE).read_text("utf-8")
    found = list(rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))
    looking = [one for one in found if ":has(" in one]
    assert len(looking) > 10
    assert [one for one in looking if re.search(r"[\s>+~](\*|:not\([^()]*\))?$", one.strip())] == []


PAGES = (  # one page of each kind
    "book/intro", "book/herders/turn", "book/catbox/play", "book/calico/practice", "book/territory/reference",
    "book/api", "book/licences", "search",
)  # fmt: skip
# Stops whatever could make two looks at the same page differ.
STILL = "* { transition: none !important; animation: none !important; caret-color: transparent !important; }"
# Records the computed style of every element outside boards, with its `::before` and `::after`, in all properties for
# which the theme has rules; returns the numbers of styles and of properties, and the elements that look different with
# the theme's whole sheets and with the single sheet.
LOOK = """([theme, own]) => {
  const link = document.querySelector("link[rel=stylesheet]");
  const whole = Object.assign(document.createElement("style"), { textContent: theme + own });
  link.before(whole);
  const names = new Set();
  const gather = (rules) => {
    for (const rule of rules) {
      for (const name of rule.style ?? []) if (!name.startsWith("--")) names.add(name);
      if (rule.cssRules) gather(rule.cssRules);
    }
  };
  gather(whole.sheet.cssRules);
  const look = () => {
    const looks = new Map();
    for (const element of document.querySelectorAll("html, body, body *:not(script, .cat-shell *)")) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        if (part && style.content === "none") continue;
        const values = [...names].map((name) => style.getPropertyValue(name));
        looks.set([element, part], values);
      }
    }
    return [...looks];
  };
  link.disabled = true;
  const full = look();
  whole.remove();
  link.disabled = false;
  const purged = look();
  const differ = [];
  if (full.length !== purged.length) differ.push(`${full.length} and ${purged.length} elements`);
  for (const [n, [[element, part], values]] of full.entries()) {
    const others = [...names].filter((_, at) => values[at] !== purged[n]?.[1][at]);
    if (others.length) differ.push(`${element.localName}#${element.id}.${element.className}${part ?? ""}: ${others}`);
  }
  return [full.length, names.size, differ.slice(0, 20)];
}"""
NAMED = """() => [...new Set([...document.querySelectorAll("[class]")].flatMap((one) => [...one.classList]))]"""


def same(page: Page, whole: list[str], where: str) -> None:
    """Check that a page, in its current state, looks the same as with all of the theme's rules."""
    frames(page)
    looked, compared, differ = page.evaluate(LOOK, whole)
    assert differ == [], where
    assert looked > 100
    assert compared > 100


@pytest.fixture(scope="module")
def whole(site: Path) -> list[str]:
    theme = (ROOT / "_build" / "site" / WHOLE).read_text("utf-8")
    theme = re.sub(r"@font-face\{[^}]*url\((?!data:)[^}]*\}", "", theme)  # files that do not exist
    own = (site / "_static" / FILE).read_text("utf-8").partition("/* The book's own. */")[2]
    return [theme, own.replace('url("hero-', 'url("../_static/hero-')]


@pytest.mark.nightly
@pytest.mark.parametrize("name", PAGES)
def test_pages_look_the_same_with_all_rules_of_the_theme(
    new_page: NewPage, site_url: str, whole: list[str], name: str
) -> None:
    page = new_page(viewport={"width": 1400, "height": 900})
    page.goto(f"{site_url}/{name}.html")
    page.add_style_tag(content=STILL)
    views: tuple[tuple[int, Literal["light", "dark"], Literal["screen", "print"]], ...] = (
        (1400, "light", "screen"),
        (800, "dark", "screen"),
        (390, "light", "screen"),
        (1000, "light", "print"),
    )
    for wide, scheme, media in views:
        page.set_viewport_size({"width": wide, "height": 900})
        page.emulate_media(media=media, color_scheme=scheme)
        same(page, whole, f"{name}, {wide}, {scheme}, {media}")


@pytest.mark.nightly
@pytest.mark.parametrize("wide", [1400, 390])
def test_hovered_and_opened_elements_look_the_same_with_all_rules(
    new_page: NewPage, site_url: str, whole: list[str], wide: int
) -> None:
    page = new_page(viewport={"width": wide, "height": 900})
    page.goto(f"{site_url}/book/herders/turn.html")
    page.add_style_tag(content=STILL)
    for at in (
        ".bd-article a.headerlink",
        ".bd-article h2",
        ".prev-next-area a",
        ".theme-switch-button",
        ".search-button__button",
    ):
        place = page.locator(f"{at}:visible").first
        if place.count():
            place.hover()
            place.focus()
            same(page, whole, f"hovered {at}")
    page.mouse.move(0, 0)
    code = page.locator("details.cat-code summary").first
    code.click()
    page.locator("details.cat-code").first.hover()
    same(page, whole, "code unfolded")
    for button in (".primary-toggle", ".secondary-toggle"):
        toggle = page.locator(f"{button}:visible").first
        if toggle.count():
            toggle.click()
            same(page, whole, f"{button} pressed")
            page.keyboard.press("Escape")
    page.reload()
    page.add_style_tag(content=STILL)
    page.keyboard.press("Control+k")
    page.keyboard.type("herd")
    expect(page.get_by_role("option").first).to_be_visible()
    same(page, whole, "asked")
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 600)")
    idle(page)
    same(page, whole, "scrolled")


def turn_page(site: Path) -> str:
    return (site / "book" / "herders" / "turn.html").read_text("utf-8")


def set_by() -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads((ROOT / "cattools/site/sphinx/theme_css.toml").read_text("utf-8"))[
        "set_by"
    ]
    return found


def test_classes_set_by_scripts_are_known(new_page: NewPage, site_url: str, site: Path, whole: list[str]) -> None:
    """The lists of known classes include every class that an element gets during a visit and that the theme styles."""
    page = new_page()
    page.goto(f"{site_url}/book/herders/turn.html")
    page.wait_for_function("window.catlive?.live")
    seen = set(page.evaluate(NAMED))
    for at in (".theme-switch-button", ".primary-toggle", ".search-button__button"):
        page.locator(f"{at}:visible").first.hover()
        page.wait_for_selector(".tooltip.show")
        seen |= set(page.evaluate(NAMED))
    known = {name for names in set_by().values() for name in names}
    known.update(*(found.split() for found in re.findall(r'class="([^"]*)"', turn_page(site))))
    named = {name for name in seen if re.search(rf"\.{re.escape(name)}(?![\w-])", whole[0])}
    assert {"tooltip", "copybtn", "bd-article"} <= named
    assert named - known == set()
