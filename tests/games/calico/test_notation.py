"""Calico notation: what is accepted, and what is refused in one sentence."""

import pytest

from cattools.core.errors import NotationError
from cattools.games.calico.components import Begin, Choose, DealCat, DealGoals, DealPatterns, Draw, Place, Take
from tests.games.calico.positions_builder import CALICO, CATS, GOALS, lay

STATE = lay("", "Nd,Ye", market="Gs,Pv,Gs")
BLANK = "5/2_2/3_1/1_3/5"
LUNA = (
    f"cats=Millie:de,Tibbit:fq,Luna:sv blue={BLANK};{GOALS};Nd green={BLANK};{GOALS};Ye turn=green "
    "eleven=green seven=blue"
)
LINE = f"cats={CATS} blue={BLANK};{GOALS};Nd,Ye market=Gs,Pv,Gs turn=blue"


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("Nd@b2", Place("", 1, "Nd", "b2")),
        (" ND@B2 ", Place("", 1, "Nd", "b2")),
        ("ye b2", Place("", 2, "Ye", "b2")),
        ("sew Ye@f6", Place("", 2, "Ye", "f6")),
        ("Bf@b2", Place("", 1, "Bf", "b2")),
        ("+Pv2", Take(2, "Pv")),
        ("+gs", Take(1, "Gs")),
        ("take Gs3", Take(3, "Gs")),
        ("AAABBB@c4", Choose("", 1, "AAABBB", "c4")),
        ("aa-bb-cc d5", Choose("", 1, "AABBCC", "d5")),
        ("≠@e3", Choose("", 1, "ABCDEF", "e3")),
        ("*Nd", Draw("Nd")),
        ("*millie", DealCat("Millie")),
        ("*vines+dots", DealPatterns("dots+vines")),
        ("*green", Begin("green")),
        (
            "*≠+AABBCD+AAABBB+AABBCC",
            DealGoals("ABCDEF+AAABBB+AABBCC+AABBCD"),
        ),
    ],
)
def test_actions_can_be_written_in_several_ways(written: str, action: object) -> None:
    assert CALICO.read_action(written, STATE) == action


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "expected a move such as Nd@b2, +Nd1 or AAABBB@c4, found ''"),
        ("Xx@b2", "expected a move such as Nd@b2, +Nd1 or AAABBB@c4, found 'Xx@b2'"),
        ("Nd@z9", "expected a cell from a1 to g7, found 'z9'"),
        ("Nd@green.b2", "expected a seat among blue, found 'green'"),
        ("+Nd4", "expected a move such as Nd@b2, +Nd1 or AAABBB@c4, found '+Nd4'"),
        ("*Tom", "expected a move such as Nd@b2, +Nd1 or AAABBB@c4, found '*Tom'"),
        ("*dots+dots", "expected different names, found 'dots+dots'"),
    ],
)
def test_malformed_actions_are_refused(written: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        CALICO.read_action(written, STATE)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("players=1", LINE),
        ("players=1", LINE.replace(BLANK, "Nd!1Be+2/2_Ye!+1/3_1/1_3/5")),
        ("players=1", LINE.replace("Nd,Ye", "Nd,Ye!") + " out=BdBdUv"),
        ("players=1", f"cats=Millie,Cira blue={BLANK};-;"),
        ("players=1", f"cats={CATS} blue={BLANK};-,ABCDEF,-;;AAABBB,AABBCC,AABBCD"),
        ("players=1", f"cats={CATS} blue=Nd4/2_2/3_1/1_3/5;{GOALS};Ye market=Gs,Pv,Gs turn=blue placed=b2"),
        ("family", f"cats={CATS} blue={BLANK};-;Nd green={BLANK};-;Ye turn=green"),
        (
            "promo=luna",
            LUNA,
        ),
    ],
)
def test_positions_are_written_as_they_were_read(options: str, line: str) -> None:
    assert str(CALICO.read_position(line, CALICO.choose(options))) == line
    assert str(CALICO.read_position(f"  {line.upper()} ", CALICO.choose(options))) == line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected a quilt for blue, as in blue=5/2_2/3_1/1_3/5;-;, found ''"),
        (
            "x=1",
            (
                "expected only the fields cats, blue, market, turn, placed, eleven, seven, out, each at most once, "
                "found 'x=1'"
            ),
        ),
        (f"{LINE} turn=blue", "expected only the fields cats"),
        (LINE.replace("turn=blue", "turn=red"), "expected turn= and one of blue, found 'red'"),
        (LINE.replace("Millie", "Tom"), "expected cats= and cats among Millie"),
        (LINE.replace(":de", ":dd"), "expected each pattern once"),
        (LINE.replace(":de", ":xx"), "expected cats= and two letters of defqsv for each cat, as in Millie:de, found"),
        (LINE.replace("5/2_2", "6/2_2"), "expected blue= and 5 spaces in row b (1), as in Nd2Ye, found '6'"),
        (LINE.replace("5/2_2", "Zz4/2_2"), "expected blue= and 5 spaces in row b (1), as in Nd2Ye, found 'zz4'"),
        (LINE.replace("5/2_2/", "5/"), "expected blue= and 5 rows separated by /, found"),
        (LINE.replace("ABCDEF", "ABC"), "expected blue= and a goal among ABCDEF"),
        (LINE.replace("AABBCC,AAABBB", "AABBCC"), "expected blue= and 3 different goals, or - for none"),
        (LINE.replace("Nd,Ye", "Nd,Ye,Ye"), "expected at most 2 patches in a hand"),
        (LINE.replace("Nd,Ye", "Nd"), "expected 2 patches in each hand once there is a market, found 1"),
        (LINE.replace("Gs,Pv,Gs", "Gs,Pv,Gs,Gs"), "expected at most 3 patches in the market"),
        (LINE + " out=GsGs", "expected at most 3 Gs patches, found 4"),
        (LINE + " placed=b2", "expected a patch of the player to move on the cell that placed= names, found 'b2'"),
        (
            LINE + " eleven=blue",
            (
                "expected a promo cat for eleven= and seven=, and seven= only if eleven= names another player, "
                "found 'eleven=blue'"
            ),
        ),
        (
            LINE.replace(" turn=blue", "").replace(BLANK, "Nd4/2_2/3_1/1_3/5"),
            "expected empty quilts before the game begins",
        ),
        (
            f"cats=Millie:de,Tibbit:fq,Coconut blue={BLANK};-;",
            "expected each pattern once, and patterns for the third cat",
        ),
        (f"cats=Millie blue={BLANK};-; turn=blue", "expected three cats with their patterns"),
    ],
)
def test_malformed_positions_are_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        CALICO.read_position(line, CALICO.choose("players=1"))
    assert str(error.value).startswith(message)
    assert str(error.value).count("expected") == 1
    assert "\n" not in str(error.value)


def test_quilts_that_cannot_be_in_one_game_are_refused() -> None:
    line = f"cats={CATS} blue=NdNd3/2_2/3_1/1_3/5;-;Ye green={BLANK};-;Nf turn=green"
    with pytest.raises(NotationError, match="equally many patches on each quilt"):
        CALICO.read_position(line, CALICO.choose("family"))
