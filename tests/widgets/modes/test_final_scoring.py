"""The end of a game: who has won is shown at once; then the score can be counted, and the next game begun."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from cattools.core.display.scene import MarkKind
from cattools.core.messages import deserialize, integer, sentences
from cattools.games import GAMES, game, having
from cattools.widgets import play, scorer
from cattools.widgets.board import Board
from cattools.widgets.modes.play import PlayMode
from tests.kinds import some
from tests.widgets.board_client import hear, said, tool, typed, view

NEXT = ["count", "again", "deal", "look", "save"]  # the buttons below the result


def numbers(game_id: str) -> list[int]:
    """Return the numbers of players that a game can have, the usual one first."""
    known, usual = game(game_id).known_options.get("players"), seats_of(game_id)
    found = map(int, known.choices) if known is not None else [usual]
    return sorted(found, key=lambda n: (n != usual, n))


def seats_of(game_id: str) -> int:
    """Return the number of seats in the usual game."""
    return len(game(game_id).seats(game(game_id).choose()))


TABLES = [
    (game_id, n, people)
    for game_id in GAMES
    for n in numbers(game_id)
    for people in dict.fromkeys([1, n, 0])  # alone against bots, several people, only bots
]
# Each kind of table occurs in the usual run, but not for each game.
USUAL = [(game_id, n := seats_of(game_id), (1, n, 0)[k % 3]) for k, game_id in enumerate(GAMES)]


def seated(game_id: str, n: int, people: int, seed: int = 1) -> Board[PlayMode]:
    """Return a board for a game of people, who have the first seats, and bots."""
    known = game(game_id).known_options
    options: dict[str, object] = {"players": str(n)} if "players" in known else {}
    options |= {"limit": 20} if "limit" in known else {}
    return play(game_id, *["human"] * people, *["beginner"] * (n - people), seed=seed, **options)


def played(table: Board[PlayMode], seed: int = 1) -> Board[PlayMode]:
    """Play a game to its end with random moves of the people at the board."""
    rng, mode = Random(seed), table.mode
    while table.state.to_move is not None:
        if mode.device.veiled:
            hear(table, tool("unveil"))
        elif mode.hand.acts:
            hear(table, typed(str(rng.choice(table.state.legal()))))
        else:
            hear(table, tool("on"))
    return table


def ended(game_id: str, seed: int = 1) -> Board[PlayMode]:
    """Return a board at the end of a game of bots."""
    return played(seated(game_id, seats_of(game_id), 0, seed))


def words(html: str) -> str:
    """Return the text of HTML."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def result(table: Board[PlayMode]) -> str:
    """Return the result above the message; "" if there is none."""
    found = re.search(r'<p class="cat-message cat-result">.*?<span>(.*?)(?: <a .*)?</span></p>', table.slots["status"])
    return unescape(found[1]) if found else ""


def shown_winners(table: Board[PlayMode]) -> int:
    """Return how many players the panels call winners; the titles of their columns do not count."""
    return len(re.findall('<span class="cat-row">wins</span>', table.slots["side"]))


def all_text(table: Board[PlayMode]) -> str:
    """Return all text around the board."""
    return words(" ".join(table.slots.values()))


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "n", "people"), some(TABLES, lambda row: row in USUAL and row[2] < 4))
def test_the_end_of_a_whole_game_names_the_winner_at_once(game_id: str, n: int, people: int) -> None:
    table = seated(game_id, n, people)
    hear(table, view(table))
    before = result(table)
    played(table)
    hear(table, *[tool("skip")] * table.mode.settle())  # the bots' last moves are shown one by one
    state, told = table.state, result(table)
    assert before == ""
    assert told == " ".join(map(str, state.result(0 if people == 1 else None)))
    assert "Game over" not in told
    for seat, total in enumerate(state.score().totals(n)):
        assert integer(total) in told or seat in game(game_id).ending(state).out
    assert words(table.slots["head"]).endswith("The game is over.")
    assert told in words(table.slots["moves"])
    assert words(table.slots["moves"]).count(told) == 1
    assert str(state.status()) == told or str(state.status()) not in all_text(table)
    assert re.findall('data-tool="([a-z]+)"', table.slots["tools"])[: len(NEXT)] == NEXT
    assert shown_winners(table) == len(state.winners())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(GAMES, lambda game: game == "cattricola"))
