"""The commands that make cards of Penta-Rush: `penta generate`."""

import os
import random
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import click

from generator.catalogue.store import Catalogue
from generator.ladder import FEWEST, MOST
from generator.made import Made
from generator.order import FleetOrder, Order, alphabet
from generator.symmetry import ORDERS
from generator.wishes import Wishes
from solver.errors import CardError, UndecidedError, shown
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
from solver.target import check_targets, write_all
from solver.terminal import progress, say, show, show_json, unbroken

if TYPE_CHECKING:
    from generator.archipelago import Sight

_EDGE = 10
_SECONDS = 60.0
_SEEDS = 2**32
_INTERRUPTED = 130


@click.group(epilog=examples("penta generate grey --seconds 2"))
def generate() -> None:
    """Make fair cards, keep them and print them."""


class _Decimal(click.ParamType[Fraction]):
    """A number of at most four decimals, kept as it is typed."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Return the number that *value* is, or tell what is expected."""
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            number = Fraction(-1)
        if not 0 <= number <= 10**6 or (number * 10**4).denominator > 1:
            self.fail(
                f"expected a number of at most four decimals, found {shown(value)}.", param, ctx
            )
        return number


def _like(name: str | None) -> NamedCard | None:
    return None if name is None else named_card(name)


_OPTIONS = (
    click.option("--rows", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--cols", type=click.IntRange(1, LARGEST), help="10, or as --like has."),
    click.option("--symbols", type=click.IntRange(3, 26), help="6, or as --like has."),
    points_option,
    click.option("--target", type=_Decimal(), help="The optimum that every roll should have."),
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
    click.option(
        "--symmetry",
        type=click.Choice(list(ORDERS)),
        help="Itself, symbols renamed, when mirrored or turned: the flattest cards are.",
    ),
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
    click.option(
        "--catalogue", metavar="FILE", help="Add the card to a catalogue, made if it is new."
    ),
    json_option,
)


def _search_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@generate.command(
    epilog=examples(
        "penta generate grey --seconds 2 -o flat.txt",
        "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --steps 9000",
        "penta generate grey --like meadow --target 12 --steps 9000 --seed 1 --json",
        "penta generate grey --target 12 --steps 9000 --checkpoint flat.ck",
    )
)
@_search_options
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
    help="One flat card in disguise, exactly place-fair; or cards of their own.",
)
@click.option(
    "--pull",
    type=_Decimal(),
    default="0.2",
    show_default=True,
    help="search: how much the target counts beside the other cards.",
)
@click.option(
    "--within",
    type=_Decimal(),
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
@_search_options
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
    symbols renamed by a group, and turned. Such a set is exactly place-fair.

    By search, the cards are not one card in disguise. They are made alike at every roll, as far as
    it goes; with --like they part from that card, and stay near it in what they are worth.

    The rungs of the fairness ladder that the set reaches are told with it. The files of the cards
    are numbered: fair.txt becomes fair-1.txt, and so on.
    """
    search = method == "search"
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
    **options: Any,
) -> None:
    """Look for what is ordered, and write it, also when it is interrupted."""
    names = _files(output, fleet)
    targets = [*(("card", name) for name in names), *_given("checkpoint", checkpoint)]
    check_targets(targets, sources=())
    from generator.archipelago import search
    from generator.grey import grey_plan
    from generator.white import white_cards, white_plan
    from generator.workers import workers

    jobs = jobs or os.cpu_count() or 1
    if cluster and options["steps"] is None:
        raise click.UsageError("--cluster goes with --steps.")
    order = replace(_order(checkpoint, jobs, **options), fleet=fleet)
    plan = white_plan(order) if fleet else grey_plan(order)
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
        say("penta: interrupted")
        context.exit(_INTERRUPTED)
    finally:
        if sight is not None and sight.wished:
            with unbroken():
                made = Made(order, white_cards(order, sight.cards), sight.steps)
                _tell(made, names, catalogue, as_json=as_json)

    if sight is not None and not sight.wished:
        raise UndecidedError(f"nothing as wished is found in {sight.steps:,} steps: try more")


def _given(kind: str, name: str | None) -> list[tuple[str, str]]:
    return [] if name is None else [(kind, name)]


def _files(output: str | None, fleet: FleetOrder | None) -> list[str]:
    """Return the files of the cards: numbered, if there are several."""
    if output is None:
        return []
    if fleet is None:
        return [output]
    path = Path(output)
    return [
        str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        for number in range(1, fleet.cards + 1)
    ]


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


def _journal(checkpoint: str | None, order: Order) -> Journal | None:
    if checkpoint is None:
        return None
    return Journal(checkpoint, {"checkpoint": "penta generate 1", **order.question()})


def _note(sight: "Sight") -> str:
    best = f"{sqrt(sight.best_energy):.2f} at best" if sight.wished else "none as wished yet"
    return f"off by {sqrt(sight.energy):.2f} now, {best}"


def _tell(made: Made, names: list[str], catalogue: str | None, *, as_json: bool) -> None:
    """Write the cards, and tell of them."""
    if names:
        write_all(dict(zip(names, map(str.encode, made.files()), strict=True)), kind="card")
    if catalogue:
        with Catalogue(catalogue) as kept:
            for entry in made.entries():
                kept.add(entry)
    if as_json:
        show_json(made.json())
    elif names:
        show(made.summaries(names))
    else:
        click.echo("\n".join(made.files()), nl=False)
