"""Climb: the game is legal, and that there is no higher level is shown a second time, otherwise.

The second refutation shares no code with the search. It goes by regions, not by towers: as long as
levels have two tiles each, they are the same ten cells, so it counts how often two tiles can make
up the same ten cells anew; and then looks for what could lie below.
"""

import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.pent_up.climb.answer import ClimbAnswer, Refutation, bundled_answer
from solver.pent_up.climb.proof import ClimbSearch, solve
from solver.pent_up.climb.tower import GRID_SIDE, Level, TowerSearch, TowerTile, supports
from solver.pent_up.record import TILE_COUNT, TileMove, colour_to_move, parse_record
from solver.pent_up.rules import Pile, broken_rule, judge
from tests.oracles import LETTERS, Outline, canonical, connected_sets
from tests.support import Run

Penta = tuple[str, Outline]
Storey = frozenset[Penta]
HIGHEST = 10


def _silent() -> None:
    """Watch nothing."""


def _moved(cells: Outline, down: int, right: int) -> Outline:
    return frozenset(Cell(row + down, col + right) for row, col in cells)


def _at_origin(cells: Outline) -> Outline:
    return _moved(cells, -min(row for row, _ in cells), -min(col for _, col in cells))


@cache
def _fixed() -> tuple[Penta, ...]:
    """Return the 63 ways in which pentominoes can be turned and flipped."""
    grid = frozenset(Cell(row, col) for row in range(5) for col in range(5))
    found = {_at_origin(cells) for cells in connected_sets(grid, 5)}
    return tuple(sorted(((LETTERS[canonical(one)], one) for one in found), key=str))


def _through(cell: Cell) -> list[Penta]:
    return [
        (letter, _moved(cells, cell.row - at.row, cell.col - at.col))
        for letter, cells in _fixed()
        for at in cells
    ]


# --- the game


def test_the_bundled_game_is_legal_and_reaches_the_highest_level() -> None:
    answer = bundled_answer()
    judgement = judge(answer.record)
    assert judgement.illegal_move is None
    assert judgement.pile.height == answer.level == HIGHEST
    assert answer.record.moves[-1].level == HIGHEST


@pytest.mark.parametrize("level", range(1, 8))
def test_a_level_is_reached_by_a_game_of_few_tiles(level: int) -> None:
    record = ClimbSearch(level, _silent).record()
    assert record is not None
    assert judge(record).illegal_move is None
    assert record.moves[-1].level == level
    assert len(record.moves) == 2 * level - 1


def test_a_game_that_is_found_is_counted_with_its_tiles() -> None:
    climb = ClimbSearch(3, _silent)
    assert climb.record()
    assert (climb.towers, climb.tiles, climb.games) == (1, 5, 1)
    assert climb.positions > 5


