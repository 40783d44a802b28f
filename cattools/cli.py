"""The `cattools` command."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from cattools import __version__
from cattools.core.display.seat_names import naming
from cattools.core.errors import CattoolsError, OptionError, RecordError
from cattools.core.messages import N_, text, translated
from cattools.site import commands
from cattools.site.command_parser import CommandParser, argparse_translated
from cattools.site.commands import Commands
from cattools.site.errors import TABLE, BuildError, missing_message

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence

    from cattools.core.game_record import Record

CREATED = N_("`{rules}` shows its rules, `make check` tests it, `make serve` plays it.")
PACKAGED = N_("`pip install --editable {folder}`, then `cattools check {game}` checks it.")
NOT_FOUND = N_("expected a game record (a JSON file) at {path}, found no such file")
UNREADABLE = N_("expected a game record (a JSON file) at {path}, found something else")


def _add_replay(parsers: Commands) -> None:
    parser = parsers.add_parser("replay", help=N_("replay a game record, checking every action, and print the result"))
    parser.add_argument("file", type=Path, metavar="FILE", help=N_("a game record (JSON)"))
    parser.set_defaults(run=_replay)


def _replay(args: argparse.Namespace) -> int:
    record = _record(args.file)
    state = record.replay().state
    with naming(record.called):
        print(state)  # noqa: T201
        for line in state.score().lines:
            print(f"  {line}: {line.points} ({line.rule})")  # noqa: T201
        print(state.status())  # noqa: T201
    return 0


def _record(file: Path) -> Record:
    """Return the game record in a file. Raises `RecordError`."""
    from cattools.core.game_record import decoded, read_record, refuse_large  # noqa: PLC0415 - other commands need no game
    from cattools.games import GAMES  # noqa: PLC0415

    try:
        refuse_large(file.stat().st_size)
        written = decoded(file.read_bytes())
    except FileNotFoundError:
        raise RecordError(text(NOT_FOUND, path=file)) from None
    except (OSError, UnicodeDecodeError):
        raise RecordError(text(UNREADABLE, path=file)) from None
    return read_record(written, GAMES)


def _add_review(parsers: Commands) -> None:
    parser = parsers.add_parser(
        "review", help=N_("review a finished game: who was ahead, its turning points, and luck")
    )
    parser.add_argument("file", type=Path, metavar="FILE", help=N_("a game record (JSON)"))
    parser.add_argument("--json", action="store_true", help=N_("print the review as JSON"))
    parser.add_argument("--seconds", type=float, default=inf, metavar="N", help=N_("stop after this long"))
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=N_("seed of the play-outs (default: 0)"))
    parser.set_defaults(run=_review)


def _review(args: argparse.Namespace) -> int:
    from cattools.bots import HUMAN, bot, report  # noqa: PLC0415 - other commands need no bots
    from cattools.bots.review import Reviewer  # noqa: PLC0415

    if not args.seconds >= 0:  # negative, or nan
        raise OptionError(text(N_("expected a number of seconds, at least 0, found {found}"), found=args.seconds))
    record = _record(args.file)
    for name in record.seats:
        if name != HUMAN:
            bot(name)  # raises an error for an unknown name, which the review would present as a bot's
    timeline = record.replay()
    reviewer = Reviewer(timeline.line, args.seed)
    with suppress(KeyboardInterrupt):  # what is known so far is printed
        reviewer.run(args.seconds, _show_progress if sys.stderr.isatty() else None)
    found = reviewer.review()
    if args.json:
        print(json.dumps(report.data(found, timeline.state, args.seed), ensure_ascii=False, indent=1))  # noqa: T201
    else:
        with naming(record.called):
            print(*report.lines(found, timeline.state), sep="\n")  # noqa: T201
    return 0


def _show_progress(done: int, steps: int) -> None:
    sys.stderr.write(f"\r{done}/{steps} ")


def _add_table(parsers: Commands) -> None:
    parser = parsers.add_parser("table", help=N_("host a game: one big screen, and a phone in every hand"))
    parser.add_argument("game", metavar="GAME", help=N_("for example catbox"))
    parser.add_argument("--options", metavar="A=B,C", help=N_("the game's options, as in players=3"))
    parser.add_argument("--lan", action="store_true", help=N_("let phones on this network join"))
    parser.add_argument("--port", default="8010", metavar="N", help=N_("the port to listen on (default: 8010)"))
    parser.add_argument(
        "--new", action="store_true", help=N_("start a new table, even if one for this game is still open")
    )
    parser.add_argument("--data", type=Path, metavar="FILE", help=N_("where the tables are saved"))
    parser.set_defaults(run=_table, extra=TABLE)


def _table(args: argparse.Namespace) -> int:
    from cattools.table.host import serve  # noqa: PLC0415 - other commands do not need a server
    from cattools.table.server import port_of  # noqa: PLC0415

    book = next((one for one in commands.BOOKS if (one / "index.html").is_file()), None)
    serve(args.game, args.options, port_of(args.port), lan=args.lan, fresh=args.new, file=args.data, book=book)
    return 0


def _add_rules(parsers: Commands) -> None:
    parser = parsers.add_parser(
        "rules",
        help=N_("list a game's rules with their sections, examples and tests, or show one rule in full"),
    )
    parser.add_argument(
        "name",
        nargs="?",
        default="",
        metavar="GAME|RULE|RULING",
        help=N_(
            "for example herders, herders.place, or herders.herd for the rules that begin so; none: count all rules"
        ),
    )
    parser.add_argument("--tests", action="store_true", help=N_("list the tests of every rule"))
    parser.set_defaults(run=_rules)


def _rules(args: argparse.Namespace) -> int:
    from cattools.core.loading.game_packages import installed  # noqa: PLC0415 - other commands need no game
    from cattools.new import ONLY_PACKAGE  # noqa: PLC0415
    from cattools.rule_coverage import rules  # noqa: PLC0415

    known = installed().get(args.name.partition(".")[0])
    if not commands.CHECKOUT and (known is None or known.is_own):  # the pages and tests are not in a wheel
        raise BuildError(str(text(ONLY_PACKAGE)))
    return rules(args.name, tests=args.tests)


def _add_check(parsers: Commands) -> None:
    parser = parsers.add_parser(
        "check",
        help=N_("check that one game keeps what every game promises, and name the file and line of each fault"),
    )
    parser.add_argument("game", metavar="GAME", help=N_("for example herders"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=N_("seed of the random games (default: 1)"))
    parser.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> int:
    from cattools.game_check import check  # noqa: PLC0415 - other commands need no game

    return check(args.game, args.seed)


def _add_practice(parsers: Commands) -> None:
    parser = parsers.add_parser(
        "practice", help=N_("show what a game's practice asks about, or search for more positions")
    )
    parser.add_argument("game", metavar="GAME", help=N_("for example herders"))
    parser.add_argument(
        "--search",
        type=float,
        metavar="MINUTES",
        help=N_("search for more positions for this long, and save them"),
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help=N_("seed of the random games in which to search (default: 1)"),
    )
    parser.add_argument(
        "--guesses",
        action="store_true",
        help=N_("show how often an answer guessed without the position is right"),
    )
    parser.set_defaults(run=_practice)


def _practice(args: argparse.Namespace) -> int:
    from cattools.lessons.practice import coverage, position_pool  # noqa: PLC0415
    from cattools.site.pipeline.frontend_bundle import PACKAGE  # noqa: PLC0415 - other commands need no game

    if args.search is None:
        found = position_pool.pool(args.game)
    else:
        from cattools.lessons.practice.position_search import Search  # noqa: PLC0415

        found = Search(args.game, args.seed, position_pool.pool(args.game)).run(args.search * 60)
        (PACKAGE / position_pool.file_of(args.game)).write_text(position_pool.written(found), encoding="utf-8")
    for line in coverage.guesses(found) if args.guesses else coverage.lines(found):
        print(line)  # noqa: T201
    return 0


def _add_new(parsers: Commands) -> None:
    parser = parsers.add_parser("new", help=N_("create a small, complete game to start from"))
    parser.add_argument("name", metavar="NAME", help=N_("the game's name in code: a short word such as wolf"))
    parser.add_argument(
        "--title", default="", metavar="TEXT", help=N_("the game's title for readers (default: the name)")
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        default=2,
        help=N_("the maximum number of players (default: 2)"),
    )
    parser.add_argument(
        "--grid",
        choices=("squares", "hexes"),
        default="squares",
        help=N_("the shape of the cells (default: squares)"),
    )
    parser.add_argument(
        "--hidden", action="store_true", help=N_("give players hands of cards that the others cannot see")
    )
    parser.add_argument(
        "--summary",
        default="",
        metavar="TEXT",
        help=N_("a sentence that says what the game is about, for the lists of games"),
    )
    parser.add_argument(
        "--package",
        type=Path,
        metavar="FOLDER",
        help=N_("write it as a package of its own, outside the book"),
    )
    parser.set_defaults(run=_new)


def _new(args: argparse.Namespace) -> int:
    from cattools.new import ONLY_PACKAGE, ROOT, NewGame, make, make_package  # noqa: PLC0415 - only needed here

    wanted = NewGame(args.name, args.title, args.players, args.grid, args.hidden, args.summary)
    if args.package:
        for file in make_package(wanted, args.package):
            print(file)  # noqa: T201
        print(text(PACKAGED, folder=args.package, game=args.name))  # noqa: T201
        return 0
    if not commands.CHECKOUT:
        raise BuildError(str(text(ONLY_PACKAGE)))
    for file in make(wanted):
        print(file.relative_to(ROOT))  # noqa: T201
    rules = f".venv/bin/cattools rules {args.name}"
    print(text(CREATED, rules=rules))  # noqa: T201
    return 0


# Each function adds a parser and sets its default `run`: a function from the arguments to the exit code.
_ADD: Mapping[str, Callable[[Commands], None]] = {
    "build": commands.add_build,
    "serve": commands.add_serve,
    "sheets": commands.add_sheets,
    "replay": _add_replay,
    "review": _add_review,
    "table": _add_table,
    "rules": _add_rules,
    "check": _add_check,
    "practice": _add_practice,
    "new": _add_new,
}
# Commands that need the pages, tests or tools of a checkout, which are not in a wheel.
_IN_CHECKOUT = {"build", "sheets", "practice"}
# Exceptions whose message is shown to the user; any other exception is a bug.
_EXPLAINED: tuple[type[Exception], ...] = (BuildError, CattoolsError, OSError)


def _parser() -> CommandParser:
    """Return the parser, with the commands that this installation has."""
    parser = CommandParser(prog="cattools", description=translated(N_("The interactive rulebook of cat board games.")))
    parser.add_argument("--version", action="version", version=f"cattools {__version__}")
    parsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, add in _ADD.items():
        if commands.CHECKOUT or name not in _IN_CHECKOUT:
            add(parsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in `arguments`, by default those of this process; return the exit code.

    The exit code is 0 on success and 1 after a failure, which is reported in one sentence.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a Windows pipe cannot encode ≠; print the character's name instead
            stream.reconfigure(errors="namereplace")
    words = sys.argv[1:] if arguments is None else arguments
    if not commands.CHECKOUT and words and words[0] in _IN_CHECKOUT:
        from cattools.new import ONLY_PACKAGE  # noqa: PLC0415 - other commands do not need it

        sys.stderr.write(f"cattools: {text(ONLY_PACKAGE)}\n")
        return 1
    with argparse_translated():
        args = _parser().parse_args(words)
    try:
        code = int(args.run(args))
        sys.stdout.flush()
    except BrokenPipeError:  # the program that reads the output has ended, as in `cattools rules | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to write when Python ends
    except _EXPLAINED as error:
        sys.stderr.write(f"cattools: {error}\n")
    except ModuleNotFoundError as error:
        if "extra" not in args or (error.name or "").startswith(__package__):
            raise
        sys.stderr.write(f"cattools: {missing_message(error.name, args.extra)}\n")
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    else:
        return code
    return 1


if __name__ == "__main__":
    sys.exit(main())
