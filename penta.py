r"""The solver for tabletop games of fives, as a library.

>>> import penta
>>> card = penta.Card.parse("ABCDE BCDEA CDEAB DEABC".replace(" ", "\n"))
>>> penta.solve(card, "ABCDE").score
11

The names in ``__all__`` are kept; everything below them may change. Each is imported when it is
first used. What programs ask of Penta-Rush is here, with its `puzzle`; all of it is in `rush`. The
other games are `pent_up`, `knaster`, `geocinco` and `tiling`; `generate` makes cards. ``python -m
penta`` runs the command line.
"""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import generator as generate
    from solver import drawing, geocinco, knaster, pent_up, tiling
    from solver import penta_rush as rush
    from solver.answer import Answer, Outcome
    from solver.errors import BrokenInvariantError, PentaError, UndecidedError
    from solver.penta_rush import (
        Card,
        CardFairness,
        FairnessLimits,
        FairnessReport,
        Game,
        Histogram,
        JudgedSheet,
        Packing,
        PackingCounts,
        Packings,
        Placement,
        Points,
        Roll,
        RollTable,
        SampleCards,
        SetLimits,
        Sheet,
        Skill,
        SkillFit,
        Solution,
        Totals,
        best_packings,
        check,
        count_packings,
        fit,
        judge,
        packings,
        puzzle,
        random_packings,
        read_card,
        roll_table,
        sample_card,
        sample_cards,
        solve,
        throw,
        total,
    )
    from solver.penta_rush import card_fairness as fairness
    from solver.search import Progress, Search
    from solver.tiling import Region, count_tilings, tilings

__all__ = [
    "Answer",
    "BrokenInvariantError",
    "Card",
    "CardFairness",
    "FairnessLimits",
    "FairnessReport",
    "Game",
    "Histogram",
    "JudgedSheet",
    "Outcome",
    "Packing",
    "PackingCounts",
    "Packings",
    "PentaError",
    "Placement",
    "Points",
    "Progress",
    "Region",
    "Roll",
    "RollTable",
    "SampleCards",
    "Search",
    "SetLimits",
    "Sheet",
    "Skill",
    "SkillFit",
    "Solution",
    "Totals",
    "UndecidedError",
    "best_packings",
    "check",
    "count_packings",
    "count_tilings",
    "drawing",
    "fairness",
    "fit",
    "generate",
    "geocinco",
    "judge",
    "knaster",
    "packings",
    "pent_up",
    "puzzle",
    "random_packings",
    "read_card",
    "roll_table",
    "rush",
    "sample_card",
    "sample_cards",
    "solve",
    "throw",
    "tiling",
    "tilings",
    "total",
]

_ROOMS = {
    "drawing": "solver.drawing",
    "generate": "generator",
    "geocinco": "solver.geocinco",
    "knaster": "solver.knaster",
    "pent_up": "solver.pent_up",
    "puzzle": "solver.penta_rush.puzzle",
    "rush": "solver.penta_rush",
    "tiling": "solver.tiling",
}
_MODULES = {  # with those of our names that are not in `solver.penta_rush`
    "solver.answer": ("Answer", "Outcome"),
    "solver.errors": ("BrokenInvariantError", "PentaError", "UndecidedError"),
    "solver.search": ("Progress", "Search"),
    "solver.tiling": ("Region", "count_tilings", "tilings"),
}
_OTHER_NAMES = {"fairness": "card_fairness"}  # ours, and that of `solver.penta_rush`
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
        from solver import VERSION

        return VERSION
    if name in _ROOMS:
        return import_module(_ROOMS[name])
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((home for home, names in _MODULES.items() if name in names), "solver.penta_rush")
    return getattr(import_module(home), _OTHER_NAMES.get(name, name))


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def main() -> None:
    """Run the command line, and exit."""
    _load_from_here("cli").main()


if __name__ == "__main__":
    main()
