"""The policy that guards the pages: what it allows runs, nothing else does."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from cattools.site.policy import HEADERS, guard, policy
from tests.browser.fixtures import NewPage
from tests.browser.watch import Watch

HEAD = '<head><meta charset="utf-8" /><script>{0}</script></head>'


def test_an_inline_script_is_known_by_its_hash() -> None:
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy([])
    # printf alert | openssl dgst -sha256 -binary | base64
    assert "'wasm-unsafe-eval' 'sha256-35BQWN1npAn++BSA6B5HNlcrDttNf7mHxpXNB+Jg7IE=';" in policy(["alert"])
    assert policy(["a", "b", "a"]) == policy(["b", "a"]) != policy(["a"])


def test_pages_are_guarded_once_each_for_its_own_scripts(tmp_path: Path) -> None:
    pages = {name: tmp_path / f"{name}.html" for name in "ab"}
    for name, page in pages.items():
        page.write_text(HEAD.format(f"run('{name}')"), encoding="utf-8")
    guard(tmp_path)
    before = {name: page.read_text(encoding="utf-8") for name, page in pages.items()}
    guard(tmp_path)
    assert before == {name: page.read_text(encoding="utf-8") for name, page in pages.items()}
    for name, text in before.items():
        assert policy([f"run('{name}')"]) in text
        assert text.index("charset") < text.index("Content-Security-Policy") < text.index("<script>")
    assert policy(["run('a')", "run('b')"]) in (tmp_path / HEADERS).read_text(encoding="utf-8")


def test_the_whole_book_has_few_inline_scripts(site: Path) -> None:
    """Hosts take no header line of more than 2,000 characters."""
    lines = (site / HEADERS).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "/*"
    assert max(map(len, lines)) < 1500


@pytest.fixture
def guarded(new_page: NewPage) -> Page:
    """A page in which the policy holds; a violation is an error on its console."""
    return new_page(bypass_csp=False)


@pytest.mark.parametrize(
    "deed",
    [
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.run = 1' }))",
        "document.body.insertAdjacentHTML('beforeend', '<img src=\"missing.png\" onerror=\"window.run = 1\">')",
        "setTimeout('window.run = 1')",
    ],
    ids=["inline script", "attribute", "text as code"],
)
def test_what_somebody_puts_into_a_page_does_not_run(
    guarded: Page, watches: list[Watch], site_url: str, deed: str
) -> None:
    watch = watches[0]
    watch.forgive("404")
    guarded.goto(f"{site_url}/book/about.html")
    guarded.evaluate(f"() => {{ {deed} }}")
    guarded.wait_for_timeout(300)
    assert guarded.evaluate("window.run ?? null") is None
    assert any(re.search("Content Security Policy", error) for error in watch.errors)
    watch.forgive("Content Security Policy")
