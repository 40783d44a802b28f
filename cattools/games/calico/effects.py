"""What actions do in Calico: the state after an action, and what happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from cattools.core.ending import Ending
from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE
from cattools.core.messages import N_, Text, listed, many, text
from cattools.core.notation.actions import shown
from cattools.games.calico import components, position
from cattools.games.calico.components import Action, Begin, Cat, DealCat, DealGoals, DealPatterns, Draw, Place, Take
from cattools.games.calico.position import (
    DRAWING,
    MARKET,
    SEEN,
    Calico,
    Holders,
    Quilt,
    area,
    areas,
    dealt,
    empty_around,
    goal_points,
    promo_cells,
    rainbow,
    reached,
    unliked,
    with_goal,
    with_patch,
)

# --- transitions -----------------------------------------------------------------------------------------------

_DRAWS = tuple(
    (2 * kind, Draw(patch)) for kind, patch in enumerate(components.PATCHES)
)  # each with its bit offset in a heap
_FOURS = tuple(_DRAWS[kind : kind + 4] for kind in range(0, components.KINDS, 4))  # a byte of a heap holds four kinds
_COUNT = tuple(map(components.patch_count, range(256)))  # the number of patches in each such byte
_INDEX = components.GRID.index


def begins(action: Action) -> str | None:
    """Return the seat that is drawn to begin (`calico.setup.start`), None for any other action."""
    return action.seat if isinstance(action, Begin) else None


def chances(state: Calico) -> Sequence[tuple[int, Action]]:
    """Return the possible deals with their weights; the weight of a patch is its count in the bag."""
    if state.stage not in DRAWING:
        return [(1, action) for action in dealt(state)] if state.to_move == CHANCE else []
    bag = state.bag
    return [(left, draw) for at, draw in _DRAWS if (left := bag >> at & 3)]


def chance(state: Calico, rng: Random) -> Action:
    """Return a random deal; every patch in the bag is equally likely."""
    if state.stage not in DRAWING:
        actions = dealt(state)
        return actions[int(rng.random() * len(actions))]
    bag = state.bag
    left = rng.random() * components.patch_count(bag)
    for draws, packed in zip(_FOURS, bag.to_bytes(len(_FOURS), "little"), strict=True):  # noqa: B007 - used below
        if left < _COUNT[packed]:
            break
        left -= _COUNT[packed]
    for at, drawn in draws:  # noqa: B007 - returned after the loop
        left -= bag >> at & 3
        if left < 0:
            break
    return drawn


def apply_unchecked(state: Calico, action: Action) -> Calico:
    """Return the state after a legal action (`calico.turn.place`, `calico.turn.tokens`, `calico.turn.draw`)."""
    if isinstance(action, Place):
        return _placed(state, components.KIND[action.patch], _INDEX[action.at])
    if isinstance(action, Take):
        return _taken(state, action.slot - 1)
    if isinstance(action, Draw):
        return _drawn(state, components.KIND[action.patch])
    if isinstance(action, components.Choose):
        return _chosen(state, components.GOAL[action.goal], components.GOAL_CELLS.index(_INDEX[action.at]))
    if isinstance(action, DealCat):
        return replace(state, cats=(*state.cats, components.CAT[action.cat]))
    if isinstance(action, DealPatterns):
        one, other = map(components.PATTERNS.index, action.patterns.split("+"))
        pairs = (*state.pairs, (one, other))
        left = unliked(pairs)
        return replace(state, pairs=(*pairs, (left[0], left[1])) if len(left) == 2 else pairs)
    if isinstance(action, DealGoals):
        tiles = list(state.tiles)
        tiles[state.actor] = tuple(components.GOAL[goal] for goal in action.goals.split("+"))
        return replace(state, tiles=tuple(tiles))
    return replace(state, begun=True, turn=[b.name for b in components.boards(state.options)].index(action.seat))


def gains(state: Calico, action: Place) -> tuple[bool, bool]:
    """Return whether a patch would earn a cat, and whether a button (`calico.turn.tokens`)."""
    before = state.quilts[state.turn]
    now = with_patch(before, components.KIND[action.patch], _INDEX[action.at], state.likes)
    return now.cats != before.cats, now.buttons != before.buttons


def _chosen(state: Calico, goal: int, space: int) -> Calico:
    seat = state.actor
    quilts, tiles = list(state.quilts), list(state.tiles)
    quilts[seat] = with_goal(quilts[seat], goal, space)
    left = tuple(t for t in tiles[seat] if t != goal)
    tiles[seat] = left if None in quilts[seat].goals else ()
    return replace(state, quilts=tuple(quilts), tiles=tuple(tiles))


def _placed(state: Calico, kind: int, cell: int) -> Calico:
    turn, quilts, hands, likes = state.turn, state.quilts, state.hands, state.likes
    hand, new = hands[turn], with_patch(quilts[turn], kind, cell, likes)
    # Of two equal patches, play the one that the other players have seen: they cannot tell the two apart.
    at = hand.index(kind + SEEN if kind + SEEN in hand else kind)
    cat, promo = likes[components.PATTERN[kind]], state.promo
    if cat and cat.promo:
        promo = _promo_holders(state, cat, new)
    quilts = (*quilts[:turn], new, *quilts[turn + 1 :])
    hands = (*hands[:turn], hand[:at] + hand[at + 1 :], *hands[turn + 1 :])
    market, placed = state.market, cell if state.market else None
    turn = turn if market else (turn + 1) % len(quilts)
    options, bag, cats, pairs, tiles = state.options, state.bag, state.cats, state.pairs, state.tiles
    return Calico(options, quilts, hands, bag, market, cats, pairs, tiles, True, turn, placed, promo)


def _promo_holders(state: Calico, cat: Cat, new: Quilt) -> Holders:
    """Return who holds the promo tokens after a patch (`calico.cat.promo`)."""
    turn, likes, (eleven, seven) = state.turn, state.likes, state.promo
    counts = [promo_cells(cat, quilt, likes).bit_count() for quilt in state.quilts]
    now = promo_cells(cat, new, likes).bit_count()
    if eleven == turn or now <= counts[turn] or now < max(counts):
        return state.promo
    if eleven is None:
        return turn, seven
    if seven is None:
        return eleven, turn
    return turn, eleven


def _taken(state: Calico, slot: int) -> Calico:
    turn, market, hands = state.turn, list(state.market), list(state.hands)
    hands[turn] = (*hands[turn], market.pop(slot) + SEEN)
    if len(hands) == 1 and market:
        market.pop(0)
    if not (state.bag and market):  # else the market is refilled first
        turn = (turn + 1) % len(hands)
    options, quilts, cats, pairs, tiles = state.options, state.quilts, state.cats, state.pairs, state.tiles
    held, left = tuple(hands), tuple(market)
    return Calico(options, quilts, held, state.bag, left, cats, pairs, tiles, True, turn, None, state.promo)


def _drawn(state: Calico, kind: int) -> Calico:
    bag, hands, market, turn, begun = (
        state.bag - components.ONE[kind],
        state.hands,
        state.market,
        state.turn,
        state.begun,
    )
    seat = None if begun else state.drawing
    if seat is not None:
        hands = (*hands[:seat], (*hands[seat], kind), *hands[seat + 1 :])
    else:
        market = (*market, kind)
        full = len(market) == MARKET
        if begun and (full or not bag):
            turn = (turn + 1) % len(hands)
        elif full and len(hands) == 1:
            begun = True  # a single player begins without a draw
    options, quilts, cats, pairs, tiles = state.options, state.quilts, state.cats, state.pairs, state.tiles
    return Calico(options, quilts, hands, bag, market, cats, pairs, tiles, begun, turn, None, state.promo)


# --- events ----------------------------------------------------------------------------------------------------

TASKS = {
    "met": N_("goals"),
    "double": N_("goals by colours and patterns"),
    "cats": N_("cats"),
    "each": N_("one of each cat"),
    "same": N_("more of the same cat"),
    "buttons": N_("more of the same button"),
    "rainbow": N_("the rainbow button"),
    "points": N_("points"),
}


# Sentences about a move, and how they address the player who made it (`Game.addressed`).
SECOND_PERSON: dict[str, str | tuple[str, str]] = {
    "{who} begins.": N_("You begin."),
    "{who} puts the goal {goal} on {at}.": N_("You put the goal {goal} on {at}."),
    "{who} turns up these goal tiles: {tiles}.": N_("You turn up these goal tiles: {tiles}."),
    "{who} draws a patch from the bag.": N_("You draw a patch from the bag."),
    "{who} sews {patch} on {at}.": N_("You sew {patch} on {at}."),
    "{who} takes the {points}-point token from the middle.": N_("You take the {points}-point token from the middle."),
    "{who} takes the {eleven}-point token; {other} takes the {seven}-point token.": N_(
        "You take the {eleven}-point token; {other} takes the {seven}-point token."
    ),
    "{who} takes {patch} from the market.": N_("You take {patch} from the market."),
    # Refusals:
    "{who} must choose goals first.": N_("You must choose goals first."),
    "{who} chooses first.": N_("You choose first."),
    # Intents, as in advice:
    "{who}: sew {patch} on {at}.": N_("You sew {patch} on {at}."),
    "{who}: take {patch} from the market.": N_("You take {patch} from the market."),
    "{who}: put {goal} on {at}.": N_("You put the goal {goal} on {at}."),
}


def events(state: Calico, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    after = apply_unchecked(state, action)
    ended = (Event(EventKind.NOTE, status(after), "calico.end"),) if after.to_move is None else ()
    return (*_effects(state, action, after), *ended)


def _effects(state: Calico, action: Action, after: Calico) -> Iterator[Event]:
    if isinstance(action, Place):
        yield from _place(state, action, after)
    elif isinstance(action, Take):
        yield from _take(state, action)
    elif isinstance(action, components.Choose):
        said = N_("{who} puts the goal {goal} on {at}.")
        sentence = _about(state, state.actor, said, goal=shown(action, "goal"), at=action.at)
        yield Event(EventKind.NOTE, sentence, "calico.setup.goals", (action.quilt + action.at,))
    else:
        rule, sentence = _dealt(state, action)
        market = state.drawing is None and isinstance(action, Draw)
        yield Event(EventKind.NOTE, sentence, rule, (f"market{len(state.market) + 1}",) if market else ())


def _dealt(state: Calico, action: DealCat | DealPatterns | DealGoals | Draw | Begin) -> tuple[str, Text]:
    """Return the rule of a deal, and what happened."""
    if isinstance(action, DealCat):
        return "calico.setup.cats", text(N_("{cat} comes to visit."), cat=shown(action, "cat"))
    if isinstance(action, DealPatterns):
        cat, patterns = components.CATS[state.cats[len(state.pairs)]].title, shown(action, "patterns")
        return "calico.setup.patterns", text(N_("{cat} likes {patterns}."), cat=cat, patterns=patterns)
    if isinstance(action, Begin):
        return "calico.setup.start", text(N_("{who} begins."), who=shown(action, "seat"))
    if isinstance(action, DealGoals):
        said = N_("{who} turns up these goal tiles: {tiles}.")
        return "calico.setup.goals", _about(state, state.actor, said, tiles=shown(action, "goals"))
    if state.drawing is not None:  # the patch is secret
        said = N_("{who} draws a patch from the bag.")
        return "calico.setup.hand", _about(state, state.drawing, said)
    sentence = text(N_("This patch goes from the bag into the market: {patch}."), patch=shown(action, "patch"))
    return "calico.turn.draw" if state.begun else "calico.setup.hand", sentence


def _about(state: Calico, seat: int, sentence: str, **facts: object) -> Text:
    """Return a sentence about a seat; a solo player, who is called "You", is addressed in the second person."""
    who = components.player(state.options, seat)
    said = text(sentence, who=who, **facts)
    return state.game.addressed(said, who) if state.alone else said


# --- a patch -----------------------------------------------------------------------------------------------------


def _place(state: Calico, action: Place, after: Calico) -> Iterator[Event]:
    before, now = state.quilts[state.turn], after.quilts[state.turn]
    at = (action.quilt + action.at,)
    kind, cell = components.KIND[action.patch], components.GRID.index[action.at]
    said = N_("{who} sews {patch} on {at}.")
    sentence = _about(state, state.turn, said, patch=shown(action, "patch"), at=action.at)
    yield Event(EventKind.LAND, sentence, "calico.turn.place", at)
    yield from _cat(state, before, now, kind, cell, at)
    yield from _button(before, now, kind, cell, at)
    if rainbow(now) and not rainbow(before):
        sentence = text(N_("Every colour has a button: this earns the rainbow button."))
        yield Event(EventKind.NOTE, sentence, "calico.button.rainbow", at)
    if after.promo != state.promo:
        yield _promo(state, after)
    yield from _goals(before, now, cell, action.quilt)


def _cat(state: Calico, before: Quilt, now: Quilt, kind: int, cell: int, at: tuple[str, ...]) -> Iterator[Event]:
    cat, group = state.likes[components.PATTERN[kind]], area(now.patterns[components.PATTERN[kind]], cell)
    if cat is None or not cat.meets(group):
        return
    name = components.pattern(components.PATTERN[kind])
    facts: dict[str, object] = {"n": group.bit_count(), "pattern": name, "cat": cat.title}
    what, rule, sentence = EventKind.TURN, "calico.cat.size", N_("{n} connected {pattern} earn {cat}.")
    again = now.cats == before.cats
    if again:
        what, rule = EventKind.NOTE, "calico.cat.apart"
        sentence = N_("This group of {pattern} already has {cat} and earns no second one.")
    elif cat.places:
        rule, sentence = "calico.cat.shape", N_("{pattern} in the shape on the tile earn {cat}.")
        facts["pattern"] = str(name).capitalize()
    yield Event(what, text(sentence, **facts), rule, at, by_ruling=again)
    if not again and _earned(state, cat) >= components.box().tokens:
        back = next(one for one in components.CATS if one.tile == cat.tile and one is not cat)
        sentence = N_("No token of {cat} is left: take one of {back}, the other side of the tile, worth the same.")
        facts = {"cat": cat.title, "back": back.title}
        yield Event(EventKind.NOTE, text(sentence, **facts), "calico.components", at, by_ruling=True)


def _earned(state: Calico, cat: Cat) -> int:
    """Return how many tokens of a cat are on the quilts."""
    patterns = [n for n, one in enumerate(state.likes) if one is cat]
    return sum((quilt.patterns[n] & quilt.cats).bit_count() for quilt in state.quilts for n in patterns)


def _button(before: Quilt, now: Quilt, kind: int, cell: int, at: tuple[str, ...]) -> Iterator[Event]:
    n, colour = area(now.colours[components.COLOUR[kind]], cell).bit_count(), components.colour(components.COLOUR[kind])
    parts = (part for part in areas(before.colours[components.COLOUR[kind]]) if part & before.buttons)
    if sum(bool(part & components.GRID.around[cell]) for part in parts) > 1:
        said = text(
            N_("This joins {colour} groups that each have a button. The groups keep their buttons and earn no other."),
            colour=colour,
        )
        yield Event(EventKind.NOTE, said, "calico.button.apart", at, by_ruling=True)
    elif n >= components.box().group and now.buttons == before.buttons:
        said = text(N_("This {colour} group already has its button."), colour=colour)
        yield Event(EventKind.NOTE, said, "calico.button.apart", at)
    elif n >= components.box().group:
        said = text(N_("{n} connected {colour} patches earn a button of that colour."), n=n, colour=colour)
        yield Event(EventKind.TURN, said, "calico.button.earn", at)


def _promo(state: Calico, after: Calico) -> Event:
    eleven, seven = components.box().promo
    taken, other = after.promo[0] != state.promo[0], after.promo[1]
    points = eleven if taken else seven
    sentence = _about(state, state.turn, N_("{who} takes the {points}-point token from the middle."), points=points)
    if taken and other is not None and other != state.promo[1]:
        who = components.player(state.options, state.turn)
        facts = {"who": who, "eleven": eleven, "other": components.player(state.options, other), "seven": seven}
        sentence = text(N_("{who} takes the {eleven}-point token; {other} takes the {seven}-point token."), **facts)
    return Event(EventKind.NOTE, sentence, "calico.cat.promo")


def _goals(before: Quilt, now: Quilt, cell: int, who: str) -> Iterator[Event]:
    for space, at in enumerate(components.GOAL_CELLS):
        number = now.goals[space]
        if number is None or empty_around(now, space) or empty_around(before, space) != 1 << cell:
            continue
        goal, cells = components.GOALS[number], (who + components.GRID.names[at],)
        facts, points = {"goal": goal.name, "one": goal.one, "both": goal.both}, goal_points(now, space)
        rule, sentence = "calico.goal.when", N_("The goal {goal} is surrounded but not met.")
        if points == goal.both:
            rule, sentence = "calico.goal.both", N_("The goal {goal} is met by colours and by patterns: {both} points.")
        elif reached(now, space)[0]:
            rule, sentence = "calico.goal.one", N_("The goal {goal} is met by colours, not by patterns: {one} points.")
        elif points:
            rule, sentence = "calico.goal.one", N_("The goal {goal} is met by patterns, not by colours: {one} points.")
        yield Event(EventKind.NOTE, text(sentence, **facts), rule, cells)


# --- the market --------------------------------------------------------------------------------------------------


def _take(state: Calico, action: Take) -> Iterator[Event]:
    hand = f"{components.prefix(state.options, state.turn)}hand{components.box().hand}"
    said = N_("{who} takes {patch} from the market.")
    sentence = _about(state, state.turn, said, patch=shown(action, "patch"))
    yield Event(EventKind.MOVE, sentence, "calico.turn.draw", (f"market{action.slot}", hand))
    left = [kind for slot, kind in enumerate(state.market, 1) if slot != action.slot]
    if state.alone and left:
        sentence = text(N_("The patch farthest from the bag is discarded: {patch}."), patch=components.patch(left[0]))
        slot = 2 if action.slot == 1 else 1
        yield Event(EventKind.NOTE, sentence, "calico.variant.solo", (f"market{slot}",))


def status(state: Calico) -> Text:
    """Return one sentence: whose turn it is and what to do, or how the game ended."""
    seat = state.to_move
    if seat is None:
        return _ended(state)
    if seat == CHANCE:
        return text(N_("The next patch comes from the bag.") if state.begun else N_("The game is being set up."))
    who = components.player(state.options, seat)
    if not state.begun:
        return text(N_("{who}: choose a goal tile and its space."), who=who)
    turns, left = (
        components.SPACES.bit_count(),
        state.quilts[seat].free.bit_count(),
    )  # one patch per turn fills the quilt
    if state.placed is not None:
        sentence, turn = N_("{who}, turn {turn} of {turns}: take a patch from the market."), turns - left
    else:
        sentence, turn = N_("{who}, turn {turn} of {turns}: sew a patch on the quilt."), turns - left + 1
    return text(sentence, who=who, turn=turn, turns=turns)


def ending(state: Calico) -> Ending:
    """Return the result of a solo game (`calico.variant.solo`), or the tie-break, if any (`calico.score.tie`)."""
    if state.alone:
        return Ending(said=_ended(state) if state.over else None)
    ranks, won = position.ranks(state), position.winners(state)
    equal = [rank for seat, rank in enumerate(ranks) if seat not in won and rank[0] == ranks[won[0]][0]] if won else []
    if not equal:
        return Ending()
    best = ranks[won[0]]
    by_cats = max(rank[1] for rank in equal) < best[1]
    return Ending("calico.score.tie", text(N_("more cats") if by_cats else N_("more buttons")))


def prompt(state: Calico) -> Text:
    """Return what the seat to move has to press."""
    if not state.begun:
        return text(N_("Press a goal tile, then the goal space it goes on."))
    if state.placed is not None:
        return text(N_("Press a patch in the market to take it."))
    turns, left = (
        components.SPACES.bit_count(),
        state.quilts[state.turn].free.bit_count(),
    )  # one patch per turn fills the quilt
    sentence = N_("Turn {turn} of {turns}: press a patch in your hand, then the space to sew it on.")
    return text(sentence, turn=turns - left + 1, turns=turns)


def _ended(state: Calico) -> Text:
    if any(quilt.free for quilt in state.quilts):
        return text(N_("No patches are left to sew on."))
    ranks, won = position.ranks(state), position.winners(state)
    if state.alone:
        total, lacking = ranks[0][0], position.lacking(state)
        if not state.options["scenario"]:
            return text(N_("Your quilt is full: {n} points."), n=total)
        if not lacking:
            return text(N_("You have {n} points and have completed every task: you win the scenario."), n=total)
        tasks = listed([text(TASKS[name]) for name in lacking])
        return text(N_("You lose the scenario with {n} points; still missing: {tasks}."), n=total, tasks=tasks)
    names = listed([components.player(state.options, seat) for seat in won])
    if state.options["scenario"]:
        if not won:
            return text(N_("Nobody has won the scenario."))
        return many("{who} wins the scenario.", "{who} win the scenario.", len(won), who=names)
    if len(won) > 1:
        return text(N_("{who} share the win with {n} points each."), who=names, n=ranks[won[0]][0])
    best = ranks[won[0]]
    equal = [rank for seat, rank in enumerate(ranks) if seat != won[0] and rank[0] == best[0]]
    sentence = N_("{who} wins with {n} points.")
    if equal:
        by_cats = max(rank[1] for rank in equal) < best[1]
        more = N_("{who} wins with {n} points and more cats."), N_("{who} wins with {n} points and more buttons.")
        sentence = more[0] if by_cats else more[1]
    return text(sentence, who=names, n=best[0])
