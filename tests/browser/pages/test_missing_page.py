"""The page for a missing address speaks the language that the reader chose, and offers the others."""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader
from playwright.sync_api import Page, Route

from cattools.site.sphinx.standalone_pages import standalone_pages


def test_a_missing_page_speaks_the_chosen_language_and_offers_the_other(page: Page) -> None:
    _, context, template = next(iter(standalone_pages("")))
    loader = Environment(loader=FileSystemLoader("cattools/site/templates"), autoescape=False)
    words = loader.get_template(template).render(language="en", docstitle="Cats", **context)

    def answer(route: Route) -> None:
        if route.request.url.endswith(".webmanifest"):
            route.fulfill(status=200 if route.request.url.count("/") < 5 else 404, body="{}")
        else:
            route.fulfill(status=200, content_type="text/html", body=words)

    page.route("http://cats.test/**", answer)
    page.goto("http://cats.test/book/nosuch")
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="日本語").click()
    page.wait_for_function("document.documentElement.lang === 'ja'")
    page.wait_for_function("document.querySelector('a').href === 'http://cats.test/ja/index.html'")
    page.get_by_role("button", name="English").click()
    page.wait_for_function("document.documentElement.lang === 'en'")
    page.goto("http://cats.test/ja/book/nosuch")
    assert page.locator("html").get_attribute("lang") == "en"
