"""`penta generate best`, `verify` and `prove`: read a catalogue, check it, add a proof."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import click

import data
from generator.catalogue.audit import ENGINES, AuditResult, audit
from generator.catalogue.entry import CardStatus, CatalogueRow, make_entry, parse_row
from generator.catalogue.store import Catalogue
from generator.exhaustive import ProofResult, claim_text, prove_unimprovable
from solver.console.options import examples, json_option, parse_with, with_options
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show, show_json
from solver.drawing.text_grid import StyledLine, plain_line
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_report import summary_text
from solver.penta_rush.options import NamedCard, named_card, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey


def _named_catalogue(name: str) -> str:
    """Return the file of the bundled catalogue *name*, or *name* itself."""
    return str(data.samples("catalogues").get(name, name))


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text.strip(), re.ASCII)
    if not match:
        raise click.UsageError(f"--size: expected rows before cols, 10x10, found {text!r}.")
    return int(match[1]), int(match[2])


_row_options = (
    click.argument("file", metavar="FILE", callback=parse_with(_named_catalogue)),
    click.option(
        "--size",
        metavar="RxC",
        callback=parse_with(_size),
        help="Take only cards of R rows and C columns.",
    ),
    click.option(
        "--symbols",
        type=click.IntRange(1, 26),
        metavar="N",
        help="Take only cards for dice with N symbols.",
    ),
    click.option(
        "--limit", type=click.IntRange(0, 10**9), metavar="N", help="Take only the N flattest."
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
    if as_json:
        show_json([_row_json(row) for row in rows])
    elif rows:
        show(_table(rows))
    else:
        print_error("no card in the catalogue matches")


@click.command(
    epilog=examples(
        "penta generate verify samples --size 5x6",
        "penta generate verify samples --limit 1 --engine plain",
        "penta generate verify samples --symbols 4 --json",
    )
)
@with_options(*_row_options)
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="cp-sat",
    show_default=True,
    help="Find the best scores with this engine; all give the same answer.",
)
@json_option
@click.pass_context
def verify(
    context: click.Context, /, file: str, *, engine: str, as_json: bool, **selection: Any
) -> None:
    """Check every row of the catalogue FILE with a second engine.

    The best score of every roll is found again and the statistics are computed from them; proofs
    are repeated. Cards are measured with bit sets or compiled code when they are added; 'cp-sat'
    shares only the shapes of the placements with those, and takes seconds for a card.

    Exit code 1 if a row is wrong.
    """
    with Catalogue(file, create=False) as catalogue:
        rows = catalogue.rows(**selection)
    results = []
    with progress_bar("checking", "rows") as advance:
        for result in audit(rows, ENGINES[engine], progress=advance):
            results.append(result)
            if not as_json:
                show([plain_line(_result_text(result))])
    if as_json:
        show_json([_result_json(result) for result in results])
    elif not rows:
        print_error("no card in the catalogue matches")
    if any(result.differences for result in results):
        context.exit(1)


@click.command(
    epilog=examples(
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC",
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC --json",
    )
)
@click.argument("named", metavar="CARD", callback=parse_with(named_card))
@points_option
@click.option("--catalogue", metavar="FILE", help="Add the card to the catalogue FILE as proved.")
@json_option
@click.pass_context
def prove(
    context: click.Context,
    /,
    named: NamedCard,
    *,
    points: Points,
    catalogue: str | None,
    as_json: bool,
) -> None:
    """Prove that no card is as flat as CARD and richer.

    CARD has to be perfectly flat: every roll has the same best score. The search tries every way
    in which a card of that size could give every roll more. It takes seconds for a 5x5 card with
    three symbols, and much longer for larger cards.

    Exit code 1 if CARD is not flat, or a richer card is found.
    """
    card = named.value
    fairness = CardFairness(Survey(card, points))
    value = fairness.optimum.least
    if fairness.optimum.variance:
        claim = f"it is not flat: {summary_text(fairness)}"
        result, is_proved = ProofResult(None, 0, 0), False
    else:
        result = prove_unimprovable(card.rows, card.cols, card.symbols, points, value)
        is_proved = result.card is None
        claim = claim_text(value) if is_proved else f"every roll is worth more on {result.card}"
    if is_proved and catalogue:
        with Catalogue(catalogue) as opened:
            opened.add(replace(make_entry(fairness), status=CardStatus.PROVED, proof=claim))
    if as_json:
        show_json(
            {
                "card": str(card),
                "value": value,
                "proved": is_proved,
                "claim": claim,
                "layouts": result.tile_sets,
                "cases": result.cases,
                "better": str(result.card) if result.card else None,
            }
        )
    else:
        verdict = "proved" if is_proved else "not proved"
        show([plain_line(f"{named.title}: {verdict}: {claim}")])
    if not is_proved:
        context.exit(1)


def _table(rows: Sequence[CatalogueRow]) -> Iterator[StyledLine]:
    """Yield a table of the cards for each choice of tile values."""
    by_points = sorted(rows, key=lambda row: row.points)  # stable
    for number, (points, group) in enumerate(groupby(by_points, key=lambda row: row.points)):
        if number:
            yield plain_line("")
        yield [(f"tiles {points}", "bold")]
        yield plain_line("   sd   mean  least  greatest  duds  symbols  status      card")
        for row in group:
            yield plain_line(
                f"{row.sd:5.2f}  {row.mean:5.2f}  {row.least:>5}  {row.greatest:>8}  {row.duds:>4}"
                f"  {row.symbols:>7}  {row.status:<10}  {row.canonical}"
            )


def _row_json(row: CatalogueRow) -> dict[str, Any]:
    entry = parse_row(row)
    return {
        "card": row.canonical,
        "sd": row.sd,
        "mean": row.mean,
        "min": row.least,
        "max": row.greatest,
        "duds": row.duds,
        "symbols": row.symbols,
        "points": row.points,
        "exact": {"mean": row.exact_mean, "variance": row.exact_variance},
        "status": row.status,
        "proof": row.proof or None,
        "found": {
            "card": row.card,
            "dice": row.dice,
            "version": row.version,
            "seed": entry.seed,
            "options": entry.options,
        },
    }


def _result_text(result: AuditResult) -> str:
    row, differences = result
    if differences:
        return f"differs  {row.canonical}  {'; '.join(differences)}"
    proof = f": {row.proof}" if row.status == CardStatus.PROVED.value else ""
    return f"ok  {row.canonical}  {row.status}{proof}"


def _result_json(result: AuditResult) -> dict[str, Any]:
    row, differences = result
    return {
        "card": row.canonical,
        "points": row.points,
        "symbols": row.symbols,
        "ok": not differences,
        "differs": differences,
        "status": row.status,
        "proof": row.proof or None,
    }
