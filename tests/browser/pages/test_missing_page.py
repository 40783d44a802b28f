"""The page for a missing address speaks the language that the reader chose, and offers the others."""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Page, Route

from cattools.site.sphinx.standalone_pages import standalone_pages
from tests.browser.page_watch import Watch


def test_a_missing_page_speaks_the_chosen_language_and_offers_the_other(page: Page, watches: list[Watch]) -> None:
    watches[0].forgive("manifest.webmanifest")  # requested in each folder, to find the root of the book
    _, context, template = next(iter(standalone_pages("")))
    loader = Environment(loader=FileSystemLoader("cattools/site/templates"), autoescape=False)
    words = loader.get_template(template).render(language="en", docstitle="Cats", **context)

    def answer(route: Route) -> None:
        if route.request.url.endswith(".webmanifest"):
            known = route.request.url in (f"http://127.0.0.1:9/{folder}manifest.webmanifest" for folder in ("", "ja/"))
            route.fulfill(status=200 if known else 404, body="{}")
        else:
            route.fulfill(status=200, content_type="text/html", body=words)

    page.route("http://127.0.0.1:9/**", answer)
    page.goto("http://127.0.0.1:9/book/nosuch")
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="日本語").click()
    page.wait_for_function("document.documentElement.lang === 'ja'")
    page.wait_for_function("document.querySelector('a').href === 'http://127.0.0.1:9/ja/index.html'")
    page.get_by_role("button", name="English").click()
    page.wait_for_function("document.documentElement.lang === 'en'")
    page.goto("http://127.0.0.1:9/ja/book/nosuch")
    assert page.locator("html").get_attribute("lang") == "en"
