"""Drawing a scene on a canvas, and animating from one scene to the next."""

from __future__ import annotations

from typing import Any

import pytest

from cattools.core.display.icons import THEMES
from cattools.core.display.scene import Area, Group, Label, Mark, MarkKind, Part, Path, Piece, Scene, SizeHint
from cattools.core.events import Event, EventKind
from cattools.core.messages import text
from cattools.games import GAMES
from cattools.render import animation, canvas, draw_list
from cattools.render.draw_list import Layer
from cattools.render.flow_layout import Place, flow
from cattools.render.theme import tokens
from tests.games.helpers import sample
from tests.games.herders.positions_builder import HERDERS, lay
from tests.render.test_svg import every_mark

PLACES = {"board": Place(7, 9, 1.5)}


def one_part(*pieces: Piece) -> Scene:
    """Return a scene of one part with an area "a" that holds the pieces."""
    group = Group("Board", ((Area("a", "a", (0, 0), (), 10),),))
    return Scene("", (Part("board", (9, 9), SizeHint(1, 1, 1), (group,), pieces=pieces),))


class Fake:
    """A fake canvas that records all calls and assignments."""

    def __init__(self) -> None:
        object.__setattr__(self, "calls", [])

    def __setattr__(self, name: str, value: Any) -> None:
        self.calls.append((name, value))

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self.calls.append((name, *args))


def drawn(shapes: Any, theme: str = "light", scale: float = 2.0) -> list[tuple[Any, ...]]:
    """Return the canvas calls that draw the shapes, with each path given by its data."""
    return calls([Layer(Place(0, 0, scale), shapes)], theme)


def calls(layers: list[Layer], theme: str) -> list[tuple[Any, ...]]:
    """Return the canvas calls that draw the layers."""
    fake = Fake()
    canvas.draw(fake, layers, theme, lambda d: d)
    recorded: list[tuple[Any, ...]] = fake.calls
    return recorded


def test_a_path_is_placed_filled_and_stroked() -> None:
    recorded = drawn([Path("M0 0", "ink", "ink2", 3, at=(10, 20), scale=2, wide=0.5)])
    assert ("set_transform", 2.0, 0, 0, 4.0, 20.0, 40.0) in recorded
    assert recorded.index(("fill", "M0 0")) < recorded.index(("stroke", "M0 0"))
    assert ("line_width", 3) in recorded
    assert recorded[-1] == ("set_transform", 1, 0, 0, 1, 0, 0)


def test_styles_are_set_only_when_they_change_and_are_restored() -> None:
    recorded = drawn([Path("A", "ink", alpha=0.5), Path("B", "ink", alpha=0.5), Path("C", "", "ink", dash=(4, 2))])
    names = [name for name, *_ in recorded]
    assert names.count("fill_style") == 1
    assert [c for c in recorded if c[0] == "global_alpha"] == [("global_alpha", 0.5), ("global_alpha", 1.0)]
    assert [c for c in recorded if c[0] == "set_line_dash"] == [("set_line_dash", [4, 2]), ("set_line_dash", [])]
    assert "stroke" not in names[: names.index("stroke_style")]


def test_text_of_all_sizes_is_scaled_from_one_font() -> None:
    recorded = drawn([Label("a", (3, 4), 12, "ink", 700), Label("b", (1, 1), 20, "ink", 700)], scale=3)
    [(_, font)] = [call for call in recorded if call[0] == "font"]
    weight, size, _ = font.split(" ", 2)
    assert weight == "700"
    for words, place, pixels in (("a", (9, 12), 36), ("b", (3, 3), 60)):
        before = recorded[: recorded.index(("fill_text", words, 0, 0))]
        across, _, _, down, *at = [call[1:] for call in before if call[0] == "set_transform"][-1]
        assert across == down == pytest.approx(pixels / float(size.removesuffix("px")))
        assert tuple(at) == place


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game_id", list(GAMES))
def test_a_whole_scene_can_be_drawn(game_id: str, theme: str) -> None:
    game = GAMES[game_id]
    for state in sample(game_id, game.choose()):
        scene = game.scene_of(state)
        layers = draw_list.everything(scene, flow(scene.parts)[0], every_mark(scene))
        shapes = [shape for layer in layers for shape in layer.shapes]
        recorded = calls(layers, theme)
        colours = [value for name, value, *_ in (c for c in recorded if c[0] in ("fill_style", "stroke_style"))]
        assert all(value.startswith("#") for value in colours)
        assert sum(c[0] == "fill" for c in recorded) == sum(isinstance(s, Path) and bool(s.fill) for s in shapes)
        assert sum(c[0] == "stroke" for c in recorded) == sum(isinstance(s, Path) and bool(s.stroke) for s in shapes)
        assert sum(c[0] == "fill_text" for c in recorded) == sum(isinstance(s, Label) for s in shapes)


