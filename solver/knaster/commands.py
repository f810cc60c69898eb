"""The commands of Knaster; those that play, print and train are loaded when needed."""

from collections.abc import Sequence

import click

from solver import knaster
from solver.console.command import Named, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import WholeNumber
from solver.console.options import (
    games_option,
    parse_with,
    program_option,
    seconds_option,
    seed_option,
    simulation_options,
)
from solver.console.output import output_file_option
from solver.knaster.options import (
    SheetOrRecord,
    player_option,
    plies_option,
    record_argument,
    roll_argument,
    rolls_argument,
    sheet_argument,
    values_option,
)

_MAX_ROLLS = 51  # of a solitaire: each number written, each one circled, the last roll


@click.group(
    "knaster",
    cls=LazyGroup,
    lazy={
        "play": "solver.knaster.play.commands:play",
        "sheet": "solver.knaster.score_sheet.commands:sheet",
        "train": "solver.knaster.strategy.training.commands:train",
    },
)
def group() -> None:
    """Knaster: judge, count and play games, get advice, see what a game could have made."""


@command(
    group,
    examples=("penta knaster referee alone", "penta knaster referee slip --json"),
    pictures=True,
)
@record_argument
@values_option
def referee(named: Named[knaster.Record], values: knaster.LineValues) -> "knaster.RefereeReport":
    """Judge the turns of RECORD, and say who wins.

    RECORD is a file, '-' for standard input, or a sample (alone, family, slip). It is JSON:
    {"turns": [{"roll": 9, "write": "c3"}, {"roll": 9, "circle": "c3"}, {"roll": 7, "write": "a1",
    "bonus": ["b2", "c3"]}, {"roll": 4}]}. Here the last roll was passed. A
    game of several is {"players": {"Ann": {"turns": [...]}, ...}}. A cell is "c4", col c and row 4
    from the top left, or [row, col], these from 0.

    If a turn breaks a rule, the first such turn is named, with the rule, and the exit code is 1.
    """
    return knaster.referee(named.value, values=values, title=named.title)


@command(
    group,
    examples=(
        "penta knaster score tim",
        "penta knaster score tim --svg tim.svg",
        "penta knaster score family --player Linus",
        "penta knaster score tim --json",
    ),
    pictures=True,
)
@sheet_argument
@player_option("Count the sheet of NAME in a record of several.")
@values_option
def score(
    named: Named[SheetOrRecord], player: str | None, values: knaster.LineValues
) -> "knaster.SheetScore":
    """Count SHEET as it lies.

    A line whose five numbers are all circled earns its points, every circled number one more.

    SHEET is a file, '-' for standard input, or a sample (tim, half). It has five rows of five
    numbers, with '.' or '-' for a free cell and brackets round a circled number: (6) 5 . (7) 4; or
    lines of a number and its cell: 7 c3. JSON is read too: {"numbers": [[6, 5, null, 7, 4], ...],
    "circled": ["a1", ...]}. Of a record (samples: alone, family), or of a game that is saved, the
    sheet as it is now is counted.
    """
    return knaster.score(named.value, player=player, values=values, title=named.title)


@command(
    group,
    examples=(
        "penta knaster advise half 7",
        "penta knaster advise half",
        "penta knaster advise half 6 --turns 4 --plies 1 --all",
        "penta knaster advise half 7 --svg advice.svg",
        "penta knaster advise half 7 --json",
    ),
    pictures=True,
)
@sheet_argument
@roll_argument
@player_option("Advise NAME in a record of several.")
@plies_option
@click.option(
    "--turns",
    type=WholeNumber(1, 99),
    metavar="N",
    help="Only N rolls are left, as when somebody is about to fill his sheet.",
)
@values_option
@click.option("--all", "shows_all", is_flag=True, help="List all moves, not the best ten.")
def advise(
    *,
    named: Named[SheetOrRecord],
    roll: int | None,
    player: str | None,
    plies: int,
    turns: int | None,
    values: knaster.LineValues,
    shows_all: bool,
) -> "Search[knaster.Advice]":
    """Rank what can be done on SHEET with ROLL, a sum of two dice.

    ROLL may be the two dice as well, 4 3 or 4+3; then a line says that they are added.

    SHEET is a file, '-' for standard input, or a sample (tim, half), as 'penta knaster score' reads
    it. Of a record, or of a game that is saved, the sheet as it is now is taken. Once another
    player has filled his, only one roll is left.

    Every legal move, where to write and what to circle, is ranked by the expected final score, if
    the game goes on until the sheet is full, or for --turns rolls with this one. Beside the sheet
    stands what it loses to write or circle in each cell. Without ROLL: the expected final score
    before the roll, and the best move for each roll.

    The expected score is looked up in a table learned from games, after all moves of the next
    --plies rolls have been tried.

    With a full sheet or --turns 1 it is exact; with one free cell too, if at most 22 numbers are
    not circled, and with two if at most 20 are not. Each number more takes twice as long, up to
    some minutes.
    """
    return knaster.advise(
        named.value,
        roll,
        player=player,
        plies=plies,
        turns=turns,
        values=values,
        shows_all=shows_all,
        title=named.title,
    )


