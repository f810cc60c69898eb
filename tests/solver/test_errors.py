"""Errors: their parts, that they survive pickle and copy, and what a wrong type is told."""

import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from fractions import Fraction
from functools import partial
from http import HTTPStatus
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import penta
from solver.errors import CardError, PentaError, RollError
from solver.geocinco.rules.turn import TurnRule
from solver.geometry.cell import Cell
from tests.support import ROOT, cases

# Not a caller's mistake: a defect of ours, a limit that was reached; and signals that the module
# which raises them, or its neighbour, catches again.
OTHERS = {
    "solver.console.play.console.QuitGameError",
    "solver.console.line_editor._TimeIsUpError",
    "solver.errors.BrokenInvariantError",
    "solver.errors.UndecidedError",
    "solver.pent_up.strategy.endgame._BudgetSpentError",
    "solver.penta_rush.clique.LimitReachedError",
    "solver.runtime.background.StoppedError",
    "solver.web.api.ClientLeftError",
    "solver.web.guard.RefusedError",
    "solver.web.jobs.BusyError",
    "solver.web.jobs.JobEndedError",
}
# What those are made with that take neither a text alone nor the parts of a `PentaError`.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "solver.geocinco.rules.turn.IllegalMoveError": (TurnRule.TAKEN, "A1r1 has a token of blue"),
    "solver.web.guard.RefusedError": (HTTPStatus.FORBIDDEN, "no", {"allow": "GET"}),
}
TIMEOUT_S = 60
CARD = penta.Card.parse("ABCDE\nBCDEA\nCDEAB\nDEABC")
ROLL = penta.Roll("AABCD")
lib: Any = penta  # for arguments that a type checker would not let pass
CELLS = tuple(Cell(0, col) for col in range(5))


def _error_classes() -> Iterator[tuple[str, type[BaseException]]]:
    """Yield every class of errors that a module of ours defines, by its full name."""
    line = re.compile(r"^class \w+\(.*(Error|Exception)", re.MULTILINE)
    for folder in ("solver", "generator", "data"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not line.search(file.read_text("utf-8")):
                continue
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            for _, found in inspect.getmembers(import_module(name), inspect.isclass):
                if issubclass(found, BaseException) and found.__module__ == name:
                    yield f"{name}.{found.__name__}", found


ERRORS = dict(_error_classes())


def _example(name: str) -> BaseException:
    made = ERRORS[name]
    if name in ARGUMENTS:
        return made(*ARGUMENTS[name])
    if issubclass(made, PentaError):
        return made("card, line 2", expected="10 symbols", found="9", hint="count again")
    return made("why")


def test_every_error_of_ours_is_a_penta_error_but_for_the_known_others() -> None:
    assert len(ERRORS) > len(OTHERS)
    assert {name for name in ERRORS if not issubclass(ERRORS[name], PentaError)} == OTHERS


def _pickled(error: BaseException, protocol: int) -> BaseException:
    found = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own
    assert isinstance(found, BaseException)
    return found


@pytest.mark.parametrize("name", ERRORS)
@cases(
    "again",
    copy,
    deepcopy,
    *(partial(_pickled, protocol=number) for number in range(pickle.HIGHEST_PROTOCOL + 1)),
)
def test_an_error_is_the_same_after_pickle_and_copy(
    name: str, again: Callable[[BaseException], BaseException]
) -> None:
    error = _example(name)
    other = again(error)
    assert type(other) is type(error)
    assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))


def test_an_error_has_its_parts_also_in_a_whole() -> None:
    error = CardError("line 2", expected="10 symbols", found="9", hint="count again")
    whole = error.within("card 'x'")
    assert type(whole) is CardError
    assert (error.where, whole.where) == ("line 2", "card 'x', line 2")
    for each in (error, whole, deepcopy(whole)):
        assert (each.expected, each.found, each.hint) == ("10 symbols", "9", "count again")
        assert str(each) == f"{each.where}: expected 10 symbols, found 9 (count again)"


def test_the_parts_of_a_parsers_error_can_be_told_apart() -> None:
    with pytest.raises(RollError) as caught:
        penta.Roll.parse("AAABC")
    error = caught.value
    assert (error.where, error.expected) == ("roll 'AAABC'", "at most 2 alike")
    assert (error.found, error.hint) == ("3 x A", "roll again")


def _score(roll: str) -> int:
    return penta.solve(CARD, roll).score


@pytest.mark.slow
def test_a_pool_that_meets_a_bad_roll_raises_its_error() -> None:
    with get_context("spawn").Pool(1) as pool:
        result = pool.map_async(_score, ["ABCDE", "AAABC"])
        with pytest.raises(penta.PentaError, match="at most 2 alike") as caught:
            result.get(TIMEOUT_S)  # `multiprocessing.TimeoutError` where the pool hangs
    assert caught.value.hint == "roll again"


def _limits(value: Any) -> dict[str, Callable[[], object]]:
    return {
        name: partial(penta.FairnessLimits, **{name: value})
        for name in penta.FairnessLimits.__dataclass_fields__
    }


