"""The puzzle variant at the keyboard: its results after a round, and the end of the game."""

from solver.console.play.console import Console
from solver.penta_rush.card import Card
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleState
from tests.solver.penta_rush.play.conversation import (
    POINTS,
    Script,
    Transcript,
    new_session,
    play_script,
    terminal_game,
)
from tests.support import ROOT


def test_a_round_in_which_nobody_circled_ends_the_game() -> None:
    transcript = Transcript()
    lines = ["", "cross a1 b1 c1 d1 e1", "done"] * 2
    session = new_session(GameKind.PUZZLE, "Ann", "Ben")
    terminal_game(session, Console(Script(*lines), transcript)).play()
    text = transcript.text()
    assert "The game is over: nobody circled a shape in round 1.\n" in text
    result = "Ann and Ben win with 0 each, with equally many circled shapes."
    assert f"The game: legal. {result}\n" in text
    assert "known rolls" not in text


def test_the_results_show_a_placement_of_each_shape_that_could_have_been_circled() -> None:
    card = Card.parse((ROOT / "data/cards/pocket.txt").read_text())
    session, transcript = Session(GameKind.SOLITAIRE, (card,), ("Ann",), 3), Transcript()
    lines = ["a1 a2 a3 a4 a5", "done", "e2 d3 e3 c4 d4", "done", "b3 b4 b5 c5 d5", "done"]
    state = PuzzleState(session.cards[0])
    after = play_script(session, Script(*lines), transcript)
    texts = transcript.text().split("could have circled:\n")[1:]
    for text, (played,) in zip(texts, after.rounds, strict=True):
        assert isinstance(played, PuzzleRound)
        shown = [line.split() for line in text.partition("\n\n")[0].splitlines()]
        possible = {
            placement.shape
            for placement in MatchingPlacements(RollProblem(session.cards[0], played.roll, POINTS))
            if placement.shape in state.unused and state.free.issuperset(placement.cells)
        }
        assert {shape for shape, *_ in shown} == possible
        free = {str(cell) for cell in state.free}
        assert all(free.issuperset(named) for _, _, *named in shown)
        assert [int(points) for _, points, *_ in shown] == sorted(
            (POINTS[shape] for shape in possible), reverse=True
        )
        state = state.with_round(played)
