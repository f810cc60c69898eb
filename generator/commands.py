"""The commands that make cards of Penta-Rush: `penta generate`."""

from contextlib import ExitStack, closing
from dataclasses import fields
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.card_symmetry import ORDERS
from generator.catalogue.store import Catalogue
from generator.constraints import Wishes
from generator.result import Made
from generator.spec import SEEDS, FleetOrder, Order
from solver.console.lazy_group import LazyGroup
from solver.console.options import (
    ExactNumber,
    examples,
    input_names,
    json_option,
    parse_with,
    with_options,
)
from solver.console.terminal import print_error, progress, show, show_json
from solver.errors import UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.files.output_file import check_writable, numbered, write_all_atomic
from solver.penta_rush.card import LARGEST, Card
from solver.penta_rush.fairness.set_fairness import FEWEST, MOST
from solver.penta_rush.options import named_card, points_option
from solver.runtime.parallel import cores
from solver.runtime.sigint import deferred

if TYPE_CHECKING:
    from generator.annealing.population import Sight

_DECIMAL = ExactNumber(most=10**6, decimals=4)
_INTERRUPTED = 130


@click.group(
    epilog=examples("penta generate grey --seconds 2"),
    cls=LazyGroup,
    lazy={
        "sheet": "generator.printing.commands:sheet",
        "best": "generator.catalogue.commands:best",
        "verify": "generator.catalogue.commands:verify",
        "prove": "generator.catalogue.commands:prove",
    },
)
def generate() -> None:
    """Make fair cards, keep them and print them."""


def _like(name: str | None) -> Card | None:
    return None if name is None else named_card(name).card


_OPTIONS = (
    click.option("--rows", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--cols", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--symbols", type=click.IntRange(3, 26), help="6, or as --like has."),
    points_option,
    click.option("--target", type=_DECIMAL, help="The optimum that every roll should have."),
    click.option(
        "--richness",
        type=ExactNumber(least=-1000, most=1000, decimals=4),
        default="0",
        show_default=True,
        help="Without --target: points above the mean of random cards. The richer, the less flat.",
    ),
    click.option("--uneven", is_flag=True, help="Symbol counts may differ by more than one."),
    click.option(
        "--most-touching",
        type=click.IntRange(1),
        metavar="N",
        help="At most N cells of one symbol touch.",
    ),
    click.option("--no-blocks", is_flag=True, help="No 2x2 of one symbol."),
    click.option("--every-line", is_flag=True, help="Each symbol in every row and every col."),
    click.option(
        "--symmetry",
        type=click.Choice(list(ORDERS)),
        help="Itself, symbols renamed, when flipped left to right or turned: far flatter.",
    ),
    click.option("--no-dead-cell", is_flag=True, help="A placement of some roll at every cell."),
    click.option(
        "--like",
        metavar="CARD",
        callback=parse_with(_like),
        help="Begin with this card, or the nearest that is as wished.",
    ),
    click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="A number of your choice."),
    click.option("--steps", type=click.IntRange(1, 10**15), help="How many steps to search."),
    click.option(
        "--seconds",
        type=ExactNumber(above=0, most=10**8),
        metavar="S",
        help="Instead of --steps: as many as take so long, by a trial; 60 without either.",
    ),
    click.option(
        "--islands",
        type=click.IntRange(1, 10_000),
        default=8,
        show_default=True,
        help="How many searches share the steps, and their findings.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        metavar="N",
        help="Search with N processes instead of one a core; same card.",
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Search on a Ray cluster instead; same card."
    ),
    click.option(
        "--checkpoint",
        metavar="FILE",
        help="Keep how far the search came in FILE, and go on from there.",
    ),
    click.option("-o", "--output", metavar="FILE", help="Write the card to FILE."),
    click.option(
        "--catalogue", metavar="FILE", help="Add the card to a catalogue, made if it is new."
    ),
    json_option,
)


@generate.command(
    epilog=examples(
        "penta generate grey --seconds 2 -o flat.txt",
        "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --steps 9000",
        "penta generate grey --like meadow --target 12 --steps 9000 --seed 1 --json",
        "penta generate grey --target 12 --steps 9000 --checkpoint flat.ck",
    )
)
@with_options(*_OPTIONS)
@click.pass_context
def grey(context: click.Context, /, **options: Any) -> None:
    """Make one flat card, for all players.

    Flat: every roll's optimum is as close to one value as can be. The card is found by annealing:
    cells take another symbol or swap theirs, and the optimum of every roll is exact at every step.

    The card comes with what made it. With the same --seed and --steps it is the same card, with
    however many --jobs; --seconds tells the steps that it chose. Ctrl-C leaves the best card so
    far.
    """
    _make(context, None, **options)


