"""Playthroughs: random games as readable text, with one file for each game and value of an option."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from cattools.bots import random
from cattools.bots.greedy import greedy
from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.game import CHANCE
from cattools.core.options import Options
from cattools.core.random_play import values
from cattools.games import GAMES

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED, LONGEST = 5, 80  # LONGEST: the maximum number of players' actions in a file, not counting deals


def plays() -> Iterator[tuple[str, str, Options]]:
    """Yield the file name, the game id and the options of every playthrough.

    Each game is played with its default options, and once with each other value of each option (of a number, only
    one) that fits the defaults.
    """
    for game_id, game in GAMES.items():
        yield f"{game_id}-usual.txt", game_id, game.choose()
        for name, option in game.known_options.items():
            number = isinstance(option.default, int) and not isinstance(option.default, bool)
            for value in [option.least + 9] if number else values(option)[:-1]:
                words = name if value is True else f"{name}-{value}"
                with suppress(OptionError):
                    yield f"{game_id}-{words}.txt", game_id, game.choose({name: value})


def lines(game_id: str, options: Options) -> Iterator[str]:
    """Yield the lines of a playthrough.

    Each action is followed by the number of legal actions, its events, and the position after it.
    """
    game, rng, dealer = GAMES[game_id], Random(SEED), Dealer(SEED)
    seats = [seat.id for seat in game.seats(options)]
    state = game.start(options)
    yield f"{game_id}, options: {options}, seed {SEED}"
    yield str(state)
    number = chosen = 0
    while (seat := state.to_move) is not None and chosen < LONGEST:
        number, chosen, legal = number + 1, chosen + (seat != CHANCE), state.legal()
        if seat == CHANCE:
            action = dealer.choose(state)
        else:  # mostly careful, because in a completely random game little happens
            choose = greedy if rng.random() < 0.7 else random
            action = choose(state.view(seat), rng)
        yield f"{number}. {'chance' if seat == CHANCE else seats[seat]} {action} (of {len(legal)})"
        yield from (f"   {event.kind}: {event} [{event.rule}]" for event in state.events(action))
        state = state.apply(action)
        yield f"   {state}"
    yield str(state.status())
    yield from (f"{seats[line.seat]} {line.points}: {line} [{line.rule}]" for line in state.score().lines)
