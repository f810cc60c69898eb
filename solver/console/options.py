"""Options and option types that the commands of all games share."""

import re
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

import data
from solver.console.number_types import ExactNumber, WholeNumber
from solver.errors import PentaError, quoted, shortened
from solver.files.input_text import Named, read_named
from solver.files.texts import LANGUAGES, Language
from solver.question import SEED_LIMIT, drawn_seed

if TYPE_CHECKING:  # most commands need none of them
    from click.shell_completion import CompletionItem

    from solver.simulation import Level

Command = Callable[..., Any]
LanguageOption = Language  # the value of `language_option`

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def language_option(
    help_text: str, *, default: Language | None = LANGUAGES[0]
) -> Callable[[Command], Command]:
    """Return the option ``--lang``: a `LanguageOption`, or None without a *default*."""
    choice = click.Choice(LANGUAGES)
    return click.option("--lang", "language", type=choice, default=default, help=help_text)


def jobs_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option ``--jobs``, how many processes or threads share the work."""
    return click.option("--jobs", type=WholeNumber(1, 256), metavar="N", help=help_text)


def seed_option(
    help_text: str, *, default: int | None = None, drawn: bool = False
) -> Callable[[Command], Command]:
    """Return the option ``--seed``, below `SEED_LIMIT`; by default *default*, or one is *drawn*."""
    has_default = default is not None
    return click.option(
        "--seed",
        # Python's generator takes a negative seed for the same as a positive one.
        type=WholeNumber(0, SEED_LIMIT - 1),
        default=drawn_seed if drawn else default,
        show_default=has_default,
        metavar="S",
        help=help_text,
    )


def players_option(
    help_text: str = "Add a player by name; give it once for each.",
) -> Callable[[Command], Command]:
    """Return the option ``--player``, a name each time, parameter *players*."""
    return click.option(
        "--player",
        "players",
        metavar="NAME",
        multiple=True,
        callback=_different_names,
        help=help_text,
    )


def _different_names(
    _context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return *names*, unless one may be several names, or two differ in capitals or blanks only."""
    taken: dict[str, str] = {}
    for name in names:
        several = [part.strip() for part in re.split("[,;]", name) if part.strip()]
        if several != [name.strip()] and several:
            hint = " ".join(f"--player {shlex.quote(part)}" for part in several)
            found = f"{quoted(name)} (each player has an option: {shortened(hint)})"
            raise click.BadParameter(f"expected one name, found {found}.")
        other = taken.setdefault(" ".join(name.casefold().split()), name)
        if other != name:  # the same name twice is refused by every game
            found = f"{quoted(other)} and {quoted(name)}"
            raise click.BadParameter(f"expected names that differ in letters, found {found}.")
    return names


def games_option(*, default: int) -> Callable[[Command], Command]:
    """Return the option ``--games``, how many games to simulate."""
    return click.option(
        "--games",
        type=WholeNumber(1, 10**7),
        default=default,
        show_default=True,
        metavar="N",
        help="Play N games.",
    )


def program_option(
    levels: "type[Level]", *, default: "Level | None" = None, help_text: str
) -> Callable[[Command], Command]:
    """Return the option ``--program``, one of *levels*, parameter *level*, which plays the games.

    Without a *default* it may be given several times, and is the parameter *levels*.
    """
    return click.option(
        "--program",
        "levels" if default is None else "level",
        type=click.Choice(levels, case_sensitive=False),
        default=None if default is None else default.label,
        show_default=True,
        multiple=default is None,
        help=help_text,
    )


def complete_samples(folders: str | tuple[str, ...]) -> "Callable[..., list[CompletionItem]]":
    """Return what a shell asks on Tab: the samples in the bundled *folders*, or else files."""

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        names = [name for name in data.samples(folders) if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *map(CompletionItem, names)]

    return complete


