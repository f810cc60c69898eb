import io
from itertools import chain

import pytest

from solver.console.game_console import Console, QuitGameError
from solver.console.keyboard import Keyboard
from solver.geometry.cell import names_of
from solver.pent_up.play.session import Session
from solver.pent_up.play.terminal_game import TerminalGame
from solver.pent_up.record import Colour, Record
from solver.pent_up.rules import judge
from tests.solver.pent_up.play.support import AGAINST_SEARCH, TWO_PEOPLE, duel
from tests.solver.pent_up.test_commands import DUEL


def _play(session: Session, *lines: str) -> tuple[list[Session], str]:
    """Return what was saved while *lines* were typed, and what was printed; first the beginning."""
    keyboard = Keyboard(io.TextIOWrapper(io.BytesIO("".join(f"{n}\n" for n in lines).encode())))
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    saved = [session]
    game = TerminalGame(session, Console(keyboard, stream), saved.append)
    try:
        game.play()
    except QuitGameError:
        assert not game.session.is_over
    assert saved[-1] == game.session
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return saved, stream.buffer.getvalue().decode()


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


def test_undo_takes_back_the_move_and_its_answer() -> None:
    saved, printed = _play(duel(4, AGAINST_SEARCH), "L", "undo", "undo", "undo", "undo")
    assert [len(session.moves) for session in saved] == [4, 5, 6, 4, 2, 0]
    assert "\ntaken back: White's L, Black's " in printed
    assert printed.count("  you have not laid a tile\n") == 1


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


def test_mistakes_and_empty_lines_change_nothing() -> None:
    saved, printed = _play(duel(20), "", "  ", "W a1", "unod", "a1", "zzz1 b1 c1 d1 e1")
    assert len(saved) == 1
    assert "(did you mean 'undo'?)" in printed.replace("\n    ", " ")
