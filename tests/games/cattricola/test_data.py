"""The boards are data: an owner of the game can correct them, and every mistake is found on loading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cattools.core.display.scene import Label
from cattools.core.errors import DataError
from cattools.core.loading import data_files
from cattools.core.loading.data_files import load
from cattools.games.cattricola import components
from cattools.games.cattricola.components import read_disc_board
from cattools.games.cattricola.position import Ranch, shaped

CACHES = (components.box, components.radar, components.disc_boards, components.ranch_board, shaped)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Clear the caches that a test has filled from changed data."""
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.rule("cattricola.boards")
@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([[1, 2], [2, 3]], "expected each number once, found 2 on two cells"),
        ([[1, 2], [0, 4]], "expected every number from 1 to 4, found no 3"),
        ([[2, 3]], "expected every number from 1 to 3, found no 1"),
        (
            [[n + 6 * r for n in range(1, 7)] for r in range(5)],
            "expected at most 25 cells, as many as a ranch board has",
        ),
        ([[1, 2], [3]], "expected rows of equal length, found lengths [1, 2]"),
        ([[0, 0]], "expected at least one cell, found none"),
        ([[1, "2"]], "cells 1 2: expected a whole number, found '2'"),
        ([1, 2], "cells 1: expected a list, found 1"),
        ("12", "cells: expected a list, found '12'"),
    ],
)
def test_a_broken_disc_is_reported(cells: Any, message: str) -> None:
    with pytest.raises(DataError) as error:
        read_disc_board("A", {"cells": cells}, 25)
    assert str(error.value).startswith("games/cattricola/data/components.toml, disc 'A'")
    assert str(error.value).removeprefix("games/cattricola/data/components.toml, disc 'A'")[2:].startswith(message)


def changed(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Change some of the data from which the components are read, keys of `[ranch]` included, and clear the caches."""

    def changed_data(name: str) -> dict[str, Any]:
        found = load(name)
        ranch = {key: changes.get(key, value) for key, value in found["ranch"].items()}
        return {**{key: changes.get(key, value) for key, value in found.items()}, "ranch": ranch}

    monkeypatch.setattr(data_files, "load", changed_data)
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.rule("cattricola.boards")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": [".....", "..a"]}, "expected rows of equal length, found 8 cells in 2 rows"),
        ({"board": ["......"] * 5}, "expected at most 25 cells a board, found 30"),
        ({"board": ["..A"]}, "expected rows of the characters '.abcdefgh', found ['..A']"),
        ({"board": []}, "expected rows of the characters '.abcdefgh', found []"),
        ({"board": ["...."] * 6}, "expected at most 5 rows a board, found 6: 4 boards in a line and the strip"),
        ({"joint": 1}, "expected true or false, found 1"),
    ],
)
def test_a_broken_ranch_is_reported(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str) -> None:
    changed(monkeypatch, **changes)
    with pytest.raises(DataError) as error:
        components.ranch_board()
    (key,) = changes
    assert str(error.value).startswith(f"games/cattricola/data/components.toml, ranch, {key}: {message}")


@pytest.mark.rule("cattricola.boards")
@pytest.mark.parametrize("boards_", [[[0, 0], [0, 2]], [[0, 0], [0, 0]], [[0, 0]], [[0, 0], [1, 1]], "x", [[0], [1]]])
def test_a_broken_shape_is_reported(monkeypatch: pytest.MonkeyPatch, boards_: Any) -> None:
    from cattools.games import game

    changed(monkeypatch, shape={"block": {"2": boards_}})
    with pytest.raises(DataError, match=r"components\.toml, ranch, shape 'block'( '2')?( \d)*: expected"):
        shaped(game("cattricola").choose())


@pytest.mark.rule("cattricola.boards")
def test_a_broken_radar_and_a_broken_box_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, radar=["..", ".."])
    with pytest.raises(DataError, match="expected at least 5 cells, in no more than 26 rows, but found 4"):
        components.radar()
    changed(monkeypatch, tiles={**load(components.FILE)["tiles"], "pig": [6, 6]})
    with pytest.raises(DataError, match="tiles, pig: expected a list of 3, found"):
        components.box()
    changed(monkeypatch, markers=0)
    with pytest.raises(DataError, match="expected markers, charge and cluster of 1 or more"):
        components.box()


@pytest.mark.rule("cattricola.boards")
def test_there_must_be_a_disc_for_every_player(monkeypatch: pytest.MonkeyPatch) -> None:
    three = {letter: disc for letter, disc in load(components.FILE)["disc"].items() if letter != "D"}
    changed(monkeypatch, disc=three)
    with pytest.raises(DataError, match="expected at least 4 discs, one for each player, found 3"):
        components.disc_boards()


@pytest.mark.rule("cattricola.boards")
def test_a_board_can_be_wider_than_it_is_high(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, board=["......"] * 4)
    assert Ranch(((0, 0), (0, 6), (0, 12), (0, 18))).columns == 24


@pytest.mark.rule("cattricola.boards")
def test_scenes_say_reconstructed_until_the_data_say_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    from cattools.games import game

    cattricola = game("cattricola")
    joining = cattricola.start(cattricola.choose("ranch=own"))
    line = "0,0;0,5 10/10/10/10/10 plum=A teal=B"
    states = [joining, *(cattricola.read_position(f"{line} {mover}", cattricola.choose()) for mover in ("plum", "end"))]

    def say_reconstructed() -> list[bool]:
        assert cattricola.scorer is not None
        pictures = [*map(cattricola.scene_of, states), cattricola.scorer.scene(states[-1], 0)]
        grounds = [[shape for part in picture.parts for shape in part.ground] for picture in pictures]
        labels = [{shape.text for shape in ground if isinstance(shape, Label)} for ground in grounds]
        found = ["reconstructed boards" in words for words in labels]
        assert found == ["reconstructed" in picture.summary for picture in pictures]
        assert all(part.groups for picture in pictures for part in picture.parts)  # no note stands alone
        return found

    assert say_reconstructed() == [True] * 4
    changed(monkeypatch, reconstructed=[])
    assert say_reconstructed() == [False] * 4


@pytest.mark.rule("cattricola.boards")
def test_everything_adapts_to_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, board=["aa.b", "....", "...."], joint=False)
    assert (components.ranch_board().rows, components.ranch_board().columns, components.ranch_board().size) == (
        3,
        4,
        12,
    )
    field = Ranch(((0, 0), (0, 4), (3, 0), (3, 4)))
    assert (field.size, field.columns, len(field.circles)) == (48, 8, 8)
    assert field.names(field.circles[0]) == ("a1", "a2")
    assert [str(lay) for lay in field.joins()][:3] == ["=-3,0", "=-3,4", "=0,-4"]
    with pytest.raises(DataError, match="expected at most 12 cells, as many as a ranch board has, found 21"):
        components.disc_boards()
