"""The commands of Penta-Rush: solving, listing packings, scoring; others are loaded when needed."""

import sys

import click

from solver import penta_rush
from solver.console.command import Named, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import WholeNumber
from solver.console.options import (
    check_goes_with,
    file_argument,
    input_argument,
    seconds_option,
    seed_option,
)
from solver.penta_rush.options import (
    card_option,
    points_for,
    points_option,
    read_game,
    roll_argument,
    skill_option,
)

_card_option = card_option("A file, '-', a sample's name or a card id.")
_engine_option = click.option(
    "--engine",
    type=click.Choice(penta_rush.ENGINES, case_sensitive=False),
    default=penta_rush.ENGINES[0],
    show_default=True,
    help="The search to use: all give the same answer, plain is the fastest.",
)
_COUNT = WholeNumber(0, sys.maxsize)


@click.group(
    "rush",
    cls=LazyGroup,
    lazy={
        "puzzle": "solver.penta_rush.puzzle.commands:puzzle_group",
        "play": "solver.penta_rush.play.commands:play",
        "enter": "solver.penta_rush.entry.commands:enter",
        "read": "solver.penta_rush.photo.commands:read",
        "check": "solver.penta_rush.fairness.commands:check",
        "fit": "solver.penta_rush.people.commands:fit",
    },
)
def rush() -> None:
    """Solve a roll on a card, judge a player's sheet, total a game of Penta-Rush.

    A terminal with colours shows the forms of symbols. With PENTA_LETTERS=1 in the environment it
    shows letters, as a pipe does.
    """


@command(
    rush,
    examples=(
        "penta rush solve AABCD",
        "penta rush solve abcde --card orchard --round 5",
        "penta rush solve AABCD --card 2x5:ABCDAEFABC --json",
        "penta rush solve AABCD --skill 0.2",
        "penta rush solve AABCD --svg solved.svg",
        "penta rush solve su,su,m,st,d --card card.txt",
    ),
    pictures=True,
)
@roll_argument
@_card_option
@points_option
@click.option(
    "--round",
    "number",
    type=WholeNumber(1, penta_rush.ROUNDS),
    default=1,
    show_default=True,
    help="The round that is played; the fifth counts double.",
)
@_engine_option
@click.option(
    "--count/--no-count",
    "counts_all",
    default=None,
    help=f"Count all packings, or none; by default up to {penta_rush.MAX_COUNTED:,}.",
)
@skill_option
def solve(
    roll: penta_rush.Roll,
    named: penta_rush.NamedCard,
    points: penta_rush.Points | None,
    number: int,
    *,
    engine: str,
    counts_all: bool | None,
    skill: penta_rush.Skill | None,
) -> "penta_rush.Solution | Search[penta_rush.Solution]":
    """Find the best packing of ROLL on a card.

    ROLL is five symbols of the card, as the dice show them, at most two of them equal: AABCD. On a
    card of your own symbols it is their names, or beginnings of them: red,red,sun,star,blue. A
    packing is one to five pentominoes, each showing exactly these symbols, without overlap and
    without a shape twice.

    Prints the packing drawn on the card, the points of each shape, the score, the number of all
    packings and of the best ones. PENTA_LETTERS=1 shows letters instead of forms in colour.
    """
    title, card = named
    counted = points_for(points, named)
    solution = penta_rush.solve(
        card, roll, points=counted, number=number, engine=engine, skill=skill, title=title
    )
    if counts_all is False:
        return solution
    return solution.counted(limit=None if counts_all else penta_rush.MAX_COUNTED)


