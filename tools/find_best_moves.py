"""Find positions in which one move is clearly the best, for practice: `python -m tools.find_best_moves GAME`.

They are turning points of games between bots of the lower levels: the bot played something else, which cost it points.
Each position is searched for much longer than the level *master* searches, with every legal action among the
candidates, and kept if the best action is better than every other by several standard errors. A shorter search with
another seed must agree.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

from cattools.bots import LEVELS, PLAYOUTS
from cattools.bots.search import ROUNDS, Budget, Candidate, Search
from cattools.core.chance import Dealer
from cattools.core.errors import DataError
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.games import game
from cattools.lessons.practice import best_moves
from cattools.lessons.practice.best_moves import LEAST_LEGAL, BestMove
from cattools.site.pipeline.frontend_bundle import PACKAGE

LONGER = 10  # the search has this many times the play-outs of the level *master*
SHORTER = 10  # the search that must agree has the play-outs divided by this
# Seconds of computing: in a slow game, fewer play-outs fit in this time. The level *master* stops after half a second.
SECONDS = 15.0
CLEAR = 3.0  # how many standard errors better than every other action the best action must be
LEAST = 0.5  # and how many points better, at least
MOST_ROWS = 12  # rows in a game's file
MOST_USUAL = 6  # rows in which the level *friendly* finds the best action too
PLAYERS = "friendly", "beginner"  # the levels of the bots that play, in turn
MOST_KEPT = 3  # rows from one game between the bots
TRIED = 0.3  # the share of a game's decisions that are looked at
# Play-outs, actions and standard errors of the first look at a position, and of the second.
FIRST, SECOND = (48, 6, 1.0), (400, 200, 2.0)


def compared(state: AnyState, seed: int, playouts: int) -> tuple[Candidate, ...]:
    """Return the result of a search among all legal actions, the best action first.

    The search depends only on what the seat to move can see. No action is given up before half of the play-outs have
    been divided among all.
    """
    legal = len(state.legal())
    rounds = max(ROUNDS, playouts // (2 * legal))
    search = Search(state.view(state.to_move), Random(seed), width=legal, rounds=rounds)
    return search.run(Budget(playouts)).candidates


def row_of(state: AnyState, seed: int, playouts: int) -> BestMove | None:
    """Return the row for a position, or None if no action is clearly the best in a search.

    The position is first written in notation and read again, so that the row's own position gives the same row.
    """
    state = state.game.position(str(state), str(state.options))
    best, *others = compared(state, seed, playouts)
    gains = {str(one.action): best.gain(one) for one in others}
    if len(others) + 1 < len(state.legal()) or len(gains) + 1 < LEAST_LEGAL:
        return None
    if any(gain <= CLEAR * error or gain < LEAST for gain, error in gains.values()):
        return None
    leads = {str(best.action): round(best.lead, 2)}
    leads |= {action: round(best.lead - gain, 2) for action, (gain, _) in gains.items()}
    margin, error = min(gains.values())
    return BestMove(
        position=str(state),
        best=str(best.action),
        margin=round(margin, 2),
        error=round(error, 2),
        playouts=playouts,
        seed=seed,
        leads=leads,
        options=str(state.options),
    )


def proved(row: BestMove, game_id: str, seed: int, playouts: int) -> bool:
    """Return whether a search finds the best action of a row again."""
    state = game(game_id).position(row.position, row.options)
    return str(compared(state, seed, playouts)[0].action) == row.best


def decisions(of: AnyGame, seed: int) -> Iterator[tuple[AnyState, Any]]:
    """Yield some positions of a game between bots, in random order, each with the action that was played."""
    dealer, rng = Dealer(seed), Random(seed)
    state, found = of.start(of.choose()), list[tuple[AnyState, Any]]()
    while (seat := state.to_move) is not None:
        action = dealer.choose(state) if seat == CHANCE else LEVELS[PLAYERS[seat % 2]](state.view(seat), rng)
        if seat != CHANCE and len(state.legal()) >= LEAST_LEGAL:
            found.append((state, action))
        state = state.apply_unchecked(action)
    yield from rng.sample(found, int(TRIED * len(found)))


def seems_best(state: AnyState, seed: int, playouts: int, width: int, errors: float) -> Any | None:
    """Return the action that is clearly the best in a short search, or None."""
    search = Search(state.view(state.to_move), Random(seed), width=width)
    best, *others = search.run(Budget(playouts)).candidates
    gains = [best.gain(one) for one in others]
    is_clear = gains and all(gain >= LEAST and gain > errors * error for gain, error in gains)
    return best.action if is_clear else None


def length(state: AnyState, seconds: float) -> int:
    """Return how many play-outs a search can make in this time, rounded down to hundreds and limited."""
    most = LONGER * PLAYOUTS
    search = Search(state.view(state.to_move), Random(0))
    begun = process_time()
    search.run(Budget(FIRST[0]))
    rate = FIRST[0] / (process_time() - begun)
    return max(100, min(most, int(rate * seconds) // 100 * 100))


def is_usual(state: AnyState, best: str) -> bool:
    """Return whether the level *friendly* also finds the best action."""
    return str(LEVELS["friendly"](state.view(state.to_move), Random(0))) == best


def find(
    of: AnyGame, known: Sequence[BestMove], games: int, seed: int, minutes: float, seconds: float
) -> Iterator[BestMove]:
    """Yield new rows from games with this seed and the seeds that follow it, and print the progress."""
    ends = process_time() + 60 * minutes
    usual = sum(is_usual(of.position(row.position, row.options), row.best) for row in known)
    for n in range(seed, seed + games):
        kept = 0
        for state, action in decisions(of, n):
            if kept == MOST_KEPT or process_time() > ends:
                break
            best = seems_best(state, n, *FIRST)
            if best is None or best == action:
                continue
            found = is_usual(state, str(best))
            if (found and usual >= MOST_USUAL) or seems_best(state, n + 1, *SECOND) != best:
                continue
            playouts = length(state, seconds)
            row = row_of(state, n, playouts)
            words = f"{row.best} is {row.margin} better" if row else "no clear best move"
            print(f"{of.id}, game {n}: {words} ({len(state.legal())} legal, {playouts} play-outs)", flush=True)
            if row is not None and row.best == str(best) and proved(row, of.id, n + 1, playouts // SHORTER):
                kept, usual = kept + 1, usual + found
                yield row
        print(f"{of.id}, game {n}: {kept} kept, {max(0.0, ends - process_time()):.0f} seconds left", flush=True)
        if process_time() > ends:
            return


def main() -> None:
    """Find positions, and add them to the game's file after each one."""
    parser = argparse.ArgumentParser(description="find positions in which one move is clearly the best, for practice")
    parser.add_argument("game", metavar="GAME", help="for example herders")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games to play (default: 10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (default: 1)")
    parser.add_argument("--minutes", type=float, default=60, metavar="M", help="stop after this time (default: 60)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help=f"for one search (default: {SECONDS:.0f})"
    )
    args = parser.parse_args()
    of, file = game(args.game), PACKAGE / best_moves.file_of(args.game)
    try:
        rows = [*best_moves.best_moves(args.game)]
    except DataError as error:
        parser.error(str(error))
    for row in find(of, [*rows], args.games, args.seed, args.minutes, args.seconds):
        if row.position not in {one.position for one in rows}:
            rows.append(row)
            file.write_text(best_moves.written(file.read_text(encoding="utf-8"), rows), encoding="utf-8")
        if len(rows) >= MOST_ROWS:
            break
    print(f"{file.name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
