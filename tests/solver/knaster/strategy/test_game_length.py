import pytest

from solver.knaster.line import CELLS
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.game_length import HASTE, rolls_left


def _with_free_cells(count: int) -> Sheet:
    sheet = Sheet()
    for cell in CELLS[count:]:
        sheet = sheet.with_number(cell, 7)
    return sheet


def test_the_fewer_cells_are_free_the_sooner_the_game_ends() -> None:
    left = [rolls_left([_with_free_cells(count)]) for count in range(1, 26)]
    assert None not in left
    assert left == sorted(left, key=lambda rolls: rolls or 0)
    assert left[-1] == 36 - HASTE


def test_while_no_sheet_is_full_the_next_roll_is_not_the_last() -> None:
    assert [rolls_left([_with_free_cells(count)]) for count in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.parametrize("counts", [(8, 20, 25), (20, 8), (8,)])
def test_the_rival_who_is_ahead_ends_the_game(counts: tuple[int, ...]) -> None:
    assert rolls_left(list(map(_with_free_cells, counts))) == rolls_left([_with_free_cells(8)])


def test_who_plays_alone_ends_the_game_himself() -> None:
    assert rolls_left([]) is None
