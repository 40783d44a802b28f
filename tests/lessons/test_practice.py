"""Generated practice questions: each is correct, has one answer and reveals nothing hidden; its link stays valid."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from cattools.core.errors import CattoolsError, DataError, OptionError, RecordError
from cattools.core.game import AnyState
from cattools.core.loading import data_files
from cattools.core.rules import Refusal
from cattools.games import GAMES, having
from cattools.lessons.answer_check import LEGAL, ids_in
from cattools.lessons.practice import coverage, position_pool
from cattools.lessons.practice.config import WINNER, topics
from cattools.lessons.practice.explanations import why
from cattools.lessons.practice.generators import ALLOWED, NONE, REFUSED, maker_of
from cattools.lessons.practice.position_pool import Pool, is_open, moments, pool, written
from cattools.lessons.practice.position_search import Search, options_of
from cattools.lessons.practice.question import COUNT, JUDGE, Form, Question, read
from cattools.lessons.practice.question_set import NUMBER, Series
from tests.codes import cells_shown, code_words, codes
from tests.kinds import number

EACH = number(60, 400)  # questions per game
each_game = pytest.mark.parametrize("game_id", having("has_practice"))


@cache
def drawn(game_id: str) -> tuple[tuple[Question, AnyState], ...]:
    """Return questions about all rules of a game in turn, each with its position."""
    found, rng, questions = pool(game_id), Random(game_id), []
    for n in range(EACH):
        question = found.draw(found.rules[n % len(found.rules)], rng)
        questions.append((question, question.start()))
    return tuple(questions)


def asked_with(rule: str, ask: str) -> tuple[Question, AnyState]:
    """Return a question of one kind whose answer is not empty, with its position."""
    found, rng = pool(rule.partition(".")[0]), Random(3)
    for _ in range(200):
        question = found.draw(rule, rng)
        if question.ask == ask and question.answer(state := question.start()):
            return question, state
    raise AssertionError(f"no question {ask} about {rule}")


@each_game
def test_every_rule_is_asked_about_or_has_a_reason_not_to_be(game_id: str) -> None:
    assert coverage.unexplained(pool(game_id)) == []
    assert not {*pool(game_id).rules} & {*topics(game_id).reasons}


@pytest.mark.slow
@pytest.mark.sampled
@each_game
def test_a_question_has_exactly_one_answer(game_id: str) -> None:
    for question, state in drawn(game_id):
        answer = question.answer(state)
        if question.form is Form.JUDGE:
            refusing = topics(game_id).judges(question.rule)
            assert answer in ({LEGAL}, *({rule} for rule in refusing)), question
            assert {*refusing} <= {*question.rules_offered(state)}
        elif question.form is Form.FIND:
            assert answer <= state.game.scene_of(state, state.mover).areas.keys(), question
        else:
            assert [question.is_right(state, value) for value, _ in question.offered(state)].count(True) == 1, question


@pytest.mark.sampled
@each_game
def test_a_question_and_its_answers_contain_no_notation(game_id: str) -> None:
    for question, state in drawn(game_id):
        shown = cells_shown(state.game.scene_of(state, state.mover))
        notation = code_words(state.legal())
        offered = [words for _, words in question.offered(state)] if question.form is Form.CHOOSE else []
        for said in (question.task(state), *offered, *why(question, state).said):
            assert codes(str(said), shown, notation) == [], (question, str(said))


@pytest.mark.sampled
@each_game
def test_a_question_is_well_formed_and_has_an_explanation(game_id: str) -> None:
    for question, state in drawn(game_id):
        words = str(question.task(state))
        assert words[0] == words[0].upper(), words
        assert words.endswith((".", "?")), words
        assert not {"{", "}"} & {*words}, words
        reasons = why(question, state)
        areas = state.game.scene_of(state, state.mover).areas
        assert [id_ for one in (words, *map(str, reasons.said)) for id_ in ids_in(one, areas)] == [], question
        assert reasons.said or reasons.action is not None or question.form is Form.FIND, question
        after = state
        for action in () if reasons.action is None else (reasons.action, *reasons.then):
            assert not after.why_not(action), question
            after = after.apply(action)


@pytest.mark.slow
@pytest.mark.sampled
@each_game
def test_hidden_information_is_never_asked_about(game_id: str) -> None:
    for question, state in drawn(game_id):
        assert all(is_open(question, state, Random(seed)) for seed in range(1, 4)), question


@pytest.mark.sampled
@each_game
def test_a_link_contains_the_whole_question(game_id: str) -> None:
    for question, state in drawn(game_id):
        again = read(question.link(), game_id)
        assert again == question
        assert again.grade is question.grade
        assert again.start() == state


@each_game
def test_the_same_seed_makes_the_same_questions(game_id: str) -> None:
    found = pool(game_id)
    question_set = Series(found, 12)
    first, rules = question_set.question(), question_set.rules
    assert len(rules) == NUMBER
    assert len({*rules}) == min(NUMBER, len(found.rules))
    assert Series(found, 12).question() == first
    assert any(Series(found, seed).question() != first for seed in range(5))


@each_game
def test_the_kind_of_question_does_not_give_away_the_answer(game_id: str) -> None:
    """Every rule with refused actions also has allowed ones, and every empty answer has non-empty counterparts."""
    for rule, way in pool(game_id).asked:
        if way in (REFUSED, ALLOWED):
            assert {(rule, REFUSED), (rule, ALLOWED)} <= pool(game_id).asked.keys()
        if way.endswith(NONE):
            assert (rule, way.removesuffix(f" {NONE}")) in pool(game_id).asked


@pytest.mark.slow
@each_game
def test_stored_positions_yield_the_questions_they_are_stored_for(game_id: str) -> None:
    """Each way of asking about a rule works in at least one of the first six positions that the file lists for it."""
    found = pool(game_id)
    for (rule, way), places in found.asked.items():
        assert any(_is_made(found, rule, way, place) for place in places[:6]), (rule, way)


def _is_made(found: Pool, rule: str, way: str, place: tuple[int, int]) -> bool:
    stretch, step = place
    moment = dict(moments(found.stretches[stretch].states(GAMES[found.game])))[step]
    questions = (one for seed in range(6) for one in maker_of(rule, way)(moment, Random(seed)))
    return any((question.rule, one) == (rule, way) for one, question in questions)


@each_game
def test_the_first_question_of_a_page_is_valid(game_id: str) -> None:
    first = read(topics(game_id).first, game_id)
    assert first.answer(first.start())
    assert first.options == "", "a first-time reader knows only the usual game"


PUBLISHED = {
    "game=herders&options=&position=6%2F7%2F8%2F9%2F3c6%2F5r5%2F10%2F9%2F8%2F7%2F6+red+14-15+0-0"
    "&rule=herders.move&ask=onward&about=f6&grade=hard": {
        *("d4", "d6", "e5", "e6", "f4", "f5", "f7", "f8", "g5", "g6", "h4", "h6")
    },
    "game=territory&options=&position=rg%2C2%2Cb%2Cbr%2Cb%2Frb%2Cbg%2Cr%2Cg%2Crgb%2Cby%2Frg%2Cr%2Cry%2Cgr%2Crg%2Cyr"
    "%2Frbg%2Cry%2Cr%2Cg%2Cyr%2Cyg%2F1%2Cr%2Cryg%2Cgr%2Cyr%2Cybg%2Fyb%2C1%2Cry%2Cryb%2Cr%2Cy+blue+C3%2BC6%2Bcolumn%"
    "2FE2%2BA3%2BA5%2FD1%2BF4%2Bblock%2FE1%2BB6%2Bsearch+won%3D0%2B0%2B1%2B1%2B1%2B2%2B2%2B2%2B2%2B3%2B3%2F0%2B1%2B"
    "1%2B1%2B2%2B3%2F0%2B1%2B2%2B2%2B2%2F0%2B0%2B1%2B1%2B1%2B2%2B2%2B2%2B3%2B3+gone%3DA1%2BA1%2BB1%2BC1%2BC1%2BD1%2"
    "BE1%2BF1%2BF1%2BA2%2BB2%2BB2%2BC2%2BD2%2BD2%2BE2%2BF2%2BF2%2BA3%2BB3%2BB3%2BC3%2BD3%2BD3%2BE3%2BE3%2BF3%2BF3%2"
    "BA4%2BA4%2BB4%2BB4%2BC4%2BC4%2BD4%2BD4%2BE4%2BE4%2BF4%2BA5%2BB5%2BB5%2BC5%2BD5%2BD5%2BE5%2BF5%2BF5%2BA6%2BA6%2"
    "BB6%2BC6%2BD6%2BE6%2BE6%2BF6%2BF6&rule=territory.flip.line&ask=turns&about=E2&grade=plain": {
        *("C2", "D2"),
    },
    "game=catbox&options=&position=6p1%2F8%2F1s6%2F2o4t+play+s%3Ay2%2Cr7%2Cg8%2Cg3+11234468%2F11334677%2F55566788%2"
    "F22455678+rbg%2Frbg%2Frbg%2Frbyg+3%2F2%2F3%2F2+1%2F0%2F0%2F0+3%2F2%2F1%2F4+round%3D4+sheet%3D1%2B0%2C0%2B0%2C5"
    "%2B0%2C0%2B0%3B-3%2B0%2C0%2B0%2C1%2B3%2C1%2B0%3B3%2B2%2C1%2B5%2C1%2B2%2C0%2B0&rule=catbox.declare.own-colour&a"
    "sk=may&about=8&grade=hard": {
        *("b8", "r8"),
    },
    "game=cattricola&options=&position=0%2C0%3B0%2C5+8w1%2F1%3Fw7%3Fw%2F%3Fpmhm1cy6%2F5%3Fcy1%3Fpy1hy%2F%3Fhy9+plum"
    "%3DD%3Acfwcysmcyhfsfwpyhyhmpywhfhmwhysysmsy%3Ad5+teal%3DC%3Acmsmhywsycmcysmwsysywpyhfsycyhmsmsfpm%3Ac3%2Cc4%2C"
    "d5+teal&rule=cattricola.catch.range&ask=covered&about=a9&grade=plain": {
        *("a9", "b10"),
    },
    "game=calico&options=&position=cats%3DRumi%3Aes%2CCira%3Adv%2CLeo%3Afq+blue%3DBvUeNe1Ns%2FGq%2BGf_1Ys%21%2F1Gv1"
    "_Uv%2FUe_Ge2%2FYd1YvNs1%3BAAABBC%2CAAABBB%2CAABBCC%3BNe%21%2CYd%21+green%3D2YfYv%2BGv%2F2_Nf1%2FNvNqNf%2B_Pd%2"
    "FUq_UdPf1%2FGq1Pq%2B1Uf%3BAAABBB%2CAABBCD%2CAAABBC%3BYq%21%2CBs%21+market%3DGd%2CBd%2CNq+turn%3Dblue&rule=cali"
    "co.button.earn&ask=brings&about=button&grade=plain": {
        *("blue.b5", "blue.f3", "blue.f6"),
    },
}  # published links, which must keep working


@pytest.mark.parametrize("link", [pytest.param(one, id=str(n)) for n, one in enumerate(PUBLISHED)])
def test_published_links_stay_valid(link: str) -> None:
    question = read(link, link.partition("&")[0].removeprefix("game="))
    assert question.answer(question.start()) == PUBLISHED[link]
    assert question.link() == link


GOOD = Question("herders", "herders.move", JUDGE, ("f6-f5",), "6/7/8/9/3c6/5r5/10/9/8/7/6 red 14-15 0-0")


@pytest.mark.parametrize(
    "broken",
    [
        replace(GOOD, rule="herders.jump"),
        replace(GOOD, position="6/7"),
        replace(GOOD, options="four"),
        replace(GOOD, ask="where"),
        replace(GOOD, ask="onward", about=("z9",)),
        replace(GOOD, ask="runs", about=("a1",)),
        replace(GOOD, ask="affected", about=("herders.move", "fly", "f6-f5")),
        replace(GOOD, ask="affected", about=("herders.move",)),
        replace(GOOD, ask="barred", about=("herders.win", "f6")),
        replace(GOOD, ask=COUNT, about=("green", "all")),
        replace(GOOD, about=("f6-f9",), rule="herders.win"),
        replace(GOOD, about=("?",)),
        replace(GOOD, about=()),
    ],
    ids=lambda broken: f"{broken.rule} {broken.ask} {broken.about} {broken.options}",
)
def test_a_link_that_does_not_fit_the_rules_is_refused_in_one_sentence(broken: Question) -> None:
    with pytest.raises(CattoolsError) as error:
        read(broken.link(), "herders")
    assert str(error.value).startswith("expected")


@pytest.mark.parametrize("fragment", ["", "game=herders", "game=herders&ask=judge", "game=herders&ask=judge&about=x"])
def test_an_incomplete_link_is_refused(fragment: str) -> None:
    with pytest.raises(RecordError, match="expected an address with"):
        read(fragment, "herders")


def test_a_link_to_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="expected a game of calico"):
        read(GOOD.link(), "calico")


def test_a_rule_that_cannot_be_practised_is_refused() -> None:
    with pytest.raises(OptionError, match="expected a rule that can be practised"):
        pool("herders").draw("herders.players", Random(1))


@pytest.mark.parametrize("seed", ["-1", "x", "1" * 12, ""])
def test_a_link_to_a_question_set_with_an_invalid_seed_is_refused(seed: str) -> None:
    from cattools.lessons.practice import question_set

    found = pool("herders")
    assert question_set.read(Series(found, 7).link(), found) == Series(found, 7)
    with pytest.raises(RecordError, match="expected a seed from 0"):
        question_set.read(f"game=herders&seed={seed}&positions={found.version}", found)
    with pytest.raises(RecordError, match="expected questions from this edition"):
        question_set.read("game=herders&seed=7&positions=00000000", found)


def test_the_summary_of_a_question_set_gives_score_time_and_missed_rules() -> None:
    question_set = Series(pool("herders"), 7)
    for n in range(NUMBER):
        question_set.answered("herders.move.clear" if n < 2 else "herders.win", right=n >= 2)
    assert question_set.over
    question_set.seconds = 151
    assert question_set.line() == "8 of 10 in 2:31; missed: No jumping."


@pytest.mark.parametrize(
    ("rule", "refused_by"),
    [
        ("cattricola.end.pass", "cattricola.turn"),
        ("cattricola.end.empty-ranch", "cattricola.turn"),
        ("cattricola.end.catch-full", "cattricola.catch.at-least-one"),
    ],
)
def test_questions_about_a_rule_that_permits_have_allowed_and_refused_actions(rule: str, refused_by: str) -> None:
    rng, found = Random(rule), list[str]()
    for _ in range(12):
        question = pool("cattricola").draw(rule, rng)
        found += question.answer(question.start())
    assert {*found} == {LEGAL, refused_by}


@pytest.mark.parametrize("rule", ["territory.assist.double-turn", "territory.turn.choose"])
def test_the_next_player_to_decide_varies_between_questions(rule: str) -> None:
    rng, again = Random(rule), set[bool]()
    for _ in range(12):
        question = pool("territory").draw(rule, rng)
        state = question.start()
        mover = state.game.seats(state.options)[state.mover or 0].id
        assert question.form is Form.CHOOSE
        assert (question.answer(state) == {mover}) is (question.about == ("double",))
        again.add(question.about == ("double",))
    assert again == {True, False}


def test_bonus_points_are_asked_about_only_in_variants_that_pay_them() -> None:
    for (rule, _), places in pool("territory").asked.items():
        if ".bonus" in rule:
            options = {pool("territory").stretches[n].options.partition(",")[0] for n, _ in places}
            assert options <= {"game=advanced", "game=duel"}, rule


@each_game
def test_most_rules_are_asked_about_in_the_usual_game(game_id: str) -> None:
    found = pool(game_id)
    usual = {rule for (rule, _), places in found.asked.items() if any(n in found.usual for n, _ in places)}
    assert len(usual) >= 0.55 * len(found.rules)
    assert len(found.usual) >= 50


DENSE = [game_id for game_id in GAMES if GAMES[game_id].practice.dense is not None]


@pytest.mark.nightly
@pytest.mark.parametrize("game_id", DENSE)
def test_dense_positions_are_written_and_read_back(game_id: str) -> None:
    make, rng = GAMES[game_id].practice.dense, Random(7)
    assert make is not None
    for options in options_of(GAMES[game_id])[:12]:
        for _ in range(4):
            state = make(options, rng)
            assert GAMES[game_id].position(str(state), str(options)) == state


def test_the_answer_of_a_misconception_is_wrong() -> None:
    for question, state in drawn("territory"):
        topic = topics("territory").topic(question.rule, question.ask)
        if topic is not None and topic.unlike and topic.misconception(state, question.about) == question.answer(state):
            assert question.ask == WINNER, "only a question with a single winner can match"
            assert str(why(question, state, ["nobody"]).said[0]) != topic.wrong
        elif topic is not None and topic.unlike:
            assert topic.misconception(state, question.about) != question.answer(state)
            assert str(why(question, state, topic.misconception(state, question.about) or ()).said[0]) == topic.wrong


@pytest.mark.parametrize(
    ("rule", "ask"),
    [
        ("catbox.declare.own-colour", "may"),
        ("herders.move", "goes"),
        ("territory.place.own-top", "places"),
    ],
)
def test_a_wrong_area_is_explained_by_the_refusals_of_its_actions(rule: str, ask: str) -> None:
    question, state = asked_with(rule, ask)
    topic, game, right = topics(question.game).topic(rule, ask), state.game, question.answer(state)
    assert topic is not None
    acts = [action for action in game.candidates(state) if topic.is_act(action, question.about)]
    wrong = next(area for action in acts if (area := game.presses(action)[-1]) not in right)
    against = {str(one) for act in acts if wrong in game.presses(act) for one in state.why_not(act)}
    explained = why(question, state, {*right, wrong})
    assert explained.cited
    assert {str(one) for one in explained.cited} <= against
    assert {*explained.causes} == {cell for one in explained.cited if isinstance(one, Refusal) for cell in one.cells}


@pytest.mark.parametrize(
    ("rule", "ask", "cited"),
    [
        ("calico.button.earn", "brings", "calico.button.earn"),
        ("calico.goal.when", "fills", "calico.goal.when"),
        ("catbox.follow.renounce", "costs", "catbox.follow.renounce"),
    ],
)
def test_an_explanation_cites_the_rule_that_gives_the_answer(rule: str, ask: str, cited: str) -> None:
    question, state = asked_with(rule, ask)
    assert question.answer(state)
    assert {one.rule for one in why(question, state).cited} == {cited}


@pytest.mark.nightly
def test_a_search_finds_positions_and_keeps_the_known_ones() -> None:
    known = replace(pool("herders"), stretches=pool("herders").stretches[:3], asked={})
    found = Search("herders", 3, known).run(5)
    assert {*known.stretches} & {*found.stretches}
    assert len(found.rules) > 3
    assert json.loads(written(found))["stretches"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stretches": [[0, "6/7"]]}, "stretches 1: expected a list of 3, found"),
        ({"stretches": [[9, "6/7", ""]]}, "expected the index of one of 1 options, found"),
        ({"asked": {"herders.move refused": [99999]}}, "expected position indices below 0, found 99999"),
        ({"asked": []}, "asked: expected a table"),
    ],
)
def test_a_broken_file_of_positions_is_reported_in_one_sentence(
    change: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "load", lambda _: {"options": [""], "stretches": [], "asked": {}} | change)
    with pytest.raises(DataError, match=message):
        position_pool.pool.__wrapped__("herders")
