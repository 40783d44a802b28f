"""A scene as SVG and as alt text."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from cattools.core.display.icons import THEMES, themes
from cattools.core.display.scene import Area, Group, Label, Mark, MarkKind, Part, Path, Scene, SizeHint
from cattools.games import GAMES
from cattools.render import alt_text, draw_list, svg
from cattools.render.flow_layout import flow
from cattools.render.theme import colour, style_sheet, variable
from tests.games.helpers import sample
from tests.games.herders.positions_builder import lay

SVG = "{http://www.w3.org/2000/svg}"
PAINTS = ("fill", "stroke")


def every_mark(scene: Scene) -> list[Mark]:
    """Return one mark of every kind, on areas of the scene."""
    ids = list(scene.areas)
    return [
        Mark(kind, ids[n % len(ids)], ids[(n + 9) % len(ids)] if kind in ("trail", "preview", "score") else "", "cat")
        for n, kind in enumerate(sorted(MarkKind), 3)
    ]


@pytest.mark.parametrize("theme", [*THEMES, ""])
@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_svg_is_well_formed(game_id: str, theme: str) -> None:
    game = GAMES[game_id]
    for state in sample(game_id, game.choose()):
        scene = game.scene_of(state)
        root = ET.fromstring(svg.svg(scene, every_mark(scene), theme))
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.get("aria-label") == scene.summary
        assert root.get("viewBox", "").split()[:2] == ["0", "0"]
        paths = root.findall(f".//{SVG}path")
        assert len(paths) > len(scene.areas)
        for path in paths:
            assert path.get("d", "").startswith("M")
            for paint in PAINTS:
                value = path.get(paint, "none")
                assert value == "none" or value.startswith("#" if theme else "var(--cat-"), value


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_token_used_exists_in_both_themes(game_id: str) -> None:
    game = GAMES[game_id]
    used = set()
    for state in sample(game_id, game.choose()):
        scene = game.scene_of(state)
        layers = draw_list.everything(scene, flow(scene.parts)[0], every_mark(scene))
        for shape in (shape for layer in layers for shape in layer.shapes):
            used |= {shape.fill, getattr(shape, "stroke", "")}
        for panel in game.panels(state.view(None)):
            used |= {token for path in panel.token for token in (path.fill, path.stroke)}
    assert len(used) > 5
    sheet = style_sheet()
    for token in used - {""}:
        assert {len(colour(token, theme)) for theme in THEMES} <= {7, 9}
        assert f"{variable(token)}:" in sheet


def flat(table: dict[str, object], before: str = "") -> set[str]:
    """Return the dotted names of all tokens in a theme."""
    return {
        name
        for key, value in table.items()
        for name in (flat(value, f"{before}{key}.") if isinstance(value, dict) else {before + key})
    }


def test_both_themes_have_the_same_tokens() -> None:
    light, dark = (flat(themes()[theme]) for theme in THEMES)
    assert light == dark


def test_a_label_becomes_escaped_text() -> None:
    area = Area("a", "A <&>", (5, 5), ((0, 0), (9, 0), (9, 9)), 9, holds=True)
    shapes = (Label("<&>", (1, 2), 12), Path("M0 0L1 1", stroke="ink", dash=(1, 2), alpha=0.5, scale=2, wide=0.5))
    scene = Scene(
        'Say "<&>"', (Part("board", (10, 10), SizeHint(1, 1, 1), (Group("Board", ((area,),)),), ground=shapes),)
    )
    root = ET.fromstring(svg.svg(scene))
    (text,) = root.findall(f".//{SVG}text")
    (path,) = root.findall(f".//{SVG}path")
    assert (text.text, root.get("aria-label")) == ("<&>", 'Say "<&>"')
    assert path.get("stroke-dasharray") == "1 2"
    assert path.get("opacity") == "0.5"
    assert path.get("transform") == "translate(0 0) scale(1 2)"
    assert (alt_text.line(scene), alt_text.listing(scene)) == ('Say "<&>"', 'Say "<&>"\nBoard: A <&>')


def test_the_alt_text_of_a_position_lists_its_pieces() -> None:
    scene = lay(red="f4", blue="a1", cats="f6").game.scene_of(lay(red="f4", blue="a1", cats="f6"))
    first, second = alt_text.listing(scene).splitlines()
    assert first.startswith(
        "Red to move. 1 cat in the park; 1 red herder and 1 blue herder on the board; in hand: 0 red"
    )
    assert second == "Board: a1, blue herder; f4, red herder; f6, cat"
    empty = lay().game.scene_of(lay())
    assert alt_text.listing(empty) == empty.summary
