"""The commands `advise` and `simulate`: advice on a roll, and solitaires played by a policy."""

import click

from solver import penta_rush
from solver.console.command import Named, Search, command
from solver.console.options import (
    WholeNumber,
    games_option,
    jobs_option,
    policy_option,
    seconds_option,
    seed_option,
)
from solver.console.output import plot_option
from solver.penta_rush.options import (
    NamedCard,
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


@command(
    examples=(
        "penta rush puzzle advise alone --playouts 10",
        "penta rush puzzle advise alone --roll ABCDE --playouts 0 --json",
    )
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
    default=penta_rush.DEFAULT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="Play N games to their end after each choice; 0 uses the estimate alone.",
)
@seconds_option("Stop after S seconds with the games played so far.")
@_seed_option
@_jobs_option
def advise(
    named: Named[penta_rush.PuzzleGame],
    *,
    roll: str | None,
    player: str | None,
    only_crosses: bool,
    points: penta_rush.Points | None,
    playouts: int,
    seed: int,
    jobs: int | None,
) -> Search[penta_rush.Advice]:
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
    return penta_rush.advise(
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
    examples=(
        "penta rush puzzle simulate meadow --games 20",
        "penta rush puzzle simulate pocket --games 2 --policy mobile --json",
    )
)
@card_argument
@games_option(default=100)
@policy_option(
    (policy.label for policy in penta_rush.Policy),
    default=penta_rush.Policy.VALUE.label,
    help_text="Choose who plays; from the simplest to the strongest and slowest.",
)
@click.option(
    "--playouts",
    type=WholeNumber(1, 10**6),
    default=penta_rush.ROLLOUT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="Let the rollout policy play N games to their end in each round.",
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
@plot_option("Draw the scores in FILE (.svg, .png or .pdf).")
def simulate(
    named: NamedCard,
    *,
    games: int,
    policy: str,
    playouts: int,
    hindsight: bool | None,
    points: penta_rush.Points | None,
    seed: int,
    jobs: int | None,
) -> Search[penta_rush.Simulation]:
    """Play solitaires on CARD, and show how they score.

    A match is a place where an unused shape can be drawn and shows the roll. The policies: first
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
    return penta_rush.simulate(
        named.value,
        policy=penta_rush.Policy[policy.upper()],
        games=games,
        seed=seed,
        playouts=playouts,
        hindsight=hindsight,
        points=points_for(points, named),
        jobs=jobs,
        title=named.title,
    )