@command(
    rush,
    examples=(
        "penta rush packings AABCD --limit 3",
        "penta rush packings AABCD --count",
        "penta rush packings AABCD --count --size 5",
        "penta rush packings AABCD --histogram",
        "penta rush packings AABCD --top 3",
        "penta rush packings AABCD --sample 3 --seed 1",
        "penta rush packings AABCD --maximal --limit 3",
    ),
)
@roll_argument
@_card_option
@points_option
@_engine_option
@click.option(
    "--size",
    type=WholeNumber(1, penta_rush.MAX_PLACEMENTS),
    help="Only packings of this many shapes.",
)
@click.option("--maximal", is_flag=True, help="Only packings to which no shape can be added.")
@click.option("--count", is_flag=True, help="Print the number of packings.")
@click.option("--histogram", is_flag=True, help="Print the number of packings of each score.")
@click.option("--top", type=_COUNT, metavar="K", help="Print the K packings with the best scores.")
@click.option(
    "--sample", type=_COUNT, metavar="K", help="Print K random packings, all equally likely."
)
@seed_option("Seed of --sample, to draw the same packings again.")
@click.option("--limit", type=_COUNT, metavar="N", help="Stop the list after N packings.")
@seconds_option("Stop after S seconds, with what there is by then; exit code 3.")
def packings(
    roll: penta_rush.Roll,
    named: penta_rush.NamedCard,
    points: penta_rush.Points | None,
    engine: str,
    size: int | None,
    *,
    maximal: bool,
    count: bool,
    histogram: bool,
    top: int | None,
    sample: int | None,
    seed: int | None,
    limit: int | None,
) -> "Search[penta_rush.PackingTotal] | Search[penta_rush.Histogram] | Search[penta_rush.ListEnd]":
    """List, count, rank or sample the packings of ROLL on a card.

    Without a further option it lists all packings, one JSON object per line, each as soon as it is
    found. Placements are ordered by shape, the highest value first and then by letter; then by
    orientation; then row by row. Where two packings first differ, the one with the earlier
    placement comes first, and one with no further placement comes last.

    --sample draws each packing from all of them, so that one may come twice.
    """
    modes = {"--count": count, "--histogram": histogram, "--top": top is not None}
    modes |= {"--sample": sample is not None, "--limit": limit is not None}
    given = [name for name, is_given in modes.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} do not go together; give one of them.")
    check_goes_with("--sample", "seed", is_given=sample is not None)
    counted = points_for(points, named)
    found = penta_rush.Packings.of(
        named.value, roll, points=counted, size=size, maximal=maximal, engine=engine
    )
    if count:
        return found.count()
    if histogram:
        return found.histogram()
    if top is not None:
        return found.listed_best(top)
    if sample is not None:
        return found.listed_sample(sample, seed=seed)
    return found.listed(limit)


@command(rush, examples=("penta rush score sarah", "penta rush score pierre --json"))
@file_argument(
    "SHEET",
    lambda text, source: penta_rush.Sheet.parse(text, source=source),
    kind="sheet",
    samples="sheets",
)
@points_option
def score(
    named: "Named[penta_rush.Sheet]", points: penta_rush.Points | None
) -> "penta_rush.JudgedSheet":
    """Judge SHEET, the outlines that a player drew in a round.

    SHEET is a file, '-' for standard input, or a sample (sarah, pierre, anna: the examples of the
    rules). It is JSON: {"card": "10x10:ABC...", "roll": "AABCD", "round": 1, "timer": false,
    "outlines": [[[row, col], ...], ...]}, rows and cols counted from 0 at the top left; "c4" names
    a cell as well.

    Prints a verdict on every outline, with the reason. Exit code 1 if one of them does not count.
    """
    title, sheet = named
    return penta_rush.judge(sheet, points=points_for(points, Named(title, sheet.card)))


@command(rush, examples=("penta rush total friends", "penta rush total friends --json"))
@input_argument("GAME", read_game, samples="games")
@points_option
def total(named: "Named[penta_rush.Game]", points: penta_rush.Points | None) -> "penta_rush.Totals":
    """Total GAME, five rounds of each player, and name the winner.

    GAME is a file, '-' for standard input, or a sample (friends). It is JSON: {"players":
    [{"name": "Sarah", "rounds": [10, 4, 7, 0, 18]}, ...]}. A round is a
    number, the points as written on the board (with the timer, and the fifth round doubled), which
    are refused if they are more than the tiles allow, or a sheet as for 'penta rush score', which
    is judged.

    The most points win; if these are equal, the most points in rounds 1 to 4; if these are equal
    too, all of those players win.
    """
    title, game = named
    counted = points_for(points, *penta_rush.sheet_cards(game))
    return penta_rush.total(game, points=counted, title=title)


@command(
    rush, examples=("penta rush throw --seed 7", "penta rush throw --card orchard --json --seed 2")
)
@seed_option("Seed of the dice, to throw the same again.")
@_card_option
def throw(seed: int | None, named: penta_rush.NamedCard) -> "penta_rush.DiceThrow":
    """Throw five dice that show the symbols of a card.

    Prints the roll. If three or more dice are equal, all are thrown again, and stderr shows every
    throw.
    """
    is_announced = not click.get_current_context().params["as_json"]
    return penta_rush.throw(named.value, seed=seed, is_announced=is_announced)


@command(rush, examples=("penta rush cards", "penta rush cards --json"))
def cards() -> "penta_rush.SampleCards":
    """List the sample cards, which every --card accepts by name.

    They are our own cards; the layouts of the printed ones are not known.
    """
    return penta_rush.sample_cards()
