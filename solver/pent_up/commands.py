"""The commands of Pent-Up but for the game at the keyboard, which is loaded when it is needed."""

from typing import Any

import click

from solver import pent_up
from solver.console.command import Named, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import ExactNumber, WholeNumber
from solver.console.options import (
    check_goes_with,
    jobs_option,
    parse_with,
    seed_option,
    with_options,
)
from solver.console.output import record_lines, records_option
from solver.pent_up.options import (
    lowest_option,
    record_argument,
    search_budget,
    steps_option,
    thinking_option,
    upto_option,
)

_thinking_options = with_options(
    thinking_option,
    steps_option,
    seed_option("Seed of the random choices, any whole number.", default=0),
    lowest_option,
)


@click.group("up", cls=LazyGroup, lazy={"play": "solver.pent_up.play.commands:play"})
def up() -> None:
    """Pent-Up: judge, draw and play games, get good moves, see its two puzzles solved."""


@command(up, examples=("penta up referee duel", "penta up referee duel --json"))
@record_argument
def referee(named: Named[pent_up.Record]) -> "pent_up.RefereeReport":
    """Judge RECORD, the moves of a game, and say who wins.

    RECORD is a file, '-' for standard input, or a sample (duel, slip). It is JSON: {"moves":
    [{"colour": "white", "shape": "F", "cells": [[row, col], ...], "level": 1}, ...]}, the shapes as
    capital letters; the table has no bounds, so rows and cols may be less than 0. A cell may be
    named as well: "c4", "-a0".

    If a move breaks a rule, the first such move is named, with the rule, and the exit code is 1.
    """
    return pent_up.referee(named.value, title=named.title)


@command(
    up,
    examples=(
        "penta up moves duel --upto 20",
        "penta up moves duel --upto 20 --tile W",
        "penta up moves duel --upto 20 --svg places.svg",
        "penta up moves duel --upto 8 --json",
    ),
    pictures=True,
)
@record_argument
@click.option("--tile", metavar="LETTER", help="List only the moves of this tile, one by one.")
@upto_option
def moves(named: Named[pent_up.Record], tile: str | None, upto: int | None) -> "pent_up.LegalMoves":
    """List the legal moves of the side to move after RECORD.

    A tile goes to the highest level on which it can be laid. For each level, the number of moves of
    each tile is printed, and a drawing of the pile's heights shows the cells that these moves may
    cover. On an empty table each orientation counts as one move.
    """
    return pent_up.legal_moves(named.value, upto=upto, tile=tile, title=named.title)


@command(
    up,
    examples=(
        "penta up draw duel",
        "penta up draw duel --upto 7",
        "penta up draw duel --svg duel.svg",
        "penta up draw duel --json",
    ),
    pictures=True,
)
@record_argument
@upto_option
def draw(named: Named[pent_up.Record], upto: int | None) -> "pent_up.PileView":
    """Draw the pile of RECORD, level by level and from above.

    White's tiles have capital letters, Black's small ones.
    """
    return pent_up.pile_after(named.value, upto=upto, title=named.title)


@command(
    up,
    examples=("penta up climb", "penta up climb --level 6", "penta up climb --json"),
    pictures=True,
)
@click.option("--level", type=WholeNumber(1), metavar="N", help="Reach level N, not higher.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew, in some minutes.")
@click.option(
    "--seconds",
    type=ExactNumber(most=10**6),
    metavar="S",
    help="With --search: give up after S seconds, with exit code 3.",
)
def climb(level: int | None, *, search: bool) -> "pent_up.Climb | Search[pent_up.Climb]":
    """Reach the highest level by legal play, with a proof.

    White and Black lay their tiles in turn, each on the highest level that it can reach. The game
    is drawn level by level; the answer with --json contains its record.

    If level N cannot be reached, the reason is printed, there is no picture, and the exit code
    is 1.
    """
    check_goes_with("--search", "seconds", is_given=search)
    return pent_up.solve_climb(level) if search else pent_up.climb_to(level)


