"""The play page: a whole game at one screen, each seat a human or a bot; saved, loaded, shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from random import Random
from typing import Any

from cattools.bots import BOTS, bot
from cattools.core.chance import Dealer
from cattools.core.errors import OptionError
from cattools.core.events import Event
from cattools.core.game import CHANCE, AnyGame, AnyState
from cattools.core.messages import N_, text
from cattools.core.records import position_link, read_link, read_record, record_of
from cattools.core.timeline import Timeline
from cattools.games import GAMES, game
from cattools.widgets import shell
from cattools.widgets.forms import HUMAN, link_field, most_seats, setup_form, told, worded
from cattools.widgets.seating import Seating
from cattools.widgets.shell import Tool

OFF = (False, 0, "off")  # values of an option that changes nothing
SEEN = N_("That cannot be taken back: since then something hidden has been seen.")


class Table(Seating):
    """A whole game: `players` are "human" or a bot's name for each seat; `seed` fixes the deal and the bots."""

    def __init__(
        self, game: AnyGame, players: Sequence[str] = (), /, seed: int | None = None, **options: object
    ) -> None:
        chosen = game.choose(options)
        self.players = self.seated(game, chosen, players)
        self.dealer = Dealer(seed)
        self.rng = Random(self.dealer.seed)
        self.linked_to, self.addressed, self.round, self.dealt, self.going = "", False, 0, True, False
        start = self.dealer.settle(game.start(chosen))
        self.game, self.timeline, self.veiled = game, Timeline(start), False
        while (action := self.following()) is not None:  # bots in front of the first human have moved already
            self.timeline.play(action)
        self.viewer = self.first_viewer(self.timeline.state)
        self.veiled = self.passes and self.timeline.state.mover is not None
        super().__init__(start, timeline=self.timeline)
        self.reads_address = True

    @property
    def rests(self) -> bool:
        """Whether a bot waits until a human has looked: at the end of a round, say."""
        seat = self.state.to_move
        waits = seat is not None and seat != CHANCE and self.players[seat] != HUMAN and HUMAN in self.players
        return waits and self.game.pauses_after(self.state)

    # --- what is shown -------------------------------------------------------------------------------------------

    def buttons(self) -> list[Tool]:
        """Return undo and redo, and the ways to keep a game."""
        if self.veiled:
            mine = text(N_("I am {who}: show my side"), who=self.name_of(self.viewer))
            return [Tool("unveil", str(mine), strong=True)]
        own = [b for b in super().buttons() if b.id not in ("undo", "reset")]
        if HUMAN not in self.players:
            own.append(Tool("on", str(text(N_("Bots play on"))), self.state.to_move is not None))
        elif self.rests:
            own.insert(0, Tool("on", str(text(N_("Go on"))), strong=True))
        return [
            Tool("undo", str(text(N_("Undo"))), self.before is not None),
            *own,
            Tool("save", str(text(N_("Save")))),
            Tool("open", str(text(N_("Load")))),
            Tool("share", str(text(N_("Share this position")))),
        ]

    def extra(self) -> str:
        """Return the options in force, the moves so far, and the form for a new game."""
        state = self.state
        known = self.game.known_options
        on = [
            f"{text(known[name].title)}: {worded(known[name], value)}" for name, value in state.options.changed.items()
        ]
        options = ", ".join(on) if on else str(text(N_("the usual rules")))
        cited = ((self.game.rules[option.rule], state.options[name]) for name, option in known.items())
        readings = [rule.detail() for rule, value in cited if rule.ours or (rule.reading and value not in OFF)]
        links = " ".join(map(shell.rule_link, readings))
        facts = shell.words(N_("Options: {options}."), options=options)
        if self.dealt:
            facts += " " + shell.words(N_("Seed: {seed}."), seed=self.dealer.seed)
        moves = "".join(f"<li>{escape(turn)}</li>" for turn in self.turns())
        return (
            f'<p class="cat-row">{facts} {links}</p>{link_field(self.linked_to)}'
            f'<input type="file" accept=".json,application/json" hidden '
            f'aria-label="{shell.words(N_("Load a saved game"))}">'
            f"<details><summary>{shell.words(N_('Moves'))}</summary><ol class='cat-moves'>{moves}</ol></details>"
            f"<details><summary>{shell.words(N_('New game'))}</summary>{setup_form(self.state, self.players)}</details>"
        )

    def turns(self) -> list[str]:
        """Return the moves in notation, a turn a line; what a reader may not know, in the words that told it."""
        found: list[str] = []
        for node in self.timeline.line:
            assert node.parent is not None  # noqa: S101 - the line leaves out the start
            before = node.parent.state
            if before.to_move == CHANCE:
                continue
            hidden = self.game.is_hidden_action(node.action) and before.to_move != self.seat
            written = " ".join(map(str, before.events(node.action))) if hidden else str(node.action)
            if before.pending and found:
                found[-1] += f" {written}"
            else:
                found.append(written)
        return found

    # --- what is done --------------------------------------------------------------------------------------------

    def play(self, actions: Sequence[Any]) -> None:
        """Play a human's actions; deals and bots go on until a human decides."""
        if self.addressed:  # what the address tells is on the table no more
            self.unlink()
        self.linked_to, self.round = "", 0
        super().play(actions)

    def happened(self, stories: Sequence[Sequence[Event]]) -> None:
        """Tell what happened; with secrets the device may have to change hands."""
        super().happened(stories)
        self.pass_on()

    def following(self) -> Any | None:
        """Return the next deal, bot's action or forced step; bots among themselves play a few turns at a time."""
        seat = self.state.to_move
        if seat is None:
            return None
        if seat == CHANCE:
            return self.dealer.choose(self.state)
        if self.players[seat] == HUMAN:
            return super().following()
        if self.rests and not self.going:
            return None
        if not self.state.pending:
            self.round += 1
            if HUMAN not in self.players and self.round > len(self.players):
                return None
        return bot(self.players[seat])(self.state.view(seat), self.rng)

    def bots(self) -> None:
        """Let the bots begin when the first turn is theirs."""
        self.round, self.going = 0, True
        action, self.going = self.following(), False
        if action is not None:
            super().play([action])

    def tool(self, tool: str) -> None:
        """Save, share, or do what the button says; undo goes back to a human's turn."""
        if tool == "save":
            names = tuple(self.players)
            self.send(
                {
                    "kind": "download",
                    "name": f"{self.game.id}.json",
                    "text": record_of(self.timeline, self.dealer.seed, names).to_json(),
                }
            )
            self.answer("info", [str(text(N_("Saved as a file.")))])
        elif tool == "share":
            self.linked_to, self.addressed = "#" + position_link(self.state), True
            self.answer(
                "info",
                [str(text(N_("The link leads to this position; it has been copied where the browser allows it.")))],
            )
            self.send({"kind": "share", "fragment": position_link(self.state)})
        elif tool == "on":
            self.bots()
        elif tool == "unveil" and self.veiled:
            self.veiled = False
            turn = str(text(N_("{who}, it is your turn."), who=self.name_of(self.viewer)))
            self.restored("" if self.state.pending else turn)  # what is asked in the middle of a turn is said anyway
        elif tool == "undo":
            if (back := self.before) is None:
                if self.last_choice is not None and not self.veiled:
                    self.answer("info", [str(text(SEEN)), self.standing()], self.ended())
                return
            while self.timeline.node is not back:
                self.timeline.undo()
            self.restored(str(text(N_("Taken back."))))
        elif tool == "redo":
            if not self.timeline.can_redo:
                return
            while self.timeline.redo() and not self.acts and self.state.to_move is not None:
                pass
            self.restored(str(text(N_("Played again."))))
        else:
            super().tool(tool)

    def form(self, form: str, values: Mapping[str, str]) -> None:
        """Deal a new game with the chosen players and options. Raises `OptionError` and keeps the old one."""
        if form != "new":
            return
        known = self.game.known_options
        options = self.game.choose(told(known, known, values))
        shown = most_seats(self.state)  # those of the form, by their order: other boards have other names
        seats = [values.get(f"seat-{seat.id}", HUMAN) for seat in shown][: len(self.game.seats(options))]
        written = values.get("seed", "").strip()
        if written and not (written.isascii() and written.isdigit() and len(written) < 10):
            raise OptionError(
                text(N_("expected the seed to be a number or nothing, found {written}"), written=repr(written))
            )
        players = self.seated(self.game, options, seats)
        self.dealer = Dealer(int(written) if written else None)
        self.rng = Random(self.dealer.seed)
        self.begin(Timeline(self.dealer.settle(self.game.start(options))), players, str(text(N_("A new game."))))
        self.unlink()

    def begin(self, timeline: Timeline, players: Sequence[str], said: str, *, dealt: bool = True) -> None:
        """Take over another game; `dealt` says that its seed is known."""
        if HUMAN in players and any(name != HUMAN for name in self.players) and {*players} == {HUMAN}:
            said += " " + str(text(N_("Every seat is a person's now; “New game” brings bots back.")))
        self.dealt = dealt
        self.timeline, self.players, self.linked_to = timeline, list(players), ""
        self.viewer = self.first_viewer(timeline.state)
        self.veiled = self.passes and timeline.state.mover is not None  # whoever holds the device may be another
        self.restored(said)
        self.bots()

    def opened(self, written: str) -> None:
        """Load a saved game. Raises `RecordError` and keeps the old one."""
        record = read_record(written, GAMES)
        self.mine(record.game)
        timeline = record.replay()
        seats = len(self.game.seats(record.options))
        players = [name if name in BOTS else HUMAN for name in record.seats[:seats]]
        players = self.seated(self.game, record.options, players)
        if record.seed is not None:
            self.dealer = Dealer(record.seed)
        self.begin(timeline, players, str(_loaded()), dealt=record.seed is not None)
        self.unlink()

    def linked(self, fragment: str) -> None:
        """Take over the position of a link. Raises `RecordError`."""
        state: AnyState = read_link(fragment, GAMES)
        self.mine(state.game)
        timeline = Timeline(self.dealer.settle(state))
        self.begin(timeline, self.seated(self.game, state.options, ()), str(_loaded()), dealt=False)
        self.addressed = True

    def unlink(self) -> None:
        """Take the position out of the page's address."""
        self.addressed = False
        self.send({"kind": "forget"})

    def mine(self, other: AnyGame) -> None:
        """Raise an `OptionError` when something is of another game."""
        if other is not self.game:
            raise OptionError(text(N_("expected a game of {id}, found one of {id2}"), id=self.game.id, id2=other.id))


def _loaded() -> object:
    return text(N_("Loaded."))


def play(game_id: str, *players: str, seed: int | None = None, **options: object) -> Table:
    """Return a table for a whole game, as in `play("herders", "human", "greedy")`. Raises `OptionError`."""
    return Table(game(game_id), players, seed, **options)
