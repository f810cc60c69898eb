"""`penta generate prove`: no card of a size is better, or is worth so much at every roll."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import Any, NamedTuple

import click

from generator.catalogue.entry import CardStatus, Entry, make_entry
from generator.catalogue.records.news import KnownRecords
from generator.catalogue.store import Catalogue
from generator.proof.problem import MinimumValueProblem
from generator.proof.proof import (
    Engine,
    ProofResult,
    claim_text,
    find_or_refute,
)
from solver.console.options import (
    WholeNumber,
    examples,
    input_argument,
    json_option,
    seconds_option,
)
from solver.console.output import check_outputs
from solver.console.terminal import print_error, show, show_json
from solver.drawing.text_grid import plain_line, wrapped
from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.card_json import card_json
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_report import summary_text
from solver.penta_rush.options import (
    CardArgument,
    NamedCard,
    named_card,
    points_for,
    points_option,
    reading_option,
)
from solver.penta_rush.points import MAX_POINTS, Points
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.survey.card_survey import Survey
from solver.runtime.interruption import ended_after, interruptible

_FEWEST_SYMBOLS, _SYMBOLS = 3, 6


class CardSize(NamedTuple):
    """The size of cards, in place of a card."""

    rows: int
    cols: int


def _card_or_size(text: str) -> NamedCard | CardSize:
    """Return the size that *text* is, 6x6, or the card that it names."""
    match = re.fullmatch(r"(\d{1,9})[xX](\d{1,9})", text, re.ASCII)
    if not match:
        return named_card(text)
    size = CardSize(int(match[1]), int(match[2]))
    if not all(1 <= side <= MAX_SIDE for side in size):
        expected = f"1x1 to {MAX_SIDE}x{MAX_SIDE} cells"
        raise CardError("size", expected=expected, found=f"{size.rows}x{size.cols}")
    return size


@click.command(
    epilog=examples(
        "penta generate prove 3x5:ACABBCBBCBCBAAC --json",
        "penta generate prove 13x13 --symbols 6 --value 18",
        "penta generate prove 4x5 --symbols 3 --value 12 --engine exhaustion",
    )
)
@input_argument("CARD|RxC", _card_or_size, samples="cards", cls=CardArgument)
@reading_option
@click.option(
    "--value",
    type=WholeNumber(1, MAX_POINTS * MAX_PLACEMENTS),
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
    type=click.Choice([engine.value for engine in Engine], case_sensitive=False),
    default=Engine.BOTH.value,
    show_default=True,
    help="Search with this one where counting is not enough.",
)
@click.option(
    "--catalogue",
    metavar="FILE",
    help="Add the card to the catalogue FILE as proved; takes both engines, or counting.",
)
@seconds_option("Stop after S seconds without a proof; exit code 3.")
@json_option
@click.pass_context
def prove(
    context: click.Context,
    /,
    named: NamedCard | CardSize,
    *,
    value: int | None,
    symbols: int | None,
    points: Points | None,
    engine: str,
    catalogue: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
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
    _check_options(context, named)
    points = points_for(points, *() if isinstance(named, CardSize) else (named,))
    if isinstance(named, CardSize):
        if value is None:
            raise click.UsageError("--value is missing; a size needs one.")
        labels = ascii_uppercase[: symbols or _SYMBOLS]
        problem = MinimumValueProblem(*named, labels, points, value)
        with ended_after(seconds):
            result = interruptible(partial(find_or_refute, problem, Engine(engine)))
        _show_size(problem, result, as_json=as_json)
        if result.card:
            context.exit(1)
        return
    known = None if catalogue is None else _known_records(context, catalogue)
    with ended_after(seconds):
        fairness, found = interruptible(partial(_prove, named.value, points, Engine(engine)))
    entry = _proved_entry(fairness, found, points)
    news = next(known.news([entry])) if known and entry else None
    record = {"record": news and news.to_json()} if known else {}
    _show_card(named, fairness, found, record, as_json=as_json)
    if entry is None:
        context.exit(1)
    if catalogue is not None:
        with Catalogue(catalogue) as opened:
            opened.add(entry)
        if news:
            print_error(str(news))


def _check_options(context: click.Context, named: NamedCard | CardSize) -> None:
    """Raise `click.UsageError` for an option that does not go with *named* or with another one."""
    options = context.params
    if isinstance(named, CardSize):
        if options["catalogue"] is not None:
            raise click.UsageError("--catalogue goes with CARD.")
        return
    for name in ("value", "symbols"):
        if options[name] is not None:
            raise click.UsageError(f"--{name} goes with a size, such as 6x6.")
    if options["catalogue"] is not None and options["engine"] != Engine.BOTH.value:
        raise click.UsageError("--catalogue goes with --engine both.")


def _prove(card: Card, points: Points, engine: Engine) -> tuple[CardFairness, ProofResult | None]:
    """Return the measures of *card*, and if it is flat what the search for a richer one found."""
    fairness = CardFairness(Survey(card, points))
    if fairness.optimum.variance:
        return fairness, None
    value = fairness.optimum.least
    problem = MinimumValueProblem(card.rows, card.cols, card.symbols, points, value + 1)
    return fairness, find_or_refute(problem, engine)


def _proved_entry(
    fairness: CardFairness, result: ProofResult | None, points: Points
) -> Entry | None:
    """Return the row of a card that *result* is a proof for; None if it is none."""
    if result is None or result.card:
        return None
    claim = claim_text(fairness.optimum.least, points)
    return replace(make_entry(fairness), status=CardStatus.PROVED, proof=claim)


def _show_size(problem: MinimumValueProblem, result: ProofResult, *, as_json: bool) -> None:
    """Print whether there is a card that meets the minimum of *problem*."""
    size, symbols = f"{problem.rows}x{problem.cols}", len(problem.symbols)
    if result.card:
        claim = f"every roll is worth {problem.minimum} or more on {result.card}"
    else:
        claim = (
            f"on no {size} card of {symbols} symbols is every roll worth {problem.minimum} or more"
        )
    if as_json:
        show_json(
            {
                "rows": problem.rows,
                "cols": problem.cols,
                "symbols": symbols,
                "value": problem.minimum,
                **_result_json(result, claim),
                "card": str(result.card) if result.card else None,
            }
        )
    else:
        _show_verdict(f"{size} cards", result, claim)


def _show_card(
    named: NamedCard,
    fairness: CardFairness,
    result: ProofResult | None,
    record: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    """Print whether a card is proved to be the best; *record* has further keys of the JSON."""
    value, points = fairness.optimum.least, fairness.survey.points
    if result is None:
        claim, result = f"it is not flat: {summary_text(fairness)}", ProofResult(None, ())
    elif result.card:
        claim = f"every roll is worth more on {result.card}"
    else:
        claim = claim_text(value, points)
    if as_json:
        better = {"better": str(result.card) if result.card else None}
        card = {**card_json(named.value, points), "value": value}
        show_json({**card, **_result_json(result, claim), **better, **record})
    else:
        _show_verdict(named.title, result, claim)


def _result_json(result: ProofResult, claim: str) -> dict[str, Any]:
    return {
        "proved": result.is_proof,
        "claim": claim,
        "methods": list(result.methods),
        "reason": result.reason,
        "layouts": result.tile_sets,
        "cases": result.cases,
    }


def _show_verdict(title: str, result: ProofResult, claim: str) -> None:
    by = " and ".join(result.methods).replace(Engine.CP_SAT.value, "CP-SAT")
    verdict = f"proved by {by}" if result.is_proof else "not proved"
    reason = f": {result.reason}" if result.reason else ""
    show([plain_line(line) for line in wrapped(f"{title}: {verdict}: {claim}{reason}")])


def _known_records(context: click.Context, name: str) -> KnownRecords:
    """Return the records that are known before something is added to the catalogue *name*.

    Raises `PentaError` unless it can be added.
    """
    check_outputs(context, [], continued=[("catalogue", name)])
    with Catalogue(name) as opened:
        opened.check_writable()
    return KnownRecords.beside(name)