@command(
    up,
    examples=(
        "penta up surround",
        "penta up surround X",
        "penta up surround I --all",
        "penta up surround P --limit 2",
        "penta up surround I --search",
        "penta up surround W --svg rings.svg",
        "penta up surround X --json",
        "penta up surround --rings",
    ),
    pictures=True,
)
@click.argument(
    "shape",
    metavar="[SHAPE]",
    required=False,
    callback=parse_with(lambda text: text and pent_up.parse_shape(text)),
)
@click.option(
    "--all",
    "listed",
    is_flag=True,
    help="Print every solution as it is found, one line of JSON each; P takes minutes.",
)
@click.option("--limit", type=WholeNumber(0, 10**9), metavar="N", help="List N solutions only.")
@click.option("--rings", "most_rings", is_flag=True, help="Show the most rings known.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew: a minute per shape.")
@jobs_option("Search with N processes instead of one per core; same answer.")
@click.pass_context
def surround(
    context: click.Context,
    *,
    shape: str | None,
    listed: bool,
    limit: int | None,
    most_rings: bool,
    search: bool,
    jobs: int | None,
    svg: str | None,
    png: str | None,
) -> Any:
    """Surround a tile by white tiles, and these by black ones.

    SHAPE is the letter of the tile in the middle; without it, the answers for all twelve are shown.
    All tiles lie on the table. The ring of white tiles covers all cells that share an edge with the
    middle tile, with as few tiles as possible. The ring of black tiles around it does the same,
    with as few as possible of the other eleven.

    A solution is a ring of white tiles, with the middle tile as it is drawn: turned and mirrored
    solutions count separately. Distinct solutions are counted up to the turns and flips that map
    the middle tile onto itself. A solution is surroundable if there is a ring of black tiles around
    it. Each answer is proven by two independent methods, exhaustive search and CP-SAT.

    --rings shows the most rings, white and black in turn, that are known to be possible with the
    two sets of tiles.
    """
    picture = None if svg is png is None else "--png" if svg is None else "--svg"
    if picture and shape is None and not most_rings:
        raise click.UsageError(f"{picture} goes with SHAPE, or with --rings.")
    listed = listed or limit is not None
    if listed and (search or picture or context.params["as_json"]):
        other = picture or "--svg"
        raise click.UsageError(f"--all and --limit do not go with --search, {other} and --json.")
    if most_rings and (shape is not None or listed or search):
        raise click.UsageError("--rings does not go with SHAPE, --all, --limit and --search.")
    check_goes_with("--search", "jobs", is_given=search)
    if listed:
        return pent_up.list_solutions(shape, limit=limit)
    if most_rings:
        return pent_up.most_rings()
    return pent_up.solve_surround(shape, jobs=jobs) if search else pent_up.surround_tile(shape)


@command(
    up,
    examples=(
        "penta up suggest duel --upto 20",
        "penta up suggest duel --upto 12 --steps 40 --seed 1",
        "penta up suggest duel --upto 20 --steps 40 --svg move.svg",
        "penta up suggest duel --upto 20 --lowest --json",
    ),
    pictures=True,
)
@record_argument
@upto_option
@_thinking_options
def suggest(
    named: Named[pent_up.Record],
    *,
    upto: int | None,
    seconds: float | None,
    steps: int | None,
    seed: int,
    lowest: bool,
) -> "pent_up.SuggestedMove":
    """Suggest a good move for the side to move after RECORD.

    The move is printed with the result to expect. When at most four tiles are left, half of the
    time goes into solving the game: if that succeeds, the move and its result are proved. Otherwise
    the move comes from Monte Carlo tree search. This plays many games to the end at random, called
    playouts, most of them after the moves that do well; the result to expect is how often the
    suggested move won, drew and lost in them.
    """
    return pent_up.suggest(
        named.value,
        upto=upto,
        **search_budget(seconds, steps),
        seed=seed,
        lowest=lowest,
        title=named.title,
    )


@command(
    up,
    examples=(
        "penta up match --games 2 --seconds 0.01",
        "penta up match --against greedy --games 4 --steps 5 --lowest --json",
        "penta up match --games 2 --steps 5 --records games.ndjson",
    ),
    files={"records": record_lines},
)
@click.option(
    "--games",
    type=WholeNumber(1, pent_up.MAX_GAMES),
    default=20,
    show_default=True,
    metavar="N",
    help="Play N games against each player.",
)
@click.option(
    "--against",
    type=click.Choice(pent_up.PROGRAM_NAMES, case_sensitive=False),
    help="Play this player only.",
)
@_thinking_options
@jobs_option("Play N games at a time instead of one per core.")
@records_option
def match(
    *,
    games: int,
    against: str | None,
    seconds: float | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    jobs: int | None,
) -> "Search[pent_up.MatchResult]":
    """Play suggested moves against two simple players.

    The random player makes any legal move, all equally likely. The greedy player makes a legal move
    on the highest level that any move reaches (with --lowest, on the lowest), all such moves
    equally likely. White plays the suggested moves in the first game, Black in the second, and so
    on. The referee checks every game.

    Prints how many games the suggested moves won, drew and lost, and their points, half a point for
    a draw, each with a 95 % confidence interval (Wilson's score). Ctrl-C ends a match early: the
    games played so far are counted and written, and the exit code is 130. Each line that --records
    writes is a record for 'penta up referee'. With --steps and the same --seed the results are the
    same, whatever --jobs.
    """
    return pent_up.match(
        games=games,
        against=[against] if against else pent_up.PROGRAM_NAMES,
        **search_budget(seconds, steps),
        seed=seed,
        lowest=lowest,
        jobs=jobs,
    )
