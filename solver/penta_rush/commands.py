"""The commands of Penta-Rush: each reads its input, asks one question, prints the answer.

A person waits for `solve`, so what it does not use is imported by the commands that do.
"""

import sys
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from solver.console.lazy_group import LazyGroup
from solver.console.options import (
    WholeNumber,
    examples,
    input_argument,
    json_option,
    seconds_option,
    seed_option,
    seeded_random,
)
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import (
    print_error,
    show,
    show_answer,
    show_json,
    shows_outlines,
    stream_lines,
)
from solver.errors import GameError
from solver.files.input_text import Named, read_named
from solver.penta_rush import report
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card_json import card_json
from solver.penta_rush.dice import Roll, is_legal, throws
from solver.penta_rush.options import (
    DEFAULT_CARD,
    NamedCard,
    card_option,
    named_card,
    points_for,
    points_option,
    roll_argument,
    tell_notes,
)
from solver.penta_rush.points import Points
from solver.penta_rush.problem import PackingFilter, RollProblem
from solver.penta_rush.rules import (
    MAX_PLACEMENTS,
    Packing,
    Ruling,
    check_possible,
    judge,
    standings,
    winners,
)
from solver.penta_rush.sheet import ROUNDS, Sheet
from solver.runtime.interruption import ended_after

if TYPE_CHECKING:
    from solver.penta_rush.cover_engine import ExactCoverEngine
    from solver.penta_rush.game import Game

_BAR_WIDTH = 40
_MAX_COUNTED = 100_000_000  # packings: a second at most, for people who want the best one


def named_sheet(name: str) -> Named[Sheet]:
    """Return the sheet that *name* stands for: a file, '-' or a sample."""
    named = read_named(Sheet.parse, name, kind="sheet", samples="sheets")
    tell_notes(named.value.card)
    return named


def named_game(name: str) -> "Named[Game]":
    """Return the game that *name* stands for: a file, '-' or a sample."""
    from solver.penta_rush.game import Game

    named = read_named(Game.parse, name, kind="game", samples="games")
    rounds = [entry for player in named.value.players for entry in player.rounds]
    tell_notes(*(entry.card for entry in rounds if isinstance(entry, Sheet)))
    return named


_card_option = card_option("A file, '-', a sample's name or a card id.")
_engine_option = click.option(
    "--engine",
    type=click.Choice(["plain", "exact-cover", "cp-sat"], case_sensitive=False),
    default="plain",
    show_default=True,
    help="The search to use: all give the same answer, plain is the fastest.",
)
_COUNT = WholeNumber(0, sys.maxsize)


@click.group(
    "rush",
    cls=LazyGroup,
    lazy={
        "puzzle": "solver.penta_rush.puzzle.commands:puzzle",
        "play": "solver.penta_rush.play.commands:play",
        "enter": "solver.penta_rush.entry.commands:enter",
        "read": "solver.penta_rush.photo.commands:read",
        "check": "solver.penta_rush.fairness.commands:check",
    },
)
def rush() -> None:
    """Solve a roll on a card, judge a player's sheet, total a game of Penta-Rush."""


