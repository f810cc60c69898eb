"""`penta generate` and its commands that search for cards: `grey` and `white`."""

from contextlib import ExitStack, closing
from dataclasses import fields
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.card_symmetry import ORDERS
from generator.catalogue.store import Catalogue
from generator.constraints import LayoutConstraints
from generator.result import GenerationResult
from generator.spec import CardSetSpec
from solver.console.lazy_group import LazyGroup
from solver.console.options import (
    SEED_LIMIT,
    ExactNumber,
    examples,
    input_names,
    jobs_option,
    json_option,
    parse_with,
    with_options,
)
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show, show_json
from solver.errors import UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.files.output_file import check_writable, numbered, write_all_atomic
from solver.penta_rush.card import MAX_SIDE, Card
from solver.penta_rush.fairness.set_fairness import MAX_CARDS, MIN_CARDS
from solver.penta_rush.options import named_card, points_option
from solver.runtime.parallel import cores
from solver.runtime.sigint import INTERRUPTED, deferred

if TYPE_CHECKING:
    from generator.annealing.population import SearchProgress

_DECIMAL = ExactNumber(most=10**6, decimals=4)
# What they keep: single cards; and sets, whose cards once differed only in how they lay.
_CHECKPOINTS = ("penta generate 1", "penta generate 2")


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
    """Make fair cards, collect them in a catalogue and print them."""


def _named_like_card(name: str | None) -> Card | None:
    return None if name is None else named_card(name).value


