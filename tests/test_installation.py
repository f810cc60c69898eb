"""How penta is installed: by names that are ours alone, and with all that its page needs."""

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.support import ROOT, cases
from tests.test_layers import HOUSE

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = set(PROJECT["optional-dependencies"])

_COMMAND = re.compile(
    r"\b(?:pip3?|pipx|uv(?: pip| tool)?) +(?:install|download|wheel|add|run)"
    r"\s+((?:(?:-\S+|'[^'\n]*'|\"[^\"\n]*\"|[^\s`'\"&|;,()]+)[ \t]*)+)"
)
_DISTRIBUTION = "penta-fives"  # the package registry has another program named penta
_PATHS = {".", "PATH"}  # a clone
_WHEEL = re.compile(rf"{_DISTRIBUTION.replace('-', '_')}-[\w.*]+-py3-none-any\.whl")
_WRITTEN_FOR_PEOPLE = ["README.md", "CHANGELOG.md", ".ci/run", "docs", "benchmarks"]


def _foreign_names(text: str) -> list[str]:
    """Return what the commands in *text* would install that is neither ours nor a clone of ours."""
    typed = (word for match in _COMMAND.finditer(text) for word in shlex.split(match[1]))
    words = [word.rstrip(".") or "." for word in typed]  # without the end of a sentence
    return [word for word in words if not (word.startswith("-") or _is_ours(word))]


def _is_ours(word: str) -> bool:
    name, _, extras = word.rstrip("]").partition("[")
    known = (
        name in _PATHS
        or name.partition("==")[0] == _DISTRIBUTION
        or _WHEEL.fullmatch(Path(name).name)
    )
    return bool(known) and set(filter(None, extras.split(","))) <= EXTRAS


def _texts() -> Iterator[tuple[str, str]]:
    """Yield all that a person may read: pages and scripts, and every text in a program."""
    for name in _WRITTEN_FOR_PEOPLE:
        assert (ROOT / name).exists()
        files = [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*")
        for file in files:
            if file.suffix in {"", ".md", ".yml", ".yaml", ".toml", ".sh"} and file.is_file():
                yield str(file.relative_to(ROOT)), file.read_text("utf-8")
    programs = [*HOUSE.files.values(), *(ROOT / "tests").rglob("*.py")]
    for file in [*programs, *(ROOT / "benchmarks").rglob("*.py")]:
        source = file.read_text("utf-8")
        if file == Path(__file__) or not re.search(r"\b(pip|uv)", source):
            continue  # to parse them all takes long
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{file.relative_to(ROOT)}, line {node.lineno}", node.value


def test_no_text_tells_to_install_a_program_of_somebody_elses() -> None:
    texts = list(_texts())
    assert sum(1 for _, text in texts if _COMMAND.search(text)) > 8
    assert {where: names for where, text in texts if (names := _foreign_names(text))} == {}


@cases(
    "text names",
    ("Needs an extra: pip install 'penta[web]'.", ["penta[web]"]),
    ("`pip install --quiet penta`", ["penta"]),
    ("pip install ray && pip download opencv-python", ["ray", "opencv-python"]),
    ("pip install\n    matplotlib", ["matplotlib"]),
    ("uv pip install '.[web]'", [".[web]"]),
    ("pipx run penta==1.0", ["penta==1.0"]),
    (".venv/bin/pip install --quiet --editable '.[dev]' && .venv/bin/python", []),
    ("in a clone: pip install '.[photo,cluster]'.", []),
    ("pip install penta-0.2.0-py3-none-any.whl", ["penta-0.2.0-py3-none-any.whl"]),
    ("pip install dist/penta_fives-0.2.0-py3-none-any.whl", []),
    ("pip wheel --no-deps .", []),
)
def test_a_foreign_name_is_seen(text: str, names: list[str]) -> None:
    assert _foreign_names(text) == names


def test_all_that_the_page_imports_is_installed_with_penta() -> None:
    ordinary = {_distribution(requirement) for requirement in PROJECT["dependencies"]}
    owners = packages_distributions()
    room = {module for module in HOUSE.files if module.startswith("solver.web.")}
    modules = room.union(*map(HOUSE.below, room))
    imported = {name.partition(".")[0] for module in modules for name in HOUSE.imports[module]}
    foreign = imported - sys.stdlib_module_names - {"cli", "data", "generator", "penta", "solver"}
    assert {"segno", "starlette", "uvicorn"} <= foreign
    assert {_distribution(owners[name][0]) for name in foreign} <= ordinary


def _distribution(requirement: str) -> str:
    """Return the name in a *requirement*, spelled as all spellings of it are compared."""
    (name,) = re.findall(r"^[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", str(name)).lower()
