"""Wrong arguments of the library's questions are refused in one line, before any work."""

import inspect
import math
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, IntEnum
from fractions import Fraction
from operator import attrgetter
from typing import Annotated, Any, Literal

import pytest

import penta
from penta import generate, knaster, pent_up, tiling
from solver import penta_rush
from solver.answer import Answer
from solver.errors import PentaError
from solver.geometry.cell import Cell
from solver.question import Within, check_argument
from solver.search import Search

ROOMS = (penta, *(getattr(penta, name) for name in penta._ROOMS if name != "drawing"))  # noqa: SLF001
REGION = penta.Region.parse("3x5")


class _Colour(Enum):
    RED = 1


class _Number(IntEnum):
    ONE = 1


def _questions() -> Iterator[Any]:
    """Yield the functions of all faces that return answers, or searches for them."""
    for room in ROOMS:
        for name in room.__all__:
            function = getattr(room, name)
            if inspect.isfunction(function):
                returned = inspect.signature(function).return_annotation
                kind = getattr(returned, "__origin__", returned)
                if isinstance(kind, type) and issubclass(kind, Answer | Search):
                    yield pytest.param(function, id=f"{room.__name__}.{name}")


def _classes() -> Iterator[Any]:
    """Yield the classes of all faces."""
    for room in ROOMS:
        yield from filter(inspect.isclass, (getattr(room, name) for name in room.__all__))


@pytest.mark.parametrize("ask", [*_questions()])
def test_every_argument_of_every_question_is_checked(ask: Any) -> None:
    parameters = inspect.signature(ask).parameters.values()
    for parameter in parameters:
        with pytest.raises(TypeError, match=rf"^{parameter.name}: expected .*, found object <obj"):
            check_argument(object(), parameter.annotation, parameter.name)
    if parameters:
        needed = [each for each in parameters if each.default is each.empty] or [*parameters][:1]
        with pytest.raises(TypeError, match=rf"^{needed[0].name}: expected "):
            ask(**{each.name: object() for each in needed})


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (None, int | None),
        (_Colour.RED, _Colour),
        (_Number.ONE, int),
        (2, Annotated[int, Within(2, 12)]),
        (12, Annotated[int, Within(2, 12)] | None),
        (3, float),
        ([1, 2], Sequence[int]),
        (("a", 1), tuple[str, int]),
        ((), tuple[str, ...]),
        ("best", Fraction | int | Literal["best"] | None),
        ("anything", "a name that is not imported"),
    ],
)
def test_what_fits_is_taken(value: object, hint: Any) -> None:
    check_argument(value, hint, "it")


@pytest.mark.parametrize(
    ("value", "hint", "message"),
    [
        (True, int, "expected int, found bool True"),
        (1.0, int | None, "expected int or None, found float 1.0"),
        ("red", _Colour, "expected _Colour.RED, found str 'red'"),
        ("ab", Sequence[str], "expected Sequence of str, found str 'ab'"),
        ((1,), tuple[int, int], "expected tuple of 2 (int, int), found tuple (1,)"),
        (3, Sequence[int] | None, "expected Sequence of int or None, found int 3"),
        ({"a"}, set[int] | None, "expected set of int or None, found set {'a'}"),
        ("most", int | Literal["best"], "expected int or 'best', found str 'most'"),
    ],
)
def test_what_does_not_fit_is_refused(value: object, hint: Any, message: str) -> None:
    with pytest.raises(TypeError) as refused:
        check_argument(value, hint, "it")
    assert str(refused.value) == f"it: {message}"


