"""`penta generate best` and `verify`: read a catalogue, check it."""

from typing import Any

import click

from generator.catalogue.options import (
    NO_MATCH,
    engine_option,
    size_option,
    symbols_option,
)
from generator.catalogue.report import audit_json, row_json, row_table
from generator.catalogue.store import Catalogue, named_catalogue
from generator.catalogue.verification import verify_rows
from solver.console.options import (
    WholeNumber,
    examples,
    input_argument,
    jobs_option,
    json_option,
    with_options,
)
from solver.console.terminal import print_error, show, show_json
from solver.runtime.parallel import cores

_row_options = (
    input_argument("FILE", named_catalogue, samples="catalogues", name="file"),
    size_option,
    symbols_option,
    click.option(
        "--limit", type=WholeNumber(0, 10**9), metavar="N", help="Take only the N flattest."
    ),
)


@click.command(
    epilog=examples(
        "penta generate best samples",
        "penta generate best samples --size 10x10 --limit 1",
        "penta generate best samples --symbols 6 --json",
    )
)
@with_options(*_row_options)
@json_option
def best(file: str, *, as_json: bool, **selection: Any) -> None:
    """List the cards in the catalogue FILE, the flattest first.

    FILE was written by '--catalogue FILE' of another command, or is a sample (samples). The first
    columns are the standard deviation, sd, and the mean of a roll's best score, over all throws.
    A dud is a roll that has no packing.

    Turns, flips and other letters for the symbols do not make another card, so the list shows one
    form of each. --json has the card as it was found as well, and how it was found.

    A card is 'proved' if no card is better, in the sense that its proof says (see --json).
    """
    with Catalogue(file, create=False) as catalogue:
        rows = catalogue.rows(**selection)
        parsed = list(catalogue.parsed(rows)) if as_json else []
    if as_json:
        show_json([row_json(*each) for each in parsed])
    elif rows:
        show(row_table(rows))
    else:
        print_error(NO_MATCH)


@click.command(
    epilog=examples(
        "penta generate verify samples --size 5x6",
        "penta generate verify samples --limit 1 --engine plain",
        "penta generate verify samples --symbols 4 --json",
    )
)
@with_options(*_row_options)
@engine_option
@jobs_option("Check N cards at a time instead of one per core.")
@json_option
@click.pass_context
def verify(
    context: click.Context,
    /,
    file: str,
    *,
    engine: str,
    jobs: int | None,
    as_json: bool,
    **selection: Any,
) -> None:
    """Check every row of the catalogue FILE with a second engine.

    The best score of every roll is found again and the statistics are computed from them. Proofs
    are repeated by counting or exhaustion; CP-SAT, which a proof takes as well, is not asked again.

    Cards are measured with bit sets or compiled code when they are added; 'cp-sat' shares only the
    shapes of the placements with those, and takes seconds for a card.

    Exit code 1 if a row is wrong.
    """
    with Catalogue(file, create=False) as catalogue:
        rows = catalogue.rows(**selection)
    results = verify_rows(rows, engine=engine, jobs=jobs or cores(), is_silent=as_json)
    if as_json:
        show_json([audit_json(result) for result in results])
    if not rows:
        print_error(NO_MATCH)
    if not rows or any(result.differences for result in results):
        context.exit(1)