def test_a_message_does_not_replace_the_result(game_id: str) -> None:
    table = ended(game_id)
    told = result(table)
    assert told
    hear(table, {"kind": "press", "area": next(iter(table.names))})
    assert result(table) == told
    assert said(table) == "The game is over. “Look back at the game” shows its moves."
    hear(table, tool("look"))
    assert result(table) == ""
    hear(table, tool("now"))
    assert result(table) == told


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_finished_game_is_saved_and_reopened_with_its_result(game_id: str) -> None:
    table = ended(game_id)
    assert sentences(map(deserialize, table.saved_labels[1:])) == result(table)
    other = play(game_id, seed=5)
    hear(other, {"kind": "resume", "record": table.record, "id": "g1"})
    assert result(other) == result(table)
    games = {"g2": ["Monday", *table.saved_labels]}
    hear(other, {"kind": "kept_games", "games": games, "able": True, "current": "g1"})
    assert result(table) in words(other.slots["extra"])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_count_starts_on_request_and_reveals_the_winner_with_its_last_line(game_id: str) -> None:
    table = ended(game_id)
    told, lines = result(table), table.state.score().lines
    for n, line in enumerate(lines):
        hear(table, tool("next" if n else "count"))
        assert f"{line}: {integer(line.points)}." in unescape(said(table))
        assert table.slots["moves"].count('"cat-score-current"') == 1
        if n + 1 < len(lines):
            assert f"Line {n + 1} of {len(lines)}" in words(table.slots["head"])
            assert told not in all_text(table)
            assert str(table.state.status()) not in all_text(table)
            assert "wins" not in table.slots["side"]
    assert result(table) == told
    assert shown_winners(table) == len(table.state.winners())


@pytest.mark.parametrize("game_id", GAMES)
def test_the_totals_of_all_seats_are_shown_together(game_id: str) -> None:
    table = ended(game_id)
    assert "cat-score-sheet" not in table.slots["moves"]
    hear(table, tool("count"), tool("result"))
    state = table.state
    for seat, info in enumerate(state.game.seats(state.options)):
        total = state.game.amount(state.score().total(seat))
        assert f"{info.name}: {total}" in words(table.slots["moves"])


def test_cat_herders_counts_cats() -> None:
    table = ended("herders")
    assert "caught" in result(table)
    assert "caught" in words(table.slots["side"])
    assert "point" not in all_text(table)


def test_the_cells_of_a_line_are_highlighted_and_those_of_deductions_are_struck_out() -> None:
    struck = False
    for seed in range(4):
        table = ended("cattricola", seed)
        for n, line in enumerate(table.state.score().lines):
            hear(table, tool("next" if n else "count"))
            lit = {mark.area for mark in table.mode.marks() if mark.kind == MarkKind.SCORE}
            assert lit == set(line.cells)
            assert lit <= set(table.scene.areas)
            struck = struck or any(mark.kind == MarkKind.REFUSED for mark in table.mode.marks())
    assert struck


@pytest.mark.slow
def test_a_tie_break_is_named_and_its_rule_linked() -> None:
    for seed in range(200):
        table = ended("catbox", seed)
        if (ending := GAMES["catbox"].ending(table.state)).tie_break:
            break
    assert f"on the tie-break: {ending.tie_break}." in result(table)
    assert 'href="rule:catbox.end.tie"' in table.slots["status"].partition("cat-info")[0]


def test_the_next_game_has_the_same_players_and_the_same_or_a_new_deal() -> None:
    table = ended("calico")
    start, players, seed = table.mode.timeline.root.state, table.mode.players, table.mode.session.dealer.seed
    hear(table, tool("again"))
    assert (table.mode.timeline.root.state, table.mode.players) == (start, players)
    table = ended("calico")
    hear(table, tool("deal"))
    assert table.mode.players == players
    assert table.mode.session.dealer.seed != seed
    assert table.state.to_move is not None


@pytest.mark.parametrize("game_id", having("scorer"))
def test_one_press_opens_the_final_position_in_the_scorer(game_id: str) -> None:
    table = ended(game_id)
    hear(table, tool("count"))
    assert "scorer" not in table.slots["moves"]
    hear(table, tool("result"))
    (link,) = re.findall(rf'data-page="{game_id}/scorer" data-anchor="([^"]*)"', table.slots["moves"])
    sheet = scorer(game_id)
    hear(sheet, {"kind": "address", "fragment": unescape(link)})
    both = sheet.mode.lines, table.state.score().lines
    # The scorer also says what costs nothing.
    shown, scored = ([(line.seat, line.rule, line.points) for line in lines if line.points] for lines in both)
    assert shown == scored


@pytest.mark.nightly
def test_scoring_can_be_left_and_started_again() -> None:
    table = ended("territory")
    hear(table, tool("count"), tool("next"), tool("look"))
    assert table.mode.looks_back
    hear(table, tool("now"), tool("result"), tool("count"))
    assert table.mode.counted == 1