@pytest.mark.parametrize(
    ("value", "hint", "message"),
    [
        ([1, "a"], Sequence[int], "it[1]: expected int, found str 'a'"),
        ((1, None), tuple[int, int] | None, "it[1]: expected int, found None"),
        ([(1, 2), (3, "4")], Sequence[tuple[int, int]], "it[1][1]: expected int, found str '4'"),
        ([(3,)], list[tuple[int, int]], "it[0]: expected tuple of 2 (int, int), found tuple (3,)"),
    ],
)
def test_the_item_that_does_not_fit_is_named(value: object, hint: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        check_argument(value, hint, "it")


@pytest.mark.parametrize(
    ("value", "limits", "expected"), [(13, Within(2, 12), "2 to 12"), (0, Within(1), "at least 1")]
)
def test_what_is_out_of_range_is_refused(value: int, limits: Within, expected: str) -> None:
    with pytest.raises(PentaError, match=rf"^it: expected {expected}, found {value}$"):
        check_argument(value, Annotated[int, limits] | None, "it")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: tiling.count(REGION, engine="cpsat"), "engine: expected one of kernel, .*"),
        (lambda: generate.verify(generate.records(), engine="cpsat"), "engine: .* one of .*"),
        (lambda: generate.prove_size(3, 5, 7, engine="cpsat"), "engine: .* one of exhaustion, .*"),
        (lambda: pent_up.match(against=["bob"]), "against: expected one of .*, found bob"),
        (lambda: generate.GenerationSpec(target=-5), "target: expected 0 to 1000000, found -5"),
        (lambda: generate.GenerationSpec(seconds=Fraction(-1, 2)), "seconds: .*, found -1/2"),
        (lambda: generate.CardStyle(size=-3.0), "size: expected 10 to 1000, found -3.0"),
        (lambda: generate.records(size=(30, -5)), "size: expected at least 1, found -5"),
        (lambda: knaster.score_sheets(cell=math.nan), "cell: expected 10.* to 40.*, found nan"),
        (lambda: knaster.score_sheets(paper="A9"), "paper: expected A5, .*, found 'A9'"),
        (lambda: knaster.score_sheets().save("a.png", dpi=10**5), "dpi: .* 72 to 600, .*"),
    ],
)
def test_what_no_question_means_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(PentaError, match=f"^{message}$"):
        ask()


def _parsers() -> Iterator[Any]:
    """Yield what parses a text: methods of the classes of all faces, and functions."""
    yield from (kind.parse for kind in _classes() if hasattr(kind, "parse"))
    for room in (*ROOMS, penta_rush):
        yield from (getattr(room, name) for name in room.__all__ if name.startswith("parse_"))


@pytest.mark.parametrize("parse", dict.fromkeys(_parsers()), ids=attrgetter("__qualname__"))
def test_what_is_no_text_is_not_parsed(parse: Callable[[Any], object]) -> None:
    for value in (None, 3):
        with pytest.raises(TypeError, match=r": expected (str|bytes|Sequence of str), found "):
            parse(value)


@pytest.mark.parametrize("value", [None, 3, ("x",)])
@pytest.mark.parametrize(
    ("kind", "count"),
    [
        (penta.Card, 1),
        (penta.Game, 1),
        (penta.Sheet, 3),
        (penta.puzzle.PuzzleGame, 2),
        (knaster.Record, 1),
        (knaster.LineValues, 1),
        (knaster.Player, 2),
        (pent_up.SurroundAnswer, 7),
        (pent_up.Record, 1),
        (penta.geocinco.Record, 2),
    ],
)
def test_no_game_is_made_of_what_is_none(kind: Any, count: int, value: object) -> None:
    with pytest.raises((TypeError, PentaError), match=": expected "):
        kind(*[value] * count)


def _shown() -> Iterator[object]:
    """Yield usual values of the faces, of which the largest have grown in long games."""
    geo = penta.geocinco
    games = geo.simulate(geo.SimulationSpec(games=1)).run().games
    yield from (*games, games[0].record)
    rolls = tuple(knaster.Turn(7, Cell(row, col)) for row in range(5) for col in range(5))
    yield from (knaster.Player("Ann", rolls), knaster.Record((knaster.Player("Ann", rolls),)))
    tiles = tuple(pent_up.legal_moves(pent_up.Record(())).moves)
    yield from (pent_up.Record(tiles), REGION, penta.Region.parse("6x10"))
    card = penta.sample_card("meadow")
    yield from (card, penta.solve(card, "AABCD"), penta.packings(card, "AABCD"))
    yield from (penta.sample_cards(), penta.judge(penta.Sheet(card, penta.Roll("AABCD"), ())))
    yield from (geo.BoardOverview(geo.Board.named("whole")), tiling.count(REGION).run())
    yield from (generate.records(), pent_up.surround_tile(), penta.roll_table(card))


def test_usual_values_are_shown_in_a_line() -> None:
    for value in _shown():
        assert len(repr(value)) <= 200, type(value)
        assert "\n" not in repr(value), type(value)


def test_a_missing_argument_is_the_error_that_python_has() -> None:
    with pytest.raises(TypeError, match=r"^solve\(\) missing 1 required positional argument"):
        penta.solve(penta.sample_card("meadow"))  # type: ignore[call-arg]