WRONG: dict[str, Callable[[], object]] = {
    "Card, lines: expected tuple of str, found str 'AB'": lambda: lib.Card("AB"),
    "Card, lines: expected tuple of str, found list": lambda: lib.Card(["AB", "CD"]),
    "Card, lines[0]: expected str, found int 5": lambda: lib.Card((5,)),
    "Card, legend: expected Legend, found dict": lambda: lib.Card(("AB",), {"A": "red"}),
    "Card: expected str, found int 5": lambda: lib.Card.parse(5),
    "Card: expected str, found PosixPath": lambda: lib.Card.parse(Path("card.txt")),
    "Card, legend: expected Legend or None": lambda: lib.Card.parse("AB", legend={"A": "red"}),
    "Card: expected str, found bytes": lambda: lib.Card.parse(b"AB"),
    "name: expected str, found list": lambda: lib.sample_card(["meadow"]),
    "Card: expected Card, found str 'meadow'": lambda: lib.solve("meadow", "AABCD"),
    "Card: expected Card, found None": lambda: lib.packings(None, "AABCD"),
    "Card: expected Card, found int 3": lambda: lib.count_packings(3, "AABCD"),
    "Card: expected Card, found tuple": lambda: lib.fairness(("AB",)),
    "Roll: expected str, found list": lambda: lib.Roll(["A", "B", "C", "D", "E"]),
    "Roll: expected str, found None": lambda: lib.Roll.parse(None),
    "Roll: expected Roll or str, found None": lambda: lib.solve(CARD, None),
    "Roll: expected Roll or str, found list": lambda: lib.packings(CARD, ["A"]),
    "Points: expected tuple, found dict {}": lambda: lib.Points({}),
    "Points: expected tuple, found str": lambda: lib.Points("123412341234"),
    "Points: expected str, found dict": lambda: lib.Points.parse({"F": 1}),
    "points: expected Points or None, found dict {}": lambda: lib.solve(CARD, "AABCD", points={}),
    "points: expected Points or None, found list": lambda: lib.packings(CARD, "AABCD", points=[]),
    "points: expected Points or None, found int 0": lambda: lib.count_packings(
        CARD, "AABCD", points=0
    ),
    "points: expected Points or None, found bool False": lambda: lib.fairness(CARD, points=False),
    "points: expected Points or None, found tuple": lambda: lib.judge(
        lib.Sheet(CARD, ROLL, ()), points=()
    ),
    "symbols: expected str or None, found list": lambda: lib.fairness(CARD, symbols=["A"]),
    "sheet: expected Sheet, found dict": lambda: lib.judge({}),
    "Sheet: expected str, found dict": lambda: lib.Sheet.parse({}),
    "sheet, card: expected Card": lambda: lib.Sheet("4x5:ABC", ROLL, ()),
    "sheet, roll: expected Roll": lambda: lib.Sheet(CARD, "AABCD", ()),
    "sheet, round: expected int, found str '1'": lambda: lib.Sheet(CARD, ROLL, (), "1"),
    "sheet, round: expected int, found bool": lambda: lib.Sheet(CARD, ROLL, (), round=True),
    "sheet, timer: expected bool, found int": lambda: lib.Sheet(CARD, ROLL, (), 1, 1),
    "sheet, outlines: expected tuple of tuple of Cell, found list": (
        lambda: lib.Sheet(CARD, ROLL, [CELLS])
    ),
    "sheet, outlines[0]: expected tuple of Cell, found int 5": (
        lambda: lib.Sheet(CARD, ROLL, (5,))
    ),
    "sheet, outlines[0][0]: expected Cell, found tuple (0, 0)": (
        lambda: lib.Sheet(CARD, ROLL, (((0, 0),),))
    ),
    "Region: expected str": lambda: lib.Region.parse(("3x5",)),
    "region, rows: expected int, found str": lambda: lib.Region("1", 5, frozenset(CELLS)),
    "region, cols: expected int, found float": lambda: lib.Region(1, 5.0, frozenset(CELLS)),
    "region, cells: expected frozenset of Cell, found set": lambda: lib.Region(1, 5, {*CELLS}),
    "region, cells: expected frozenset of Cell, found frozenset": (
        lambda: lib.Region(1, 5, frozenset({(0, 0)}))
    ),
    "region: expected Region, found str '3x5'": lambda: lib.tilings("3x5"),
    "region: expected Region, found tuple": lambda: lib.count_tilings((3, 5)),
    "pieces: expected str or None": lambda: lib.tilings(lib.Region.parse("3x5"), pieces=[]),
    "distinct: expected bool": lambda: lib.tilings(lib.Region.parse("3x5"), distinct="no"),
    "fairness: expected CardFairness, found Card": lambda: lib.FairnessLimits().reasons(CARD),
    "fairness: expected Survey, found Card": lambda: lib.CardFairness(CARD),
    **{
        f"{name}: expected Real or None, found str 'x'": call for name, call in _limits("x").items()
    },
}


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_type_is_told_what_was_expected_before_anything_is_worked_out(message: str) -> None:
    with pytest.raises(TypeError, match=f"(?i)^{re.escape(message)}"):
        WRONG[message]()


@pytest.mark.parametrize("limit", [None, 3, 3.75, Fraction("3.75")])
def test_a_limit_of_fairness_is_any_number_or_none(limit: Any) -> None:
    for make in _limits(limit).values():
        make()
