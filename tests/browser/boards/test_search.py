"""The search box on the site: it answers questions, links to the rules, and reports when its data file is missing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from cattools.core.language import LANGUAGES
from cattools.core.messages import SOURCE
from cattools.games import GAMES
from cattools.site.metadata.moved_pages import MOVED
from tests.browser.board_driver import axe, visit
from tests.browser.fixtures import NewPage
from tests.browser.page_watch import Watch
from tests.kinds import some
from tests.site.search.decoded import decoded, own_files

TURN = "book/herders/turn.html"
PHONE = {"width": 360, "height": 740}
EDITIONS = ["", *(f"{code}/" for code in LANGUAGES if code != SOURCE)]  # their folders
FOLDER = "book/index.html"  # redirects from the folder of the pages to the first page


def field(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Ask the rules")


def ask(page: Page, question: str) -> Locator:
    """Open the box, type a question, and return the first answer."""
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    page.keyboard.type(question)
    first = page.get_by_role("option").first
    expect(first).to_be_visible()
    return first


def test_a_question_is_answered_by_a_rule_and_enter_opens_it(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    first = ask(page, "can I move back")
    expect(first).to_contain_text("Moving a herder")
    expect(page.get_by_role("group", name="Cat Herders").get_by_role("option").first).to_have_id("cat-answer-0")
    expect(first).to_contain_text("one or two cells in a straight line")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/book/herders/turn\.html#herders-move$"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("heading", name="Moving a herder")).to_be_in_viewport()
    expect(page.locator("#herders-move")).to_be_focused()


@pytest.mark.nightly
def test_the_stated_number_of_answers_is_the_number_of_options(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    ask(page, "who begins")
    expect(page.get_by_role("group", name="Calico")).to_have_count(1)  # the answers of all games have arrived
    options = page.get_by_role("option").count()
    assert options > page.locator(".cat-answer-rule").count()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(f"{options} answers.")


def test_arrow_keys_choose_and_escape_returns_to_the_page(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    opener = page.get_by_role("button", name="Ask the rules").first
    opener.click()
    page.keyboard.type("wolf sheep")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("Wolves eat")
    expect(page.get_by_role("option", selected=True)).to_have_text(options.first.inner_text(), use_inner_text=True)
    for key, at in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", 0), ("ArrowUp", -1)):
        page.keyboard.press(key)
        chosen = options.nth(at)
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(field(page)).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
        expect(chosen).to_be_in_viewport()
    assert page.get_by_role("option", selected=True).count() == 1
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.nightly
def test_a_dispute_that_a_rule_settles_is_listed_below_it_once(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    ask(page, "jump")
    dispute = page.get_by_role("option").filter(has_text="I am boxed in, so I jump.")
    expect(dispute).to_have_count(1)
    expect(dispute).to_contain_text("A question that this rule answers:")
    dispute.click()
    expect(page).to_have_url(re.compile(r"/book/herders/rulings\.html#herders-ruling-jump$"))
    expect(page.locator("#herders-ruling-jump")).to_be_in_viewport()


@pytest.mark.nightly
def test_on_a_page_outside_the_games_each_game_answers_in_its_own_group(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/book/about.html")
    ask(page, "equal points")
    groups = page.get_by_role("listbox").get_by_role("group")
    expect(page.get_by_role("group", name="Calico")).to_have_count(1)
    assert groups.count() >= 4
    assert axe(page, ".cat-ask") == []
    page.keyboard.press("ArrowUp")  # from the first option of the first group to the last of the last
    expect(groups.last.get_by_role("option").last).to_have_attribute("aria-selected", "true")


def test_a_japanese_question_is_answered_with_the_rule_in_japanese(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    page.keyboard.press("Control+k")
    field(page).fill("猫を飛び越せる？")  # noqa: RUF001 - as players type it
    first = page.get_by_role("option").first
    expect(first).to_have_attribute("href", re.compile("#herders-move-clear$"))
    expect(first.locator("[lang=ja]")).to_contain_text("飛び越せません")


@pytest.mark.nightly
def test_a_passage_of_a_page_is_an_answer_with_its_closest_sentence(warm_page: NewPage, site_url: str) -> None:
    page = warm_page()
    visit(page, f"{site_url}/{TURN}")
    first = ask(page, "can I move the main window to the projector")
    expect(first).to_contain_text("drag the main window to the projector")
    expect(first).to_have_attribute("href", re.compile(r"/book/herders/presentation\.html$"))


@pytest.mark.parametrize("edition", some(EDITIONS, lambda edition: not edition))
def test_every_answer_links_to_an_existing_anchor(site: Path, edition: str) -> None:
    places = set[str]()
    for game, tables in decoded(own_files(site / edition / "_static")).items():
        entries, settled = tables["entries"], tables["rulings"]
        rules = entries.get("rule", [""] * len(entries["at"]))
        named = [f"{at}#{id_.replace('.', '-')}" if id_ else at for at, id_ in zip(entries["at"], rules, strict=True)]
        for place in (*named, *settled.get("at", ())):
            page, mark, anchor = place.partition("#")
            places.add(f"book/{f'{game}/' if game else ''}{page}.html{mark}{anchor}")
    assert len(places) > 250
    missing = set()
    for place in places:
        page, mark, anchor = place.partition("#")
        text = (site / edition / page).read_text("utf-8")
        if mark and f'id="{anchor}"' not in text:
            missing.add(place)
    assert missing == set()


def test_no_page_loads_sphinxs_search(site: Path) -> None:
    pages = [page for page in (site / "book").rglob("*.html") if page.stem not in MOVED and page != site / FOLDER]
    for page in (site / "search.html", *pages):
        text = page.read_text("utf-8")
        for script in ("searchtools.js", "language_data.js", "searchindex.js"):
            assert script not in text, page
        assert len(re.findall('class="cat-ask[ "]', text)) == 1, page


def listed(page: Page) -> list[str]:
    """Return a list to which the names of the index files that the page fetches are added, in order."""
    names: list[str] = []

    def add(request: Request) -> None:
        if found := re.search(r"/_static/(answers[\w.]*\.json)\?v=\w+$", request.url):
            names.append(found[1])

    page.on("request", add)
    return names


def test_a_page_of_a_game_fetches_its_games_file_first_and_the_others_at_the_first_question(
    page: Page, site_url: str
) -> None:
    names = listed(page)
    page.goto(f"{site_url}/{TURN}")
    page.wait_for_load_state("load")
    assert names == []
    with page.expect_response("**/answers.herders.json*"):
        page.keyboard.press("Control+k")
    assert names == ["answers.json", "answers.herders.json"]
    page.keyboard.type("who begins")
    groups = page.get_by_role("listbox").get_by_role("group")
    expect(groups.nth(2)).to_be_visible()
    expect(groups.first).to_have_attribute("aria-label", "Cat Herders")
    assert sorted(names) == sorted(["answers.json", *(f"answers.{game}.json" for game in GAMES)])


def test_a_page_outside_the_games_fetches_the_files_of_all_games_at_once(page: Page, site_url: str) -> None:
    names = listed(page)
    page.goto(f"{site_url}/book/about.html")
    page.wait_for_load_state("load")
    with page.expect_request(lambda _: len(names) > len(GAMES)):
        page.keyboard.press("Control+k")
    assert names == ["answers.json", *(f"answers.{game}.json" for game in GAMES)]


@pytest.mark.nightly
def test_the_chosen_option_stays_chosen_when_the_other_games_answers_arrive(page: Page, site_url: str) -> None:
    """A word that no game contains is named only once the files of all games have been read."""
    held: list[Route] = []
    page.goto(f"{site_url}/{TURN}")
    page.route(re.compile(r"/answers\.(?!herders)\w+\.json"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    page.keyboard.press("Control+k")
    field(page).fill("who begins xqzwy")
    own = page.get_by_role("group", name="Cat Herders").get_by_role("option")
    expect(own.nth(1)).to_be_visible()
    status = page.get_by_role("dialog").get_by_role("status")
    expect(status).to_have_text(re.compile(r"^\d+ answers\.$"))
    page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    address = chosen.get_attribute("href") or ""
    for route in held:
        route.continue_()
    expect(status).to_contain_text("Not in the book: xqzwy.")
    expect(page.get_by_role("listbox").get_by_role("group").nth(2)).to_be_visible()
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_attribute("href", address)


@pytest.mark.nightly
def test_without_a_network_the_game_of_the_page_answers_alone_and_later_the_others_too(
    page: Page, watch: Watch, site_url: str
) -> None:
    watch.forgive(r"answers\.")
    watch.forgive("ERR_INTERNET_DISCONNECTED")
    page.goto(f"{site_url}/{TURN}")
    with page.expect_response("**/answers.herders.json*"):
        page.keyboard.press("Control+k")
    others = re.compile(r"/answers\.(?!herders)\w+\.json")
    page.route(others, lambda route: route.abort("internetdisconnected"))
    with page.expect_event("requestfailed", lambda request: "answers.territory" in request.url):
        field(page).fill("who begins xqzwy")
    groups = page.get_by_role("listbox").get_by_role("group")
    status = page.get_by_role("dialog").get_by_role("status")
    expect(page.get_by_role("group", name="Cat Herders")).to_be_visible()
    expect(status).to_have_text(re.compile(r"^\d+ answers\.$"))
    expect(page.get_by_role("group", name="Calico")).to_have_count(0)
    with page.expect_event("requestfailed", lambda request: "answers.calico" in request.url):
        field(page).fill("who begins in calico")
    expect(status).to_have_text(re.compile(r"^\d+ answers\. The answers about Calico are not on this device\.$"))
    field(page).fill("who begins in cat herders")
    expect(status).to_have_text(re.compile(r"^\d+ answers\.$"))
    page.unroute(others)
    field(page).fill("who begins in calico")
    expect(status).to_have_text(re.compile(r"^\d+ answers\.$"))
    field(page).fill("who begins the game")
    expect(groups.nth(2)).to_be_visible()


@pytest.mark.nightly
def test_a_question_in_another_language_fetches_its_files_once_and_again_after_a_failure(
    page: Page, watch: Watch, site_url: str
) -> None:
    watch.forgive("answers_other.json")
    names = listed(page)

    def refuse(route: Route) -> None:
        route.fulfill(status=404, body="gone")

    page.route("**/answers_other.json*", refuse)
    page.goto(f"{site_url}/{TURN}")
    ask(page, "tie")
    assert not any("other" in name for name in names)
    field(page).fill("飛び越し")
    expect(page.get_by_role("option").first).to_have_attribute("href", re.compile("#herders-move-clear$"))
    expect(page.locator(".cat-answer [lang=ja]")).to_have_count(0)
    first = ["answers_other.json", "answers_other.herders.json"]
    assert [name for name in names if "other" in name] == first
    page.unroute("**/answers_other.json*")
    with page.expect_request(f"**/answers_other.{[*GAMES][-1]}.json*"):
        for question in ("飛び越す", "飛び越せる"):
            field(page).fill(question)
            expect(page.get_by_role("option").first.locator("[lang=ja]")).to_contain_text("飛び越せません")
    fetched = [name for name in names if "other" in name]
    assert fetched[:3] == [*first, "answers_other.json"]
    assert sorted(fetched[3:]) == [f"answers_other.{game}.json" for game in sorted(GAMES) if game != "herders"]


def test_the_search_page_answers_the_question_in_its_address(new_page: NewPage, site_url: str) -> None:
    """The page keeps to its content security policy and opens no dialog."""
    page = new_page(bypass_csp=False)
    page.goto(f"{site_url}/search.html?q=red+trump")
    expect(page.get_by_role("option").first).to_contain_text("Red wins")
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"^\d+ answers\.$"))
    # in dark mode, the theme gives other pictures a white background
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect(page.locator(".cat-answer-board").first).to_have_css("background-color", ground)
    field(page).fill("xqzw")
    expect(page.get_by_role("status").first).to_contain_text("No rule matches these words.")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"search\.html"))


@pytest.mark.nightly
def test_the_box_reports_that_its_file_is_missing_and_retries(page: Page, watch: Watch, site_url: str) -> None:
    watch.forgive("answers.json")

    def refuse(route: Route) -> None:
        route.fulfill(status=404, body="gone")

    page.route("**/answers.json*", refuse)
    page.goto(f"{site_url}/book/herders/reference.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("tie")
    status = page.get_by_role("dialog").get_by_role("status")
    expect(status).to_contain_text("The answers could not be loaded.")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("The answers could not be loaded.")
    page.keyboard.press("Escape")
    page.unroute("**/answers.json*")
    page.keyboard.press("Control+k")
    page.keyboard.type("tie")
    expect(page.get_by_role("option").first).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_box_fits_a_phone_and_is_accessible(warm_page: NewPage, site_url: str, scheme: str) -> None:
    page = warm_page(viewport=PHONE, color_scheme=scheme, has_touch=True)
    visit(page, f"{site_url}/book/herders/reference.html")
    page.get_by_role("button", name="Search").first.tap()
    field(page).fill("who starts")
    expect(page.get_by_role("option").first).to_be_visible()
    assert axe(page, ".cat-ask") == []
    box = page.get_by_role("dialog").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate(
        "document.querySelector('.cat-ask').scrollWidth <= document.querySelector('.cat-ask').clientWidth"
    )
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