def positions(pieces: Any) -> dict[str, tuple[float, float]]:
    """Return the position of each piece by area."""
    return {piece.area: piece.at for piece in pieces}


def test_every_event_kind_is_known_to_the_animation() -> None:
    assert set(EventKind) - {"gain", "keep", "note", "news"} == {"land", "move", "turn", "leave", "react"}


@pytest.mark.parametrize("game_id", list(GAMES))
def test_an_animation_starts_and_ends_with_the_pieces_of_the_scenes(game_id: str) -> None:
    game, moving = GAMES[game_id], 0
    for state in sample(game_id, game.choose()):
        before = game.scene_of(state)
        for action in state.legal():
            after = game.scene_of(state.apply_unchecked(action))
            plan = animation.plan((event, before, after) for event in state.events(action))
            if plan is None:
                continue
            moving += 1
            assert 0 < plan.ms <= tokens()["motion"]["maximumChain"]
            assert plan.pieces(0)[1] == ()
            assert positions(plan.pieces(0)[0]) == positions(before.pieces)
            end, flying = plan.pieces(plan.ms)
            assert not flying
            assert {a: pytest.approx(at) for a, at in positions(end).items()} == positions(after.pieces)
            assert [p.shapes for p in sorted(end, key=lambda p: p.area)] == [
                p.shapes for p in sorted(after.pieces, key=lambda p: p.area)
            ]
    assert moving


def test_a_piece_is_between_its_cells_halfway_through() -> None:
    state = lay(red="f4")
    action = HERDERS.read_action("f4-f6", state)
    before, after = HERDERS.scene_of(state), HERDERS.scene_of(state.apply(action))
    plan = animation.plan((event, before, after) for event in state.events(action))
    assert plan is not None
    (layer,) = [layer for layer in draw_list.moving(after, PLACES, plan, plan.ms / 2) if layer.shapes]
    here, there = (PLACES["board"].at(before.areas[cell].at) for cell in ("f4", "f6"))
    assert here[0] < layer.place.x < there[0]
    assert layer.place.scale == PLACES["board"].scale


def hand_to_board() -> tuple[Scene, animation.Motion]:
    """Return the scene after a piece has moved from the hand to the board, where it is larger, and the animation."""
    shapes, size_hint = (Path("M0 0H9", "ink"),), SizeHint(1, 1, 1)

    def parts(occupied: str) -> tuple[Part, ...]:
        cells = {"board": ("a", 10.0), "hand": ("h", 5.0)}
        return tuple(
            Part(
                name,
                (size, size),
                size_hint,
                (Group(name, ((Area(id_, id_, (size / 2, size / 2), (), size),),)),),
                pieces=(Piece(id_, (size / 2, size / 2), shapes, size),) if occupied == id_ else (),
            )
            for name, (id_, size) in cells.items()
        )

    before, after = Scene("", parts("h")), Scene("", parts("a"))
    plan = animation.plan([(Event(EventKind.MOVE, text("t"), "r", ("h", "a")), before, after)])
    assert plan is not None
    return after, plan