_search_options = (
    click.option(
        "--rows", type=click.IntRange(1, MAX_SIDE), help="Rows; by default 10, or those of --like."
    ),
    click.option(
        "--cols",
        type=click.IntRange(1, MAX_SIDE),
        help="Columns; by default 10, or those of --like.",
    ),
    click.option(
        "--symbols",
        type=click.IntRange(3, 26),
        help="Number of symbols; by default 6, or those of --like.",
    ),
    points_option,
    click.option("--target", type=_DECIMAL, help="Aim for this best score at every roll."),
    click.option(
        "--richness",
        type=ExactNumber(least=-1000, most=1000, decimals=4),
        default="0",
        show_default=True,
        help="Without --target, aim this far above random cards; richer cards are less flat.",
    ),
    click.option("--uneven", is_flag=True, help="Let symbol counts differ by more than one."),
    click.option(
        "--most-touching",
        type=click.IntRange(1),
        metavar="N",
        help="Let at most N cells of one symbol touch.",
    ),
    click.option("--no-blocks", is_flag=True, help="Allow no 2x2 block of one symbol."),
    click.option(
        "--every-line", is_flag=True, help="Put each symbol into every row and every column."
    ),
    click.option(
        "--symmetry",
        type=click.Choice(list(ORDERS)),
        help="Make the card symmetric up to relabelling its symbols; gives much flatter cards.",
    ),
    click.option(
        "--no-dead-cell", is_flag=True, help="Make every cell part of a placement of some roll."
    ),
    click.option(
        "--like",
        metavar="CARD",
        callback=parse_with(_named_like_card),
        help="Start with CARD, or the nearest card that meets the constraints.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, SEED_LIMIT - 1),
        help="Seed of the search, to make the same card again.",
    ),
    click.option("--steps", type=click.IntRange(1, 10**15), help="Search for this many steps."),
    click.option(
        "--seconds",
        type=ExactNumber(above=0, most=10**8),
        metavar="S",
        help="Choose the number of steps so that the search takes about S seconds; by default 60.",
    ),
    click.option(
        "--population",
        type=click.IntRange(1, 10_000),
        default=8,
        show_default=True,
        help="Anneal this many cards side by side; they share the steps.",
    ),
    jobs_option("Search with N processes instead of one per core; same card."),
    click.option(
        "--cluster", metavar="ADDRESS", help="Search on a Ray cluster instead; same card."
    ),
    click.option(
        "--checkpoint",
        metavar="FILE",
        help="Save the progress to FILE, and continue from there.",
    ),
    click.option("-o", "--output", metavar="FILE", help="Write the card to FILE."),
    click.option(
        "--catalogue",
        metavar="FILE",
        help="Add the card to the catalogue FILE, created if missing.",
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
@with_options(*_search_options)
@click.pass_context
def grey(context: click.Context, /, **options: Any) -> None:
    """Make one flat card, for all players.

    A card is flat if all rolls have nearly the same best score. Simulated annealing finds it:
    cells change their symbol or swap symbols, and the best score of every roll is exact at every
    step.

    The file records the command that made the card. The same --seed and --steps make the same
    card, whatever --jobs; the number of steps that --seconds chose is recorded as well. Ctrl-C
    leaves the best card so far.
    """
    _generate(context, None, **options)


@generate.command(
    epilog=examples(
        "penta generate white --cards 4 --like meadow --steps 1 --seed 1",
        "penta generate white --cards 2 --target 12 --steps 9000 -o fair.txt",
        "penta generate white --method search --rows 5 --cols 6 --steps 800",
    )
)
@click.option(
    "--cards",
    type=click.IntRange(MIN_CARDS, MAX_CARDS),
    default=MAX_CARDS,
    show_default=True,
    help="Number of cards.",
)
@click.option(
    "--method",
    type=click.Choice(["orbit", "search"]),
    default="orbit",
    show_default=True,
    help="Relabel one flat card, or search for cards that differ.",
)
@click.option(
    "--pull",
    type=_DECIMAL,
    default="0.2",
    show_default=True,
    help="search: Weight of the target beside the other cards.",
)
@click.option(
    "--within",
    type=_DECIMAL,
    default="0.01",
    show_default=True,
    help="search: Let the chance of each place be this far from even.",
)
@click.option(
    "--apart",
    type=click.IntRange(1, MAX_SIDE**2),
    metavar="N",
    help="Make every two cards differ in N cells or more, however they are turned on the table."
    "  [default: 60 % of the cells]",
)
@with_options(*_search_options)
@click.pass_context
def white(
    context: click.Context,
    /,
    *,
    cards: int,
    method: str,
    pull: Fraction,
    within: Fraction,
    apart: int | None,
    **options: Any,
) -> None:
    """Make 2 to 4 different cards that are fair as a set.

    --method orbit makes one flat card, starting from that of --like if given, and turns it and
    relabels its symbols for each player. When all its cards play, such a set is exactly
    place-fair: each card has the same chance of every place.

    --method search makes cards that are not the same card turned and relabelled. Their best
    scores are kept as close as possible, roll by roll. With --like they start as that card, turned
    and relabelled.

    Neighbours cannot copy from each other's cards: any two differ in at least --apart cells. Exit
    code 1 if an orbit has no such cards.

    The output lists which criteria of fairness the set meets, as 'penta rush check' does. The
    files of the cards are numbered: fair.txt becomes fair-1.txt, and so on.
    """
    search = method == "search"
    for name in ("pull", "within"):
        if not search and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} goes with --method search.")
    _generate(context, CardSetSpec(cards, search, pull, within, apart or 0), **options)


def _generate(
    context: click.Context,
    card_set: CardSetSpec | None,
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
    """Search for a card or a set and write it; write the best so far if interrupted."""
    if options["target"] is not None and options["richness"]:
        raise click.UsageError("--richness does not go with --target; give one of them.")
    if options["steps"] is not None and options["seconds"] is not None:
        raise click.UsageError("--steps does not go with --seconds; give one of them.")
    if cluster and options["steps"] is None:
        raise click.UsageError("--cluster goes with --steps.")
    files = _output_names(context, card_set, output, checkpoint, catalogue)
    from generator.annealing.population import search
    from generator.annealing.schedule import AnnealingSchedule
    from generator.defaults import complete_spec
    from generator.ray_pool import cluster_map
    from solver.runtime.parallel import process_map

    names = {field.name for field in fields(LayoutConstraints)} & options.keys()
    constraints = LayoutConstraints(even=not uneven, **{name: options.pop(name) for name in names})
    jobs = jobs or cores()
    spec = complete_spec(
        constraints=constraints, card_set=card_set, checkpoint=checkpoint, jobs=jobs, **options
    )
    schedule = AnnealingSchedule.for_spec(spec)
    progress: SearchProgress | None = None
    result: GenerationResult | None = None
    try:
        with ExitStack() as stack:
            map_tasks = stack.enter_context(cluster_map(cluster) if cluster else process_map(jobs))
            opened = None
            if checkpoint:
                header = {"checkpoint": _CHECKPOINTS[bool(card_set)], **spec.to_json()}
                opened = stack.enter_context(closing(Checkpoint(checkpoint, header)))
            advance = stack.enter_context(progress_bar("looking for flat cards", "steps"))
            for progress in search(schedule, map_tasks, checkpoint=opened):
                note = _progress_text(progress)
                advance(progress.parts_done, progress.parts, progress.steps_done, note)
    except KeyboardInterrupt:
        if progress is None:
            raise
        print_error("penta: interrupted")
        context.exit(INTERRUPTED)
    finally:
        if progress is not None and progress.is_feasible:
            with deferred():
                result = GenerationResult.of_search(spec, progress.cards, progress.steps_done)
                _write(result, files, catalogue, as_json=as_json)
    if progress is not None and not progress.is_feasible:
        raise UndecidedError(
            f"no card that meets the constraints was found in {progress.steps_done:,} steps;"
            " try more"
        )
    _refuse_if_alike(context, result)


def _refuse_if_alike(context: click.Context, result: GenerationResult | None) -> None:
    """Exit with 1 if the cards of a set look more alike than was asked for."""
    if result is not None and not result.is_apart:
        difference = result.visible_difference
        print_error(f"penta: the cards are less far --apart than asked for: {difference}")
        context.exit(1)


def _output_names(
    context: click.Context,
    card_set: CardSetSpec | None,
    output: str | None,
    checkpoint: str | None,
    catalogue: str | None,
) -> list[str]:
    """Return the names of the cards' files; raise before the search if one cannot be written."""
    cards = card_set.cards if card_set else 1
    names = [] if output is None else numbered(output, cards, kind="card")
    check_writable(
        [*(("card", name) for name in names), ("checkpoint", checkpoint), ("catalogue", catalogue)],
        sources=input_names(context),
    )
    if catalogue:
        Catalogue(catalogue).close()  # raises if the file is not a catalogue
    return names


def _progress_text(progress: "SearchProgress") -> str:
    best = sqrt(progress.best_energy)
    best_text = f"{best:.2f} at best" if progress.is_feasible else "none meets the constraints yet"
    return f"off by {sqrt(progress.energy):.2f} now, {best_text}"


def _write(
    result: GenerationResult, names: list[str], catalogue: str | None, *, as_json: bool
) -> None:
    """Write the cards to their files and to the catalogue, and print them or a summary."""
    if names:
        contents = map(str.encode, result.files())
        write_all_atomic(dict(zip(names, contents, strict=True)), kind="card")
    if as_json:
        show_json(result.to_json())
    elif names:
        show(result.summaries(names))
    else:
        click.echo("\n".join(result.files()), nl=False)
    if catalogue:
        with Catalogue(catalogue) as opened:
            for entry in result.entries():
                opened.add(entry)
