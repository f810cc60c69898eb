"""The commands that play Pent-Up: suggest a good move, and play matches."""

import json
import sys
from fractions import Fraction
from random import Random

import click

from solver.console.options import (
    WholeNumber,
    examples,
    jobs_option,
    json_option,
    seed_option,
    with_options,
)
from solver.console.output import check_outputs, output_file_option
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show_answer, shows_outlines
from solver.drawing.text_grid import plain_line
from solver.files.output_file import write_atomic
from solver.pent_up.options import NamedRecord, legal_pile, record_argument, upto_option
from solver.pent_up.position import Position
from solver.pent_up.report import GAME_OVER
from solver.pent_up.rules import is_over
from solver.pent_up.strategy import report
from solver.pent_up.strategy.options import (
    lowest_option,
    search_budget,
    seconds_option,
    steps_option,
)
from solver.pent_up.strategy.player import PROGRAMS
from solver.pent_up.strategy.suggestion import suggest_move

_OPTIONS = (
    seconds_option,
    steps_option,
    seed_option("Seed of the random choices, any whole number.", default=0),
    lowest_option,
)


@click.command(
    epilog=examples(
        "penta up suggest duel --upto 20",
        "penta up suggest duel --upto 12 --steps 40 --seed 1",
        "penta up suggest duel --upto 20 --steps 40 --svg move.svg",
        "penta up suggest duel --upto 20 --lowest --json",
    )
)
@record_argument
@upto_option
@with_options(*_OPTIONS)
@picture_options
@json_option
@click.pass_context
def suggest(
    context: click.Context,
    *,
    named: NamedRecord,
    upto: int | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    svg: str | None,
    png: str | None,
    as_json: bool,
) -> None:
    """Suggest a good move for the side to move after RECORD.

    The move is printed with the result to expect. When at most four tiles are left, half of the
    time goes into solving the game: if that succeeds, the move and its result are proved. Otherwise
    the move comes from Monte Carlo tree search. This plays many games to the end at random, called
    playouts, most of them after the moves that do well; the result to expect is how often the
    suggested move won, drew and lost in them.
    """
    budget = search_budget(seconds, steps)
    check_pictures(context, svg=svg, png=png)
    pile = legal_pile(named, upto)
    if is_over(pile.moves):
        if svg or png:
            from solver.pent_up.picture import moves_scene

            write_pictures(moves_scene(pile, []), title=named.title, svg=svg, png=png)
        show_answer({"move": None}, [plain_line(GAME_OVER)], as_json=as_json)
        return
    position = Position.from_moves(pile.moves)
    suggestion = suggest_move(position, Random(seed), budget, lowest=lowest)
    move = position.as_move(suggestion.placement)
    if svg or png:
        from solver.pent_up.picture import move_scene

        write_pictures(move_scene(pile, move), title=named.title, svg=svg, png=png)
    drawn = shows_outlines(sys.stdout)
    show_answer(
        report.suggestion_json(move, suggestion),
        report.suggestion_text(pile, move, suggestion, drawn=drawn),
        as_json=as_json,
    )


@click.command(
    epilog=examples(
        "penta up match --games 2 --seconds 0.01",
        "penta up match --against greedy --games 4 --steps 5 --lowest --json",
        "penta up match --games 2 --steps 5 --records games.ndjson",
    )
)
@click.option(
    "--games",
    type=WholeNumber(1, 10**6),
    default=20,
    show_default=True,
    metavar="N",
    help="Play N games against each player.",
)
@click.option(
    "--against",
    type=click.Choice(list(PROGRAMS), case_sensitive=False),
    help="Play this player only.",
)
@with_options(*_OPTIONS)
@jobs_option("Play N games at a time instead of one per core.")
@output_file_option(
    "--records",
    help="Write the games to FILE, one record per line, replacing what it holds.",
)
@json_option
@click.pass_context
def match(
    context: click.Context,
    *,
    games: int,
    against: str | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    jobs: int | None,
    records: str | None,
    as_json: bool,
) -> None:
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
    # Imported here: multiprocessing takes 17 ms to import, and `suggest` does without it.
    from solver.pent_up.strategy.match import Pairing, PlayedGame, count_results, play_games
    from solver.runtime.interruption import deferred
    from solver.runtime.parallel import cores

    check_outputs(context, [("records", records)])
    budget = search_budget(seconds, steps)
    pairings = [
        Pairing(number, name, budget, seed, lowest)
        for name in ([against] if against else PROGRAMS)
        for number in range(games)
    ]
    played: list[PlayedGame] = []
    interrupted = False
    try:
        with progress_bar("playing", "games") as advance:
            for game in play_games(pairings, jobs=jobs or cores()):
                played.append(game)
                advance(len(played), len(pairings), len(played))
    except KeyboardInterrupt:
        interrupted = True
    with deferred():  # an impatient second Ctrl-C does not lose what was played
        scores = {
            name: count_results([game for game in played if game.pairing.against == name])
            for name in dict.fromkeys(game.pairing.against for game in played)
        }
        if records is not None and played:
            lines = [json.dumps(game.record.to_json()) + "\n" for game in played]
            write_atomic(records, "".join(lines).encode(), kind="records")
        show_answer(report.match_json(scores), report.match_text(scores), as_json=as_json)
        if interrupted and not played:
            print_error("no game was played to its end")
    if interrupted:
        raise KeyboardInterrupt
