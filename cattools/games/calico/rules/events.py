"""The events of an action of Calico, step by step, and the status of a position."""

from __future__ import annotations

from cattools.core.display.seat_names import seat_name
from cattools.core.events import Event, EventKind
from cattools.core.game import CHANCE
from cattools.core.messages import N_, Text, listed, text
from cattools.games.calico.rules import labels, scoring
from cattools.games.calico.rules.actions import (
    Action,
    Begin,
    Choose,
    DealCat,
    DealGoals,
    DealPatterns,
    Draw,
    Place,
    Take,
)
from cattools.games.calico.rules.components import (
    CAT,
    CATS,
    COLOUR,
    GOAL,
    GOAL_CELLS,
    GOALS,
    GRID,
    KIND,
    PATTERN,
    PATTERNS,
    SPACES,
    box,
    prefix,
)
from cattools.games.calico.rules.quilt import Quilt, area, empty_around, rainbow, reached
from cattools.games.calico.rules.state import Calico
from cattools.games.calico.rules.transitions import apply_unchecked

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


def events(state: Calico, action: Action) -> tuple[Event, ...]:
    """Return the visible consequences of a legal action, in rule order."""
    if isinstance(action, Place):
        return tuple(_place(state, action))
    if isinstance(action, Take):
        return tuple(_take(state, action))
    if isinstance(action, Choose):
        sentence = text(
            N_("{who}: the goal {goal} on {at}."),
            who=labels.player(state.options, state.choosing or 0),
            goal=GOALS[GOAL[action.goal]].name,
            at=action.at,
        )
        return (Event(EventKind.NOTE, sentence, "calico.setup.goals", (action.who + action.at,)),)
    after = apply_unchecked(state, action)
    ended = (Event(EventKind.NOTE, status(after), "calico.end"),) if after.to_move is None else ()
    return (_chance(state, action), *ended)


def _chance(state: Calico, action: DealCat | DealPatterns | DealGoals | Draw | Begin) -> Event:
    if isinstance(action, DealCat):
        sentence = text(N_("{cat} comes to visit."), cat=CATS[CAT[action.name]].title)
        return Event(EventKind.NOTE, sentence, "calico.setup.cats")
    if isinstance(action, DealPatterns):
        likes = [labels.pattern(PATTERNS.index(name)) for name in (action.one, action.other)]
        sentence = text(
            N_("{cat} likes {patterns}."), cat=CATS[state.cats[len(state.pairs)]].title, patterns=listed([*likes])
        )
        return Event(EventKind.NOTE, sentence, "calico.setup.patterns")
    if isinstance(action, DealGoals):
        tiles = listed([GOALS[GOAL[goal]].name for goal in action.goals])
        who = labels.player(state.options, state.choosing or 0)
        return Event(
            EventKind.NOTE, text(N_("{who}: the goal tiles {tiles}."), who=who, tiles=tiles), "calico.setup.goals"
        )
    if isinstance(action, Begin):
        who = labels.player(state.options, apply_unchecked(state, action).turn)
        return Event(EventKind.NOTE, text(N_("{who} begins."), who=who), "calico.setup.start")
    seat = None if state.begun else state.drawing
    if seat is not None:
        who = labels.player(state.options, seat)
        return Event(EventKind.NOTE, text(N_("{who}: a patch from the bag."), who=who), "calico.setup.hand")
    sentence = text(N_("From the bag into the market: {patch}."), patch=labels.patch(KIND[action.patch]))
    rule = "calico.turn.draw" if state.begun else "calico.setup.hand"
    return Event(EventKind.NOTE, sentence, rule, (f"market{len(state.market) + 1}",))


# --- a patch -----------------------------------------------------------------------------------------------------


def _place(state: Calico, action: Place) -> list[Event]:
    after = apply_unchecked(state, action)
    before, now = state.quilts[state.turn], after.quilts[state.turn]
    who, at = labels.player(state.options, state.turn), (action.who + action.at,)
    kind, cell = KIND[action.patch], GRID.index[action.at]
    sentence = text(N_("{who}: {patch} on {at}."), who=who, patch=labels.patch(kind), at=action.at)
    events = [Event(EventKind.LAND, sentence, "calico.turn.place", at)]
    events += _cat(state, before, now, kind, cell, at)
    events += _button(before, now, kind, cell, at)
    if rainbow(now) and not rainbow(before):
        sentence = text(N_("Every colour has a button: this earns the rainbow button."))
        events.append(Event(EventKind.NOTE, sentence, "calico.button.rainbow", at))
    if after.promo != state.promo:
        events.append(_promo(state, after))
    events += _goals(before, now, cell, action.who)
    if after.to_move is None:
        events.append(Event(EventKind.NOTE, status(after), "calico.end"))
    return events