def test_a_piece_that_moves_to_another_part_changes_to_the_size_used_there() -> None:
    after, plan = hand_to_board()
    places = {"board": Place(0, 0, 2.0), "hand": Place(100, 0, 1.0)}
    (flying,) = [layer for layer in draw_list.moving(after, places, plan, plan.ms / 2) if layer.shapes]
    assert 10 < flying.place.x < 102.5
    assert 1.0 < flying.place.scale < 4.0  # on the board, both the piece and the unit of length are twice as large
    (end,) = [layer for layer in draw_list.moving(after, places, plan, plan.ms) if layer.shapes]
    assert end.place == places["board"]


@pytest.mark.parametrize(("windowed", "flies"), [({}, True), ({"hand"}, False), ({"board"}, False)])
def test_no_piece_flies_to_or_from_a_windowed_part(windowed: set[str], flies: bool) -> None:
    after, plan = hand_to_board()
    tops = (("hand", 0), ("board", 400))
    places = {name: Place(0, top, 2.0, windowed=name in windowed) for name, top in tops}
    assert any(layer.shapes for layer in draw_list.moving(after, places, plan, plan.ms / 2)) is flies
    assert any(layer.shapes for layer in draw_list.moving(after, places, plan, plan.ms))


@pytest.mark.parametrize(("windowed", "leads"), [({}, True), ({"hand"}, False), ({"board"}, False)])
def test_no_trail_leads_to_or_from_a_windowed_part(windowed: set[str], leads: bool) -> None:
    """A windowed part is not at the same position on the page as on the bitmap."""
    parts = tuple(
        Part(name, (9, 9), SizeHint(1, 1, 1), (Group(name, ((Area(id_, id_, (0, 0), (), 10),),)),))
        for name, id_ in (("hand", "h"), ("board", "a"))
    )
    places = {name: Place(0, top, 2.0, windowed=name in windowed) for name, top in (("hand", 0), ("board", 400))}
    live = draw_list.live(Scene("", parts), places, [Mark(MarkKind.TRAIL, "h", "a")])
    assert any(layer.shapes for layer in live) is leads


def test_the_cells_of_one_event_turn_one_after_another() -> None:
    state = lay(red="f4 f5 f6")
    scenes = (state.game.scene_of(state), state.game.scene_of(state))
    one, three = (
        animation.plan([(Event(EventKind.TURN, text("t"), "r", cells), *scenes)])
        for cells in (("f4",), ("f4", "f5", "f6"))
    )
    assert one is not None
    assert three is not None
    assert [step.event.cells for step in three.steps] == [("f4",), ("f5",), ("f6",)]
    starts = [step.start for step in three.steps]
    assert starts == sorted(set(starts))
    assert one.ms < three.ms < 3 * one.ms


def test_a_turning_piece_narrows_and_a_leaving_piece_fades() -> None:
    old, new = (Piece("a", (0, 0), (Path("M0 0", fill),), 10) for fill in ("ink", "go"))
    before, after = (one_part(piece) for piece in (old, new))
    turn = animation.plan([(Event(EventKind.TURN, text("t"), "r", ("a",)), before, after)])
    assert turn is not None
    (early,), (late,) = turn.pieces(turn.ms * 0.1)[0], turn.pieces(turn.ms)[0]
    assert (early.shapes[0].fill, late.shapes[0].fill) == ("ink", "go")
    assert early.shapes[0].wide < 1
    assert late.shapes[0].wide == 1
    leave = animation.plan([(Event(EventKind.LEAVE, text("t"), "r", ("a", "tray")), before, one_part())])
    assert leave is not None
    resting, (flying,) = leave.pieces(leave.ms / 2)
    assert not resting
    assert flying.shapes[0].alpha < 1
    assert leave.pieces(leave.ms) == ((), ())


def test_without_moving_pieces_there_is_no_animation() -> None:
    scene = one_part()
    assert animation.plan([]) is None
    assert animation.plan([(Event(EventKind.NOTE, text("t"), "r"), scene, scene)]) is None


def test_a_long_chain_of_events_is_sped_up() -> None:
    scene = one_part()
    many = animation.plan([(Event(EventKind.MOVE, text("t"), "r", ("a", "b")), scene, scene)] * 60)
    assert many is not None
    assert many.ms == pytest.approx(tokens()["motion"]["maximumChain"])
