"""Imports point down only; click, ortools and numba stay in their rooms."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = [
    Path("cli.py"),
    *sorted(
        path.relative_to(ROOT)
        for folder in ("data", "solver", "generator")
        for path in (ROOT / folder).rglob("*.py")
    ),
]

# Each module imports only from the floors before its own.
FLOORS = [
    ["data"],
    ["solver.errors", "solver.outcome", "solver.bits", "solver.interrupt"],
    ["solver.polyomino", "solver.dice", "solver.exact_cover"],
    ["solver.json_text", "solver.source", "solver.target", "solver.processes", "solver.threads"],
    ["solver.cpsat", "solver.draw", "solver.scene"],
    ["solver.outline", "solver.svg"],
    ["solver.terminal", "solver.journal", "solver.commands"],
    ["solver.kernel"],
    ["solver.penta_rush.card", "solver.penta_rush.points"],
    ["solver.penta_rush.sheet"],
    ["solver.penta_rush.game"],
    ["solver.penta_rush.rules"],
    ["solver.penta_rush.engine"],
    ["solver.penta_rush.matching", "solver.penta_rush.clique", "solver.penta_rush.model"],
    ["solver.penta_rush.packing", "solver.penta_rush.report"],
    ["solver.penta_rush.commands", "solver.penta_rush.kernel"],
    ["solver.penta_rush.puzzle.game"],
    ["solver.penta_rush.puzzle.rules"],
    ["solver.penta_rush.puzzle.report"],
    ["solver.penta_rush.puzzle.commands"],
    ["solver.penta_rush.puzzle.hindsight.prospect"],
    [
        "solver.penta_rush.puzzle.hindsight.search",
        "solver.penta_rush.puzzle.hindsight.model",
        "solver.penta_rush.puzzle.hindsight.room",
    ],
    ["solver.penta_rush.puzzle.hindsight.answer"],
    ["solver.penta_rush.puzzle.hindsight.report"],
    ["solver.penta_rush.puzzle.hindsight.commands"],
    ["solver.penta_rush.play.keyboard", "solver.penta_rush.play.session"],
    ["solver.penta_rush.play.console", "solver.penta_rush.play.move"],
    ["solver.penta_rush.play.seat"],
    ["solver.penta_rush.play.variant", "solver.penta_rush.play.circle"],
    ["solver.penta_rush.play.standard", "solver.penta_rush.play.puzzle"],
    ["solver.penta_rush.play.match"],
    ["solver.penta_rush.play.commands"],
    ["solver.penta_rush.batch"],
    ["solver.penta_rush.puzzle.strategy.policy", "solver.penta_rush.puzzle.strategy.kernel.field"],
    [
        "solver.penta_rush.puzzle.strategy.ground",
        "solver.penta_rush.puzzle.strategy.kernel.estimate",
    ],
    [
        "solver.penta_rush.puzzle.strategy.kernel.choice",
        "solver.penta_rush.puzzle.strategy.kernel.playout",
    ],
    ["solver.penta_rush.puzzle.strategy.kernel.game"],
    ["solver.penta_rush.puzzle.strategy.simulation"],
    ["solver.penta_rush.puzzle.strategy.advice", "solver.penta_rush.puzzle.strategy.foresight"],
    ["solver.penta_rush.puzzle.strategy.report", "solver.penta_rush.puzzle.strategy.picture"],
    ["solver.penta_rush.puzzle.strategy.commands"],
    ["solver.penta_rush.survey"],
    ["generator.player", "generator.match", "generator.disguise", "generator.symmetry"],
    ["generator.wishes"],
    ["generator.fairness", "generator.ladder", "generator.propose", "generator.proof"],
    ["generator.catalogue.entry"],
    ["generator.catalogue.store", "generator.catalogue.audit"],
    ["generator.check.report", "generator.check.page"],
    ["generator.check.picture"],
    ["generator.check.commands", "generator.catalogue.commands"],
    ["generator.sheet.page"],
    ["generator.sheet.symbol", "generator.sheet.paper"],
    ["generator.sheet.pdf", "generator.sheet.png"],
    ["generator.sheet.face"],
    ["generator.sheet.key", "generator.sheet.tile", "generator.sheet.die"],
    ["generator.sheet.book", "generator.sheet.report"],
    ["generator.sheet.commands"],
    ["generator.order", "generator.orbit", "generator.cluster"],
    ["generator.kernel.ground"],
    ["generator.kernel.given", "generator.kernel.packing", "generator.kernel.step"],
    ["generator.kernel.whole"],
    ["generator.kernel.judge"],
    ["generator.kernel.annealing"],
    ["generator.anneal", "generator.made"],
    ["generator.archipelago", "generator.fleet"],
    ["generator.workers", "generator.grey"],
    ["generator.white"],
    ["generator.asked"],
    ["generator.commands"],
    ["solver.pent_up.record"],
    ["solver.pent_up.rules", "solver.pent_up.window"],
    ["solver.pent_up.position", "solver.pent_up.view"],
    ["solver.pent_up.report", "solver.pent_up.picture"],
    ["solver.pent_up.commands"],
    ["solver.pent_up.climb.answer", "solver.pent_up.climb.tower"],
    ["solver.pent_up.climb.proof", "solver.pent_up.climb.report"],
    ["solver.pent_up.climb.commands"],
    ["solver.pent_up.surround.rules"],
    ["solver.pent_up.surround.search", "solver.pent_up.surround.model"],
    ["solver.pent_up.surround.answer"],
    ["solver.pent_up.surround.proof", "solver.pent_up.surround.report"],
    ["solver.pent_up.surround.commands"],
    ["solver.pent_up.play.lead", "solver.pent_up.play.effort", "solver.pent_up.play.tally"],
    ["solver.pent_up.play.player", "solver.pent_up.play.endgame"],
    ["solver.pent_up.play.tree"],
    ["solver.pent_up.play.search"],
    ["solver.pent_up.play.match", "solver.pent_up.play.report"],
    ["solver.pent_up.play.commands"],
    ["solver.tiling.region"],
    ["solver.tiling.rules"],
    ["solver.tiling.problem"],
    ["solver.tiling.engine", "solver.tiling.kernel"],
    ["solver.tiling.model", "solver.tiling.search", "solver.tiling.report"],
    ["solver.tiling.checkpoint"],
    ["solver.tiling.commands"],
    ["cli"],
]
# A package is entered by its modules only.
PACKAGES = {
    "solver",
    "solver.penta_rush",
    "solver.penta_rush.puzzle",
    "solver.penta_rush.puzzle.hindsight",
    "solver.penta_rush.puzzle.strategy",
    "solver.penta_rush.puzzle.strategy.kernel",
    "solver.penta_rush.play",
    "solver.pent_up",
    "solver.pent_up.climb",
    "solver.pent_up.surround",
    "solver.pent_up.play",
    "solver.tiling",
    "generator",
    "generator.catalogue",
    "generator.check",
    "generator.kernel",
    "generator.sheet",
}


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(path: Path) -> Iterator[str]:
    """Yield the modules that *path* imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if inner in OWN else module


