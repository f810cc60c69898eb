"""The options for a card and for tile values, which several commands share."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from solver.console.options import complete_samples, input_argument, parse_with, with_options
from solver.console.output import output_file_option
from solver.console.terminal import print_error
from solver.errors import PointsError, RollError, SourceError, quoted
from solver.files.input_text import STDIN, Named, read_named
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.card_id import is_card_id
from solver.penta_rush.dice import Roll
from solver.penta_rush.player_cards import with_shared_legend
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.reading import LETTERS_HINT, Reading, naming_option

DEFAULT_CARD = "meadow"
_READING = f"{__name__}.reading"
_READINGS = [reading.value for reading in Reading]

NamedCard = Named[Card]


class WholeText(click.types.StringParamType):
    """A text of an option that may be repeated; one from the environment is not split at blanks."""

    def split_envvar_value(self, rv: str) -> Sequence[str]:
        """Return *rv* as the one value that it is."""
        return [rv]


class _ReadAsSaid(click.Parameter):
    """A parameter whose card is read as ``--as`` says, wherever that stands on the line."""

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Keep the value of ``--as`` among *opts*, and read the card."""
        if (said := str(opts.get("reading")).lower()) in _READINGS:
            ctx.meta[_READING] = said  # any other is refused when its turn comes
        return super().handle_parse_result(ctx, opts, args)


class CardOption(_ReadAsSaid, click.Option):
    """An option whose callback reads a card."""


class CardArgument(_ReadAsSaid, click.Argument):
    """An argument whose callback reads a card."""


