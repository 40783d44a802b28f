"""How a game ended, in sentences that a player would say: who won, every total, and what broke a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cattools.core.messages import N_, Text, comma_series, series, text


@dataclass(frozen=True, slots=True)
class Ending:
    """What only the game can say about its end.

    `tie_break` names what decided between equal totals, as in "the better last round", and `rule` is its rule. `out`
    are the seats that could not win with any total. `said` replaces the usual sentences, for example if a player plays
    alone.
    """

    rule: str = ""
    tie_break: Text | None = None
    out: tuple[int, ...] = ()
    said: Text | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """The end of a game: every seat's name and its total, as a number and in words, the winners, and the `ending`.

    `briefs` are the totals as they follow another one, without the word for what they count: "12 points to 9".
    `you` is the seat of the only human player, whom the sentences address; None if there are several or none.
    """

    names: Sequence[Text]
    totals: Sequence[int]
    amounts: Sequence[Text]
    briefs: Sequence[Text]
    won: Sequence[int]
    ending: Ending
    you: int | None = None

    def sentences(self) -> tuple[Text, ...]:
        """Return one sentence about the result, in some cases followed by one with every total."""
        ending, won = self.ending, self.won
        if ending.said is not None:
            return (ending.said,)
        if not won:
            return self._without_winner()
        if len(won) > 1:
            return self._shared()
        facts = {"who": self.names[won[0]], "amount": self.amounts[won[0]]}
        mine = won[0] == self.you
        if ending.tie_break is not None:
            sentence = N_("You win on the tie-break: {what}.") if mine else N_("{who} wins on the tie-break: {what}.")
            return text(sentence, who=facts["who"], what=ending.tie_break), self._all()
        if not self._others():
            return (text(N_("You have {amount}.") if mine else N_("{who} has {amount}."), **facts),)
        if len(self.names) == 2 and not ending.out:
            sentence = N_("{who} wins: {amount} to {n}.")
            if self.you is not None:
                sentence = N_("You win: {amount} to {n}.") if mine else N_("{who} wins: {amount} to your {n}.")
            return (text(sentence, n=self.briefs[1 - won[0]], **facts),)
        sentence = N_("You win with {amount}; {others}.") if mine else N_("{who} wins with {amount}; {others}.")
        return (text(sentence, others=self._listed(self._others()), **facts),)

    def _without_winner(self) -> tuple[Text, ...]:
        if len(self.ending.out) == len(self.names):
            return (text(N_("Nobody wins: everyone is out.")),)
        if len({*self.totals}) == 1 and not self.ending.out:
            return (text(N_("The game is a draw: {amount} each."), amount=self.amounts[0]),)
        return text(N_("Nobody wins.")), self._all()

    def _shared(self) -> tuple[Text, ...]:
        you = [text(N_("You"))] if self.you in self.won else []
        who = series([*you, *(self.names[seat] for seat in self.won if seat != self.you)])
        if self.ending.tie_break is not None:
            sentence = N_("{who} share the win on the tie-break: {what}.")
            return text(sentence, who=who, what=self.ending.tie_break), self._all()
        facts = {"who": who, "amount": self.amounts[self.won[0]]}
        if not (others := self._others()):
            return (text(N_("{who} share the win with {amount} each."), **facts),)
        return (text(N_("{who} share the win with {amount} each; {others}."), others=self._listed(others), **facts),)

    def _ranked(self) -> list[int]:
        """Return the seats: the reader's own, then those that are not out, the highest total first."""

        def place(seat: int) -> tuple[bool, bool, int]:
            return seat != self.you, seat in self.ending.out, -self.totals[seat]

        return sorted(range(len(self.names)), key=place)

    def _others(self) -> list[int]:
        return [seat for seat in self._ranked() if seat not in self.won]

    def _all(self) -> Text:
        """Return a sentence with every seat's total."""
        if len({*self.totals}) == 1 and not self.ending.out:
            both = N_("Both have {amount}.") if len(self.names) == 2 else N_("All have {amount}.")
            return text(both, amount=self.amounts[0])
        first, *rest = self._ranked()
        others = self._listed(rest, following=first not in self.ending.out)
        facts = {"who": self.names[first], "amount": self.amounts[first], "others": others}
        if first in self.ending.out:
            return text(N_("You are out, {others}.") if first == self.you else N_("{who} is out, {others}."), **facts)
        sentence = N_("You have {amount}, {others}.") if first == self.you else N_("{who} has {amount}, {others}.")
        return text(sentence, **facts)

    def _listed(self, seats: Sequence[int], *, following: bool = False) -> object:
        """Return some seats with their totals; unless they are `following` another total, the first has a verb."""
        first = next((seat for seat in seats if seat not in self.ending.out), None)
        return comma_series([self._having(seat, verb=seat == first and not following) for seat in seats])

    def _having(self, seat: int, *, verb: bool) -> Text:
        who, n = self.names[seat], self.briefs[seat]
        if seat in self.ending.out:
            return text(N_("you are out") if seat == self.you else N_("{who} is out"), who=who)
        if seat == self.you:
            return text(N_("you have {n}"), n=n)
        return text(N_("{who} has {n}") if verb else N_("{who} {n}"), who=who, n=n)
