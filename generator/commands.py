"""`penta generate` and its commands that search for cards: `grey` and `white`."""

from fractions import Fraction

import click

import generator
from generator.options import FOUR_DECIMALS, Asked, search_options
from solver import penta_rush
from solver.console.command import Delivered, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import WholeNumber
from solver.console.options import check_goes_with, examples
from solver.console.output import check_outputs

_USUAL = generator.CardSetSpec()


@click.group(
    epilog=examples("penta generate grey --seconds 2"),
    cls=LazyGroup,
    lazy={
        "box": "generator.box.commands:box",
        "sheet": "generator.printing.commands:sheet",
        "prove": "generator.catalogue.commands:prove",
        "records": "generator.catalogue.commands:records",
    },
)
def generate() -> None:
    """Make fair cards, collect them in a catalogue and print them."""


@command(
    generate,
    examples=(
        "penta generate grey --seconds 2 -o flat.txt",
        "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --steps 9000",
        "penta generate grey --for people=0.3 --steps 9000 --seed 1 -o people.txt",
        "penta generate grey --like meadow --target 12 --steps 9000 --seed 1 --json",
        "penta generate grey --target 12 --steps 9000 --checkpoint flat.ck",
    ),
)
@search_options
def grey(asked: Asked) -> Delivered:
    """Make one flat card, for all players.

    A card is flat if all rolls have nearly the same best score. Simulated annealing finds it:
    cells change their symbol or swap symbols, and the best score of every roll is exact at every
    step. With --for people all rolls bring players who do not see everything nearly as much, by a
    model, and the best scores come second.

    A new card is scattered: its symbols lie as on the card of a game. A large one turned by half
    is the same with its symbols exchanged, which is not seen. --no-scatter makes it flatter, by a
    symmetry that shows.

    The file records the command that made the card. The same --seed and --steps make the same
    card, whatever --jobs; the number of steps that --seconds chose is recorded as well. Ctrl-C
    leaves the best card so far.

    Exit code 1 if the mean best score is less than --least-mean; the card is written all the same.
    """
    return _delivered(generator.grey(asked.spec, **asked.workers), asked)


@command(
    generate,
    examples=(
        "penta generate white --cards 4 --like meadow --steps 1 --seed 1",
        "penta generate white --cards 2 --target 12 --steps 9000 -o fair.txt",
        "penta generate white --method search --rows 5 --cols 6 --within 2 --steps 80",
    ),
)
@click.option(
    "--cards",
    type=WholeNumber(penta_rush.MIN_CARDS, penta_rush.MAX_CARDS),
    default=_USUAL.cards,
    show_default=True,
    help="Number of cards.",
)
@click.option(
    "--method",
    type=click.Choice(["orbit", "search"], case_sensitive=False),
    default="orbit",
    show_default=True,
    help="Relabel one flat card, or search for cards that differ.",
)
@click.option(
    "--pull",
    type=FOUR_DECIMALS,
    default=str(float(_USUAL.target_weight)),
    show_default=True,
    help="search: Weight of the target beside the other cards.",
)
@click.option(
    "--within",
    type=FOUR_DECIMALS,
    default=str(float(_USUAL.place_tolerance)),
    show_default=True,
    help="search: Let the chance of each place be this far from even.",
)
@click.option(
    "--apart",
    type=WholeNumber(1, penta_rush.MAX_SIDE**2),
    metavar="N",
    help="Make every two cards differ in at least N cells, as they lie.  [default: 60 % of them]",
)
@click.option(
    "--turned",
    is_flag=True,
    help="Let --apart hold also for a card that is turned, as players around a table see it.",
)
@search_options
def white(
    asked: Asked,
    *,
    cards: int,
    method: str,
    pull: Fraction,
    within: Fraction,
    apart: int | None,
    turned: bool,
) -> Delivered:
    """Make 2 to 4 different cards that are fair as a set.

    --method orbit makes one flat card, starting from that of --like if given, and turns it and
    relabels its symbols for each player. When all its cards play, such a set is exactly
    place-fair: each card has the same chance of every place. Some of them alone need not be even:
    'penta rush check' says which.

    --method search makes cards that are not the same card turned and relabelled. Their best
    scores are kept as close as possible, roll by roll. With --like they start as that card, turned
    and flipped; with --turned, also relabelled.

    Neighbours cannot copy from each other's cards: any two differ in at least --apart cells.

    The output lists which criteria of fairness the set meets, as 'penta rush check' does. The
    files of the cards are numbered: fair.txt becomes fair-1.txt, and so on. They have a table of
    all rolls, which stdout has not.

    Exit code 1 if the set misses --apart or --within; it is written all the same.
    """
    search = method == "search"
    check_goes_with("--method search", "pull", "within", is_given=search)
    of_search = {"target_weight": pull, "place_tolerance": within} if search else {}
    card_set = generator.CardSetSpec(
        cards, search, min_differing_cells=apart or 0, turned=turned, **of_search
    )
    return _delivered(generator.white(asked.spec, card_set, **asked.workers), asked, cards)


def _delivered(search: Search[generator.GeneratedCards], asked: Asked, cards: int = 1) -> Delivered:
    """Return what keeps the cards of *search*; raise before it begins if that is not possible."""
    context, catalogue = click.get_current_context(), asked.catalogue
    names = [] if asked.output is None else generator.card_files(asked.output, cards)
    check_outputs(
        context,
        (("card", name) for name in names),
        continued=[("checkpoint", asked.workers["checkpoint"]), ("catalogue", catalogue)],
    )
    known = None if catalogue is None else generator.KnownRecords.beside(catalogue)
    return Delivered(
        search, lambda found: found.kept(names, catalogue, known), lambda found: found.in_full()
    )
