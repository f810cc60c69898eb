"""Imports point down only; click, ortools and numba stay in their rooms.

The floors are a table of folders, and what a module may import goes by the role that its name
tells. A new game is a folder under solver/ and needs no line here.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support import ROOT, cases, loaded, slow

# From the ground up. A module imports from its own room and from lower floors; any folder of
# solver/ that is not named here is a game, or stands beside the games as the web page does.
FLOORS = [
    {"data", "solver", "solver.errors", "solver.violation"},
    {"solver.geometry", "solver.question", "solver.runtime"},
    {"solver.files", "solver.drawing", "solver.cover"},
    {"solver.answer", "solver.search"},
    {"solver.simulation"},
    {"solver.console"},
    {"a game"},
    {"generator"},
    {"cli", "penta"},
]
# Where a package may be imported: in a file of this name, or below a folder of this name.
HOMES = {
    "cv2": {"photo"},
    "click": {"commands.py", "options.py", "console", "cli.py"},
    "llvmlite": {"compiler"},
    "numba": {"compiler"},
    "ortools": {"cpsat.py"},
    "prompt_toolkit": {"console"},
    "ray": {"ray_pool.py"},
    "reportlab": {"pdf.py"},
    "resvg_py": {"png.py"},
    "rich": {"console"},
    "rcssmin": {"pages.py"},
    "rjsmin": {"pages.py"},
    "segno": {"card_code.py", "web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
}
# What a referee may know of its game: values, and how they are written.
NOTATION = {
    "board",
    "card",
    "card_id",
    "contest",
    "dice",
    "game",
    "legend",
    "line",
    "player_cards",
    "points",
    "record",
    "region",
    "sheet",
    "sheet_rows",
    "state",
    "symbol_name",
    "symbol_table",
    "throw",
    "timing",
    "violation",
}
# The rooms that a referee may know, its own above all, and the errors and questions of all games.
GROUNDS = {"card_text", "files", "geometry", "rules"}
FOR_ALL = {"errors", "question"}
HEAVY = {
    "PIL",
    "asyncio",
    "cv2",
    "http",
    "numpy",
    "numba",
    "ortools",
    "pandas",
    "prompt_toolkit",
    "rich",
    "reportlab",
    "starlette",
    "uvicorn",
}
# What asks a room's face and delivers the answer, and may import nothing else but the console.
CLIENTS = {"commands", "options"}


class House:
    """The modules below a folder, and what each of them imports."""

    def __init__(self, root: Path) -> None:
        self.root = root
        files = [
            file for room in ("data", "solver", "generator") for file in (root / room).rglob("*.py")
        ]
        files = [root / "cli.py", root / "penta.py", *sorted(files)]
        self.files = {_module(file.relative_to(root)): file for file in files if file.exists()}

    @cached_property  # to parse all modules takes a second, which no collection of tests should
    def imports(self) -> dict[str, list[str]]:
        return {module: sorted(self._imports(file)) for module, file in self.files.items()}

    def below(self, module: str) -> set[str]:
        """Return the modules of the house that *module* imports, directly or not."""
        reached: set[str] = set()
        waiting = [module]
        while waiting:
            imported = set(self.imports[waiting.pop()]) & self.files.keys() - reached
            reached |= imported
            waiting += imported
        return reached

    def _imports(self, file: Path) -> set[str]:
        """Return the modules that *file* imports, wherever in it the import stands."""
        imported = set()
        for node in _import_statements(file.read_text(encoding="utf-8")):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            else:
                assert node.level == 0, f"{file}: relative import"
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                imported |= names & self.files.keys()
                imported |= {str(node.module)} if names - self.files.keys() else set()
        return imported


@cache  # copies of the program differ in a file
def _import_statements(text: str) -> list[ast.Import | ast.ImportFrom]:
    nodes = ast.walk(ast.parse(text))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def _module(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(module: str) -> str:
    """Return the room that *module* is in, such as ``solver.penta_rush`` or ``generator``."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "solver" else parts[0]