@generate.command(
    epilog=examples(
        "penta generate white --cards 4 --like meadow --steps 1 --seed 1",
        "penta generate white --cards 2 --target 12 --steps 9000 -o fair.txt",
        "penta generate white --method search --rows 5 --cols 6 --steps 800",
    )
)
@click.option(
    "--cards",
    type=click.IntRange(FEWEST, MOST),
    default=MOST,
    show_default=True,
    help="How many.",
)
@click.option(
    "--method",
    type=click.Choice(["orbit", "search"]),
    default="orbit",
    show_default=True,
    help="One flat card in disguise, place-fair when all play; or cards of their own.",
)
@click.option(
    "--pull",
    type=_DECIMAL,
    default="0.2",
    show_default=True,
    help="search: how much the target counts beside the other cards.",
)
@click.option(
    "--within",
    type=_DECIMAL,
    default="0.01",
    show_default=True,
    help="search: how far the chance of a place may be from even.",
)
@click.option(
    "--apart",
    type=click.IntRange(1, LARGEST**2),
    default=6,
    show_default=True,
    metavar="N",
    help="search: two cards differ in N cells at least, as they lie.",
)
@with_options(*_OPTIONS)
@click.pass_context
def white(
    context: click.Context,
    /,
    *,
    cards: int,
    method: str,
    pull: Fraction,
    within: Fraction,
    apart: int,
    **options: Any,
) -> None:
    """Make 2 to 4 different cards that are fair as a set.

    By orbit, one flat card is found, or taken as it is with --like and --steps 1, and disguised:
    symbols renamed by a group, and turned. When all its cards play, such a set is exactly
    place-fair.

    By search, the cards are not one card in disguise. They are made alike at every roll, as far as
    it goes; with --like they part from that card, and stay near it in what they are worth.

    The rungs of the fairness ladder that the set reaches are told with it. The files of the cards
    are numbered: fair.txt becomes fair-1.txt, and so on.
    """
    search = method == "search"
    for name in ("pull", "within", "apart"):
        if not search and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} goes with --method search.")
    _make(context, FleetOrder(cards, search, pull, within, apart), **options)


def _make(
    context: click.Context,
    fleet: FleetOrder | None,
    *,
    jobs: int | None,
    cluster: str | None,
    checkpoint: str | None,
    output: str | None,
    catalogue: str | None,
    as_json: bool,
    uneven: bool,
    **options: Any,
) -> None:
    """Look for what is ordered, and write it, also when it is interrupted."""
    if options["target"] is not None and options["richness"]:
        raise click.UsageError("--richness does not go with --target; give one of them.")
    if options["steps"] is not None and options["seconds"] is not None:
        raise click.UsageError("--steps does not go with --seconds; give one of them.")
    names = _targets(context, fleet, output, checkpoint, catalogue)
    from generator.annealing.population import search
    from generator.asked import Asked
    from generator.white import plan_of, white_cards
    from generator.workers import workers

    names_of_wishes = {field.name for field in fields(Wishes)} & options.keys()
    wishes = {name: options.pop(name) for name in names_of_wishes}
    jobs = jobs or cores()
    if cluster and options["steps"] is None:
        raise click.UsageError("--cluster goes with --steps.")
    asked = Asked(fleet=fleet, wishes=Wishes(even=not uneven, **wishes), **options)
    order = asked.order(checkpoint, jobs)
    plan = plan_of(order)
    sight: Sight | None = None
    try:
        with ExitStack() as stack:
            each = stack.enter_context(workers(jobs, cluster=cluster or ""))
            journal = _journal(checkpoint, order)
            if journal:
                stack.enter_context(closing(journal))
            advance = stack.enter_context(progress("looking for flat cards", "steps"))
            for sight in search(plan, each, journal=journal):
                advance(sight.rounds, sight.total, sight.steps, _note(sight))
    except KeyboardInterrupt:
        if sight is None:
            raise
        print_error("penta: interrupted")
        context.exit(_INTERRUPTED)
    finally:
        if sight is not None and sight.wished:
            with deferred():
                made = Made(order, white_cards(order, sight.cards), sight.steps)
                _tell(made, names, catalogue, as_json=as_json)

    if sight is not None and not sight.wished:
        raise UndecidedError(f"nothing as wished is found in {sight.steps:,} steps: try more")


def _targets(
    context: click.Context,
    fleet: FleetOrder | None,
    output: str | None,
    checkpoint: str | None,
    catalogue: str | None,
) -> list[str]:
    """Return the names of the cards' files; raise, before any search, if one cannot be written."""
    names = [] if output is None else numbered(output, fleet.cards if fleet else 1, kind="card")
    check_writable(
        [*(("card", name) for name in names), ("checkpoint", checkpoint), ("catalogue", catalogue)],
        sources=input_names(context),
    )
    if catalogue:
        Catalogue(catalogue).close()  # told beforehand, if it is none
    return names


def _journal(checkpoint: str | None, order: Order) -> Checkpoint | None:
    if checkpoint is None:
        return None
    return Checkpoint(checkpoint, {"checkpoint": "penta generate 1", **order.question()})


def _note(sight: "Sight") -> str:
    best = f"{sqrt(sight.best_energy):.2f} at best" if sight.wished else "none as wished yet"
    return f"off by {sqrt(sight.energy):.2f} now, {best}"


def _tell(made: Made, names: list[str], catalogue: str | None, *, as_json: bool) -> None:
    """Write the cards, and tell of them."""
    if names:
        write_all_atomic(dict(zip(names, map(str.encode, made.files()), strict=True)), kind="card")
    if as_json:
        show_json(made.json())
    elif names:
        show(made.summaries(names))
    else:
        click.echo("\n".join(made.files()), nl=False)
    if catalogue:
        with Catalogue(catalogue) as kept:
            for entry in made.entries():
                kept.add(entry)
