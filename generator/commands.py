"""`penta generate` and its commands that search for cards: `grey` and `white`."""

from contextlib import ExitStack, closing
from dataclasses import fields
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import sqrt
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.catalogue.record import KnownRecords
from generator.catalogue.store import Catalogue
from generator.constraints import LayoutConstraints
from generator.options import FOUR_DECIMALS, check_search_options, search_options
from generator.spec import CardSetSpec
from solver import penta_version
from solver.console.lazy_group import LazyGroup
from solver.console.options import (
    WholeNumber,
    examples,
    with_options,
)
from solver.console.output import check_outputs
from solver.console.progress import progress_bar
from solver.console.terminal import print_error
from solver.errors import UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.files.output_file import numbered
from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.fairness.set_fairness import MAX_CARDS, MIN_CARDS
from solver.penta_rush.options import points_for
from solver.runtime.interruption import INTERRUPTED, deferred, interruptible
from solver.runtime.parallel import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from generator.annealing.population import SearchProgress
    from generator.delivery import Found
    from generator.result import GenerationResult

# File headers: one for single cards, one for sets (version 2: version 1 began with other cards).
_CHECKPOINTS = ("penta generate 1", "penta generate 2")


@click.group(
    epilog=examples("penta generate grey --seconds 2"),
    cls=LazyGroup,
    lazy={
        "sheet": "generator.printing.commands:sheet",
        "prove": "generator.catalogue.commands:prove",
        "records": "generator.catalogue.commands:records",
    },
)
def generate() -> None:
    """Make fair cards, collect them in a catalogue and print them."""


@generate.command(
    epilog=examples(
        "penta generate grey --seconds 2 -o flat.txt",
        "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --steps 9000",
        "penta generate grey --like meadow --target 12 --steps 9000 --seed 1 --json",
        "penta generate grey --target 12 --steps 9000 --checkpoint flat.ck",
    )
)
@with_options(*search_options)
@click.pass_context
def grey(context: click.Context, /, **options: Any) -> None:
    """Make one flat card, for all players.

    A card is flat if all rolls have nearly the same best score. Simulated annealing finds it:
    cells change their symbol or swap symbols, and the best score of every roll is exact at every
    step.

    The file records the command that made the card. The same --seed and --steps make the same
    card, whatever --jobs; the number of steps that --seconds chose is recorded as well. Ctrl-C
    leaves the best card so far.

    Exit code 1 if the mean best score is less than --least-mean; the card is written all the same.
    """
    _generate(context, None, **options)


