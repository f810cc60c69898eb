"""`penta rush fit`: how skilled the people are who played."""

from collections.abc import Sequence

import click

from solver import penta_rush
from solver.console.command import Named, command
from solver.console.number_types import WholeNumber
from solver.console.options import complete_samples, parse_with, players_option
from solver.console.progress import progress_bar
from solver.penta_rush.options import read_game


def _read_games(names: Sequence[str]) -> list[Named[penta_rush.Game]]:
    if names.count("-") > 1:
        raise click.UsageError("standard input can be read only once; give one '-'.")
    return [read_game(name) for name in names]


@command(
    examples=(
        "penta rush fit playtest",
        "penta rush fit playtest friends --json",
        "penta rush fit playtest --player Ann --player Ben",
        "penta rush fit playtest --sand 30",
    )
)
@click.argument(
    "games",
    metavar="GAME...",
    nargs=-1,
    required=True,
    callback=parse_with(_read_games),
    shell_complete=complete_samples("games"),
)
@players_option("Only what this player found; give it once for each.")
@click.option(
    "--sand",
    type=WholeNumber(1, penta_rush.MAX_TIMER_S),
    metavar="S",
    help="Chances for S seconds of sand, instead of those of most rounds.",
)
def fit(
    games: list[Named[penta_rush.Game]], *, players: tuple[str, ...], sand: int | None
) -> "penta_rush.SkillFit":
    """Find the skill of the people who played each GAME.

    GAME is as for 'penta rush total', a finished standard game: what 'penta rush play --save' and
    the page keep, or sheets that were written down. The chance to meet a placement while the sand
    runs is found by maximum likelihood, with an interval of 95 %, for all players and for each.
    A shape has a chance of its own where the games say enough.

    In a terminal and on the page the second of each outline is kept. A sheet without times counts
    by what is outlined on it, as after one whole sand. A round that is a number says nothing.

    The last line is the option --skill for 'penta rush check' and 'penta rush solve'.
    """
    with progress_bar("fitting"):
        return penta_rush.fit([game for _, game in games], players=players, sand=sand)