def input_argument(
    metavar: str, parser: Callable[[Any], Any], *, samples: str | tuple[str, ...], **settings: Any
) -> Callable[[Command], Command]:
    """Return an argument that *parser* reads: a file, '-', or a sample in the folders *samples*.

    Its parameter is *named*; *settings* are those of `click.argument`.
    """
    return click.argument(
        "named",
        metavar=metavar,
        callback=parse_with(parser),
        shell_complete=complete_samples(samples),
        **settings,
    )


def file_argument(
    metavar: str,
    parse: Callable[..., Any],
    *,
    samples: str | tuple[str, ...],
    required: bool = True,
    **settings: Any,
) -> Callable[[Command], Command]:
    """Return an argument: the `Named` value that *parse* makes of a text.

    What is typed, and *samples* and *settings*, are as `file_reader` has them. An argument that is
    not *required* may be None.
    """
    read = file_reader(parse, samples=samples, **settings)
    shown = metavar if required else f"[{metavar}]"
    return input_argument(shown, read, samples=samples, required=required)


def file_reader(  # noqa: PLR0913 - a row of settings
    parse: Callable[..., Any],
    *,
    kind: str,
    samples: str | tuple[str, ...] = (),
    unlisted: str | tuple[str, ...] = (),
    other: str = "",
    is_literal: Callable[[str], bool] = lambda _text: False,
) -> Callable[[str | None], Any]:
    """Return what reads what is typed, and returns a `Named` value; None remains None.

    That is a file, '-' for standard input, or a sample in the folders *samples*, or one in
    *unlisted*, which no message mentions; messages call it a *kind*, and say what *other* texts are
    accepted. A text that *is_literal* is the value itself, and its own title.
    """

    def read(typed: str | None) -> Any:
        if typed is None:
            return None
        if is_literal(typed):
            return Named(typed, parse(typed))
        folders = unlisted if typed in data.samples(unlisted) else samples
        return read_named(parse, typed, kind=kind, samples=folders, other=other)

    return read


def seconds_option(
    help_text: str, *, name: str = "seconds", show_default: str | None = None
) -> Callable[[Command], Command]:
    """Return the option ``--seconds``, a time limit, parameter *name*: a float or None."""
    return click.option(
        "--seconds",
        name,
        type=ExactNumber(above=0, most=10**6),
        show_default=show_default,
        metavar="S",
        callback=lambda _context, _parameter, value: None if value is None else float(value),
        help=help_text,
    )


def examples(*lines: str) -> str:
    """Return the epilog of a help text: the example *lines*."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options and arguments to a command, in the order of the help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def parse_with(
    parser: Callable[[Any], Any],
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a click callback that parses a value with *parser*, and keeps it for `input_names`.

    An error says which variable of the environment the value came from, if it came from one.
    """

    def parse(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
        names = value if isinstance(value, tuple) else (value,)
        input_names(context).extend(name for name in names if name is not None)
        try:
            return parser(value)
        except PentaError as error:
            source = context.get_parameter_source(parameter.name or "")
            if source is not click.core.ParameterSource.ENVIRONMENT:
                raise
            raise error.within(str(parameter.envvar), joint=": ") from None

    return parse


def check_goes_with(what: str, *names: str, is_given: bool) -> None:
    """Raise `UsageError` where a parameter of these *names* was typed, unless *what* is given."""
    context = click.get_current_context()
    for parameter in context.command.params:
        source = parameter.name and context.get_parameter_source(parameter.name)
        is_typed = source is click.core.ParameterSource.COMMANDLINE
        if parameter.name in names and is_typed and not is_given:
            raise click.UsageError(f"{parameter.opts[0]} goes with {what}.")


def input_names(context: click.Context) -> list[str]:
    """Return the names of the inputs that the command has read so far, as they were typed."""
    names: list[str] = context.meta.setdefault(f"{__name__}.input_names", [])
    return names


# Of a simulation in threads.
simulation_options = with_options(
    jobs_option("Play in N threads instead of one per core; the answer is the same."),
    seconds_option("Stop after S seconds with the games played so far."),
)
