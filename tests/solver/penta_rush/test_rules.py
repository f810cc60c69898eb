from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Game, Sheet
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import Placement, Referee, Ruling, Standing, judge, standings, winners
from tests import oracles
from tests.strategies import sheets
from tests.support import cases

POINTS = default_points()


def _sample(name: str) -> Sheet:
    return Sheet.parse(data.samples("sheets")[name].read_text("utf-8"))


def _verdicts(sheet: Sheet) -> list[str]:
    return [outline.ruling.value for outline in judge(sheet, POINTS).outlines]


@cases(
    "name rulings points total",
    ("pierre", ["overlap", "counted", "overlap", "duplicate", "counted"], [0, 2, 0, 0, 1], 4),
    ("anna", ["counted", "wrong symbols", "unfinished", "counted"], [3, 0, 0, 1], 4),
    ("sarah", ["counted"] * 2 + ["dearest dropped"] + ["counted"] * 3, [1, 4, 0, 2, 1, 2], 10),
)
def test_the_sample_sheets_are_judged_as_the_rules_say(
    name: str, rulings: list[str], points: list[int], total: int
) -> None:
    verdict = judge(_sample(name), POINTS)
    assert _verdicts(_sample(name)) == rulings
    assert [outline.points for outline in verdict.outlines] == points
    assert verdict.points == total  # of Pierre with a point for the timer


def _sheet(lines: str, roll: str, *outlines: str, **kwargs: int) -> Sheet:
    """Build a sheet; an outline is written in names of cells, ``a1 b1``."""
    return Sheet(
        Card(tuple(lines.split())),
        Roll(roll),
        tuple(
            tuple(Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in outline.split())
            for outline in outlines
        ),
        round=kwargs.get("round", 1),
        timer=bool(kwargs.get("timer", 0)),
    )


ROWS = "AABCD AABCD AABCD"
ACROSS = "a{0} b{0} c{0} d{0} e{0}"


def test_five_cells_that_touch_at_corners_only_are_unfinished() -> None:
    sheet = _sheet(ROWS, "AABCD", "a1 b2 c1 d2 e1", "a3 b3 c3", "")
    assert _verdicts(sheet) == ["unfinished"] * 3
    assert [outline.reason for outline in judge(sheet, POINTS).outlines] == [
        "its cells are not joined edge to edge",
        "3 cells, not 5",
        "0 cells, not 5",
    ]


@cases(
    "outlines rulings others",
    ((ACROSS.format(1), "a1 b1"), ["counted", "unfinished"], [None, None]),  # which voids nothing
    # A wrong one voids a right one.
    ((ACROSS.format(1), "a1 a2 a3 b3 c3"), ["overlap", "overlap"], [2, 1]),
    # The first I is void, so the third, alone in its shape among the rest, counts.
    (
        (ACROSS.format(1), "a1 a2 b2 c2 d2", ACROSS.format(3)),
        ["overlap", "overlap", "counted"],
        [2, 1, None],
    ),
    (
        ("a1 b2", ACROSS.format(2), ACROSS.format(3)),
        ["unfinished", "counted", "duplicate"],
        [None, None, 2],
    ),
)
def test_outlines_are_judged_one_after_the_other(
    outlines: tuple[str, ...], rulings: list[str], others: list[int | None]
) -> None:
    sheet = _sheet(ROWS, "AABCD", *outlines)
    assert _verdicts(sheet) == rulings
    found = [outline.to_json() for outline in judge(sheet, POINTS).outlines]
    assert [outline["other"] for outline in found] == others
    for outline in found:  # the sentence ends with the same number
        assert outline["other"] is None or outline["reason"].endswith(f" {outline['other']}")
    assert judge(sheet, POINTS).points == 4 * rulings.count("counted")


@pytest.mark.parametrize(("number", "expected"), [(1, 4), (4, 4), (5, 8)])
def test_the_fifth_round_counts_double_but_not_the_timer(number: int, expected: int) -> None:
    assert judge(_sheet(ROWS, "AABCD", ACROSS.format(1), round=number), POINTS).points == expected
    timed = _sheet(ROWS, "AABCD", ACROSS.format(1), round=number, timer=1)
    assert judge(timed, POINTS).points == expected + 1


def test_an_empty_sheet_earns_the_timer_alone() -> None:
    assert judge(_sheet(ROWS, "AABCD"), POINTS).points == 0
    assert judge(_sheet(ROWS, "AABCD", round=5, timer=1), POINTS).points == 1