def _exhaustion(**changes: Any) -> Refutation:
    return replace(bundled_answer().exhaustion, **changes)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"towers": 491}, "491 towers, and cases of 492"),
        ({"positions": 400}, "some were not tried"),
        ({"cases": {"1 3 2": 1}, "towers": 0}, "1 3 2: no upper levels"),
        ({"cases": {"1 3": 1}, "towers": 0}, "1 3: no upper levels of 11"),
    ],
)
def test_figures_that_contradict_each_other_are_no_exhaustion(
    changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(BrokenInvariantError, match=told):
        _exhaustion(**changes)


def test_what_does_not_prove_is_no_answer() -> None:
    record = bundled_answer().record
    for changes in ({"games": 1}, {"tiles": TILE_COUNT - 1}):
        assert not _exhaustion(**changes).is_proof
        with pytest.raises(BrokenInvariantError, match="level 11 is not refuted"):
            ClimbAnswer(record, _exhaustion(**changes))
    with pytest.raises(BrokenInvariantError, match="a game to level 9, and a proof for 10"):
        ClimbAnswer(record.upto(len(record.moves) - 1), _exhaustion())
    assert ClimbAnswer(record, _exhaustion()) == bundled_answer()


@pytest.mark.slow
def test_the_answer_is_found_anew() -> None:
    found = solve(_silent)
    assert found.exhaustion == bundled_answer().exhaustion
    assert judge(found.record).illegal_move is None
    assert found.record.moves[-1].level == found.level


# --- the towers


def _lifted(level: Level) -> list[Penta]:
    return [(tile.shape, frozenset(tile.places())) for tile in level]


@pytest.mark.parametrize(
    "shape",
    [
        "F",
        "X",
        pytest.param("I", marks=pytest.mark.slow),
        pytest.param("U", marks=pytest.mark.slow),
    ],
)
def test_pairs_of_carriers_are_those_of_brute_force(shape: str) -> None:
    tower = next(one for one in TowerSearch(1, TILE_COUNT) if one[0][0].shape == shape)
    top = frozenset(tower[0][0].places())
    stock = dict.fromkeys("FILNPTUVWXYZ", 2)
    found = {frozenset(_lifted(level)) for level in supports(tower[0], 2, stock)}
    first = min(top)
    known = set()
    for one in _through(first):
        rest = top - one[1]
        if rest:
            known |= {
                frozenset([one, other])
                for other in _through(min(rest))
                if rest <= other[1] and not one[1] & other[1]
            }
    assert found == known
    stock[shape] = 0
    assert {frozenset(_lifted(level)) for level in supports(tower[0], 2, stock)} == {
        pair for pair in known if all(letter != shape for letter, _ in pair)
    }


def _bits(cells: Outline) -> int:
    return sum(1 << (GRID_SIDE // 2 + row) * GRID_SIDE + GRID_SIDE // 2 + col for row, col in cells)


def _level(*tiles: tuple[str, str]) -> Storey:
    """Return tiles as they are drawn: a letter and its cells, `a1` the first one."""
    return frozenset(
        (letter, frozenset(Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in cells))
        for letter, cells in ((letter, cells.split()) for letter, cells in tiles)
    )


def _carriers(above: Storey, size: int, stock: Counter[str]) -> set[Storey]:
    """Return what carries the tiles *above*, by brute force."""
    region: Outline = frozenset().union(*(cells for _, cells in above))
    ways = (way for some in _covers(region, stock, size).values() for way in some)
    return {way for way in ways if _interlock(above, way)}


PAIR = _level(("P", "a1 a2 b1 b2 c1"), ("X", "c2 d1 d2 d3 e2"))
TRIPLE = _level(("P", "a1 a2 b1 b2 c1"), ("I", "a3 b3 c3 d3 e3"), ("L", "c2 d2 e2 f2 f3"))


@pytest.mark.parametrize(
    ("above", "size", "shapes", "count"),
    [
        (PAIR, 2, "FILNPTUVWXYZ", 2),
        (PAIR, 3, "IPW", 1087),
        (PAIR, 3, "FLX", 588),
        (TRIPLE, 3, "FILNPTUVWXYZ", 17),
        (TRIPLE, 4, "IL", 295),
    ],
)
def test_carriers_of_several_tiles_are_those_of_brute_force(
    above: Storey, size: int, shapes: str, count: int
) -> None:
    stock = Counter(dict.fromkeys(shapes, 2))
    level = tuple(TowerTile(letter, _bits(cells)) for letter, cells in above)
    found = [
        frozenset(
            (letter, _moved(cells, -GRID_SIDE // 2, -GRID_SIDE // 2))
            for letter, cells in _lifted(one)
        )
        for one in supports(level, size, stock)
    ]
    assert len(found) == count
    assert len(set(found)) == count
    assert set(found) == _carriers(above, size, stock)


def _towers(tower: tuple[Storey, ...], height: int, left: Counter[str]) -> Iterator[Any]:
    """Yield the towers whose upper levels are *tower*, by brute force."""
    if len(tower) == height:
        yield tower
        return
    for size in range(1, left.total() + 1):
        if size * (height - len(tower)) > left.total():  # no level below can have fewer cells
            break
        for way in _carriers(tower[0], size, left):
            used = Counter(letter for letter, _ in way)
            yield from _towers((way, *tower), height, left - used)


@pytest.mark.parametrize(
    ("stock", "height", "count"),
    [
        ("IIXX", 2, 207),
        ("XXZZ", 2, 405),
        ("FFXXL", 3, 6),
        pytest.param("IIPPL", 3, 22, marks=pytest.mark.slow),
        pytest.param("IIVVXX", 3, 132, marks=pytest.mark.slow),
    ],
)
def test_towers_of_few_tiles_are_those_of_brute_force(stock: str, height: int, count: int) -> None:
    counts = Counter(stock)
    towers = [
        tuple(frozenset(_lifted(level)) for level in tower)
        for tower in TowerSearch(height, len(stock), counts)
    ]
    assert len(towers) == len(set(towers)) == count
    tops = {letter: cells for tower in towers for letter, cells in tower[-1]}
    others = dict(sorted(one for one in _fixed() if one[0] in stock)) | tops
    assert set(towers) == {
        tower
        for top in others.items()
        for tower in _towers((frozenset([top]),), height, counts - Counter(top[0]))
    }


def test_towers_at_the_edge_are_refused_not_wrapped() -> None:
    edge = Cell(GRID_SIDE // 2, GRID_SIDE - 5)
    for cell in (edge, Cell(edge.col, edge.row)):
        inside = TowerTile(
            "I", sum(1 << (cell.row + 0) * GRID_SIDE + cell.col - step for step in range(5))
        )
        assert next(supports((inside,), 2, {"I": 2, "L": 2}))
        outside = TowerTile("I", inside.cells << (1 if cell is edge else GRID_SIDE))
        with pytest.raises(BrokenInvariantError, match="edge of 64 x 64"):
            list(supports((outside,), 2, {"I": 2, "L": 2}))


def test_every_tile_of_a_tower_has_two_carriers() -> None:
    for number, tower in enumerate(TowerSearch(5, TILE_COUNT)):
        for below, above in pairwise(tower):
            for tile in above:
                assert sum(bool(tile.cells & one.cells) for one in below) >= 2
                assert not tile.cells & ~sum(one.cells for one in below)
            union = 0
            for one in below:
                union |= one.cells
            assert union.bit_count() == 5 * len(below)
        shapes = Counter(tile.shape for level in tower for tile in level)
        assert max(shapes.values()) <= 2
        if number == 300:
            break


# --- no higher level: by regions


@cache
def _regions() -> dict[Outline, set[frozenset[Penta]]]:
    """Return the regions that two pentominoes that touch can be, with the ways to be them."""
    regions = defaultdict(set)
    for letter, cells in _fixed():
        beside = {
            Cell(row + down, col + right)
            for row, col in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        } - cells
        for place in beside:
            for other, laid in _through(Cell(*place)):
                if not laid & cells:
                    both = cells | laid
                    top, left = min(row for row, _ in both), min(col for _, col in both)
                    pair = [
                        (letter, _moved(cells, -top, -left)),
                        (other, _moved(laid, -top, -left)),
                    ]
                    regions[_at_origin(both)].add(frozenset(pair))
    return regions


def _longest(ways: list[frozenset[Penta]]) -> int:
    """Return how many levels can lie on each other, with two tiles of each shape."""
    used: Counter[str] = Counter()

    def above(last: frozenset[Penta] | None) -> int:
        best = 0
        for way in ways:
            if way != last:
                used.update(letter for letter, _ in way)
                if max(used.values()) <= 2:
                    best = max(best, 1 + above(way))
                used.subtract(letter for letter, _ in way)
        return best

    return above(None)


def _interlock(above: Storey, below: Storey) -> bool:
    """Return whether each tile *above* lies on two or more *below*."""
    return all(sum(bool(cells & under) for _, under in below) >= 2 for _, cells in above)


def _stacks(ways: list[Storey], height: int, left: Counter[str]) -> Iterator[tuple[Storey, ...]]:
    """Yield the ways to put so many levels on each other, with the tiles *left*."""
    if not height:
        yield ()
        return
    for way in ways:
        used = Counter(letter for letter, _ in way)
        if not used - left:
            for rest in _stacks(ways, height - 1, left - used):
                if not rest or _interlock(rest[0], way):
                    yield (way, *rest)


def _covers(region: Outline, left: Counter[str], size: int = 3) -> dict[Outline, list[Storey]]:
    """Return the regions of *size* tiles of those *left* that hold *region*, and their ways."""
    found = defaultdict(set)

    def cover(laid: frozenset[Penta], covered: Outline) -> None:
        open_ = region - covered
        if not open_ and len(laid) == size:
            found[covered].add(laid)
        if 0 < len(open_) <= 5 * (size - len(laid)):
            for letter, cells in _through(max(open_)):
                if not cells & covered and sum(one == letter for one, _ in laid) < left[letter]:
                    cover(laid | {(letter, cells)}, covered | cells)

    cover(frozenset(), frozenset())
    return {covered: sorted(ways, key=str) for covered, ways in found.items()}


def _is_playable(moves: tuple[TileMove, ...], tiles: frozenset[tuple[int, Penta]]) -> bool:
    """Return whether the referee lets *tiles*, each with its level, be laid after *moves*."""
    pile, colour = Pile(moves), colour_to_move(len(moves))
    for level, (letter, cells) in sorted(tiles, key=str):
        move = TileMove(colour, letter, tuple(sorted(cells)), level)
        rest = tiles - {(level, (letter, cells))}
        if (
            level <= pile.height + 1
            and not broken_rule(pile, move)
            and _is_playable((*moves, move), rest)
        ):
            return True
    return not tiles


@pytest.mark.slow
def test_no_game_goes_higher_by_regions() -> None:
    stock = Counter(dict.fromkeys("FILNPTUVWXYZ", 2))
    longest = {region: _longest(list(ways)) for region, ways in _regions().items()}
    assert len(longest) == 28_246
    most = max(longest.values())
    # Of the ten levels below the eleventh, 7 at most have two tiles, the others three or more. So
    # all tiles are needed: seven levels of two on one region, and three of three below.
    assert most == 7
    assert 3 * (HIGHEST - most) + 2 * most + 1 == TILE_COUNT
    highest = [region for region, levels in longest.items() if levels == most]
    assert len({canonical(region) for region in highest}) == 1
    region = highest[0]
    pairs = sorted(_regions()[region], key=str)
    upper = list(_stacks(pairs, most, stock))
    left = stock - Counter(letter for way in upper[0] for letter, _ in way)
    assert {"".join(sorted(letter for way in stack for letter, _ in way)) for stack in upper} == {
        "IILLNNPPTTVVYY"
    }
    # A tile of the lowest levels that covered none of the region would leave it to the other two.
    assert not any({letter for letter, _ in way} <= set(left) for way in pairs)
    lower = [
        stack
        for ways in _covers(region, left).values()
        for stack in _stacks(ways, HIGHEST - most, left)
    ]
    tops = {one for cell in region for one in _through(cell) if one[1] <= region}
    towers = [
        (*low, *high, frozenset([top]))
        for low in lower
        for high in upper
        for top in tops
        if _interlock(high[0], low[-1])
        and _interlock(frozenset([top]), high[-1])
        and not Counter(letter for way in low for letter, _ in way) + Counter(top[0]) - left
    ]
    # The search has its topmost tile in one of the four ways that W can lie.
    exhaustion = bundled_answer().exhaustion
    assert len(towers) * len(highest) == 4 * exhaustion.towers
    built = [
        frozenset((level, one) for level, way in enumerate(tower, start=1) for one in way)
        for tower in towers
    ]
    assert {len(tiles) for tiles in built} == {exhaustion.tiles}
    assert sum(_is_playable((), tiles) for tiles in built) == exhaustion.games


def test_the_argument_tells_its_cases(typed: Run) -> None:
    code, out, _ = typed("up", "climb", "--json")
    found = json.loads(out)
    assert (code, found["level"], found["proven"]) == (0, HIGHEST, True)
    assert parse_record(json.dumps(found["record"])) == bundled_answer().record
    *_, exhaustion, orders = found["argument"]
    assert exhaustion["level"] == HIGHEST + 1
    assert (exhaustion["tiles"], orders["games"]) == (TILE_COUNT, 0)
    assert exhaustion["total"] == sum(exhaustion["cases"].values())
    for sizes in exhaustion["cases"]:
        numbers = [int(number) for number in sizes.split()]
        assert numbers == sorted(numbers)
        # What is laid, and as many on each level below, is not more than there is.
        assert sum(numbers) + numbers[-1] * (HIGHEST + 1 - len(numbers)) <= TILE_COUNT


# --- the command


def test_a_level_asked_for_is_reached_and_no_more(typed: Run) -> None:
    code, out, told = typed("up", "climb", "--level", "6", "--json")
    record = parse_record(json.dumps(json.loads(out)["record"]))
    assert (code, told) == (0, "")
    assert [move.level for move in record.moves].index(6) == len(record.moves) - 1
    assert judge(record).illegal_move is None


@pytest.mark.parametrize("level", [11, 99])
def test_a_level_that_cannot_be_reached_is_told_with_the_reason(typed: Run, level: int) -> None:
    code, out, _ = typed("up", "climb", "--level", str(level))
    assert code == 1
    assert out.startswith("Level 10 is the highest, proved:")


def test_a_level_that_cannot_be_reached_has_no_record(typed: Run) -> None:
    code, out, _ = typed("up", "climb", "--level", "11", "--json")
    found = json.loads(out)
    assert code == 1
    assert (found["level"], found["reached"], found["record"]) == (11, False, None)
    assert found["highest"] == HIGHEST


def test_a_search_out_of_time_is_undecided(typed: Run) -> None:
    code, out, told = typed("up", "climb", "--search", "--seconds", "0.01")
    assert (code, out) == (3, "")
    assert told.startswith("penta: undecided: ")


def test_a_search_ends_when_its_time_does(typed: Run) -> None:
    start = time.monotonic()
    code, _, told = typed("up", "climb", "--search", "--seconds", "2")
    assert code == 3
    assert 2 < time.monotonic() - start < 3.5
    steps = re.search(r"([\d,]+) steps taken", told)
    assert steps
    assert int(steps[1].replace(",", "")) > 1000


def test_each_case_and_each_position_is_a_step() -> None:
    steps: list[None] = []
    towers = TowerSearch(2, 4, Counter("IIXX"), lambda: steps.append(None))
    assert list(towers)
    assert len(steps) == towers.cases.total()
    steps.clear()
    climb = ClimbSearch(3, lambda: steps.append(None))
    assert climb.record()
    assert len(steps) > climb.positions > 5


def test_seconds_go_with_a_search(typed: Run) -> None:
    code, _, told = typed("up", "climb", "--seconds", "3")
    assert code == 2
    assert "--seconds goes with --search" in told
