"""`penta generate best`, `verify` and `prove`: read a catalogue, check it, add a proof."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from generator.catalogue.entry import CardStatus, make_entry
from generator.catalogue.options import (
    NO_MATCH,
    engine_option,
    size_option,
    symbols_option,
)
from generator.catalogue.records.news import KnownRecords
from generator.catalogue.report import audit_json, row_json, row_table
from generator.catalogue.store import Catalogue, named_catalogue
from generator.catalogue.verification import verify_rows
from generator.exhaustive import ProofResult, claim_text, prove_unimprovable
from solver.console.options import (
    WholeNumber,
    examples,
    input_argument,
    input_names,
    jobs_option,
    json_option,
    seconds_option,
    with_options,
)
from solver.console.terminal import print_error, show, show_json
from solver.drawing.text_grid import plain_line
from solver.files.output_file import check_writable
from solver.penta_rush.card import Card, card_json
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_report import summary_text
from solver.penta_rush.options import NamedCard, card_argument, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey
from solver.runtime.parallel import cores
from solver.runtime.sigint import ended_after, interruptible

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

    The best score of every roll is found again and the statistics are computed from them; proofs
    are repeated. Cards are measured with bit sets or compiled code when they are added; 'cp-sat'
    shares only the shapes of the placements with those, and takes seconds for a card.

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


@click.command(
    epilog=examples(
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC",
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC --json",
    )
)
@card_argument
@points_option
@click.option("--catalogue", metavar="FILE", help="Add the card to the catalogue FILE as proved.")
@seconds_option("Stop after S seconds without a proof; exit code 3.")
@json_option
@click.pass_context
def prove(
    context: click.Context,
    /,
    named: NamedCard,
    *,
    points: Points,
    catalogue: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Prove that no card is as flat as CARD and richer.

    CARD has to be perfectly flat: every roll has the same best score. The search tries every way
    in which a card of that size could give every roll more. It takes seconds for a 5x5 card with
    three symbols, and much longer for larger cards.

    Exit code 1 if CARD is not flat, or a richer card is found; 3 if --seconds are over before.
    """
    known = None if catalogue is None else _known_records(context, catalogue)
    card = named.value
    with ended_after(seconds):
        fairness, result = interruptible(partial(_prove, card, points))
    value, is_proved = fairness.optimum.least, False
    if result is None:
        claim, result = f"it is not flat: {summary_text(fairness)}", ProofResult(None, 0, 0)
    elif result.card is None:
        claim, is_proved = claim_text(value), True
    else:
        claim = f"every roll is worth more on {result.card}"
    entry = (
        replace(make_entry(fairness), status=CardStatus.PROVED, proof=claim) if is_proved else None
    )
    news = next(known.news([entry])) if known and entry else None
    if as_json:
        show_json(
            {
                **card_json(card),
                "value": value,
                "proved": is_proved,
                "claim": claim,
                "layouts": result.tile_sets,
                "cases": result.cases,
                "better": str(result.card) if result.card else None,
                **({"record": news and news.to_json()} if known else {}),
            }
        )
    else:
        verdict = "proved" if is_proved else "not proved"
        show([plain_line(f"{named.title}: {verdict}: {claim}")])
    if entry is None:
        context.exit(1)
    if catalogue is not None:
        with Catalogue(catalogue) as opened:
            opened.add(entry)
        if news:
            print_error(str(news))


def _prove(card: Card, points: Points) -> tuple[CardFairness, ProofResult | None]:
    """Return the measures of *card*, and if it is flat what the search for a richer one found."""
    fairness = CardFairness(Survey(card, points))
    if fairness.optimum.variance:
        return fairness, None
    value = fairness.optimum.least
    return fairness, prove_unimprovable(card.rows, card.cols, card.symbols, points, value)


def _known_records(context: click.Context, name: str) -> KnownRecords:
    """Return the records that are known before something is added to the catalogue *name*.

    Raises `PentaError` unless it can be added.
    """
    check_writable([("catalogue", name)], sources=input_names(context))
    with Catalogue(name) as opened:
        opened.check_writable()
    return KnownRecords.beside(name)
