"""The content security policy of the pages: the scripts that it allows run, and no others do."""

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from cattools.live.errors import BuildError
from cattools.live.sphinx.content_security_policy import HEADERS, guard, policy
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.browser.pages.test_every_page import ONE_OF_EACH_KIND, PAGES

HEAD = '<head><meta charset="utf-8" /><script>{0}</script></head>'


def test_an_inline_script_is_allowed_by_its_hash() -> None:
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy([])
    # printf alert | openssl dgst -sha256 -binary | base64
    assert "'wasm-unsafe-eval' 'sha256-35BQWN1npAn++BSA6B5HNlcrDttNf7mHxpXNB+Jg7IE=';" in policy(["alert"])
    assert policy(["a", "b", "a"]) == policy(["b", "a"]) != policy(["a"])


def test_each_page_gets_one_policy_for_its_own_scripts(tmp_path: Path) -> None:
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
    headers = (tmp_path / HEADERS).read_text(encoding="utf-8").splitlines()
    assert headers[0] == "/*"
    both = policy(["run('a')", "run('b')"])
    assert f"  Content-Security-Policy: {both}" in headers
    assert "  X-Content-Type-Options: nosniff" in headers
    assert "  Referrer-Policy: same-origin" in headers


def test_a_page_that_could_not_get_the_policy_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<head><script>run()</script></head>", encoding="utf-8")
    with pytest.raises(BuildError, match=r"a\.html: expected a tag such as <meta charset='utf-8'>, found none"):
        guard(tmp_path)


class Scripts(HTMLParser):
    """Collects the scripts of a page: texts, addresses, and attributes that contain code."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts, self.addresses, self.attributes = list[str](), list[str](), list[str]()
        self.policy = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.attributes += [
            name for name, value in named.items() if name.startswith("on") or "javascript:" in (value or "")
        ]
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"] or ""
        if tag == "script":
            (self.addresses if "src" in named else self.texts).append(named.get("src") or "")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.texts and self.cdata_elem == "script":
            self.texts[-1] += data


@pytest.mark.sampled
def test_every_page_runs_its_own_scripts_under_its_policy(site: Path, request: pytest.FixtureRequest) -> None:
    every = request.config.getoption("nightly")
    pages = [site / f"{name}.html" for name in (PAGES if every else ONE_OF_EACH_KIND)]
    assert pages
    for page in pages:
        scripts = Scripts(page.read_text(encoding="utf-8"))
        assert scripts.attributes == [], page
        assert [one for one in scripts.addresses if urlsplit(one).netloc] == [], page
        for text in scripts.texts:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in scripts.policy, (page, text)


def test_every_page_has_a_policy(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert site / "index.html" in pages
    heads = {page: page.read_text(encoding="utf-8").partition("</head>")[0] for page in pages}
    assert [page for page, head in heads.items() if not Scripts(head).policy] == []


def test_the_whole_book_has_few_inline_scripts(site: Path) -> None:
    """Hosts do not accept header lines of more than 2,000 characters."""
    lines = (site / HEADERS).read_text(encoding="utf-8").splitlines()
    assert lines[0] == "/*"
    assert max(map(len, lines)) < 1500


@pytest.fixture
def guarded(new_page: NewPage) -> Page:
    """Return a page to which the policy applies; a violation is an error on its console."""
    return new_page(bypass_csp=False)


@pytest.mark.parametrize(
    "code",
    [
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.run = 1' }))",
        "document.body.insertAdjacentHTML('beforeend', '<img src=\"missing.png\" onerror=\"window.run = 1\">')",
        "setTimeout('window.run = 1')",
    ],
    ids=["inline script", "attribute", "text as code"],
)
def test_code_injected_into_a_page_does_not_run(guarded: Page, watches: list[Watch], site_url: str, code: str) -> None:
    watch = watches[0]
    watch.forgive("404")
    guarded.goto(f"{site_url}/book/about.html")
    with guarded.expect_console_message(lambda message: "Content Security Policy" in message.text):
        guarded.evaluate(f"() => {{ {code} }}")
    assert guarded.evaluate("window.run ?? null") is None
    watch.forgive("Content Security Policy")