def _floor(module: str) -> int:
    room = _room(module)
    return next(
        (floor for floor, rooms in enumerate(FLOORS) if room in rooms), FLOORS.index({"a game"})
    )


def violations(house: House) -> Iterator[str]:
    """Yield every import of *house* that does not point down, or stands in the wrong room."""
    for module, imports in house.imports.items():
        for imported in imports:
            if imported in house.files and _room(imported) != _room(module):
                if _floor(imported) >= _floor(module):
                    yield f"{module} imports {imported}, which is not on a lower floor"
            elif not _is_at_home(imported, house.files[module].relative_to(house.root)):
                yield f"{module} imports {imported}"
            if imported.endswith(".commands"):
                yield f"{module} imports {imported}, which is for its click group alone"
        yield from _reaches_behind_the_face(module, imports, house)
        if "rules" in module.split(".")[-2:]:
            strangers = [known for known in house.below(module) if not _is_for_a_referee(known)]
            yield from (f"{module}, a referee, imports {known}" for known in sorted(strangers))
    try:
        TopologicalSorter(house.imports).prepare()
    except CycleError as error:
        yield f"a circle of imports: {error.args[1]}"


def _reaches_behind_the_face(module: str, imports: list[str], house: House) -> Iterator[str]:
    """Yield what a client of a room's face imports besides faces, the console, other clients."""
    if not _is_client(module) or _room(module) == "solver.console":
        return
    for imported in imports:
        if imported in house.files and not (
            imported in {"solver", _room(imported)}
            or house.files[imported].with_suffix(".pyi").exists()
            or _room(imported) == "solver.console"
            or _is_client(imported)
        ):
            yield f"{module} imports {imported}, which is behind the face"


def _is_client(module: str) -> bool:
    return module.rpartition(".")[2] in CLIENTS


def _is_at_home(package: str, file: Path) -> bool:
    """Return whether *package* may be imported in *file* of the house."""
    homes = HOMES.get(package.partition(".")[0])
    return homes is None or bool(homes & {*file.parts})


def _is_for_a_referee(module: str) -> bool:
    """Return whether a referee may import *module*, directly or not."""
    *_, room, name = ["", *module.split(".")]
    return room in {"", *GROUNDS} or name in NOTATION | FOR_ALL


HOUSE = House(ROOT)


def test_imports_point_down_and_packages_stay_in_their_rooms() -> None:
    assert HOUSE.files
    assert list(violations(HOUSE)) == []


def test_the_tables_name_nothing_that_is_gone() -> None:
    referees = [module for module in HOUSE.files if "rules" in module.split(".")[-2:]]
    known = {
        part for module in referees for below in HOUSE.below(module) for part in below.split(".")
    }
    assert known >= NOTATION | GROUNDS | FOR_ALL
    files = [file.relative_to(ROOT) for file in HOUSE.files.values()]
    assert set().union(*HOMES.values()) <= {part for file in files for part in file.parts}
    assert {file.stem for file in files} >= CLIENTS
    assert HOMES.keys() <= {
        name.partition(".")[0] for names in HOUSE.imports.values() for name in names
    }
    assert set().union(*FLOORS) - {"a game"} <= HOUSE.files.keys()


