"""`penta generate records` and `prove`: read a catalogue, check it, add what is proved."""

import re
from string import ascii_uppercase
from typing import Any, NamedTuple

import click

import generator
from solver import penta_rush
from solver.console.command import Delivered, Search, command
from solver.console.number_types import WholeNumber
from solver.console.options import (
    check_goes_with,
    complete_samples,
    input_argument,
    jobs_option,
    parse_with,
    seconds_option,
)
from solver.console.output import check_outputs
from solver.console.terminal import escaped
from solver.penta_rush.options import (
    CardArgument,
    named_card,
    points_for,
    points_option,
    reading_option,
)

_SIZE = re.compile(r"(\d{1,9})[xX](\d{1,9})", re.ASCII)
_FEWEST_SYMBOLS, _SYMBOLS = 3, 6


class CardSize(NamedTuple):
    """The size of cards, in place of a card."""

    rows: int
    cols: int


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    if not (match := _SIZE.fullmatch(text.strip())):
        raise click.UsageError(f"--size: expected rows before cols, 10x10, found {text!r}.")
    size = CardSize(int(match[1]), int(match[2]))
    if not all(1 <= side <= penta_rush.MAX_SIDE for side in size):
        expected = f"1x1 to {penta_rush.MAX_SIDE}x{penta_rush.MAX_SIDE}"
        raise click.UsageError(f"--size: expected {expected}, found {size.rows}x{size.cols}.")
    return size


def _card_or_size(text: str) -> penta_rush.NamedCard | CardSize:
    """Return the size that *text* is, 6x6, or the card that it names."""
    if not (match := _SIZE.fullmatch(text)):
        return named_card(text)
    size = CardSize(int(match[1]), int(match[2]))
    generator.check_size(*size)
    return size


@command(
    examples=(
        "penta generate records --size 3x5",
        "penta generate records --size 4x4 --json",
        "penta generate records --size 4x5 --verify",
        "penta generate records --size 5x5 --symbols 3 --svg records.svg",
        "penta generate records --size 6x6 --symbols 6 --for people",
        "penta generate records samples --all --symbols 6 --json",
        "penta generate records samples --all --verify --limit 1 --engine plain",
    ),
    pictures=True,
)
@click.argument(
    "file",
    metavar="[FILE]",
    default=generator.BUNDLED,
    callback=parse_with(str),
    shell_complete=complete_samples("catalogues"),
)
@click.option("--all", "every", is_flag=True, help="Take all cards, not only records.")
@click.option(
    "--size",
    metavar="RxC",
    callback=parse_with(_size),
    help="Take only cards of R rows and C columns.",
)
@click.option(
    "--symbols",
    type=WholeNumber(1, 26),
    metavar="N",
    help="Take only cards for dice with N symbols.",
)
@click.option(
    "--limit", type=WholeNumber(0, 10**9), metavar="N", help="Take only the first N of them."
)
@click.option(
    "--for",
    "people",
    metavar="people",
    callback=parse_with(generator.parsed_players),
    help="List the flattest cards for people of skill 0.2; 'perfect', the default, for players who"
    " see everything.",
)
@click.option("--verify", is_flag=True, help="Check every card instead of listing it.")
@click.option(
    "--engine",
    type=click.Choice(list(generator.ENGINES), case_sensitive=False),
    default="cp-sat",
    show_default=True,
    help="Find the best scores with this engine; all give the same answer.",
)
@jobs_option("Check N cards at a time instead of one per core.")
@click.pass_context
def records(
    context: click.Context,
    /,
    file: str,
    *,
    verify: bool,
    engine: str,
    jobs: int | None,
    **selection: Any,
) -> "generator.CardList | Search[generator.Audit]":
    """List the flattest cards known of each size.

    On a record the best score varies least, over all throws and with the usual tiles: no card
    known of its size, with as many symbols and a mean of at least its least mean, has a lower
    standard deviation, sd. Richer cards are less flat, so that a size may have several records. A
    card turned a quarter is of the same size.

    FILE is a catalogue, by default the bundled one (records). It was written by '--catalogue FILE'
    of another command, or is a sample (samples). Below each card stands the command that makes it;
    where there is none, the card was not found by a search from start to end. The symmetry is that
    of the card, found by trying all turns and flips. A card is 'proved' if no card is better, in
    the sense that its proof says (see --json).

    --for people lists the records for people, who meet each placement with the chance 0.2: what is
    expected of them varies least from roll to roll on these cards, and the least mean is theirs.
    The figures of perfect play stand beside them, and --json has both for every card. Cards with so
    many placements that the model is not exact are not among them.

    --all lists every card of FILE, the flattest first. Turns, flips and other letters for the
    symbols do not make another card, so this list shows one form of each; --json has the card as it
    was found as well. A dud is a roll that has no packing.

    --verify finds the best score of every roll again with a second engine, and computes the
    statistics from them. 'cp-sat' shares only the shapes of the placements with the engines that
    measured the cards, and takes seconds for a card. Proofs are repeated by counting or exhaustion;
    CP-SAT, which a proof takes as well, is not asked again. The picture shows the sd of each size,
    for six symbols or those of --symbols.

    Exit code 1 if --verify finds a card that is wrong, or none to check.
    """
    check_goes_with("--verify", "engine", "jobs", is_given=verify)
    if selection["people"] is not None and selection["every"]:
        raise click.UsageError("--all does not go with --for people; give one of them.")
    found = generator.records(file, **selection)
    if not verify:
        return found
    search = generator.verify(found, engine=engine, jobs=jobs)
    if context.params["as_json"]:
        search.line = None
    else:  # a damaged row may hold anything
        search.line = lambda text: f"{escaped(text)}\n"
    return search


