from functools import partial
from itertools import chain

import pytest

from solver.geometry.cell import names_of
from solver.pent_up.play.session import Session
from solver.pent_up.play.terminal_game import PentUpGame
from solver.pent_up.record import Colour, Record
from solver.pent_up.rules import judge
from tests.solver.console.play.support import play_lines, unwrapped
from tests.solver.pent_up.play.support import AGAINST_SEARCH, TWO_PEOPLE, duel
from tests.solver.pent_up.test_commands import DUEL

_play = partial(play_lines, PentUpGame)


def test_two_people_play_a_whole_game_by_its_cells() -> None:
    lines = (f"{move.shape} {names_of(move.cells)}" for move in DUEL.moves)
    saved, printed = _play(Session(TWO_PEOPLE), *lines)
    assert [len(session.moves) for session in saved] == list(range(25))
    assert [set(move.cells) for move in saved[-1].moves] == [set(move.cells) for move in DUEL.moves]
    assert judge(Record(saved[-1].moves)).violation is None
    assert printed.endswith("\nWhite wins on level 6, 1 to 0\n")
    lowest = duel(23, TWO_PEOPLE._replace(lowest=True))
    assert _play(lowest, names_of(DUEL.moves[23].cells))[1].endswith(
        "\nBlack wins on level 1, 5 to 4\n"
    )


@pytest.mark.parametrize("black", ["search", "greedy", "random"])
def test_a_program_answers_every_move(black: str) -> None:
    saved, printed = _play(duel(0, AGAINST_SEARCH._replace(black=black)), "F 3", "moves", "X", "q")
    assert [len(session.moves) for session in saved] == [0, 1, 2, 3, 4][: len(saved)]
    assert len(saved) >= 3
    assert judge(Record(saved[-1].moves)).violation is None
    assert printed.count("Black lays ") == len(saved) // 2
    assert ("Black is thinking, for 5 playouts" in printed) == (black == "search")


def test_two_programs_play_to_the_end_without_a_word_typed() -> None:
    saved, printed = _play(duel(20, TWO_PEOPLE._replace(white="greedy", black="random")))
    assert [len(session.moves) for session in saved] == [20, 21, 22, 23, 24]
    assert printed.splitlines()[-1].startswith(("White wins", "Black wins", "a draw"))


def test_a_hint_says_what_to_type() -> None:
    _, printed = _play(duel(20), "hint")
    (typed,) = (line for line in printed.splitlines() if line.startswith("To lay it, type: "))
    saved, _ = _play(duel(20), typed.removeprefix("To lay it, type: "))
    assert len(saved[-1].moves) == 21
    assert "Expected: White wins " in printed


def test_whoever_resigns_loses() -> None:
    saved, printed = _play(duel(3), "resign")
    assert saved[-1].resigned is Colour.BLACK
    assert printed.endswith("Black resigns: White wins\n")


def test_places_are_listed_by_their_numbers() -> None:
    _, printed = _play(duel(20), "moves w", "moves w h9", "moves x a1")
    assert "  W has 2 places on level 6\n" in printed
    assert "\n   1  h10 i10 i11 j11 j12     2  h9 h10 i10 i11 j11\n" in printed
    assert "  W has 1 place that covers h9 on level 6\n   2  h9 " in printed
    assert "  X has 0 places that cover a1\n" in printed


def test_what_is_printed_is_at_most_80_columns_wide() -> None:
    slips = ("W a1 b1 b2 c2 c3", "nonsense" * 9, "moves x", "moves", "help", "hint")
    _, printed = _play(duel(20), *slips)
    _, early = _play(duel(1), "moves", *(f"moves {shape}" for shape in "FINLP"))
    assert max(map(len, chain(printed.splitlines(), early.splitlines()))) <= 80


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("c4 c5", "expected 5 cells, found 2 (or a tile's letter and some of its cells)"),
        ("c4 c5 c6 c7 c8 c9", "expected 5 cells, found 6"),
        ("c4 c4 c6 c7 c8", "expected each cell once, found c4 again"),
        ("I c04", "expected a cell such as c4, found 'c04'"),
        ("I here", "typed, I: expected cells such as c4 c5 d5 d6 e5, or the number of a place"),
        ("I 1234567", "found '1234567'"),
        ("I 0.5", "found '0.5'"),
        ("I ²", "found '²'"),
        ("moves here", "expected 'moves' and the letter of a tile (FILNPTUVWXYZ)"),
        ("moves I 3", "typed, I: expected cells such as c4 c5 d5 d6 e5, found '3'"),
        ("zz", "expected a tile and its cells, as in 'F c4 c5 d5 d6 e5', or moves, hint, undo"),
    ],
)
def test_a_mistake_says_what_was_expected(typed: str, message: str) -> None:
    saved, printed = _play(duel(1), typed)
    assert len(saved) == 1
    assert message in unwrapped(printed)
