"""The commands of Geocinco but for the game at the keyboard, which is loaded when it is needed."""

import click
from click.core import ParameterSource

from solver import geocinco
from solver.console.command import Named, Search, command
from solver.console.lazy_group import LazyGroup
from solver.console.number_types import WholeNumber
from solver.console.options import (
    check_goes_with,
    file_argument,
    games_option,
    program_option,
    seconds_option,
    seed_option,
    simulation_options,
)
from solver.console.output import record_lines, records_option
from solver.geocinco.options import board_option, tokens_option

_RECORDS = "geocinco/records"
_STATES = ("geocinco/states", _RECORDS)

_colour_option = click.option(
    "--colour",
    type=click.Choice(geocinco.COLOURS, case_sensitive=False),
    help="The player; by default whose turn it is.",
)


@click.group("geo", cls=LazyGroup, lazy={"play": "solver.geocinco.play.commands:play"})
def geo() -> None:
    """Geocinco: see its board, judge and play games, find the fewest tokens that win."""


@command(
    geo,
    examples=(
        "penta geo board",
        "penta geo board --svg board.svg",
        "penta geo board --board strait --json",
    ),
    pictures=True,
)
@board_option
def board(board: geocinco.Board) -> "geocinco.BoardOverview":
    """Draw the board, and count its parts.

    The board is ours: the picture of the game's own is lost. It has 25 hexagons, A1 to E5, of four
    pentagons each, one red, one yellow, one green and one blue. Tokens are laid on the slots
    between them.
    """
    return geocinco.BoardOverview(board)


@command(
    geo,
    examples=(
        "penta geo moves middle --throw 3C",
        "penta geo moves middle --throw '*+' --colour blue --json",
        "penta geo moves crowd --throw 4+ --svg places.svg",
    ),
    pictures=True,
)
@file_argument("STATE", geocinco.parse_state, kind="state", samples=_STATES)
@click.option(
    "--throw",
    required=True,
    metavar="T",
    callback=lambda _context, _parameter, text: geocinco.Throw.parse(text, where="--throw"),
    help="What the dice show: 3C, *B for any digit, 4+ for any letter, *+.",
)
@_colour_option
def moves(
    named: Named[geocinco.State], throw: geocinco.Throw, colour: str | None
) -> "geocinco.LegalMoves":
    """List where a token may go in STATE after a throw.

    A token goes on a free slot, or on a token of another player, to contest it. Those places have
    stars in the drawing.

    STATE is a file, '-' for standard input, or a sample (crowd, middle, strait). It is JSON:
    {"players": ["red", "blue"], "turn": "red", "tokens": {"C3r2": "red", ...}, "bridges": [["red",
    "A1r4", "B2r4"], ...], "held": {"red": 1}}, and may have "board": "strait". Of a record, or of a
    game that is saved, it is the state after the last turn.
    """
    return geocinco.legal_moves(named.value, throw, colour=colour, title=named.title)


@command(geo, examples=("penta geo referee duel", "penta geo referee slip --json"), pictures=True)
@file_argument("RECORD", geocinco.Record.parse, kind="record", samples=_RECORDS)
def referee(named: Named[geocinco.Record]) -> "geocinco.RefereeReport":
    """Judge the turns of RECORD, and say who has won.

    RECORD is a file, '-' for standard input, or a sample (duel, four, slip). It is JSON:
    {"players": ["red", "blue"], "turns": [{"throw": "3C", "moves": ["C3r1", "C3r2"]}, ...]}. A move
    is a slot where a token was laid, {"contest": "C3r2", "dice": ["33", "5*"], "extra": "A1r1"},
    the throws of challenger and defender and the extra token of the winner, or {"bridge": ["A1r4",
    "B2r4"]}. "board": "strait" is another board, "tokens": 1 the slower game.

    If a turn breaks a rule, the first such turn is named, with the rule, and the exit code is 1.
    """
    return geocinco.referee(named.value, title=named.title)


@command(
    geo,
    examples=(
        "penta geo step evening",
        "penta geo step evening hint --json",
        "penta geo step evening contest D4r5 --svg board.svg",
    ),
    pictures=True,
)
@file_argument("GAME", geocinco.parse_game, kind="game", samples="geocinco/games")
@click.argument("words", metavar="[STEP]", nargs=-1)
def step(named: Named[geocinco.Session], words: tuple[str, ...]) -> "geocinco.GameNow":
    """Play one step in a saved GAME, and show what comes of it.

    Programs play on until a person has a choice. With --json this is the game to save, with all its
    steps and what may come next.

    GAME is a file, '-' for standard input, or a sample (evening), as 'penta geo play --save' writes
    it. STEP is what is typed there: C3r2 for a token, 'contest C3r2', 'bridge C3r1 C3g1', 'done',
    'undo', or 'hint' for what the strongest program would do.
    """
    return geocinco.play_step(named.value, words, title=named.title)


