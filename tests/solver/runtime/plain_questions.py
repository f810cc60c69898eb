"""Random questions about games, whose answers are printed: the same with and without kernels."""

import json
import sys
from itertools import islice
from random import Random

from solver.geocinco.board import BOARDS, Board
from solver.geocinco.play.session import Session, Settings, colours_and_programs
from solver.geocinco.strategy.program import PROGRAMS
from solver.geometry.polyomino import SHAPES
from solver.knaster import advise
from solver.knaster.dice import throws
from solver.knaster.ending.exact import MAX_RECURSION, MAX_UNCIRCLED, has_exact_value
from solver.knaster.rules import after_turn, legal_moves
from solver.knaster.sheet import Sheet
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.rules import PuzzleState


def ask_knaster(rng: Random) -> object:
    """Return the moves of a roll on a sheet after some random turns."""
    sheet = Sheet()
    rolled = [throw.roll for throw in islice(throws(rng), rng.randrange(1, 32))]
    *before, roll = rolled
    for each in before:
        if moves := [*legal_moves(sheet, each)]:
            sheet = after_turn(sheet, rng.choice(moves))
    turns = rng.choice([None, None, rng.randrange(1, 33)])
    is_exact, is_plainly_exact = (
        has_exact_value(sheet, turns, max_uncircled=most) for most in (MAX_UNCIRCLED, MAX_RECURSION)
    )
    if is_exact != is_plainly_exact:
        return None
    plies = 1 + (rng.random() < 0.1)
    return advise(sheet, roll, plies=plies, turns=turns).run().to_json()


def ask_puzzle(rng: Random) -> object:
    """Return what the estimate and playouts say of all rounds of a game on a small random card."""
    from solver.penta_rush.puzzle.strategy.advice import Decision

    symbols = "ABCDEF"[: rng.randrange(3, 7)]
    rows, cols = rng.randrange(3, 8), rng.randrange(4, 9)
    lines = tuple("".join(rng.choices(symbols, k=cols)) for _ in range(rows))
    card, points = Card(lines), default_points()
    state, found = PuzzleState(card), list[object]()
    while len(state.rounds) < len(SHAPES) and len(card.symbols) > 2:
        roll = rng.choice([*rolls(card.symbols)])
        decision = Decision.of(state, roll, points, only_crosses=rng.random() < 0.2)
        *_, statistics = decision.run(rng.choice([0, 0, 2]), rng.randrange(100), 1)
        moves = decision.rated_moves(statistics)
        figures = [[round(figure, 6) for figure in move[1:]] for move in moves]
        found.append([[move.round.to_json() for move in moves], figures])
        state = PuzzleState(card, (*state.rounds, rng.choice(moves).round))
    return found


def ask_geocinco(rng: Random) -> object:
    """Return the steps of a game of programs, of which some choose for a person."""
    levels = tuple(rng.choices([*PROGRAMS], k=rng.randrange(1, 4)))
    players, programs = colours_and_programs(("red",), levels)
    board, seed = Board.named(rng.choice(BOARDS)), rng.randrange(1000)
    session = Session.start(Settings(board, players, rng.choice([1, 2]), programs, seed))
    steps = list[str]()
    while not session.is_over and len(steps) < 30:
        level = programs.get(session.player) or rng.choice([*PROGRAMS])
        step = session.choice(PROGRAMS[level])
        session = session.with_step(step)
        steps.append(repr(step))
    return steps


def main() -> None:
    """Print the answers to as many questions about a game as the command line says."""
    game, count = sys.argv[1:]
    question = {"knaster": ask_knaster, "puzzle": ask_puzzle, "geocinco": ask_geocinco}[game]
    for number in range(int(count)):
        sys.stdout.write(json.dumps(question(Random(f"{game} {number}"))) + "\n")
