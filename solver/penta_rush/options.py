"""The options for a card, a roll and tile values, which several commands share."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from solver import penta_rush
from solver.console.options import (
    complete_samples,
    file_argument,
    file_reader,
    input_argument,
    parse_with,
    with_options,
)
from solver.console.output import output_file_option
from solver.console.terminal import print_error
from solver.penta_rush import Card, NamedCard, Points, Reading, Roll

_READING = f"{__name__}.reading"
_READINGS = [reading.value for reading in Reading]


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
    """Print the notes of *cards*; those that *are_typed* name ``--as`` if the command has it."""
    context = click.get_current_context(silent=True)
    has_option = are_typed and any(
        parameter.name == "reading" for parameter in (context.command.params if context else ())
    )
    for note in dict.fromkeys(note for card in cards for note in card.notes):
        print_error(penta_rush.naming_option(note) if has_option else note)


def named_card(name: str) -> NamedCard:
    """Return the card that *name* stands for, and print what its text could have meant as well."""
    named = penta_rush.read_card(name, reading=chosen_reading())
    tell_notes(named.value, are_typed=True)
    return named


def named_cards(names: Sequence[str]) -> list[NamedCard]:
    """Return the cards that *names* stand for, one of which may be '-', all with one legend."""
    if names.count("-") > 1:
        raise click.UsageError("standard input can be read only once; give one '-'.")
    return penta_rush.sharing_legend([named_card(name) for name in names])


def points_for(given: Points | None, *cards: NamedCard) -> Points:
    """Return the points that count on *cards*; say so on stderr where it may be a surprise."""
    source = click.get_current_context().get_parameter_source("points")
    whose = "PENTA_POINTS" if source is ParameterSource.ENVIRONMENT else "--points"
    for note in penta_rush.points_notes(cards, given, whose):
        print_error(note)
    return penta_rush.common_points(cards, given)


def _parse_roll(context: click.Context, _parameter: click.Parameter, words: Sequence[str]) -> Roll:
    """Return the roll in *words*, read in the symbols of the card that the command has."""
    card: Card = context.params["named"].value
    command = context.command_path
    roll = penta_rush.read_roll(words, card, reading=chosen_reading(), command=command)
    if roll is None:
        raise click.UsageError(f"Got unexpected extra argument ({words[1]})")
    return roll


def puzzle_argument(metavar: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an argument that is a game of the puzzle variant, parameter *named*."""
    return file_argument(
        metavar,
        lambda text, source: penta_rush.parse_puzzle_game(text, source=source),
        kind="game",
        samples="puzzles",
    )


_card_option = partial(
    click.option,
    "--card",
    "named",
    cls=CardOption,
    metavar="CARD",
    default=penta_rush.DEFAULT_CARD,
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


def card_file_option(
    help_text: str, *, name: str = "output"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option ``-o`` for the text of a card, parameter *name*."""
    return output_file_option(
        "-o",
        "--output",
        name,
        callback=lambda _context, _parameter, name: penta_rush.check_card_file(name),
        help=help_text,
    )


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
    callback=parse_with(penta_rush.read_points),
    help="Tile values, TOML like 'F = 1', instead of those of the card, or the bundled ones.",
)

read_game = file_reader(
    lambda text, source: penta_rush.Game.parse(text, source=source), kind="game", samples="games"
)


def _parsed_skill(text: str | None) -> penta_rush.Skill | None:
    return None if text is None else penta_rush.Skill.parse(text, source="--skill")


def _parsed_skills(texts: Sequence[str]) -> list[penta_rush.Skill] | None:
    skills = (penta_rush.Skill.parse_several(text, source="--skill") for text in texts)
    return [skill for of_text in skills for skill in of_text] or None


skill_option = click.option(
    "--skill",
    metavar="CHANCE",
    callback=lambda _context, _parameter, value: _parsed_skill(value),
    help="Also show how people do, who meet each placement with this CHANCE, such as 0.2, or with"
    " another one for some shapes, such as 0.2,I=0.5.",
)
skills_option = click.option(
    "--skill",
    metavar="CHANCE",
    multiple=True,
    type=WholeText(),
    callback=lambda _context, _parameter, values: _parsed_skills(values),
    help="Also show how people do, who meet each placement with this CHANCE, such as 0.2, or with"
    " another one for some shapes, such as 0.2,I=0.5. For players of different skills, give one for"
    " each, as in 0.25,0.25,0.1, or repeat the option: who wins then, and which head start makes it"
    " even?",
)