OWN = {_name(path) for path in MODULES}


def _floor(module: str) -> int:
    return next(number for number, floor in enumerate(FLOORS) if module in floor)


def test_every_module_has_its_floor() -> None:
    assert {module for floor in FLOORS for module in floor} == OWN - PACKAGES


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_point_down(path: Path) -> None:
    if _name(path) in PACKAGES:
        assert not list(_imports(path))
        return
    for module in _imports(path):
        if module in OWN:
            assert _floor(module) < _floor(_name(path)), f"{path} imports {module}"


@pytest.mark.parametrize(
    ("package", "homes"),
    [
        ("click", {"commands.py", "cli.py"}),
        ("ortools", {"cpsat.py"}),
        ("numba", {"kernel.py"}),
        ("rich", {"terminal.py"}),
        ("matplotlib", {"picture.py", "png.py"}),
        ("reportlab", {"pdf.py"}),
    ],
)
def test_a_package_stays_in_its_room(package: str, homes: set[str]) -> None:
    users = {
        path.name
        for path in MODULES
        if any(module.partition(".")[0] == package for module in _imports(path))
    }
    assert users <= homes


def test_kernels_are_compiled_anew_when_one_that_they_may_call_has_changed() -> None:
    from solver.kernel import stamp

    with_kernels = {str(path) for path in MODULES if "solver.kernel" in _imports(path)}
    assert with_kernels | {"solver/kernel.py"} <= {name for name, _, _ in stamp()}


@pytest.mark.parametrize(
    "game", ["penta_rush", "penta_rush.puzzle", "pent_up", "pent_up.surround", "tiling"]
)
def test_a_referee_imports_no_search(game: str) -> None:
    searches = {"solver.exact_cover", "solver.cpsat", "solver.kernel"}
    for module in _imports(Path(f"solver/{game.replace('.', '/')}/rules.py")):
        assert module not in searches
        assert module not in OWN or _floor(module) < _floor(f"solver.{game}.rules")


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "rush solve AABCD",
        "rush packings AABCD --count",
        "rush play --seed 1",
        "rush check meadow",
        "generate best samples",
        "tile 6x10",
        "up referee duel",
        "up moves duel --upto 20",
        "up climb",
        "up surround X",
        "up suggest duel --upto 20",
        "up suggest duel --upto 6 --seconds 0.1",
    ],
)
def test_what_a_person_waits_for_imports_nothing_heavy(command: str) -> None:
    program = (
        "import sys, cli; cli.run(sys.argv[1:]);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, *command.split()],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"numpy", "numba", "ortools", "pandas", "rich"} & set(found.stderr.split())


def test_a_group_is_imported_only_when_it_is_asked_for() -> None:
    program = (
        "import sys, cli; cli.run(['--version']); sys.exit('solver.penta_rush' in sys.modules)"
    )
    assert not subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False
    ).returncode
