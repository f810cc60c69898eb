"""`penta rush puzzle best`: the best plan for a solitaire whose rolls are known."""

import click

from solver import penta_rush
from solver.console.command import Search, command
from solver.console.options import seconds_option, seed_option
from solver.penta_rush.options import (
    NamedCard,
    card_argument,
    chosen_reading,
    points_for,
    points_option,
)


@command(
    examples=(
        "penta rush puzzle best meadow --seed 7",
        "penta rush puzzle best orchard --seed 1 --seconds 9 --json",
    )
)
@card_argument
@click.argument("rolls_name", metavar="[ROLLS]", required=False)
@seed_option("Throw the dice with this seed instead of ROLLS.")
@points_option
@seconds_option("Stop after S seconds with the best plan so far.", name="limit_s")
def best(
    named: NamedCard,
    rolls_name: str | None,
    *,
    seed: int | None,
    points: penta_rush.Points | None,
    limit_s: float | None,
) -> Search[penta_rush.BestPlan]:
    """Find the best plan for a solitaire with known rolls.

    CARD is a file, '-', a sample's name or a card id. ROLLS is a file or '-', with twelve lines
    like AABCD, or in the names of the card's own symbols. The plan says which shape to circle or
    to cross in each round, and is drawn.

    The plan is proven best: two engines agree, or a case split excludes anything better. If
    --seconds end the search early, the best plan so far is printed with an upper bound for the
    score, and the exit code is 3. After Ctrl-C it is printed as well. On cards of 50 to 80 cells
    the search may take minutes.
    """
    title, card = named
    if (rolls_name is None) == (seed is None):
        raise click.UsageError("give ROLLS, or --seed to throw them.")
    if rolls_name is None:
        rolls = penta_rush.seeded_rolls(card, seed)
    else:
        rolls = penta_rush.read_rolls(rolls_name, card, reading=chosen_reading())
    counted = points_for(points, named)
    return penta_rush.best_plan(card, rolls, points=counted, limit_s=limit_s, title=title)