@rush.command(
    epilog=examples(
        "penta rush solve AABCD",
        "penta rush solve abcde --card orchard --round 5",
        "penta rush solve AABCD --card 2x5:ABCDAEFABC --json",
        "penta rush solve AABCD --svg solved.svg",
        "penta rush solve su,su,m,st,d --card card.txt",
    )
)
@roll_argument
@_card_option
@points_option
@click.option(
    "--round",
    "number",
    type=WholeNumber(1, ROUNDS),
    default=1,
    show_default=True,
    help="The round that is played; the fifth counts double.",
)
@_engine_option
@click.option(
    "--count/--no-count",
    "counts_all",
    default=None,
    help=f"Count all packings, or none; by default up to {_MAX_COUNTED:,}.",
)
@picture_options
@json_option
@click.pass_context
def solve(
    context: click.Context,
    roll: Roll,
    named: NamedCard,
    points: Points | None,
    number: int,
    *,
    engine: str,
    counts_all: bool | None,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Find the best packing of ROLL on a card.

    ROLL is five symbols of the card, as the dice show them, at most two of them equal: AABCD. On a
    card of your own symbols it is their names, or beginnings of them: red,red,sun,star,blue. A
    packing is one to five pentominoes, each showing exactly these symbols, without overlap and
    without a shape twice.

    Prints the packing drawn on the card, the points of each shape, the score, the number of all
    packings and of the best ones.
    """
    check_pictures(context, svg=svg, png=png)
    solver = _engine(engine, RollProblem(named.value, roll, points_for(points, named)))
    best = solver.best()
    packing = None if best is None else solver.packing(best)
    if svg or png:
        from solver.penta_rush.card_picture import solved_card

        picture, text = (
            solved_card(named.value, packing or Packing()),
            named.value.legend.roll_text(roll),
        )
        write_pictures(picture, title=f"{text} on {named.title}", svg=svg, png=png)
    if not as_json:
        drawn, title = shows_outlines(sys.stdout), named.title
        show(report.solution_text(solver.problem, packing, title=title, number=number, drawn=drawn))
        sys.stdout.flush()
    if counts_all is False:
        if as_json:
            show_json(report.solution_json(solver, packing, None, number))
        return
    try:
        with progress_bar("counting", "packings") as advance:
            counts = (
                solver.counts(progress=advance)
                if counts_all
                else solver.counts_up_to(_MAX_COUNTED, progress=advance)
            )
    except KeyboardInterrupt:
        if as_json:  # all but the counts is known
            show_json(report.solution_json(solver, packing, None, number))
        raise
    show_answer(
        report.solution_json(solver, packing, counts, number, more_than=_MAX_COUNTED),
        report.counts_text(solver, counts, more_than=_MAX_COUNTED),
        as_json=as_json,
    )


@rush.command(
    epilog=examples(
        "penta rush packings AABCD --limit 3",
        "penta rush packings AABCD --count",
        "penta rush packings AABCD --count --size 5",
        "penta rush packings AABCD --histogram",
        "penta rush packings AABCD --top 3",
        "penta rush packings AABCD --sample 3 --seed 1",
        "penta rush packings AABCD --maximal --limit 3",
    )
)
@roll_argument
@_card_option
@points_option
@_engine_option
@click.option(
    "--size", type=WholeNumber(1, MAX_PLACEMENTS), help="Only packings of this many shapes."
)
@click.option("--maximal", is_flag=True, help="Only packings to which no shape can be added.")
@click.option("--count", is_flag=True, help="Print the number of packings.")
@click.option("--histogram", is_flag=True, help="Print the number of packings of each score.")
@click.option("--top", type=_COUNT, metavar="K", help="Print the K packings with the best scores.")
@click.option(
    "--sample",
    type=_COUNT,
    metavar="K",
    help="Print K random packings, all equally likely.",
)
@seed_option("Seed of --sample, to draw the same packings again.")
@click.option("--limit", type=_COUNT, metavar="N", help="Stop the list after N packings.")
@seconds_option("Stop after S seconds, with what there is by then; exit code 3.")
@json_option
def packings(
    roll: Roll,
    named: NamedCard,
    points: Points | None,
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
    seconds: float | None,
    as_json: bool,
) -> None:
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
    if seed is not None and sample is None:
        raise click.UsageError("--seed goes with --sample.")
    solver = _engine(engine, RollProblem(named.value, roll, points_for(points, named)))
    wanted = PackingFilter(size, maximal)
    with ended_after(seconds):
        if count:
            with progress_bar("counting", "packings") as advance:
                by_size = solver.count_by_size(wanted, progress=advance)
            if as_json:
                show_json({"count": sum(by_size), "by_size": by_size})
            else:
                click.echo(sum(by_size))
        elif histogram:
            with progress_bar("counting", "packings") as advance:
                by_score = solver.counts(wanted, progress=advance).by_score
            if as_json:
                show_json({"histogram": by_score})
            else:
                width = _BAR_WIDTH if shows_outlines(sys.stdout) else 0
                show(report.histogram_text(by_score, width=width))
        elif top is not None:
            stream_lines(report.packing_lines(solver, solver.top(top, wanted)))
        elif sample is not None:
            with seeded_random(seed) as rng, progress_bar("counting", "packings") as advance:
                drawn = solver.sample(sample, rng, wanted, progress=advance)
            first = list(islice(drawn, 1))
            if sample and not first:
                print_error("there is no such packing to draw")
            stream_lines(report.packing_lines(solver, chain(first, drawn)))
        else:
            stream_lines(islice(report.packing_lines(solver, solver.packings(wanted)), limit))


@rush.command(epilog=examples("penta rush score sarah", "penta rush score pierre --json"))
@input_argument("SHEET", named_sheet, samples="sheets")
@points_option
@json_option
@click.pass_context
def score(
    context: click.Context, named: Named[Sheet], points: Points | None, *, as_json: bool
) -> None:
    """Judge SHEET, the outlines that a player drew in a round.

    SHEET is a file, '-' for standard input, or a sample (sarah, pierre, anna: the examples of the
    rules). It is JSON: {"card": "10x10:ABC...", "roll": "AABCD", "round": 1, "timer": false,
    "outlines": [[[row, col], ...], ...]}, rows and cols counted from 0 at the top left; "c4" names
    a cell as well.

    Prints a verdict on every outline, with the reason. Exit code 1 if one of them does not count.
    """
    title, sheet = named
    verdict = judge(sheet, points_for(points, Named(title, sheet.card)))
    show_answer(
        report.verdict_json(verdict),
        report.verdict_text(sheet, verdict, drawn=shows_outlines(sys.stdout)),
        as_json=as_json,
    )
    if any(outline.ruling is not Ruling.COUNTED for outline in verdict.outlines):
        context.exit(1)


@rush.command(epilog=examples("penta rush total friends", "penta rush total friends --json"))
@input_argument("GAME", named_game, samples="games")
@points_option
@json_option
def total(named: "Named[Game]", points: Points | None, *, as_json: bool) -> None:
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
    cards = [
        Named(f"sheets of {player.name}", entry.card)
        for player in game.players
        for entry in player.rounds
        if isinstance(entry, Sheet)
    ]
    points = points_for(points, *cards)
    try:
        check_possible(game, points)
    except GameError as error:
        raise error.within(title) from None
    players = standings(game, points)
    winning = winners(players)
    show_answer(
        report.standings_json(players, winning),
        report.standings_text(players, winning),
        as_json=as_json,
    )


@rush.command(
    epilog=examples("penta rush throw --seed 7", "penta rush throw --card orchard --json --seed 2")
)
@seed_option("Seed of the dice, to throw the same again.")
@_card_option
@json_option
def throw(seed: int | None, named: NamedCard, *, as_json: bool) -> None:
    """Throw five dice that show the symbols of a card.

    Prints the roll. If three or more dice are equal, all are thrown again, and stderr shows every
    throw.
    """
    symbols = named.value.symbols
    with seeded_random(seed) as rng:
        throws_made = ["".join(dice) for dice in throws(symbols, rng)]
    roll, legend = Roll.parse(throws_made[-1]), named.value.legend
    if as_json:
        show_json({"throws": throws_made, "roll": str(roll), **card_json(named.value)})
        return
    for dice in throws_made:
        shown = legend.symbols_text("".join(dice)) if legend else " ".join(dice)
        print_error(f"thrown: {shown}{'' if is_legal(tuple(dice)) else ' - roll again'}")
    click.echo(legend.roll_text(roll))


@rush.command(epilog=examples("penta rush cards", "penta rush cards --json"))
@json_option
def cards(*, as_json: bool) -> None:
    """List the sample cards, which every --card accepts by name.

    They are our own cards; the layouts of the printed ones are not known.
    """
    import data

    named = [(name, named_card(name).value) for name in data.samples("cards")]
    if as_json:
        show_json(
            [report.sample_json(name, card, default=name == DEFAULT_CARD) for name, card in named]
        )
        return
    for number, (name, card) in enumerate(named):
        if number:
            click.echo()
        show(report.card_text(name, card, default=name == DEFAULT_CARD))


def _engine(name: str, problem: RollProblem) -> "BitsetEngine | ExactCoverEngine":
    """Return the engine that --engine names, for this problem."""
    if name == "plain":
        return BitsetEngine(problem)
    from solver.penta_rush.cover_engine import CpSatEngine, ExactCoverEngine

    return CpSatEngine(problem) if name == "cp-sat" else ExactCoverEngine(problem)
