"""Hostile devices: malformed messages and messages out of turn change nothing, and nothing raises."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cattools.table.screen import FIELDS, FOR_HOST
from cattools.widgets.protocol import FROM_PAGE
from tests.table.tables import Phone, seated, table_of

MESSAGES = 20_000


def junk(rng: Random, depth: int = 0) -> Any:
    """Return a random value."""
    kinds: list[Any] = [
        None,
        True,
        False,
        -1,
        0,
        3,
        10**30,
        1.5,
        float("nan"),
        float("inf"),
        "",
        "a",
        "\x00\ud800",
        "<b>",
    ]
    kinds += [*FIELDS, *FROM_PAGE, "h1", "take-back", "play:h1", "x" * 5000]
    if depth < 3 and rng.random() < 0.4:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    if depth < 3 and rng.random() < 0.5:
        keys = ("kind", "message", "seat", "name", "bot", "yes", "on", "area", "text", "tool", "to", "finger", "values")
        return {rng.choice(keys): junk(rng, depth + 1) for _ in range(rng.randrange(6))}
    return rng.choice(kinds)


def malformed(rng: Random) -> Any:
    """Return something that is not a message, or a message that a device without a seat may not send."""
    shape = rng.randrange(4)
    if shape == 0:
        return junk(rng)
    if shape == 1:
        return {
            "kind": rng.choice([*FOR_HOST, "stand", "let", "vote"]),
            **(found if isinstance(found := junk(rng), dict) else {}),
        }
    if shape == 2:
        return {"kind": "board", "message": junk(rng)}
    return {"kind": "board", "message": {"kind": rng.choice([*FROM_PAGE]), "area": junk(rng, 2), "tool": junk(rng, 2)}}


@pytest.mark.slow
def test_malformed_messages_change_nothing_and_get_at_most_one_answer_each() -> None:
    table = table_of("catbox")
    phones, rng = seated(table), Random(7)
    watcher = Phone(table)
    before = (table.session.timeline.node, table.people.to_json(), table.request)
    others = [len(phone.got) for phone in phones]
    for _ in range(MESSAGES):
        answers = watcher.raw(malformed(rng))
        assert len(answers) <= 1
        watcher.got.clear()
    assert (table.session.timeline.node, table.people.to_json(), table.request) == before
    assert [len(phone.got) for phone in phones] == others  # nobody else noticed


def test_out_of_turn_nothing_can_be_played() -> None:
    table = table_of("catbox")
    phones, rng, before = seated(table), Random(3), table.session.timeline.node
    waiting = [phone for seat, phone in enumerate(phones) if seat != table.state.mover]
    action = table.state.legal()[0]
    for _ in range(40):
        phone = rng.choice(waiting)
        phone.play(action)
        phone.board("press", area="h1", finger=rng.random() < 0.5)
        phone.board("tool", tool=f"play:{action}")
        phone.board("drag", area="h1", to="h2")
        phone.board("resume", record="{}")
        phone.board("file", text="{}")
        phone.board("form", form="new", values={})
        phone.board("replay", messages=[{"kind": "typed", "text": str(action)}])
    assert table.session.timeline.node is before


def test_the_answer_says_what_was_expected() -> None:
    table = table_of("herders")
    phone = Phone(table)
    assert phone.raw([])[-1]["text"].startswith("Expected one of board, sit, stand")
    assert phone.send("sit", seat=True, name="")[-1]["text"] == "Expected seat of sit to be int, found True."
    assert phone.board("press", area="z9")[-1]["text"] == "Expected an area of this board, found 'z9'."
