"""The command line of penta: a group a game or a command, and one boundary for what goes wrong.

Exit codes: 0 done; 1 the answer is no; 2 bad input; 3 not decided within the limit;
130 interrupted. stdout is data, stderr is talk.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import Any

from solver.interrupt import INTERRUPTED, or_leave

with or_leave():  # most of the time before a command begins
    import click

    from solver.errors import PentaError, UndecidedError, meant
    from solver.terminal import say

# The groups of commands and the commands without one, and where each is found once asked for.
GAMES = {
    "rush": "solver.penta_rush.commands:rush",
    "up": "solver.pent_up.commands:up",
    "tile": "solver.tiling.commands:tile",
    "generate": "generator.commands:generate",
}
ELSEWHERE = {
    "up climb": "solver.pent_up.climb.commands:climb",
    "up surround": "solver.pent_up.surround.commands:surround",
    "rush puzzle": "solver.penta_rush.puzzle.commands:puzzle",
    "rush puzzle best": "solver.penta_rush.puzzle.hindsight.commands:best",
    "rush puzzle advise": "solver.penta_rush.puzzle.strategy.commands:advise",
    "rush puzzle simulate": "solver.penta_rush.puzzle.strategy.commands:simulate",
    "rush play": "solver.penta_rush.play.commands:play",
    "rush check": "generator.check.commands:check",
    "up suggest": "solver.pent_up.play.commands:suggest",
    "up match": "solver.pent_up.play.commands:match",
    "generate sheet": "generator.sheet.commands:sheet",
    "generate best": "generator.catalogue.commands:best",
    "generate verify": "generator.catalogue.commands:verify",
    "generate prove": "generator.catalogue.commands:prove",
}
TITLES = {"rush": "Penta-Rush", "up": "Pent-Up", "tile": "Tilings", "generate": "Cards"}

_BAD_INPUT = 2
_UNDECIDED = 3
_VERSIONED = ("click", "numba", "ortools", "rich")


class Games(click.Group):
    """The games; one is imported when it is asked for, all of them for the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the games, in the order of the help."""
        return list(GAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the game of this name."""
        return _game(cmd_name) if cmd_name in GAMES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the game that *args* begin with; a command without its group is a near miss."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            places = {name: name for name in GAMES}
            places |= {typed.split()[-1]: typed for name in GAMES for typed in commands(name)}
            near = meant(args[0], places)
            if near is None:
                raise
            message = f"No such command {args[0]!r}. Did you mean {places[near]!r}?"
            raise click.UsageError(message, ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader of stdout that has enough, as `head` has, is no error.

        What click would make of the two is not in our exit codes.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _discard_stdout()
            return 0
        except KeyboardInterrupt:
            say("penta: interrupted")
            return INTERRUPTED

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List every command of every game, a section a game."""
        for name in GAMES:
            rows = [(typed, one.get_short_help_str(60)) for typed, one in commands(name).items()]
            with formatter.section(TITLES[name]):
                formatter.write_dl(rows)


def _game(name: str) -> click.Command:
    return _found(name, GAMES[name])


class _Group(click.Group):
    """A group, *typed* so, with its commands on higher floors: one is imported when asked for."""

    def __init__(self, typed: str, group: click.Group) -> None:
        self._typed = typed
        parted = (place.rpartition(" ") for place in ELSEWHERE)
        above = (inner for outer, _, inner in parted if outer == typed)
        # The names alone are enough for a list, and for the command that was meant.
        commands = {**group.commands, **{inner: click.Command(inner) for inner in above}}
        super().__init__(group.name, commands=commands, help=group.help, epilog=group.epilog)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name."""
        typed = f"{self._typed} {cmd_name}"
        place = ELSEWHERE.get(typed)
        return _found(typed, place) if place else super().get_command(ctx, cmd_name)


def _found(typed: str, place: str) -> click.Command:
    """Return the command at a *place*, which is *typed* so."""
    module, _, attribute = place.partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return _Group(typed, command) if isinstance(command, click.Group) else command


def commands(name: str) -> dict[str, click.Command]:
    """Return the commands of a game by what is typed for them."""
    return dict(_commands(name, _game(name)))


def _commands(typed: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield typed, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        if inner:
            yield from _commands(f"{typed} {name}", inner)


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: Any) -> None:
    """Print the versions of penta and of what its engines run on, without importing them."""
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    engines = ", ".join(f"{name} {version(name)}" for name in _VERSIONED)
    click.echo(f"penta {version('penta')} (Python {python}, {engines})")
    context.exit()


@click.group(
    cls=Games,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n  penta rush solve AABCD\n  penta rush packings AABCD --count",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of penta and its engines.",
)
def penta() -> None:
    """Solve pentomino tabletop games, from the roll to the proof.

    Every command has a help of its own: penta rush solve --help.
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit: the one place where errors become exit codes."""
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase):
        # PYTHONUNBUFFERED: what a pipe does not take at once would be lost, not written later.
        encoding = sys.stdout.encoding
        sys.stdout = TextIOWrapper(BufferedWriter(sys.stdout.detach()), encoding)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # it leaves as much as Ctrl-C does
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if sys.stdout is None:
        say("penta: standard output: expected it open, found it closed")
        return _BAD_INPUT
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal lacks
    try:
        code = _run_command(args)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()
        return 0
    except OSError as error:  # as on a full disk
        say(f"penta: output: expected to write it, found an error ({error.strerror})")
        _discard_stdout()
        return _BAD_INPUT
    return code


def _run_command(args: Sequence[str] | None) -> int:
    try:
        code = penta.main(args, prog_name="penta", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        return _BAD_INPUT
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "penta"
        say(f"penta: {' '.join(error.format_message().split())} (see '{path} --help')")
        return _BAD_INPUT
    except PentaError as error:
        say(f"penta: {error}")
        return _BAD_INPUT
    except UndecidedError as error:
        say(f"penta: undecided: {error}")
        return _UNDECIDED
    except (click.Abort, KeyboardInterrupt):
        say("penta: interrupted")
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _discard_stdout() -> None:
    """Let what is still to be written go nowhere, where nobody reads it any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
