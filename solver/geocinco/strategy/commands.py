"""`penta geo simulate`: games of programs against each other."""

import click

from solver import geocinco
from solver.console.command import Search, command
from solver.console.options import (
    WholeNumber,
    games_option,
    jobs_option,
    seconds_option,
    seed_option,
)
from solver.console.output import output_file_option
from solver.geocinco.options import board_option, tokens_option


@command(
    examples=(
        "penta geo simulate --games 40",
        "penta geo simulate --players 4 --games 20 --json",
        "penta geo simulate --policy strong --policy greedy --games 20",
        "penta geo simulate --policy random --games 4 --records games.ndjson",
    ),
    files={"records": lambda result: "".join(map(str, result.records)).encode()},
)
@click.option(
    "--players",
    type=WholeNumber(geocinco.MIN_PLAYERS, len(geocinco.COLOURS)),
    metavar="N",
    help="Let N play, 2 (the default) to 4; as many as there are programs if these are several.",
)
@click.option(
    "--policy",
    "policies",
    type=click.Choice([level.label for level in geocinco.Level], case_sensitive=False),
    multiple=True,
    help="Choose who plays: greedy (the default) or another; once for all, or once for each.",
)
@board_option
@tokens_option
@games_option(default=200)
@seed_option("Seed of the dice and of all choices.", default=0)
@jobs_option("Play in N threads instead of one per core; the answer is the same.")
@seconds_option("Stop after S seconds with the games played so far.")
@output_file_option(
    "--records", help="Write the games to FILE, one record per line, replacing what it holds."
)
def simulate(
    *,
    players: int | None,
    policies: tuple[str, ...],
    board: geocinco.Board,
    tokens: int,
    games: int,
    seed: int,
    jobs: int | None,
) -> "Search[geocinco.Simulation]":
    """Let programs play against each other, and count who wins.

    The programs: random makes any legal move; greedy lays where an estimate of the tokens that it
    still needs falls most; strong reckons with what the leading rival needs as well, and contests
    where that pays. They play in the order in which they are given, and change colours from game to
    game.

    Prints how often each player won, with a 95 % confidence interval (Wilson's score). A game that
    nobody has won after 2,000 turns counts as one without a winner. A game depends on --seed and
    its number alone. The referee checks the first 200 games, and one in twenty of the others.
    After Ctrl-C the games played so far are counted and written.
    """
    levels = _levels(players, policies)
    spec = geocinco.SimulationSpec(
        games=games, seed=seed, levels=levels, board=board, tokens=tokens
    )
    return geocinco.simulate(spec, jobs=jobs)


def _levels(players: int | None, policies: tuple[str, ...]) -> "tuple[geocinco.Level, ...]":
    """Return the level of each player."""
    levels = tuple(geocinco.Level[name.upper()] for name in policies or ("greedy",))
    if len(levels) == 1:
        return levels * (players or geocinco.MIN_PLAYERS)
    most = len(geocinco.COLOURS)
    if len(levels) > most or players not in {None, len(levels)}:
        expected = f"one --policy, or one for each of {players or f'at most {most}'} players"
        raise click.UsageError(f"expected {expected}, found {len(levels)}.")
    return levels
