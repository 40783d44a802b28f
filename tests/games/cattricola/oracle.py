"""A second implementation of Cattricola, plain and slow: it keeps cells in dictionaries and reads the data itself."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

DATA = Path(__file__).parents[3] / "cattools" / "games" / "cattricola" / "data"
DISCS = {
    letter: {n: (r, c) for r, row in enumerate(disc["cells"]) for c, n in enumerate(row) if n}
    for letter, disc in tomllib.loads((DATA / "components.toml").read_text(encoding="utf-8"))["disc"].items()
}
SEATS = ["plum", "teal", "orange", "slate"]
PLUS = [(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)]
LIFTS = {0: 0, 1: 1, 2: 2, 3: 2, 4: 2, 5: 3}
Spot = tuple[int, int]


def beside(a: Spot, b: Spot) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touching(a: Spot, b: Spot) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def group(tiles: dict[Spot, str], start: Spot) -> set[Spot]:
    """Return all tiles of one kind that are connected to a tile."""
    found, fresh = {start}, [start]
    while fresh:
        at = fresh.pop()
        for other in tiles:
            if other not in found and beside(at, other) and tiles[other][0] == tiles[start][0]:
                found.add(other)
                fresh.append(other)
    return found


def count(letter: str, disc: dict[int, str], unplaced: int) -> tuple[bool, int, list[set[int]]]:
    """Return whether a seat stays in the game, its points, and the numbers of the cells that each check empties."""
    stays = {tile[0] for tile in disc.values()} == set("spchw")
    number = {spot: n for n, spot in DISCS[letter].items()}
    tiles = {DISCS[letter][n]: tile for n, tile in disc.items()}
    gone: list[set[Spot]] = []
    wolves = {at for at, tile in tiles.items() if tile == "w"}
    gone.append({at for at, tile in tiles.items() if tile[0] in "sp" and any(beside(at, w) for w in wolves)})
    tiles = {at: tile for at, tile in tiles.items() if at not in gone[0]}
    partner = {"m": "f", "f": "m"}
    gone.append(
        {
            at
            for at, tile in tiles.items()
            if tile[1:] in partner
            and not any(beside(at, o) and other == tile[0] + partner[tile[1:]] for o, other in tiles.items())
        }
    )
    tiles = {at: tile for at, tile in tiles.items() if at not in gone[1]}
    gone.append({at for at, tile in tiles.items() if tile[1:] in ("y", "") and len(group(tiles, at)) < 3})
    tiles = {at: tile for at, tile in tiles.items() if at not in gone[2]}
    return stays, len(tiles) - sum(map(len, gone)) - unplaced, [{number[at] for at in each} for each in gone]


@dataclass
class Plain:
    """A position during play, in plain containers."""

    players: int
    boards: list[Spot]
    ranch: dict[Spot, str]
    letters: list[str]
    discs: list[dict[int, str]]
    unplaced: list[list[str]]
    radars: list[set[Spot]]
    mover: str
    final: bool
    first: int
    charged: int
    hand: list[str]
    lifts: int
    passed: int

    @property
    def turn(self) -> int:
        return SEATS.index(self.mover)

    @property
    def full(self) -> bool:
        return len(self.discs[self.turn]) == len(DISCS[self.letters[self.turn]])

    def circles(self) -> list[list[Spot]]:
        found = [[(r + y, c + x) for y, x in PLUS] for r, c in self.boards]
        have = set(self.boards)
        for r, c in self.boards:
            if {(r + 5, c), (r, c + 5), (r + 5, c + 5)} <= have:
                found.append([(r + 4, c + 4), (r + 4, c + 5), (r + 5, c + 4), (r + 5, c + 5)])
        return found

    def appeared(self) -> int:
        return sum(not any(spot in self.ranch for spot in circle) for circle in self.circles())


def cell(spot: Spot) -> str:
    r, c = spot
    return f"{'abcdefghijklmnopqrstuvwxyz'[r]}{c + 1}"  # rows before the first count backwards from z


def spot(name: str) -> Spot:
    return ord(name[0]) - 97, int(name[1:]) - 1


def split(row: str) -> list[str]:
    return re.findall(r"\??(?:w|[spch][mfy])", row)


def slots(row: str) -> list[str]:
    found: list[str] = []
    for sign in re.findall(r"\d+|w|[spch][mfy]", row):
        found += [""] * int(sign) if sign.isdigit() else [sign]
    return found


def read(line: str) -> Plain:
    """Read a position of a game in progress."""
    boards, rows, *rest = line.split()
    corners = [(int(r), int(c)) for r, c in (part.split(",") for part in boards.split(";"))]
    spots = sorted({(r + y, c + x) for y, x in corners for r in range(5) for c in range(5)})
    found = iter(spots)
    ranch = {}
    for row in rows.split("/"):
        for sign in re.findall(r"\d+|\??(?:w|[spch][mfy])", row):
            for _ in range(int(sign) if sign.isdigit() else 1):
                at = next(found)
                if not sign.isdigit():
                    ranch[at] = sign
    players = len(corners)
    seats = [[*part.partition("=")[2].split(":"), "", "", ""] for part in rest[:players]]
    more = dict(part.partition("=")[::2] for part in rest[players + 1 :])
    discs = []
    for fields in seats:
        disc: dict[int, str] = {}
        n = 1
        for sign in re.findall(r"\d+|w|[spch][mfy]", fields[1]):
            if sign.isdigit():
                n += int(sign)
            else:
                disc[n] = sign
                n += 1
        discs.append(disc)
    return Plain(
        players, corners, ranch, [fields[0] for fields in seats], discs, [split(fields[3]) for fields in seats],
        [{spot(name) for name in filter(None, fields[2].split(","))} for fields in seats], rest[players],
        "final" in more, SEATS.index(more.get("first", "plum")), int(more.get("charged", 0)),
        slots(more.get("hand", "")), int(more.get("lifts", 0)), int(more.get("passed", 0)),
    )  # fmt: skip


def middle(markers: set[Spot]) -> Spot:
    def far(at: Spot) -> tuple[int, int, Spot]:
        reach = [max(abs(at[0] - r), abs(at[1] - c)) for r, c in markers]
        return max(reach), sum(reach), at

    return min(markers, key=far)


def ranges(plain: Plain) -> dict[str, set[Spot]]:
    """Return every way to place the pattern so that it covers an animal, with the animals covered."""
    markers, found = plain.radars[plain.turn], {}
    if not markers:
        return {}
    centre = middle(markers)
    for dr, dc in sorted({(y - r, x - c) for (y, x), (r, c) in product(plain.ranch, markers)}):
        at = (centre[0] + dr, centre[1] + dc)
        found[cell(at)] = {(r + dr, c + dc) for r, c in markers} & plain.ranch.keys()
    return found


def legal(plain: Plain) -> set[str]:
    """Return every legal action in notation."""
    who = plain.mover
    if who == "end":
        return set()
    own = plain.discs[plain.turn]
    if plain.hand:
        puts = set() if plain.full else {f"@{n}" for n, tile in enumerate(plain.hand, 1) if tile}
        lifts = {f"^{who}{n}" for n in own} if plain.lifts else set()
        return puts | lifts | ({"done"} if plain.full else set())
    swaps = {f"{who}{a}<>{who}{b}" for a, b in combinations(sorted(own), 2)}
    if plain.final:
        return set(ranges(plain)) | swaps | {"pass"}
    markers = plain.radars[plain.turn]
    every = {(r, c) for r in range(5) for c in range(5)} - markers
    room = {at for at in every if not markers or any(touching(at, m) for m in markers)}
    charge = {f"+{cell(at)}" for at in room} if len(markers) < 5 and plain.charged < 3 else set()
    if plain.charged:
        return charge | {"done"}
    return charge | (set(ranges(plain)) if plain.ranch else {"pass"})


def act(plain: Plain, written: str) -> None:
    """Apply a legal action to the position."""
    turn = plain.turn
    own = plain.discs[turn]
    if written[0] == "+":
        plain.radars[turn].add(spot(written[1:]))
        plain.charged += 1
        if plain.charged == 3 or len(plain.radars[turn]) == 5:
            end(plain)
    elif written[0] == "@":
        n = next(n for n in sorted(DISCS[plain.letters[turn]]) if n not in own)
        own[n] = plain.hand[int(written[1:]) - 1]
        plain.hand[int(written[1:]) - 1] = ""
        while plain.hand and not plain.hand[-1]:
            plain.hand.pop()
        plain.lifts = 0
        settle(plain)
    elif written[0] == "^":
        plain.hand.append(own.pop(int(written.removeprefix(f"^{plain.mover}"))))
        plain.lifts -= 1
    elif "<>" in written:
        one, other = (int(part.removeprefix(plain.mover)) for part in written.split("<>"))
        own[one], own[other] = own[other], own[one]
        end(plain)
    elif written == "done":
        if plain.hand:
            plain.lifts = 0
            settle(plain)
        else:
            end(plain)
    elif written == "pass":
        plain.passed += 1
        end(plain)
    else:
        before = plain.appeared()
        under = sorted(ranges(plain)[written])
        plain.hand = [plain.ranch.pop(at).lstrip("?") for at in under]
        now = plain.appeared()
        plain.lifts = min(LIFTS[now], len(own)) if now > before else 0
        settle(plain)


def settle(plain: Plain) -> None:
    """End a catch when nothing more can be done with the waiting tiles."""
    if plain.hand and (plain.lifts or not plain.full):
        return
    plain.unplaced[plain.turn] += filter(None, plain.hand)
    plain.hand, plain.lifts = [], 0
    plain.radars[plain.turn] = set()
    end(plain)


def end(plain: Plain) -> None:
    plain.charged = 0
    turn = (plain.turn + 1) % plain.players
    plain.mover = SEATS[turn]
    if turn == plain.first:
        full = any(len(d) == len(DISCS[letter]) for d, letter in zip(plain.discs, plain.letters, strict=True))
        if plain.final:
            plain.mover = "end"
        plain.final = plain.final or full or plain.passed == plain.players
        plain.passed = 0


def winner(plain: Plain) -> int | None:
    """Return the seat that has won, or None if all are out."""
    found = []
    for seat in range(plain.players):
        stays, points, _ = count(plain.letters[seat], plain.discs[seat], len(plain.unplaced[seat]))
        if stays:
            found.append((points, (seat - plain.first) % plain.players, seat))
    return max(found)[2] if found else None