@command(
    examples=(
        "penta generate prove 3x5:ACABBCBBCBCBAAC --json",
        "penta generate prove 13x13 --symbols 6 --value 18",
        "penta generate prove 4x5 --symbols 3 --value 12 --engine exhaustion",
    )
)
@input_argument("CARD|RxC", _card_or_size, samples="cards", cls=CardArgument)
@reading_option
@click.option(
    "--value",
    type=WholeNumber(1, generator.MAX_VALUE),
    metavar="V",
    help="For a size: Prove that on no card is every roll worth V.",
)
@click.option(
    "--symbols",
    type=WholeNumber(_FEWEST_SYMBOLS, len(ascii_uppercase)),
    metavar="N",
    help=f"For a size: Symbols on the dice.  [default: {_SYMBOLS}]",
)
@points_option
@click.option(
    "--engine",
    type=click.Choice([engine.value for engine in generator.Engine], case_sensitive=False),
    default=generator.Engine.BOTH.value,
    show_default=True,
    help="Search with this one where counting is not enough.",
)
@click.option(
    "--catalogue",
    metavar="FILE",
    help="Add the card to the catalogue FILE as proved; takes both engines, or counting.",
)
@seconds_option("Stop after S seconds without a proof; exit code 3.")
@click.pass_context
def prove(
    context: click.Context,
    /,
    named: penta_rush.NamedCard | CardSize,
    *,
    value: int | None,
    symbols: int | None,
    points: penta_rush.Points | None,
    engine: str,
    catalogue: str | None,
) -> "Search[generator.Proof] | Search[generator.CardProof] | Delivered":
    """Prove that no card is as flat as CARD and richer.

    CARD has to be perfectly flat: every roll has the same best score. The proof is that on no card
    of its size is every roll worth more. For a size, such as 6x6, it is that on no card of that
    size is every roll worth V points or more.

    Where the cells and the placements that a card has are too few, counting them is a proof.
    Otherwise exhaustion tries every way in which tiles could lie, and then cp-sat an integer
    program, so that a proof takes two engines that agree. This takes half a minute for 5x5 cells
    and three symbols, and much longer for larger cards.

    Exit code 1 if CARD is not flat, or a richer card is found; 3 if it is not decided.
    """
    is_size = isinstance(named, CardSize)
    check_goes_with("CARD", "catalogue", is_given=not is_size)
    check_goes_with("a size, such as 6x6", "value", "symbols", is_given=is_size)
    check_goes_with("--engine both", "catalogue", is_given=engine == generator.Engine.BOTH.value)
    if isinstance(named, CardSize):
        if value is None:
            raise click.UsageError("--value is missing; a size needs one.")
        points, symbols = points_for(points), symbols or _SYMBOLS
        return generator.prove_size(*named, value, symbols=symbols, points=points, engine=engine)
    points = points_for(points, named)
    if catalogue is not None:
        check_outputs(context, [], continued=[("catalogue", catalogue)])
        known = generator.KnownRecords.beside(catalogue)
    search = generator.prove(named.value, points=points, engine=engine, title=named.title)
    if catalogue is None:
        return search
    return Delivered(search, lambda proof: proof.kept_in(catalogue, known))