@given(sheets())
def test_verdicts_follow_the_judging_order_written_out_once_more(sheet: Sheet) -> None:
    joined = {
        number: oracles.LETTERS[oracles.canonical(frozenset(cells))]
        for number, cells in enumerate(sheet.outlines)
        if len(cells) == 5 and frozenset(cells) in oracles.connected_sets(frozenset(cells), 5)
    }
    covered = Counter(cell for number in joined for cell in sheet.outlines[number])
    expected = []
    seen: set[str] = set()
    for number, cells in enumerate(sheet.outlines):
        if number not in joined:
            expected.append("unfinished")
        elif any(covered[cell] > 1 for cell in cells):
            expected.append("overlap")
        elif sorted(sheet.card[cell] for cell in cells) != list(sheet.roll.symbols):
            expected.append("wrong symbols")
        elif joined[number] in seen:
            expected.append("duplicate")
        else:
            seen.add(joined[number])
            expected.append("counted")
    verdict = judge(sheet, POINTS)
    values = sorted(POINTS[shape] for shape in seen)[:5]
    dropped = max(0, len(seen) - 5)
    assert [v.replace("dearest dropped", "counted") for v in _verdicts(sheet)] == expected
    assert _verdicts(sheet).count("dearest dropped") == dropped
    assert verdict.points == sum(values) * (2 if sheet.round == 5 else 1) + sheet.timer


@cases(
    "players expected",
    ([Standing("a", (1, 1, 1, 1, 9)), Standing("b", (2, 2, 2, 2, 4))], ["a"]),
    ([Standing("a", (1, 1, 1, 1, 8)), Standing("b", (2, 2, 2, 2, 4))], ["b"]),
    ([Standing("a", (4, 0, 0, 4, 4)), Standing("b", (2, 2, 2, 2, 4))], ["a", "b"]),
    ([Standing("a", (0, 0, 0, 0, 0))], ["a"]),
)
def test_most_points_win_then_rounds_1_to_4(players: list[Standing], expected: list[str]) -> None:
    assert [player.name for player in winners(players)] == expected


def test_a_game_takes_points_as_written_and_judges_sheets() -> None:
    game = Game.parse(data.samples("games")["friends"].read_text("utf-8"))
    by_name = {player.name: player for player in standings(game, POINTS)}
    assert [by_name[name].rounds[1] for name in ("Sarah", "Pierre", "Anna")] == [10, 4, 4]
    assert {player.total for player in by_name.values()} == {50}
    assert [player.name for player in winners(list(by_name.values()))] == ["Sarah"]


CARD = Card(("AABCD", "AABCD", "DCBAA"))
DEAL = RollProblem(CARD, Roll("AABCD"), POINTS)
ROW = [Placement("I", 4, tuple(Cell(row, col) for col in range(5))) for row in range(3)]
WRONG = Placement("L", 1, tuple(Cell(*cell) for cell in ((0, 0), (1, 0), (1, 1), (1, 2), (1, 3))))


def _referee(*placements: Placement) -> Referee:
    return Referee(CARD, DEAL.roll, POINTS, placements)


def test_the_referee_passes_a_right_packing() -> None:
    row = Placement("L", 1, tuple(Cell(*cell) for cell in ((1, 0), (2, 0), (2, 1), (2, 2), (2, 3))))
    fine = Placement("I", 4, ROW[0].cells)
    assert sorted(CARD[cell] for cell in row.cells) == list("AABCD")
    assert list(_referee(fine, row).checked([(0,), (1,), (0, 1)])) == [(0,), (1,), (0, 1)]


@cases(
    "placements numbers",
    ((ROW[0], ROW[1]), (0, 1)),  # one shape twice
    ((ROW[0], ROW[0]), (0, 1)),  # one placement twice
    ((ROW[0],), ()),  # none at all
    ((WRONG,), (0,)),  # wrong symbols
    ((ROW[0]._replace(points=3),), (0,)),  # wrong points
    ((ROW[0]._replace(shape="X"),), (0,)),  # wrong letter
    ((ROW[0]._replace(cells=ROW[0].cells[:4]),), (0,)),  # unfinished
)
def test_the_referee_stops_what_is_not_right(
    placements: tuple[Placement, ...], numbers: tuple[int, ...]
) -> None:
    with pytest.raises(BrokenInvariantError):
        _referee(*placements).check(numbers)


@given(st.data())
def test_the_referee_passes_just_what_brute_force_calls_a_packing(source: st.DataObject) -> None:
    found = [
        Placement(letter, POINTS[letter], tuple(sorted(cells)))
        for letter, cells in oracles.matching(DEAL)
    ]
    right = {frozenset(cells for _, cells in packing) for packing in oracles.packings(DEAL)}
    numbers = source.draw(st.lists(st.integers(0, len(found) - 1), max_size=3).map(tuple))
    chosen = frozenset(frozenset(found[number].cells) for number in numbers)
    try:
        _referee(*found).check(numbers)
    except BrokenInvariantError:
        assert chosen not in right or len(chosen) < len(numbers)
    else:
        assert chosen in right


def test_verdict_values_are_the_words_of_the_json() -> None:
    words = "counted,dearest dropped,duplicate,overlap,wrong symbols,unfinished"
    assert {verdict.value for verdict in Ruling} == {*words.split(",")}
