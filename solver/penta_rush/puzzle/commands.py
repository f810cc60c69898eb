"""The commands of the puzzle variant: its referee, plans in hindsight, advice, simulations."""

import click

from solver import penta_rush
from solver.console.command import Named, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import WholeNumber
from solver.console.options import (
    check_goes_with,
    games_option,
    jobs_option,
    program_option,
    seconds_option,
    seed_option,
)
from solver.console.output import output_file_option
from solver.penta_rush import puzzle
from solver.penta_rush.options import (
    card_argument,
    chosen_reading,
    points_for,
    points_option,
    puzzle_argument,
    reading_option,
)

_jobs_option = jobs_option(
    "Play N games at a time instead of one per core; the answer is the same."
)
_seed_option = seed_option("Seed of the random rolls.", default=0)


@click.group("puzzle", cls=LazyGroup, lazy={})
def puzzle_group() -> None:
    """Puzzle variant and solitaire: judge, plan in hindsight, advise, simulate."""


@command(
    puzzle_group,
    examples=("penta rush puzzle referee couple", "penta rush puzzle referee couple --json"),
)
@puzzle_argument("GAME")
@points_option
def referee(
    named: Named[puzzle.PuzzleGame], points: penta_rush.Points | None
) -> "puzzle.JudgedPuzzle":
    """Judge a game of the puzzle variant, or a solitaire.

    GAME is a file, '-' for standard input, or a sample (couple, alone). It is JSON: {"card":
    "10x10:ABC...", "players": {"Ann": {"rounds": [{"roll": "AABCD", "shape": "F", "cells": [[row,
    col], ...], "circled": true, "timer": false}, ...]}}}. Rows and cols count from the top left,
    from 0; "c4" names a cell as well. A cross that is not drawn has no cells. A game of one player
    is a solitaire. A game that is still being played, as 'penta rush play --save' writes it, is
    judged as far as it goes.

    If a round breaks a rule, the first one is printed with the standings before it, and the exit
    code is 1.
    """
    title, game = named
    counted = points_for(points, *(Named(title, card) for card in game.cards))
    return puzzle.referee(game, points=counted, title=title)


@command(
    puzzle_group,
    examples=(
        "penta rush puzzle best meadow --seed 7",
        "penta rush puzzle best orchard --seed 1 --seconds 9 --json",
    ),
)
@card_argument
@click.argument("rolls_name", metavar="[ROLLS]", required=False)
@seed_option("Throw the dice with this seed instead of ROLLS.")
@points_option
@seconds_option("Stop after S seconds with the best plan so far.", name="limit_s")
def best(
    named: penta_rush.NamedCard,
    rolls_name: str | None,
    *,
    seed: int | None,
    points: penta_rush.Points | None,
    limit_s: float | None,
) -> "Search[puzzle.BestPlan]":
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
        both = "" if seed is None else ", not both"
        raise click.UsageError(f"give ROLLS, or --seed to throw them{both}.")
    if rolls_name is None:
        rolls = puzzle.seeded_rolls(card, seed)
    else:
        rolls = puzzle.read_rolls(rolls_name, card, reading=chosen_reading())
    counted = points_for(points, named)
    return puzzle.best_plan(card, rolls, points=counted, limit_s=limit_s, title=title)


@command(
    puzzle_group,
    examples=(
        "penta rush puzzle advise alone --playouts 10",
        "penta rush puzzle advise alone --roll ABCDE --playouts 0 --json",
    ),
)
@puzzle_argument("STATE")
@click.option("--roll", metavar="ROLL", help="The roll on the table.")
@reading_option
@click.option("--player", metavar="NAME", help="Advise NAME, not the first player.")
@click.option(
    "--only-crosses", is_flag=True, help="Advise which shape to cross, after a wrong outline."
)
@points_option
@click.option(
    "--playouts",
    type=WholeNumber(0, 10**6),
    default=puzzle.DEFAULT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="Play N games to their end after each choice; 0 uses the estimate alone.",
)
@seconds_option("Stop after S seconds with the games played so far.")
@_seed_option
@_jobs_option
def advise(
    named: Named[puzzle.PuzzleGame],
    *,
    roll: str | None,
    player: str | None,
    only_crosses: bool,
    points: penta_rush.Points | None,
    playouts: int,
    seed: int,
    jobs: int | None,
) -> "Search[puzzle.Advice]":
    """Advise what to do with the roll on the table after STATE.

    STATE is a game as the referee reads it, a file, '-' or a sample. It names the roll as "roll"
    beside "players", unless --roll is given. In a game that 'penta rush play' saved, it is the roll
    that the dice show next.

    The best shapes to circle or to cross are ranked by their expected final score, if all twelve
    rounds are played and nobody turns the timer. That is the mean score of games played to their
    end, with the luck of their rolls removed, and is shown with its standard error. After Ctrl-C
    the advice is based on the games played so far.
    """
    title, game = named
    return puzzle.advise(
        game,
        roll,
        player=player,
        only_crosses=only_crosses,
        points=points_for(points, *(Named(title, card) for card in game.cards)),
        playouts=playouts,
        seed=seed,
        jobs=jobs,
        reading=chosen_reading(),
        title=title,
    )


@command(
    puzzle_group,
    examples=(
        "penta rush puzzle simulate meadow --games 20",
        "penta rush puzzle simulate pocket --games 2 --program mobile --json",
    ),
)
@card_argument
@games_option(default=100)
@program_option(
    puzzle.Level,
    default=puzzle.Level.VALUE,
    help_text="Choose who plays; from the simplest to the strongest and slowest.",
)
@click.option(
    "--playouts",
    type=WholeNumber(1, 10**6),
    default=puzzle.ROLLOUT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="Let the rollout program play N games to their end in each round.",
)
@click.option(
    "--hindsight/--no-hindsight",
    default=None,
    help="Also find the best score that the rolls of each game allowed; the default on cards "
    "large enough for it to be found fast.",
)
@points_option
@_seed_option
@_jobs_option
@seconds_option("Stop after S seconds with the games played so far.")
@output_file_option("--plot", help="Draw the scores in FILE (.svg, .png or .pdf).")
def simulate(
    named: penta_rush.NamedCard,
    *,
    games: int,
    level: puzzle.Level,
    playouts: int,
    hindsight: bool | None,
    points: penta_rush.Points | None,
    seed: int,
    jobs: int | None,
) -> "Search[puzzle.Simulation]":
    """Play solitaires on CARD, and show how they score.

    A match is a place where an unused shape can be drawn and shows the roll. The programs: first
    circles the first match; greedy the match of the most points; mobile, of these, the one that
    leaves the most matches to expect; value the match, or crosses the shape, that leaves the most
    points to expect, by an estimate; rollout, of the moves that the estimate ranks highest, takes
    the one that scores most in games played to their end.

    Rollout plays best, and takes more than a hundred times as long as value.

    Prints the distribution of the scores, their mean and its standard error, the share of perfect
    games, in which every shape is circled, and the mean as a share of the best scores that the same
    rolls allowed. The rolls of a game depend on --seed and its number alone. After Ctrl-C the games
    played so far are shown.
    """
    check_goes_with("--program rollout", "playouts", is_given=level is puzzle.Level.ROLLOUT)
    return puzzle.simulate(
        named.value,
        level=level,
        games=games,
        seed=seed,
        playouts=playouts,
        hindsight=hindsight,
        points=points_for(points, named),
        jobs=jobs,
        title=named.title,
    )