def _keep_reading(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    context.meta[_READING] = value


# Of every command that reads a card; it is no parameter of theirs.
reading_option = click.option(
    "--as",
    "reading",
    type=click.Choice(_READINGS, case_sensitive=False),
    callback=_keep_reading,
    expose_value=False,
    help="Take what could be words or letters as these, in a card and in a roll.",
)


def chosen_reading() -> Reading | None:
    """Return what ``--as`` says, if the command that runs was given it."""
    context = click.get_current_context(silent=True)
    value = context.meta.get(_READING) if context else None
    return None if value is None else Reading(value)


def tell_notes(*cards: Card, are_typed: bool = False) -> None:
    """Print how the texts of *cards* were taken, where they could have meant something else.

    The option ``--as`` is named where the command has it, and it concerns cards that *are_typed*,
    no part of a sheet or a game.
    """
    context = click.get_current_context(silent=True)
    has_option = are_typed and any(
        parameter.name == "reading" for parameter in (context.command.params if context else ())
    )
    for note in dict.fromkeys(note for card in cards for note in card.notes):
        print_error(naming_option(note) if has_option else note)


def named_card(name: str) -> NamedCard:
    """Return the card that *name* stands for: a file, '-', a sample or an id.

    It is read as ``--as`` says, and what it could have meant as well is printed.
    """
    if is_card_id(name):
        card = Card.parse(name)
        return Named(f"a {card.rows}x{card.cols} card", card)
    other = "a card id (2x5:ABCDEFABCD)"
    parser = partial(Card.parse, reading=chosen_reading())
    named = read_named(parser, name, kind="card", samples="cards", other=other)
    tell_notes(named.value, are_typed=True)
    return named


def named_cards(names: Sequence[str]) -> list[NamedCard]:
    """Return the cards that *names* stand for, one of which may be '-', all with one legend."""
    if names.count(STDIN) > 1:
        raise click.UsageError("standard input can be read only once; give one '-'.")
    named = [named_card(name) for name in names]
    cards = with_shared_legend([card for _, card in named])
    return [Named(title, card) for (title, _), card in zip(named, cards, strict=True)]


def points_for(given: Points | None, *cards: NamedCard) -> Points:
    """Return the points that count on *cards*: those *given*, or those that the cards have.

    Cards that have none are for the usual ones. stderr says so where points that a card has count,
    or do not. Raises `PointsError` where none are given and the cards have different ones.
    """
    usual = default_points()
    if given is None:
        title_of = {card.tile_points: title for title, card in reversed(cards)}
        if len(title_of) > 1:
            found = " and ".join(f"{points.line} ({title})" for points, title in title_of.items())
            hint = "--points says which count"
            raise PointsError("cards", expected="all for the same points", found=found, hint=hint)
        given = next(iter(title_of), usual)
        if given != usual:
            print_error(f"{_titles(cards)}: made for the points {given.line}, which count")
        return given
    context = click.get_current_context(silent=True)
    is_from_environment = context and (
        context.get_parameter_source("points") is ParameterSource.ENVIRONMENT
    )
    whose = "PENTA_POINTS" if is_from_environment else "--points"
    others = [named for named in cards if named.value.points not in (None, given)]
    for points in dict.fromkeys(card.points for _, card in others if card.points):
        titles = _titles([named for named in others if named.value.points == points])
        print_error(f"{titles}: made for the points {points.line}, but those of {whose} count")
    return given


def _titles(cards: Sequence[NamedCard]) -> str:
    return ", ".join(dict.fromkeys(title for title, _ in cards))


def _named_points(name: str | None) -> Points | None:
    return None if name is None else read_named(Points.parse, name, kind="points").value


def _parse_roll(context: click.Context, _parameter: click.Parameter, words: Sequence[str]) -> Roll:
    """Return the roll in *words*, read in the symbols of the card that the command has."""
    named: NamedCard = context.params["named"]

    def parse(text: str) -> Roll:
        roll = named.value.legend.parse_roll(
            text, reading=chosen_reading(), letters_hint=LETTERS_HINT
        )
        check_on_card(roll, named.value, typed=text)
        return roll

    try:
        return parse(words[0] if len(words) == 1 else ",".join(words))
    except RollError:
        cards = [word for word in words if _is_named_card(word)]
        others = [word for word in words if word not in cards]
        if cards:
            meant = f"{' '.join(others) or 'ROLL'} --card {cards[0]}"
            hint = f"did you mean '{context.command_path} {meant}'?"
            found = f"the card {cards[0]}"
            raise RollError("roll", expected="symbols", found=found, hint=hint) from None
        if len(words) > 1:
            parse(words[0])  # if that is a roll, the others are too much
            raise click.UsageError(f"Got unexpected extra argument ({words[1]})") from None
        raise


def _is_named_card(word: str) -> bool:
    """Return whether *word* looks like the name of a card rather than like symbols."""
    import data

    try:
        return is_card_id(word) or word in data.samples("cards") or Path(word).is_file()
    except OSError:  # longer than the name of a file may be
        return False


_card_option = partial(
    click.option,
    "--card",
    "named",
    cls=CardOption,
    metavar="CARD",
    default=DEFAULT_CARD,
    show_default=True,
    envvar="PENTA_CARD",
    show_envvar=True,
    shell_complete=complete_samples("cards"),
    is_eager=True,  # a roll is read in the symbols of the card
    callback=parse_with(named_card),
)


def card_option(
    help_text: str, **settings: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the options ``--card``, parameter *named*, with *settings* of click, and ``--as``."""
    return with_options(_card_option(help=help_text, **settings), reading_option)


_SHEET_HINT = "'penta generate sheet' prints a card"
_OTHER_FILES = dict.fromkeys((".pdf", ".svg", ".png", ".jpg", ".jpeg", ".webp"), _SHEET_HINT)
_OTHER_FILES |= {".json": "--json > card.json writes JSON"}
_OTHER_FILES |= dict.fromkeys((".csv", ".tsv", ".xlsx", ".ods", ".html", ".docx"), "as in card.txt")


def _check_card_file(name: str | None) -> str | None:
    """Return *name*; raise `SourceError` if its ending promises something else than a text."""
    ending = Path(name or "").suffix.lower()
    if hint := _OTHER_FILES.get(ending):
        where, expected = f"card {quoted(name)}", "an ending for a text"
        raise SourceError(where, expected=expected, found=quoted(ending), hint=hint)
    return name


def card_file_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``-o`` for the text of a card, parameter *output*."""

    def checked(_context: click.Context, _parameter: click.Parameter, name: Any) -> Any:
        return _check_card_file(name)

    return output_file_option("-o", "--output", callback=checked, help=help_text)


card_argument = with_options(
    input_argument("CARD", named_card, samples="cards", cls=CardArgument), reading_option
)
roll_argument = click.argument(
    "roll", metavar="ROLL", nargs=-1, required=True, callback=_parse_roll
)
points_option = click.option(
    "--points",
    metavar="FILE",
    envvar="PENTA_POINTS",
    show_envvar=True,
    callback=parse_with(_named_points),
    help="Tile values, TOML like 'F = 1', instead of those of the card, or the bundled ones.",
)
