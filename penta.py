"""The solver for tabletop games of fives, as a library: ``import penta``.

What has a name here is kept; everything below it may change. A name costs its import only when it
is first used. ``python -m penta`` is the command line.
"""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

_FOLDER = Path(__file__).resolve().parent


def _load_from_here(name: str) -> ModuleType:
    """Return the module *name* that stands beside this file, imported under that name.

    Our packages have everyday names, and the current directory and PYTHONPATH come before them on
    the path: a stranger's ``data`` folder there would be imported in place of ours.
    """
    spec = PathFinder.find_spec(name, [str(_FOLDER)])
    if spec is None or spec.loader is None:
        raise ImportError(f"penta: expected {name} in {_FOLDER}, found none")
    loaded = sys.modules.get(name)
    if loaded is None:
        loaded = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(loaded)
    elif getattr(loaded, "__file__", None) != spec.origin:
        place = getattr(loaded, "__file__", None)
        raise ImportError(f"penta: expected its own package {name!r}, found {place} imported before")
    return loaded


for _name in ("data", "solver", "generator"):
    _load_from_here(_name)


def main() -> None:
    """Run the command line, and exit."""
    _load_from_here("cli").main()


if __name__ == "__main__":
    main()
