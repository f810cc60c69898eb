"""The commands that make cards of Penta-Rush: `penta generate`."""

import os
import random
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import click

from generator.card_file import card_file
from generator.check.report import fairness_json, summary
from generator.fairness import Fairness, Limits
from generator.order import Order, alphabet, provenance
from generator.wishes import Wishes
from solver.errors import CardError, shown
from solver.journal import Journal
from solver.penta_rush.card import LARGEST, Card
from solver.penta_rush.commands import (
    NamedCard,
    examples,
    json_option,
    named_card,
    points_option,
    read_by,
)
from solver.penta_rush.points import Points
from solver.penta_rush.survey import survey
from solver.target import check_targets, write_whole
from solver.terminal import progress, say, show_json, unbroken

if TYPE_CHECKING:
    from generator.archipelago import Sight

_EDGE = 10
_SECONDS = 60.0
_SEEDS = 2**32
_INTERRUPTED = 130


@click.group(epilog=examples("penta generate grey --seconds 2"))
def generate() -> None:
    """Make fair cards, keep them and print them."""


class _Target(click.ParamType[Fraction]):
    """An optimum that is wanted, to a hundredth."""

    name = "points"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Return the number that *value* is, or tell what is expected."""
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            number = Fraction(-1)
        if not 0 <= number <= 10**6 or (number * 100).denominator > 1:
            self.fail(f"expected points of at most two decimals, found {shown(value)}.", param, ctx)
        return number


def _like(name: str | None) -> NamedCard | None:
    return None if name is None else named_card(name)


_OPTIONS = (
    click.option("--rows", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--cols", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--symbols", type=click.IntRange(3, 26), help="6, or as --like has."),
    points_option,
    click.option("--target", type=_Target(), help="The optimum that every roll should have."),
    click.option(
        "--richness",
        type=float,
        default=0,
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
    click.option("--no-dead-cell", is_flag=True, help="A placement of some roll at every cell."),
    click.option(
        "--like",
        metavar="CARD",
        callback=read_by(_like),
        help="Begin with this card, or the nearest that is as wished.",
    ),
    click.option("--seed", type=click.IntRange(0, _SEEDS - 1), help="A number of your choice."),
    click.option("--steps", type=click.IntRange(1, 10**15), help="How many steps to search."),
    click.option(
        "--seconds",
        type=click.FloatRange(0.1, 10**8),
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
    json_option,
)


def _search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@generate.command(
    epilog=examples(
        "penta generate grey --seconds 2 -o flat.txt",
        "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --seed 1 --steps 50000",
        "penta generate grey --like meadow --target 12 --seed 1 --steps 50000 --json",
        "penta generate grey --target 12 --seed 1 --steps 50000 --checkpoint flat.ck",
    )
)
@_search_options
@click.pass_context
def grey(
    context: click.Context,
    /,
    *,
    jobs: int | None,
    cluster: str | None,
    checkpoint: str | None,
    output: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Make one flat card, for all players.

    Flat: every roll's optimum is as close to one value as can be. The card is found by annealing:
    cells take another symbol or swap theirs, and the optimum of every roll is exact at every step.

    The card comes with what made it. With the same --seed and --steps it is the same card, with
    however many --jobs; --seconds tells the steps that it chose. Ctrl-C leaves the best card so
    far.
    """
    targets = {"card": output, "checkpoint": checkpoint}.items()
    check_targets(((kind, name) for kind, name in targets if name is not None), sources=())
    from generator.archipelago import search
    from generator.grey import grey_plan
    from generator.workers import workers

    jobs = jobs or os.cpu_count() or 1
    if cluster and options["steps"] is None:
        raise click.UsageError("--cluster goes with --steps.")
    order = _order(checkpoint, jobs, **options)
    sight: Sight | None = None
    try:
        with ExitStack() as stack:
            each = stack.enter_context(workers(jobs, cluster=cluster or ""))
            journal = _journal(checkpoint, order, "grey")
            if journal:
                stack.enter_context(closing(journal))
            advance = stack.enter_context(progress("looking for a flat card", "steps"))
            for sight in search(grey_plan(order), each, journal=journal):
                advance(sight.rounds, sight.total, sight.steps, _note(sight))
    except KeyboardInterrupt:
        if sight is None:
            raise
        say("penta: interrupted")
        context.exit(_INTERRUPTED)
    finally:
        if sight is not None:
            with unbroken():
                _tell(order, sight, output, as_json=as_json)


