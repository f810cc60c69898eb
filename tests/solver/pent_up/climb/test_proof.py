"""Climb solved: games are found for low levels, and the refutation is repeated another way.

The second refutation shares no code with the search. It goes by regions, not by towers: as long as
levels have two tiles each, they cover the same ten cells. So it counts how often two tiles can tile
the same ten cells anew, and then looks for what could lie below.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from solver.geometry.cell import Cell
from solver.pent_up.climb.proof import ClimbSearch, bundled_answer, solve
from solver.pent_up.climb.tower import TowerSearch
from solver.pent_up.record import TILE_COUNT, TileMove, colour_to_move
from solver.pent_up.rules import Pile, first_violation, judge
from tests.oracles import Outline, canonical
from tests.solver.pent_up.climb.oracle import (
    HIGHEST,
    Penta,
    Storey,
    at_origin,
    covers,
    fixed,
    is_supported,
    moved,
    pentominoes_covering,
)


def _ignore_step() -> None:
    """Do nothing at a step."""


@pytest.mark.parametrize("level", range(1, 8))
def test_a_level_is_reached_by_a_game_of_few_tiles(level: int) -> None:
    record = ClimbSearch(level, _ignore_step).find_record()
    assert record is not None
    assert judge(record).violation is None
    assert record.moves[-1].level == level
    assert len(record.moves) == 2 * level - 1


def test_a_game_that_is_found_is_counted_with_its_tiles() -> None:
    search = ClimbSearch(3, _ignore_step)
    assert search.find_record()
    assert (search.towers, search.tiles, search.games) == (1, 5, 1)
    assert search.positions > 5


@pytest.mark.slow
def test_the_answer_is_found_anew() -> None:
    answer = solve(_ignore_step)
    assert answer.refutation == bundled_answer().refutation
    assert judge(answer.record).violation is None
    assert answer.record.moves[-1].level == answer.level


def test_each_case_and_each_position_is_a_step() -> None:
    steps: list[None] = []
    towers = TowerSearch(2, 4, Counter("IIXX"), lambda: steps.append(None))
    assert list(towers)
    assert len(steps) == towers.cases.total()
    steps.clear()
    search = ClimbSearch(3, lambda: steps.append(None))
    assert search.find_record()
    assert len(steps) > search.positions > 5


@cache
def _regions() -> dict[Outline, set[Storey]]:
    """Return the regions that two adjacent pentominoes can tile, with their tilings."""
    regions = defaultdict(set)
    for letter, cells in fixed():
        adjacent = {
            Cell(row + down, col + right)
            for row, col in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        } - cells
        for cell in adjacent:
            for other, other_cells in pentominoes_covering(cell):
                if not other_cells & cells:
                    both = cells | other_cells
                    top, left = min(row for row, _ in both), min(col for _, col in both)
                    pair = [
                        (letter, moved(cells, -top, -left)),
                        (other, moved(other_cells, -top, -left)),
                    ]
                    regions[at_origin(both)].add(frozenset(pair))
    return regions


def _max_levels(tilings: list[Storey]) -> int:
    """Return how many of *tilings* can lie on each other, with two tiles of each shape."""
    used: Counter[str] = Counter()

    def above(below: Storey | None) -> int:
        best = 0
        for tiling in tilings:
            if tiling != below:
                used.update(letter for letter, _ in tiling)
                if max(used.values()) <= 2:
                    best = max(best, 1 + above(tiling))
                used.subtract(letter for letter, _ in tiling)
        return best

    return above(None)


def _stacks(tilings: list[Storey], height: int, left: Counter[str]) -> Iterator[tuple[Storey, ...]]:
    """Yield each stack of *height* of *tilings*, from below, with the tiles *left*."""
    if not height:
        yield ()
        return
    for tiling in tilings:
        used = Counter(letter for letter, _ in tiling)
        if not used - left:
            for rest in _stacks(tilings, height - 1, left - used):
                if not rest or is_supported(rest[0], tiling):
                    yield (tiling, *rest)


def _is_playable(moves: tuple[TileMove, ...], tiles: frozenset[tuple[int, Penta]]) -> bool:
    """Return whether the referee lets *tiles*, each with its level, be laid after *moves*."""
    pile, colour = Pile(moves), colour_to_move(len(moves))
    for level, (letter, cells) in sorted(tiles, key=str):
        move = TileMove(colour, letter, tuple(sorted(cells)), level)
        rest = tiles - {(level, (letter, cells))}
        if (
            level <= pile.height + 1
            and not first_violation(pile, move)
            and _is_playable((*moves, move), rest)
        ):
            return True
    return not tiles


@pytest.mark.slow
def test_no_game_goes_higher_by_regions() -> None:
    stock = Counter(dict.fromkeys("FILNPTUVWXYZ", 2))
    levels_on = {region: _max_levels(list(tilings)) for region, tilings in _regions().items()}
    assert len(levels_on) == 28_246
    most = max(levels_on.values())
    # Of the ten levels below the eleventh, at most seven have two tiles, and the others at least
    # three. So all tiles are needed: seven levels of two on one region, and three of three below.
    assert most == 7
    assert 3 * (HIGHEST - most) + 2 * most + 1 == TILE_COUNT
    best = [region for region, levels in levels_on.items() if levels == most]
    assert len({canonical(region) for region in best}) == 1
    region = best[0]
    pairs = sorted(_regions()[region], key=str)
    upper = list(_stacks(pairs, most, stock))
    left = stock - Counter(letter for tiling in upper[0] for letter, _ in tiling)
    assert {
        "".join(sorted(letter for tiling in stack for letter, _ in tiling)) for stack in upper
    } == {"IILLNNPPTTVVYY"}
    # If a tile of the lowest levels covered no cell of the region, two others would tile it.
    assert not any({letter for letter, _ in pair} <= set(left) for pair in pairs)
    lower = [
        stack
        for tilings in covers(region, left).values()
        for stack in _stacks(tilings, HIGHEST - most, left)
    ]
    tops = {penta for cell in region for penta in pentominoes_covering(cell) if penta[1] <= region}
    towers = [
        (*low, *high, frozenset([top]))
        for low in lower
        for high in upper
        for top in tops
        if is_supported(high[0], low[-1])
        and is_supported(frozenset([top]), high[-1])
        and not Counter(letter for tiling in low for letter, _ in tiling) + Counter(top[0]) - left
    ]
    # The search lays its topmost tile, W, in one of its four orientations.
    refutation = bundled_answer().refutation
    assert len(towers) * len(best) == 4 * refutation.towers
    built = [
        frozenset((level, penta) for level, tiling in enumerate(tower, start=1) for penta in tiling)
        for tower in towers
    ]
    assert {len(tiles) for tiles in built} == {refutation.tiles}
    assert sum(_is_playable((), tiles) for tiles in built) == refutation.games