def _cat(state: Calico, before: Quilt, now: Quilt, kind: int, cell: int, at: tuple[str, ...]) -> list[Event]:
    pattern = PATTERN[kind]
    cat, group = state.likes[pattern], area(now.patterns[pattern], cell)
    if cat is None or not cat.meets(group):
        return []
    name, number = labels.pattern(pattern), group.bit_count()
    if now.cats == before.cats:
        sentence = text(
            N_("This group of {pattern} already has {cat}, so no second {cat} comes."), pattern=name, cat=cat.title
        )
        return [Event(EventKind.NOTE, sentence, "calico.cat.apart", at)]
    if cat.places:
        sentence = text(N_("{pattern} in the shape {cat} wants: {cat} comes."), pattern=_capital(name), cat=cat.title)
        return [Event(EventKind.TURN, sentence, "calico.cat.shape", at)]
    sentence = text(N_("{n} connected {pattern}: {cat} comes."), n=number, pattern=name, cat=cat.title)
    return [Event(EventKind.TURN, sentence, "calico.cat.size", at)]


def _capital(name: Text) -> str:
    return str(name).capitalize()


def _button(before: Quilt, now: Quilt, kind: int, cell: int, at: tuple[str, ...]) -> list[Event]:
    colour = COLOUR[kind]
    group, name = area(now.colours[colour], cell), labels.colour(colour)
    if group.bit_count() < box().group:
        return []
    if now.buttons == before.buttons:
        sentence = text(N_("This {colour} group already has its button."), colour=name)
        return [Event(EventKind.NOTE, sentence, "calico.button.apart", at)]
    sentence = text(N_("{n} connected {colour} patches: a {colour} button."), n=group.bit_count(), colour=name)
    return [Event(EventKind.TURN, sentence, "calico.button.earn", at)]


def _promo(state: Calico, after: Calico) -> Event:
    who, (eleven, seven) = labels.player(state.options, state.turn), box().promo
    taken, other = after.promo[0] != state.promo[0], after.promo[1]
    if taken and other is not None and other != state.promo[1]:
        sentence = text(
            N_("{who} takes the {eleven}-point token; {other} takes the {seven}-point token."),
            who=who,
            eleven=eleven,
            other=labels.player(state.options, other),
            seven=seven,
        )
    else:
        points = eleven if taken else seven
        sentence = text(N_("{who}: the {points}-point token from the middle."), who=who, points=points)
    return Event(EventKind.NOTE, sentence, "calico.cat.promo")


def _goals(before: Quilt, now: Quilt, cell: int, who: str) -> list[Event]:
    events = []
    for space, at in enumerate(GOAL_CELLS):
        number = now.goals[space]
        if number is None or empty_around(now, space) or empty_around(before, space) != 1 << cell:
            continue
        goal, cells = GOALS[number], (who + GRID.names[at],)
        by_colour, by_pattern = reached(now, space)
        facts = {"goal": goal.name, "one": goal.one, "both": goal.both}
        if by_colour and by_pattern:
            sentence = text(N_("The goal {goal} is met by colours and by patterns: {both} points."), **facts)
        elif by_colour:
            sentence = text(N_("The goal {goal} is met by colours, not by patterns: {one} points."), **facts)
        elif by_pattern:
            sentence = text(N_("The goal {goal} is met by patterns, not by colours: {one} points."), **facts)
        else:
            sentence = text(N_("The goal {goal} is surrounded but not met."), **facts)
        rule = "calico.goal.both" if by_colour and by_pattern else "calico.goal.one"
        events.append(Event(EventKind.NOTE, sentence, rule if by_colour or by_pattern else "calico.goal.when", cells))
    return events


# --- the market --------------------------------------------------------------------------------------------------


