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
    left = [rolls_left([_with_free_cells(count)]) for count in range(26)]
    assert None not in left
    assert left == sorted(left, key=lambda rolls: rolls or 0)
    assert (left[0], left[25]) == (1, 36 - HASTE)


@pytest.mark.parametrize("counts", [(3, 20, 25), (20, 3), (3,)])
def test_the_rival_who_is_ahead_ends_the_game(counts: tuple[int, ...]) -> None:
    assert rolls_left(list(map(_with_free_cells, counts))) == rolls_left([_with_free_cells(3)])


def test_who_plays_alone_ends_the_game_himself() -> None:
    assert rolls_left([]) is None
