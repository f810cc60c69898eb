"""The kernel's hands and matchings, against the rules and against another matching."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import numpy as np

from solver.knaster.hindsight.few_rolls import augmented_matching
from solver.knaster.hindsight.kernel.matching import NONE, clear, hand_of, match, new_matching
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, LINE_COUNT, grid_of_lines
from tests.solver.knaster import oracle


def test_every_line_of_five_numbers_has_the_hand_of_the_rules() -> None:
    grid, value = grid_of_lines(), np.full(CELL_COUNT, EMPTY, np.int64)
    for numbers in combinations_with_replacement(range(2, 13), 5):
        value[grid.cells_of_line[3]] = np.array(numbers) - 2
        assert hand_of(grid, value, 3) == oracle.circles_of(numbers)
    value[grid.cells_of_line[3, 2]] = EMPTY
    assert hand_of(grid, value, 3) == 0


def test_as_many_cells_are_matched_as_by_another_matching_and_the_first_first() -> None:
    grid, rng = grid_of_lines(), random.Random(2)
    for _ in range(300):
        value = np.array([rng.choice([EMPTY, 3, 4, 4, 5, 6, 7]) for _ in range(CELL_COUNT)])
        matching = new_matching()
        for line in range(LINE_COUNT):
            matching.capacity[line] = hand_of(grid, value, line) if rng.random() < 0.7 else 0
        circling = [rng.choice([0, 0, 1, 2]) for _ in range(VALUES)]
        matching.capacity[LINE_COUNT:] = circling
        order = [cell for cell in rng.sample(range(CELL_COUNT), CELL_COUNT) if value[cell] != EMPTY]
        clear(matching)
        matched = [match(grid, matching, value, cell) for cell in order]

        numbers = [
            (int(value[cell]), tuple(map(int, grid.lines_of_cell[cell, : grid.line_count[cell]])))
            for cell in order
        ]
        hands = matching.capacity[:LINE_COUNT].tolist()
        rolls = Counter({number: count for number, count in enumerate(circling) if count})
        other = augmented_matching(numbers, hands, rolls)
        assert [place in other for place in range(len(order))] == matched
        owners = [owner for owner in matching.owner.tolist() if owner != NONE]
        assert Counter(owners) <= Counter(dict(enumerate(matching.capacity.tolist())))
        assert len(owners) == sum(matched)
