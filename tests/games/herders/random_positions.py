"""Random difficult positions: crowded cats, with herders of both colours among them."""

from __future__ import annotations

import re
from random import Random

from tests.games.herders.oracle import Rules, board


def knot(rng: Random, rules: Rules) -> str:
    """Return a position in notation: 2 to 6 cats around one cell, herders near them, and some pieces anywhere."""
    ground = board(rules.board)
    parks = sorted(ground.park)
    heart = rng.choice(parks)
    beside = sorted(ground.beside(heart) & ground.park)
    near = sorted({n for m in ground.beside(heart) for n in ground.beside(m)} - {heart})
    cats = set(rng.sample(beside, min(len(beside), rng.randint(2, 4 if rules.two_steps else 6))))
    crowd = [n for n in near if n not in cats]
    herders = rng.sample(crowd, rng.randint(len(crowd) // 2, len(crowd)))
    anywhere = [n for n in ground.spot if n not in {*cats, *herders, heart}]
    herders += rng.sample(anywhere, rng.randint(0, 8))
    rest = [n for n in parks if n not in {*cats, *herders, heart}]
    cats |= set(rng.sample(rest, min(rng.randint(0, 3), len(rest))))
    lean = rng.choice((0.3, 0.5, 0.7, 0.9))
    red = set([n for n in herders if rng.random() < lean][:15])
    blue = set([n for n in herders if n not in red][:15])
    hands = "-".join(str(rng.randint(0, 15 - len(side))) for side in (red, blue))
    taken = sorted((rng.choice((0, 1, 3, 4)), rng.choice((0, 0, 4))), reverse=rng.random() < 0.5)
    total = 13 if rules.board == "large" else 9
    while sum(taken) + len(cats) > total:
        taken[taken[0] < taken[1]] -= 1
    signs = {**dict.fromkeys(red, "r"), **dict.fromkeys(blue, "b"), **dict.fromkeys(cats, "c")}
    rows = ("".join(signs.get(n, ".") for n in names) for names in ground.rows)
    line = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return f"{line} {rng.choice(('red', 'blue'))} {hands} {taken[0]}-{taken[1]}"