@generate.command(
    epilog=examples(
        "penta generate white --cards 4 --like meadow --steps 1 --seed 1",
        "penta generate white --cards 2 --target 12 --steps 9000 -o fair.txt",
        "penta generate white --method search --rows 5 --cols 6 --within 2 --steps 80",
    )
)
@click.option(
    "--cards",
    type=WholeNumber(MIN_CARDS, MAX_CARDS),
    default=MAX_CARDS,
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
    default="0.2",
    show_default=True,
    help="search: Weight of the target beside the other cards.",
)
@click.option(
    "--within",
    type=FOUR_DECIMALS,
    default="0.01",
    show_default=True,
    help="search: Let the chance of each place be this far from even.",
)
@click.option(
    "--apart",
    type=WholeNumber(1, MAX_SIDE**2),
    metavar="N",
    help="Make every two cards differ in at least N cells, as they lie.  [default: 60 % of them]",
)
@click.option(
    "--turned",
    is_flag=True,
    help="Let --apart hold also for a card that is turned, as players around a table see it.",
)
@with_options(*search_options)
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
    turned: bool,
    **options: Any,
) -> None:
    """Make 2 to 4 different cards that are fair as a set.

    --method orbit makes one flat card, starting from that of --like if given, and turns it and
    relabels its symbols for each player. When all its cards play, such a set is exactly
    place-fair: each card has the same chance of every place.

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
    for name in ("pull", "within"):
        if not search and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} goes with --method search.")
    _generate(context, CardSetSpec(cards, search, pull, within, apart or 0, turned), **options)


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
    check_search_options(cluster, options)
    names = _output_names(context, card_set, output, checkpoint, catalogue)
    known = None if catalogue is None else KnownRecords.beside(catalogue)
    # An interrupted import may raise any error; in a thread, nothing interrupts it.
    interruptible(partial(import_module, "generator.delivery"))
    from generator.delivery import Delivery, Destination

    like = options["like"]
    options["points"] = points_for(options["points"], *([like] if like else []))
    options["like"] = like and like.value
    options["any_symmetry"] = options["symmetry"] is None
    if options["symmetry"] == "none":
        options["symmetry"] = None
    wished = {field.name for field in fields(LayoutConstraints)} & options.keys()
    constraints = LayoutConstraints(even=not uneven, **{name: options.pop(name) for name in wished})
    options |= {"constraints": constraints, "card_set": card_set, "checkpoint": checkpoint}
    options["jobs"] = jobs or cores()
    found: Found | None = None
    delivery: Delivery | None = None
    interrupted = False
    try:
        with (
            progress_bar("looking for flat cards", "steps") as advance,
            closing(_search(cluster, partial(advance, 0, 0, 0), **options)) as search,
        ):
            for found in search:
                note, progress = _progress_text(found.progress), found.progress
                advance(progress.parts_done, progress.parts, progress.steps_done, note)
    except KeyboardInterrupt:
        if found is None:
            raise
        interrupted = True
    finally:
        if found is not None and found.progress.is_feasible:
            destination = Destination(names, catalogue, as_json, known)
            delivery = Delivery.of_search(found, destination, interrupted=interrupted)
            with deferred():
                delivery.deliver()
    if interrupted or (delivery is not None and not delivery.result.is_measured):
        print_error("penta: interrupted")
        context.exit(INTERRUPTED)
    if delivery is None:
        steps = found.progress.steps_done if found else 0
        raise UndecidedError(
            f"no card that meets the constraints was found in {steps:,} steps; try more"
        )
    from generator.result import result_remarks

    _remark(*result_remarks(delivery.result, options["target"]))
    shortfalls = list(delivery.result.shortfalls())
    shortfalls += _shortfalls_of_mean(delivery.result, options["least_mean"])
    _remark(*shortfalls)
    if shortfalls:
        context.exit(1)


def _remark(*remarks: str | None) -> None:
    for remark in filter(None, remarks):
        print_error(f"penta: {remark}")


def _shortfalls_of_mean(result: "GenerationResult", least_mean: Fraction | None) -> "Iterator[str]":
    if least_mean is not None and (mean := result.lowest_mean) < least_mean:
        yield f"the mean is {float(mean):g}, less than --least-mean {float(least_mean):g}"


def _search(
    cluster: str | None, show_note: "Callable[[str], None]", **options: Any
) -> "Generator[Found, None, None]":
    """Yield what a search by these *options* has found: at its start, and as it goes on.

    Before its start, *show_note* shows how a trial goes.
    """
    from generator.annealing.population import search
    from generator.annealing.schedule import AnnealingSchedule
    from generator.defaults import complete_spec
    from generator.delivery import Found
    from generator.ray_pool import cluster_map
    from generator.result import checkpoint_remarks, finished_remark
    from generator.targets import out_of_reach
    from solver.runtime.parallel import process_map

    with ExitStack() as stack:
        spec = interruptible(partial(complete_spec, **options, show_note=show_note))
        schedule = AnnealingSchedule.for_spec(spec)
        workers = cluster_map(cluster) if cluster else process_map(options["jobs"])
        map_tasks = stack.enter_context(workers)
        target = options["target"]
        opened, name = None, options["checkpoint"]
        if name:
            header = {"checkpoint": _CHECKPOINTS[bool(spec.card_set)], **spec.to_json()}
            has_begun = bool(Checkpoint.read_header(name))
            opened = stack.enter_context(closing(Checkpoint(name, header)))
            if has_begun:
                has_seconds = options["seconds"] is not None
                _remark(
                    *checkpoint_remarks(opened.where, spec, has_seconds=has_seconds, target=target)
                )
        for number, progress in enumerate(search(schedule, map_tasks, checkpoint=opened)):
            if not number and isinstance(target, Fraction):
                _remark(interruptible(partial(out_of_reach, spec)))
            if not number and opened and progress.parts_done == progress.parts:
                _remark(finished_remark(opened.where, spec))
            yield Found(spec, progress)


def _output_names(
    context: click.Context,
    card_set: CardSetSpec | None,
    output: str | None,
    checkpoint: str | None,
    catalogue: str | None,
) -> list[str]:
    """Return the names of the cards' files; raise before the search if one cannot be written.

    Nor can a card be written if its version of penta is not known.
    """
    penta_version()
    cards = card_set.cards if card_set else 1
    names = [] if output is None else numbered(output, cards, kind="card")
    check_outputs(
        context,
        (("card", name) for name in names),
        continued=[("checkpoint", checkpoint), ("catalogue", catalogue)],
    )
    if catalogue is not None:
        with Catalogue(catalogue) as opened:
            opened.check_writable()
    return names


def _progress_text(progress: "SearchProgress") -> str:
    best = sqrt(progress.best_energy)
    best_text = f"{best:.2f} at best" if progress.is_feasible else "none meets the constraints yet"
    return f"off by {sqrt(progress.energy):.2f} now, {best_text}"
