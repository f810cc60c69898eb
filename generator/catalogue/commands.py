"""The commands that read a catalogue: `penta generate best` and `verify`."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import click

import data
from generator.catalogue.audit import ENGINES, Audited, audit
from generator.catalogue.entry import CardStatus, Row, entry_of, parse_row
from generator.catalogue.store import Catalogue
from generator.exhaustive import Exhaustion, claim, unbeaten
from solver.console.options import examples, json_option, parse_with, with_options
from solver.console.terminal import print_error, progress, show, show_json
from solver.drawing.text_grid import Line, plain_line
from solver.penta_rush.fairness.card_fairness import Fairness
from solver.penta_rush.fairness.report import summary
from solver.penta_rush.options import NamedCard, named_card, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import survey


def _named_catalogue(name: str) -> str:
    """Return the file that *name* stands for: a sample's, or its own."""
    return str(data.samples("catalogues").get(name, name))


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text.strip(), re.ASCII)
    if not found:
        raise click.UsageError(f"--size: expected rows before cols, 10x10, found {text!r}.")
    return int(found[1]), int(found[2])


# A catalogue to read, and which of its rows are meant.
_ROWS = (
    click.argument("file", metavar="FILE", callback=parse_with(_named_catalogue)),
    click.option(
        "--size",
        metavar="RxC",
        callback=parse_with(_size),
        help="Only cards of so many rows, cols.",
    ),
    click.option(
        "--symbols",
        type=click.IntRange(1, 26),
        metavar="N",
        help="Only for dice with so many symbols.",
    ),
    click.option(
        "--limit", type=click.IntRange(0, 10**9), metavar="N", help="Only the N best of them."
    ),
)


@click.command(
    epilog=examples(
        "penta generate best samples",
        "penta generate best samples --size 10x10 --limit 1",
        "penta generate best samples --symbols 6 --json",
    )
)
@with_options(*_ROWS)
@json_option
def best(
    file: str,
    *,
    size: tuple[int, int] | None,
    symbols: int | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """List the cards in the catalogue FILE, the flattest first.

    FILE is what '--catalogue FILE' of the other commands writes, or a sample (samples). The
    standard deviation of the optimum over all throws comes first, then the mean; the card is in the
    form that stands for all that turns, flips and renamed symbols make of it. JSON has the
    card as it was found as well, and how.

    Proved is a card than which none is better, in the sense its proof says (see --json).
    """
    with Catalogue(file, create=False) as catalogue:
        rows = catalogue.rows(size=size, symbols=symbols, limit=limit)
    if as_json:
        show_json([_row_json(row) for row in rows])
    elif rows:
        show(_table(rows))
    else:
        print_error("there is no such card in the catalogue")


@click.command(
    epilog=examples(
        "penta generate verify samples --size 5x6",
        "penta generate verify samples --limit 1 --engine plain",
        "penta generate verify samples --symbols 4 --json",
    )
)
@with_options(*_ROWS)
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default="cp-sat",
    show_default=True,
    help="Who finds the optima anew; all give the same answer.",
)
@json_option
@click.pass_context
def verify(
    context: click.Context,
    /,
    file: str,
    *,
    size: tuple[int, int] | None,
    symbols: int | None,
    limit: int | None,
    engine: str,
    as_json: bool,
) -> None:
    """Check every row of the catalogue FILE by a second engine.

    All that can be worked out is: the form that stands for the card's disguises, and the best
    score of each roll, from which the figures follow. The rows come from bit sets or compiled
    code; 'cp-sat', which takes seconds for a card, shares only the placements' shapes with them.

    Proofs are gone through again. Exit code 1 if a row is not as it should be.
    """
    with Catalogue(file, create=False) as catalogue:
        rows = catalogue.rows(size=size, symbols=symbols, limit=limit)
    audited = []
    with progress("checking", "rows") as advance:
        for one in audit(rows, ENGINES[engine], progress=advance):
            audited.append(one)
            if not as_json:
                show([plain_line(_verdict(one))])
    if as_json:
        show_json([_audited_json(one) for one in audited])
    elif not rows:
        print_error("there is no such card in the catalogue")
    if any(one.differs for one in audited):
        context.exit(1)


@click.command(
    epilog=examples(
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC",
        "penta generate prove 4x5:ABBCABACBACBCBCBCAAC --json",
    )
)
@click.argument("named", metavar="CARD", callback=parse_with(named_card))
@points_option
@click.option("--catalogue", metavar="FILE", help="Add the card to a catalogue, as proved.")
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
    """Prove that no card is flatter and richer than CARD.

    CARD is small, and on it every roll is worth the same. All is gone through by which a card of
    its size could be worth more at every roll; it takes seconds for a 5x5 card of three symbols,
    and much longer for more.

    Exit code 1 if CARD is not flat, or a richer card is found.
    """
    card = named.card
    fairness = Fairness(survey(card, points))
    value = fairness.optimum.least
    if fairness.optimum.variance:
        told = f"it is not flat: {summary(fairness)}"
        found, proved = Exhaustion(None, 0, 0), False
    else:
        found = unbeaten(card.rows, card.cols, card.symbols, points, value)
        proved = found.card is None
        told = claim(value) if proved else f"every roll is worth more on {found.card}"
    if proved and catalogue:
        with Catalogue(catalogue) as kept:
            kept.add(entry_of(fairness, status=CardStatus.PROVED, proof=told))
    if as_json:
        show_json(
            {
                "card": str(card),
                "value": value,
                "proved": proved,
                "claim": told,
                "layouts": found.layouts,
                "cases": found.cases,
                "better": str(found.card) if found.card else None,
            }
        )
    else:
        show([plain_line(f"{named.title}: {'proved' if proved else 'not proved'}: {told}")])
    if not proved:
        context.exit(1)


def _table(rows: Sequence[Row]) -> Iterator[Line]:
    """Yield a table for each of the points for which there are cards."""
    by_points = sorted(rows, key=lambda row: row.points)  # stable
    for number, (points, alike) in enumerate(groupby(by_points, key=lambda row: row.points)):
        if number:
            yield plain_line("")
        yield [(f"tiles {points}", "bold")]
        yield plain_line("   sd   mean  least  greatest  duds  symbols  status      card")
        for row in alike:
            yield plain_line(
                f"{row.sd:5.2f}  {row.mean:5.2f}  {row.least:>5}  {row.greatest:>8}  {row.duds:>4}"
                f"  {row.symbols:>7}  {row.status:<10}  {row.canonical}"
            )


def _row_json(row: Row) -> dict[str, Any]:
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


def _verdict(audited: Audited) -> str:
    row, differs = audited
    proof = f", by {row.proof}" if row.status == CardStatus.PROVED.value else ""
    told = "; ".join(differs) if differs else f"{row.status}{proof}"
    return f"{'differs' if differs else 'ok'}  {row.canonical}  {told}"


def _audited_json(audited: Audited) -> dict[str, Any]:
    row, differs = audited
    return {
        "card": row.canonical,
        "points": row.points,
        "symbols": row.symbols,
        "ok": not differs,
        "differs": differs,
        "status": row.status,
        "proof": row.proof or None,
    }
