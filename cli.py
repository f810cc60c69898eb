"""The command line of penta: one click group per game, and the one place that handles errors.

Exit codes: 0 done; 1 the answer is no; 2 bad input; 3 not decided;
130 interrupted. Results go to stdout, messages to stderr.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from io import BufferedWriter, RawIOBase, TextIOWrapper
from itertools import product
from typing import Any, ClassVar

from solver import VERSION
from solver.runtime.background import exit_process
from solver.runtime.interruption import INTERRUPTED, exit_on_sigint

with exit_on_sigint():  # these imports take most of the time before a command begins
    import click

    from solver.console.lazy_group import LazyGroup, commands_below, small_letters
    from solver.console.terminal import discard, print_error
    from solver.errors import PentaError, UndecidedError

# The games: what is typed for one, its title in the help, and where its command is.
GAMES = {
    "rush": ("Penta-Rush", "solver.penta_rush.commands:rush"),
    "up": ("Pent-Up", "solver.pent_up.commands:up"),
    "knaster": ("Knaster", "solver.knaster.commands:group"),
    "geo": ("Geocinco", "solver.geocinco.commands:geo"),
    "tile": ("Tilings", "solver.tiling.commands:tile"),
    "generate": ("Cards", "generator.commands:generate"),
    "serve": ("At the table", "solver.web.commands:serve"),
}

_BAD_INPUT = 2
_MAX_WORD = 80
_STDERR = 2  # its number as an open file
_UNDECIDED = 3
_VERSIONED = ("click", "numpy", "ortools", "rich")


class Games(LazyGroup):
    """The games, in the order of their table."""

    # Each game by its title, as in the help, in small letters alone.
    other_names: ClassVar = {small_letters(title): name for name, (title, _) in GAMES.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the games, in the order of the help."""
        return list(GAMES)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. It is no error when a reader of stdout, such as `head`, has enough.

        For a broken pipe and for Ctrl-C, click would exit with other codes than ours.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            discard(sys.stdout)
            return 0
        except KeyboardInterrupt:
            print_error("penta: interrupted")
            return INTERRUPTED

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List every command of every game, one section per game."""
        for name, (title, _) in GAMES.items():
            rows = [
                (full_name, command.get_short_help_str(60))
                for full_name, command in commands().items()
                if full_name.split()[0] == name and not command.hidden
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


def commands() -> dict[str, click.Command]:
    """Return every command by its full name, such as ``rush solve``."""
    return dict(commands_below(penta, ""))


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: Any) -> None:
    """Print the versions of penta and of the libraries below it, without importing them."""
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    engines = ", ".join(f"{name} {version(name)}" for name in _VERSIONED)
    click.echo(f"penta {VERSION} (Python {python}, {engines})")
    context.exit()


@click.group(
    cls=Games,
    lazy={name: place for name, (_, place) in GAMES.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  penta rush solve AABCD
  penta rush packings AABCD --count

\b
Completion with the Tab key, a line for .bashrc, .zshrc or config.fish:
  eval "$(_PENTA_COMPLETE=bash_source penta)"
  eval "$(_PENTA_COMPLETE=zsh_source penta)"
  _PENTA_COMPLETE=fish_source penta | source""",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of penta and its engines.",
)
def penta() -> None:
    """Solve tabletop games of fives, and make and judge their cards.

    Every command has its own help: penta rush solve --help.
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit: the one place where errors become exit codes."""
    if sys.stderr is None:  # closed; else the next file to be opened would get its number
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDERR)
        sys.stderr = open(_STDERR, "w", encoding="utf-8")  # noqa: SIM115 - it stays open
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase):
        # With PYTHONUNBUFFERED, what a pipe does not take at once would be lost.
        encoding = sys.stdout.encoding
        sys.stdout = TextIOWrapper(BufferedWriter(sys.stdout.detach()), encoding)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leave what Ctrl-C leaves
    exit_process(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if sys.stdout is None:
        print_error("penta: standard output: expected it open, found it closed")
        return _BAD_INPUT
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for letters that the terminal lacks
    try:
        code = _run_command(args)
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
        return 0
    except OSError as error:  # as on a full disk
        print_error(f"penta: output: expected to write it, found an error ({error.strerror})")
        discard(sys.stdout)
        return _BAD_INPUT
    return code


def _run_command(args: Sequence[str] | None) -> int:
    try:
        code = penta.main(args, prog_name="penta", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        print_error(error.format_message())
        return _BAD_INPUT
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "penta"
        hint = _meant_option(error) or f"see '{path} --help'"
        words = map(_shortened_word, _without_variable(error).split())
        print_error(f"penta: {' '.join(words)} ({hint})")
        return _BAD_INPUT
    except PentaError as error:
        print_error(f"penta: {error}")
        return _BAD_INPUT
    except UndecidedError as error:
        print_error(f"penta: undecided: {error}")
        return _UNDECIDED
    except (click.Abort, KeyboardInterrupt):
        print_error("penta: interrupted")
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _without_variable(error: click.UsageError) -> str:
    """Return the message of *error*; it names a variable only if the value came from there."""
    message, param = error.format_message(), getattr(error, "param", None)
    if not isinstance(param, click.Option) or error.ctx is None:
        return message
    source = error.ctx.get_parameter_source(param.name or "")
    is_typed = source is not click.core.ParameterSource.ENVIRONMENT
    return message.replace(f" (env var: '{param.envvar}')", "", 1) if is_typed else message


def _meant_option(error: click.UsageError) -> str:
    """Return the spelling that was meant, where an argument is the value of an option."""
    extra = re.search(r"unexpected extra arguments? \((.*)\)", error.format_message())
    if extra is None or error.ctx is None:
        return ""
    options = (param for param in error.ctx.command.params if isinstance(param, click.Option))
    for option, word in product(options, extra[1].split()):
        completions = option.shell_complete(error.ctx, word)
        if any(item.value == word and item.type == "plain" for item in completions):
            return f"did you mean '{error.ctx.command_path} {option.opts[0]} {word}'?"
    return ""


def _shortened_word(word: str) -> str:
    """Return *word*, with dots for its middle if it is longer than any that click says itself."""
    return word if len(word) <= _MAX_WORD else f"{word[: _MAX_WORD - 8]}...{word[-5:]}"


if __name__ == "__main__":
    main()