@command(
    geo,
    examples=(
        "penta geo fewest",
        "penta geo fewest --bridges 0 --all",
        "penta geo fewest middle --colour blue --svg fewest.svg",
        "penta geo fewest middle --engine tree --json",
    ),
    pictures=True,
)
@file_argument("STATE", geocinco.parse_state, kind="state", samples=_STATES, required=False)
@board_option
@_colour_option
@click.option(
    "--bridges",
    type=WholeNumber(0, geocinco.MAX_BRIDGES),
    default=geocinco.DEFAULT_BRIDGES,
    show_default=True,
    metavar="N",
    help="At most N bridges are laid, 0 to 10.",
)
@click.option("--all", "counted", is_flag=True, help="Count the sets of towers that do it.")
@click.option(
    "--engine",
    type=click.Choice([engine.value for engine in geocinco.Engine], case_sensitive=False),
    default=geocinco.Engine.BOTH.value,
    show_default=True,
    help="Dynamic programming over sets of towers, an integer program, or both.",
)
@seconds_option("Stop CP-SAT after S seconds.")
@click.pass_context
def fewest(
    context: click.Context,
    *,
    named: Named[geocinco.State] | None,
    board: geocinco.Board,
    colour: str | None,
    bridges: int,
    counted: bool,
    engine: str,
) -> "Search[geocinco.FewestTokens]":
    """Find the fewest further tokens that win.

    These are five towers in one network.

    STATE is a file, '-' for standard input, or a sample (crowd, middle, strait), or a record, of
    which it is the state after the last turn; without one, the board is empty. A player lays as
    many tokens as he likes, on any free slots, and at most N bridges. All other tokens stay where
    they are.

    --all counts the sets of five towers that need no more tokens than the fewest.

    "Proven" takes two engines that agree: tree is dynamic programming over the sets of towers, and
    cp-sat an integer program. If --seconds end cp-sat early, the exit code is 3. If five towers in
    one network are impossible with so few bridges, it is 1.
    """
    by = geocinco.Engine(engine)
    if named is not None and context.get_parameter_source("board") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--board does not go with STATE, which has its own.")
    check_goes_with("--engine tree or both", "counted", is_given=by is not geocinco.Engine.CP_SAT)
    check_goes_with("--engine cp-sat or both", "seconds", is_given=by is not geocinco.Engine.TREE)
    title, state = named or ("", None)
    return geocinco.fewest(
        state,
        board=board if state is None else None,
        colour=colour,
        bridges=bridges,
        counted=counted,
        engine=by,
        title=title,
    )


@command(
    geo,
    examples=(
        "penta geo simulate --games 40",
        "penta geo simulate --players 4 --games 20 --json",
        "penta geo simulate --program strong --program greedy --games 20",
        "penta geo simulate --program random --games 4 --records games.ndjson",
    ),
    files={"records": record_lines},
)
@click.option(
    "--players",
    type=WholeNumber(geocinco.MIN_PLAYERS, len(geocinco.COLOURS)),
    metavar="N",
    help="Let N play, 2 (the default) to 4; as many as there are programs if these are several.",
)
@program_option(
    geocinco.Level,
    help_text="Choose who plays: greedy (the default) or another; once for all, or once for each.",
)
@board_option
@tokens_option
@games_option(default=200)
@seed_option("Seed of the dice and of all choices.", default=0)
@simulation_options
@records_option
def simulate(
    *,
    players: int | None,
    levels: tuple[geocinco.Level, ...],
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
    levels = _of_each(players, levels or (geocinco.Level.GREEDY,))
    spec = geocinco.SimulationSpec(
        games=games, seed=seed, levels=levels, board=board, tokens=tokens
    )
    return geocinco.simulate(spec, jobs=jobs)


def _of_each(
    players: int | None, levels: "tuple[geocinco.Level, ...]"
) -> "tuple[geocinco.Level, ...]":
    """Return the level of each player."""
    if len(levels) == 1:
        return levels * (players or geocinco.MIN_PLAYERS)
    most = len(geocinco.COLOURS)
    if len(levels) > most or players not in {None, len(levels)}:
        expected = f"one --program, or one for each of {players or f'at most {most}'} players"
        raise click.UsageError(f"expected {expected}, found {len(levels)}.")
    return levels