def _take(state: Calico, action: Take) -> list[Event]:
    after, who = apply_unchecked(state, action), labels.player(state.options, state.turn)
    hand = f"{prefix(state.options, state.turn)}hand{box().hand}"
    sentence = text(N_("{who}: {patch} from the market."), who=who, patch=labels.patch(KIND[action.patch]))
    events = [Event(EventKind.MOVE, sentence, "calico.turn.draw", (f"market{action.slot + 1}", hand))]
    left = [kind for slot, kind in enumerate(state.market) if slot != action.slot]
    if state.alone and left:
        sentence = text(N_("Farthest from the bag and discarded: {patch}."), patch=labels.patch(left[0]))
        slot = 2 if action.slot == 0 else 1
        events.append(Event(EventKind.NOTE, sentence, "calico.variant.solo", (f"market{slot}",)))
    if after.to_move is None:
        events.append(Event(EventKind.NOTE, status(after), "calico.end"))
    return events


def intent(state: Calico, action: Action) -> Text:
    """Return what the player wants to do, in words."""
    who = labels.player(state.options, state.turn if state.mover is None else state.mover)
    if isinstance(action, Place):
        patch = labels.patch(KIND[action.patch])
        return text(N_("{who}: sew {patch} on {at}."), who=who, patch=patch, at=action.at)
    if isinstance(action, Take):
        patch = labels.patch(KIND[action.patch])
        return text(N_("{who}: take {patch} from the market."), who=who, patch=patch)
    if isinstance(action, Choose):
        return text(N_("{who}: put {goal} on {at}."), who=who, goal=GOALS[GOAL[action.goal]].name, at=action.at)
    if isinstance(action, DealCat):
        return text(N_("Bring in {cat}."), cat=CATS[CAT[action.name]].title)
    if isinstance(action, Draw):
        return text(N_("Draw {patch} from the bag."), patch=labels.patch(KIND[action.patch]))
    if isinstance(action, DealGoals):
        goals = listed([GOALS[GOAL[goal]].name for goal in action.goals])
        return text(N_("Turn up these goal tiles: {goals}."), goals=goals)
    if isinstance(action, DealPatterns):
        likes = listed([labels.pattern(PATTERNS.index(name)) for name in (action.one, action.other)])
        return text(N_("Deal {patterns} to a cat."), patterns=likes)
    return text(N_("Let {who} begin."), who=seat_name(labels.PLAYERS[action.seat]))


def status(state: Calico) -> Text:
    """Return one sentence: whose turn it is and what to do, or how the game ended."""
    seat = state.to_move
    if seat is None:
        return _ended(state)
    if seat == CHANCE:
        return text(N_("The next patch comes from the bag.") if state.begun else N_("The game is being set up."))
    who = labels.player(state.options, seat)
    if not state.begun:
        return text(N_("{who}: choose a goal tile and its space."), who=who)
    turns, left = SPACES.bit_count(), state.quilts[seat].free.bit_count()  # one patch per turn fills the quilt
    if state.placed is not None:
        sentence, turn = N_("{who}, turn {turn} of {turns}: take a patch from the market."), turns - left
    else:
        sentence, turn = N_("{who}, turn {turn} of {turns}: sew a patch on the quilt."), turns - left + 1
    return text(sentence, who=who, turn=turn, turns=turns)


def _ended(state: Calico) -> Text:
    if any(quilt.free for quilt in state.quilts):
        return text(N_("No patches are left to sew on."))
    ranks, won = scoring.ranks(state), scoring.winners(state)
    if state.alone:
        total, lacking = ranks[0][0], scoring.lacking(state)
        if scoring.scenario(state) is None:
            return text(N_("Your quilt is full: {n} points."), n=total)
        if not lacking:
            return text(N_("{n} points and every task met: the scenario is won."), n=total)
        tasks = listed([text(TASKS[name]) for name in lacking])
        return text(N_("{n} points. The scenario is lost; still missing: {tasks}."), n=total, tasks=tasks)
    names = listed([labels.player(state.options, seat) for seat in won])
    if len(won) > 1:
        return text(N_("{who} share the win with {n} points each."), who=names, n=ranks[won[0]][0])
    best = ranks[won[0]]
    equal = [rank for seat, rank in enumerate(ranks) if seat != won[0] and rank[0] == best[0]]
    if not equal:
        return text(N_("{who} wins with {n} points."), who=names, n=best[0])
    by_cats = max(rank[1] for rank in equal) < best[1]
    sentence = (
        N_("{who} wins with {n} points and more cats.")
        if by_cats
        else N_("{who} wins with {n} points and more buttons.")
    )
    return text(sentence, who=names, n=best[0])