@command(
    group, examples=("penta knaster best evening", "penta knaster best few --json"), pictures=True
)
@rolls_argument
@values_option
@seconds_option("Stop after S seconds with the best plan so far.")
def best(named: Named[Sequence[int]], values: knaster.LineValues) -> "Search[knaster.Plan]":
    """Find the best plan for a solitaire with known rolls.

    ROLLS is a file, '-' for standard input, or a sample (evening, few): numbers from 2 to 12, one a
    line or several, or two dice as in 3+4. The rolls of a record (samples: alone, family, slip) or
    of a saved game are read too.

    If every number can be circled, which is 115 points with the bundled line values, the plan does
    so with as few of the first rolls as could be found. Else it has as many points as could be
    found, and uses all the rolls: the game is over after the last one, even if the sheet is not
    full by then.

    "Proven best" says that nobody can score more with these rolls. Otherwise the plan is the best
    known, and the answer says how many points nobody can exceed.

    If --seconds end the search early, the best plan so far is printed, and the exit code is 3.
    After Ctrl-C it is printed as well.
    """
    return knaster.best_plan(named.value, values=values, title=named.title)


@command(
    group,
    examples=(
        "penta knaster review alone",
        "penta knaster review family --plies 1",
        "penta knaster review alone --plot alone.svg",
        "penta knaster review alone --json",
    ),
)
@record_argument
@plies_option
@values_option
@player_option("Show the review of player NAME alone.")
@output_file_option("--plot", help="Draw the expected score in FILE (.svg, .png, .pdf).")
def review(
    *, named: Named[knaster.Record], plies: int, values: knaster.LineValues, player: str | None
) -> "Search[knaster.GameReview]":
    """Tell luck from skill in RECORD, move by move.

    RECORD is a file, '-' or a sample, as 'penta knaster referee' reads it. The luck of a roll is
    how much the expected final score rises when it is known; the skill of a move is how much it
    rises from then until before the next roll. The expected score at the start, all luck and all
    skill add up to the score. The loss of a move is what the best move of 'penta knaster advise'
    would have kept.

    The moves that lost most are drawn beside better ones. The best score that the rolls of the game
    allowed is found knowing them all. In a game of several every player is reviewed as if he played
    alone; that another ends the game is luck. A game that is not over is reviewed so far.
    """
    return knaster.review(named.value, player=player, plies=plies, values=values, title=named.title)


@command(
    group,
    examples=(
        "penta knaster simulate --games 200",
        "penta knaster simulate --program greedy --games 200 --plot scores.svg",
        "penta knaster simulate --plies 2 --games 4 --json",
        "penta knaster simulate --turns 26 --games 200",
    ),
)
@program_option(knaster.Level, default=knaster.Level.TABLE, help_text="Choose who plays.")
@click.option(
    "--plies",
    type=WholeNumber(1, knaster.MAX_PLIES),
    metavar="N",
    help="Let the table program look at N rolls, 1 (the default) to 3; more take longer.",
)
@click.option(
    "--table",
    metavar="FILE",
    callback=parse_with(lambda name: name),
    help="Play by the table that 'penta knaster train' wrote to FILE, not by the bundled one.",
)
@games_option(default=1000)
@click.option(
    "--turns",
    type=WholeNumber(1, _MAX_ROLLS),
    metavar="N",
    help="End each game after N rolls, as somebody else may, and let the table program know.",
)
@values_option
@seed_option("Seed of the random rolls.", default=0)
@simulation_options
@output_file_option("--plot", help="Draw the scores in FILE (.svg, .png or .pdf).")
def simulate(
    *,
    level: knaster.Level,
    plies: int | None,
    table: str | None,
    games: int,
    turns: int | None,
    values: knaster.LineValues,
    seed: int,
    jobs: int | None,
) -> "Search[knaster.Simulation]":
    """Play solitaires, and show how they score.

    The programs: random makes any legal move; greedy the move that earns most points at once, of
    several any; table the move after which most points are expected, by a table that was learned.
    With 2 or 3 plies it looks at all that the next roll, or the next two, may be, and plays better
    and more slowly.

    Prints how often scores occurred, their mean and its standard error, and the shares of games
    with 50, 80, 100 and more points. The rolls of a game depend on --seed and its number alone. The
    referee checks the first 1,000 games, and one in ten of the others. After Ctrl-C the games
    played so far are shown.
    """
    if level is not knaster.Level.TABLE and (plies or table):
        raise click.UsageError("--plies and --table go with --program table.")
    spec = knaster.SimulationSpec(
        games=games,
        seed=seed,
        level=level,
        plies=plies or 1,
        turns=turns,
        table=None if table is None else knaster.read_table(table),
        values=values,
    )
    return knaster.simulate(spec, jobs=jobs)