def _order(
    checkpoint: str | None,
    jobs: int,
    *,
    rows: int | None,
    cols: int | None,
    symbols: int | None,
    points: Points,
    target: Fraction | None,
    richness: float,
    seed: int | None,
    steps: int | None,
    seconds: float | None,
    islands: int,
    like: NamedCard | None,
    uneven: bool,
    **wishes: Any,
) -> Order:
    """Return what is ordered; what is left open is as in the *checkpoint*, or usual, or chance."""
    from generator.grey import steps_in, usual_optimum

    if steps is not None and seconds is not None:
        raise click.UsageError("--steps does not go with --seconds; give one of them.")
    card = like.card if like else None
    rows, cols = _size(card, rows, cols)
    letters = alphabet(symbols or 6) if card is None else _letters(card, symbols)
    kept = Journal.asked(checkpoint) if checkpoint else {}
    if target is None:
        usual = usual_optimum(rows, cols, letters, points)
        target = max(
            Fraction(round(usual + Fraction(richness).limit_denominator(100))), Fraction(1)
        )
    if seed is None:
        seed = int(kept["seed"]) if "seed" in kept else random.randrange(_SEEDS)
        say(f"seed {seed}")
    order = Order(
        rows,
        cols,
        letters,
        points,
        target,
        Wishes(even=not uneven, **wishes),
        islands,
        steps or 1,
        seed,
        card,
    )
    if steps is None:
        if "steps" in kept:
            return replace(order, steps=int(kept["steps"]))
        return replace(order, steps=steps_in(order, seconds or _SECONDS, jobs))
    return order


def _size(card: Card | None, rows: int | None, cols: int | None) -> tuple[int, int]:
    """Return the size of the card to be made: that of *card*, if there is one."""
    if card is None:
        return rows or _EDGE, cols or _EDGE
    size = rows or card.rows, cols or card.cols
    if size != (card.rows, card.cols):
        raise CardError(
            "--like",
            expected=f"a card of {size[0]}x{size[1]}",
            found=f"{card.rows}x{card.cols}",
        )
    return size


def _letters(card: Card, symbols: int | None) -> str:
    """Return what the dice bear: the symbols of *card*, and more to make the number."""
    letters = card.symbols
    for letter in ascii_uppercase:
        if len(letters) < (symbols or 3) and letter not in letters:
            letters += letter
    if symbols and len(letters) != symbols:
        raise CardError("--like", expected=f"{symbols} symbols", found=str(len(letters)))
    return "".join(sorted(letters))


def _journal(checkpoint: str | None, order: Order, kind: str) -> Journal | None:
    if checkpoint is None:
        return None
    return Journal(checkpoint, {"checkpoint": f"penta generate {kind} 1", **order.question()})


def _note(sight: "Sight") -> str:
    return f"off by {sqrt(sight.energy):.2f} now, {sqrt(sight.best_energy):.2f} at best"


def _tell(order: Order, sight: "Sight", output: str | None, *, as_json: bool) -> None:
    """Write the card, and tell of it."""
    fairness = Fairness(survey(sight.cards[0], order.points, symbols=order.symbols))
    made = list(provenance(order, "penta generate grey", done=sight.steps))
    text = card_file(fairness, made)
    if output:
        write_whole(output, text.encode(), kind="card")
        if not as_json:
            click.echo(f"{output}: {summary(fairness)}")
    if as_json:
        show_json(
            {
                **fairness_json(fairness, Limits().reasons(fairness)),
                "made": {**order.question(), "done": sight.steps},
            }
        )
    elif not output:
        click.echo(text, nl=False)
