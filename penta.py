r"""The solver for tabletop games of fives, as a library.

>>> import penta
>>> card = penta.Card.parse("ABCDE BCDEA CDEAB DEABC".replace(" ", "\n"))
>>> penta.solve(card, "ABCDE").score
11

The names in ``__all__`` are kept; everything below them may change. Each is imported when it is
first used. ``python -m penta`` runs the command line.
"""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.errors import BrokenInvariantError, PentaError, UndecidedError
    from solver.penta_rush.bitset_engine import BitsetEngine
    from solver.penta_rush.card import Card
    from solver.penta_rush.dice import Roll
    from solver.penta_rush.engine import PackingCounts
    from solver.penta_rush.fairness.card_fairness import CardFairness
    from solver.penta_rush.fairness.card_limits import FairnessLimits
    from solver.penta_rush.points import Points
    from solver.penta_rush.rules import Packing, Verdict
    from solver.penta_rush.sheet import Sheet
    from solver.tiling.answer import count_tilings, tilings
    from solver.tiling.region import Region

__all__ = [
    "BrokenInvariantError",
    "Card",
    "CardFairness",
    "FairnessLimits",
    "Packing",
    "PentaError",
    "Points",
    "Region",
    "Roll",
    "Sheet",
    "UndecidedError",
    "count_packings",
    "count_tilings",
    "fairness",
    "judge",
    "packings",
    "sample_card",
    "solve",
    "tilings",
]

_MODULES = {
    "BrokenInvariantError": "solver.errors",
    "Card": "solver.penta_rush.card",
    "CardFairness": "solver.penta_rush.fairness.card_fairness",
    "FairnessLimits": "solver.penta_rush.fairness.card_limits",
    "Packing": "solver.penta_rush.rules",
    "PentaError": "solver.errors",
    "Points": "solver.penta_rush.points",
    "Region": "solver.tiling.region",
    "Roll": "solver.penta_rush.dice",
    "Sheet": "solver.penta_rush.sheet",
    "UndecidedError": "solver.errors",
    "count_tilings": "solver.tiling.answer",
    "tilings": "solver.tiling.answer",
}
_FOLDER = Path(__file__).resolve().parent


def _load_from_here(name: str) -> ModuleType:
    """Return our own module *name*, imported from the folder of this file.

    Our packages have everyday names, and the current directory and PYTHONPATH come before them on
    the path: someone else's ``data`` folder there would be imported in place of ours.
    """
    spec = PathFinder.find_spec(name, [str(_FOLDER)])
    if spec is None or spec.loader is None:
        raise ImportError(f"penta: expected {name} in {_FOLDER}, found none")
    module = sys.modules.get(name)
    if module is None:
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    elif (found := getattr(module, "__file__", None)) != spec.origin:
        raise ImportError(
            f"penta: expected its own module {name!r}, found {found}, imported before"
        )
    return module


for _package in ("data", "solver", "generator"):
    _load_from_here(_package)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from solver import penta_version

        return penta_version()
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def sample_card(name: str) -> "Card":
    """Return the bundled card *name*, such as ``meadow``; raise `PentaError` if there is none."""
    import data
    from solver.errors import SourceError, check_type, did_you_mean, quoted
    from solver.penta_rush.card import Card

    check_type(name, "card", str)
    cards = data.samples("cards")
    if name not in cards:
        expected, hint = f"a sample ({', '.join(cards)})", did_you_mean(name, cards)
        raise SourceError(
            f"card {quoted(name)}", expected=expected, found="no such sample", hint=hint
        )
    return Card.parse(cards[name].read_text(encoding="utf-8"))


def solve(card: "Card", roll: "Roll | str", *, points: "Points | None" = None) -> "Packing":
    """Return the best packing of *roll* on *card*, the first of them in the documented order.

    It is empty, with a score of 0, when the roll has no packing. *points* are the values of the
    tiles, by default those that the card was made for, or else the bundled ones. The text of a
    *roll* may be in the names that the symbols of *card* have. Raises `PentaError` when it is no
    legal roll of *card*, and `TypeError`, as every function here, for an argument of another type.
    """
    engine = _engine(card, roll, points)
    return engine.packing(engine.best() or ())


def packings(
    card: "Card", roll: "Roll | str", *, points: "Points | None" = None
) -> "Iterator[Packing]":
    """Iterate over all packings of *roll* on *card*, in the documented order.

    Arguments as in `solve`.
    """
    engine = _engine(card, roll, points)
    return map(engine.packing, engine.packings())


def count_packings(
    card: "Card", roll: "Roll | str", *, points: "Points | None" = None
) -> "PackingCounts":
    """Return how many packings there are, by size and by score. Arguments as in `solve`."""
    return _engine(card, roll, points).counts()


def judge(sheet: "Sheet", *, points: "Points | None" = None) -> "Verdict":
    """Return the verdict on every outline of *sheet*, and the points of the round.

    *points* as in `solve`.
    """
    from solver.errors import check_type
    from solver.penta_rush import rules
    from solver.penta_rush.sheet import Sheet

    check_type(sheet, "sheet", Sheet)
    return rules.judge(sheet, _points(points, sheet.card))


def fairness(
    card: "Card", *, points: "Points | None" = None, symbols: str | None = None
) -> "CardFairness":
    """Return what *card* offers over all throws of dice that show *symbols*, by default its own.

    *points* as in `solve`. ``FairnessLimits().reasons(fairness(card))`` lists why it is not fair,
    and is empty if it is; it raises `UndecidedError` where there are no limits for the card's size.
    """
    from solver.errors import check_type
    from solver.penta_rush.card import Card
    from solver.penta_rush.fairness.card_fairness import CardFairness
    from solver.penta_rush.survey.card_survey import Survey

    check_type(card, "card", Card)
    check_type(symbols, "symbols", str, NoneType)
    return CardFairness(Survey(card, _points(points, card), symbols=symbols or card.symbols))


def _engine(card: "Card", roll: "Roll | str", points: "Points | None") -> "BitsetEngine":
    from solver.errors import check_type
    from solver.penta_rush.bitset_engine import BitsetEngine
    from solver.penta_rush.card import Card
    from solver.penta_rush.dice import Roll
    from solver.penta_rush.problem import RollProblem

    check_type(card, "card", Card)
    check_type(roll, "roll", Roll, str)
    roll = card.legend.parse_roll(roll) if isinstance(roll, str) else roll
    return BitsetEngine(RollProblem(card, roll, _points(points, card)))


def _points(points: "Points | None", card: "Card") -> "Points":
    """Return *points*, or for None those that *card* was made for, or else the bundled ones."""
    from solver.errors import check_type
    from solver.penta_rush.points import Points

    check_type(points, "points", Points, NoneType)
    return points or card.tile_points


def main() -> None:
    """Run the command line, and exit."""
    _load_from_here("cli").main()


if __name__ == "__main__":
    main()