@pytest.mark.parametrize(
    ("file", "line", "violation"),
    [
        (
            "solver/tiling/rules.py",
            "from solver.pent_up.rules import judge",
            "not on a lower floor",
        ),
        (
            "solver/tiling/rules.py",
            "from generator.spec import GenerationSpec",
            "not on a lower floor",
        ),
        ("solver/tiling/rules.py", "from solver.cover import cpsat", "a referee, imports"),
        ("solver/tiling/rules.py", "import solver.tiling.problem", "a referee, imports"),
        ("solver/tiling/region.py", "from solver.tiling.commands import tile", "click group alone"),
        ("solver/tiling/region.py", "def late():\n    import click", "region imports click"),
        ("solver/tiling/region.py", "import solver.tiling.rules", "a circle of imports"),
        ("solver/files/input_text.py", "import solver.console.terminal", "not on a lower floor"),
    ],
)
def test_a_wrong_import_is_found(copy: Path, file: str, line: str, violation: str) -> None:
    with (copy / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    assert any(violation in found for found in violations(House(copy)))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the program, in a folder of the name of a room: it must not count as one."""
    folder, skipped = tmp_path / "console", shutil.ignore_patterns("__pycache__", "*.nb?")
    for room in ("data", "solver", "generator"):
        shutil.copytree(ROOT / room, folder / room, ignore=skipped)
    shutil.copy(ROOT / "cli.py", folder)
    return folder


TOY = {
    "__init__.py": '''"""Toy: the larger number wins."""

from solver.toy.rules import winner

__all__ = ["winner"]
''',
    "rules.py": "def winner(*numbers: int) -> int:\n    return max(numbers)\n",
    "commands.py": """
import click

from solver.toy import winner


@click.group()
def toy() -> None:
    \"\"\"Play with numbers.\"\"\"


@toy.command()
@click.argument("numbers", nargs=-1, type=int)
def judge(numbers: tuple[int, ...]) -> None:
    \"\"\"Say which of NUMBERS wins.\"\"\"
    click.echo(winner(*numbers))
""",
}


def test_a_game_is_one_folder_and_one_line(copy: Path) -> None:
    (copy / "solver" / "toy").mkdir()
    for name, text in TOY.items():
        (copy / "solver" / "toy" / name).write_text(text, encoding="utf-8")
    cli = copy / "cli.py"
    table = "GAMES = {\n"
    line = '    "toy": ("Toys", "solver.toy.commands:toy"),\n'
    cli.write_text(cli.read_text("utf-8").replace(table, table + line), encoding="utf-8")

    def run(*args: str) -> str:
        program = "import cli, sys; sys.exit(cli.run(sys.argv[1:]))"
        return subprocess.run(
            [sys.executable, "-c", program, *args],
            cwd=copy,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert "Toys:\n  toy judge  Say which of NUMBERS wins.\n" in _squeezed(run("--help"))
    assert run("toy", "judge", "3", "5") == "5\n"
    house = House(copy)
    assert {"solver.toy.rules", "solver.toy.commands"} <= house.files.keys()
    assert list(violations(house)) == []
    rules = copy / "solver" / "toy" / "rules.py"
    rules.write_text("from solver.tiling.rules import checked\n", encoding="utf-8")
    assert any(
        "solver.toy.rules imports solver.tiling" in found for found in violations(House(copy))
    )


def _squeezed(text: str) -> str:
    """Return *text* with columns two blanks apart."""
    return re.sub(r"(?<=\S)  +", "  ", text)


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "rush packings AABCD --count",
        "rush play --seed 1",
        "knaster play --seed 1 --against greedy",
        "rush check meadow",
        "generate records samples --all",
        slow("generate records"),
        "tile 6x10",
        "geo board",
        "geo moves middle --throw 3C",
        "geo step evening C4r5",
        "up moves duel --upto 20",
        "up climb",
        "up surround X",
        "up suggest duel --upto 20",
        "up suggest duel --upto 6 --seconds 0.1",
    ],
)
def test_what_a_person_waits_for_imports_nothing_heavy(command: str) -> None:
    assert not HEAVY & loaded(*command.split())


@cases(
    "command besides",
    ("rush solve AABCD", set()),
    ("rush score anna", set()),
    ("rush puzzle referee alone", {"random"}),  # by the sessions of the game at the keyboard
    ("up referee duel", set()),
    ("geo referee duel", {"random"}),  # by its throws and its contests
    ("knaster referee alone", set()),
    ("knaster score tim", set()),
)
def test_a_small_question_loads_no_more_of_python_than_this(
    command: str, besides: set[str]
) -> None:
    needless = HEAVY | {"multiprocessing", "random", "statistics"}
    assert needless & loaded(*command.split()) == besides


def test_a_group_is_imported_only_when_it_is_asked_for() -> None:
    assert "solver.penta_rush" not in loaded("--version")
    assert "solver.penta_rush.puzzle" not in loaded("rush", "throw", "--seed", "1")
