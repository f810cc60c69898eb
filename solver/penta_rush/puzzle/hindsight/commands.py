"""`penta rush puzzle best`: the best plan for a solitaire whose rolls are known."""

import random
import sys
from functools import partial

import click

from solver.console.options import examples, json_option, seconds_option, seed_option
from solver.console.progress import progress_bar
from solver.console.terminal import show_answer, shows_outlines
from solver.errors import UndecidedError
from solver.files.input_text import Named, read_named
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, parse_rolls, roll_dice
from solver.penta_rush.options import (
    NamedCard,
    card_argument,
    chosen_reading,
    points_for,
    points_option,
)
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.hindsight import report
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame, check_rolls
from solver.penta_rush.puzzle.rules import ROUNDS

NamedRolls = Named[dict[int, Roll]]  # by the lines of their file


def named_rolls(name: str, card: Card) -> NamedRolls:
    """Return the rolls, in the symbols of *card*, by the lines of the file *name* ('-': stdin)."""
    parse = partial(card.legend.parse_roll, reading=chosen_reading())
    parser = partial(parse_rolls, parse=parse)
    return read_named(parser, name, kind="rolls")


@click.command(
    epilog=examples(
        "penta rush puzzle best meadow --seed 7",
        "penta rush puzzle best orchard --seed 1 --seconds 9 --json",
    )
)
@card_argument
@click.argument("rolls_name", metavar="[ROLLS]", required=False)
@seed_option("Throw the dice with this seed instead of ROLLS.")
@points_option
@seconds_option("Stop after S seconds with the best plan so far.")
@json_option
def best(
    named: NamedCard,
    rolls_name: str | None,
    *,
    seed: int | None,
    points: Points | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Find the best plan for a solitaire with known rolls.

    CARD is a file, '-', a sample's name or a card id. ROLLS is a file or '-', with twelve lines
    like AABCD, or in the names of the card's own symbols. The plan says which shape to circle or
    to cross in each round, and is drawn.

    The plan is proven best: two engines agree, or a case split excludes anything better. If
    --seconds end the search early, the best plan so far is printed with an upper bound for the
    score, and the exit code is 3. After Ctrl-C it is printed as well. On cards of 50 to 80 cells
    the search may take minutes.
    """
    if (rolls_name is None) == (seed is None):
        raise click.UsageError("give ROLLS, or --seed to throw them.")
    if rolls_name is None:
        rng = random.Random(seed)
        twelve = tuple(roll_dice(named.value.symbols, rng) for _ in range(ROUNDS))
    else:
        rolls = named_rolls(rolls_name, named.value)
        by_place = {f"line {line}, roll": roll for line, roll in rolls.value.items()}
        check_rolls(by_place, named.value, source=rolls.title)
        twelve = tuple(by_place.values())
    game = KnownRollsGame(named.value, twelve, points_for(points, named))
    from solver.penta_rush.puzzle.hindsight.best_plan import find_best_plan  # imports ortools

    with progress_bar("best plan", "plans") as progress:
        answer = find_best_plan(game, limit_s=seconds, progress=progress)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.answer_json(game, answer),
        report.answer_text(game, answer, title=named.title, drawn=drawn),
        as_json=as_json,
    )
    if answer.interrupted:
        raise KeyboardInterrupt
    if not answer.proven:
        raise UndecidedError(f"score {answer.score}, {report.proof_text(answer)}")
