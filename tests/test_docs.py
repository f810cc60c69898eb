"""The documentation runs: every example on its pages and in the help texts, and what it shows.

To write what the pages show anew: ``python -m tests.test_docs [NAME...]``.
"""

import ast
import doctest
import inspect
import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import get_origin

import click
import pytest

import cli
import penta
from solver import VERSION
from solver.answer import Answer
from solver.search import Search
from tests.support import ROOT, Patch, Run, commands, slow
from tests.test_golden import TRANSCRIPTS, in_processes

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]

_CONSOLE = re.compile(r"^( *)```console\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SAVED = re.compile(
    r"[Ss]ave it as `([\w.-]+)`:\n\n( *)```text\n(.*?)^ *```$", re.MULTILINE | re.DOTALL
)
_PLAYED = re.compile(
    r"^`penta (\w+ play [^`]*)` begins so, after a greeting:\n\n```text\n(.*?)```$",
    re.MULTILINE | re.DOTALL,
)
_CALLS = re.compile(r"(?<=\n\| command \| call \|\n\|---\|---\|\n)(?:\|.*\n)+")
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# The answer of these examples is no, so their exit code is 1.
ANSWERED_NO = {
    "penta geo referee mistake.json --json",
    "penta knaster referee mistake.json --json",
    "penta rush check card.txt",
    "penta rush score anna",
}
# These differ from run to run: what is found depends on the time, or on a seed drawn by chance.
VARYING = {
    "penta generate grey --rows 6 --cols 7 --symbols 4 --no-blocks --steps 9000",
    "penta generate grey --seconds 2 -o flat.txt",
    "penta generate grey --target 12 --steps 9000 --checkpoint flat.ck",
    "penta generate white --cards 2 --target 12 --steps 9000 -o fair.txt",
    "penta generate white --method search --rows 5 --cols 6 --within 2 --steps 80",
    "penta geo play --against greedy --against strong",
    "penta geo play --player red --player blue --save game.json",
    "penta geo play --seed 1",
    "penta knaster play --against strong --against greedy",
    "penta knaster play --player Ann --player Ben --save game.json",
    "penta knaster play --seed 1",
    "penta rush play --game puzzle --player Ann --player Ben --timer 30",
    "penta rush play --game solitaire --card orchard --save alone.json",
    "penta rush puzzle best orchard --seed 1 --seconds 9 --json",
    "penta up match --games 2 --seconds 0.01",
    "penta up play --black human --lowest --save game.json",
    "penta up play --seed 1",
    "penta up play --white search --black human --seconds 2",
    "penta up suggest duel --upto 20",
    "penta up suggest duel --upto 20 --lowest --json",
}
# Their examples take a second or more: a box, a deck for an online table, reviews and photos, of
# which the default tier tries others. The slow tier runs them.
LONG_PAGES = {"box", "knaster", "photo", "printing"}
# What users of the library call the faces.
_FACES = {
    "generator": "penta.generate",
    "solver.penta_rush": "penta",
    "solver.penta_rush.puzzle": "penta.puzzle",
    **{f"solver.{game}": f"penta.{game}" for game in ("pent_up", "knaster", "geocinco", "tiling")},
}
# These serve until somebody ends them, or fetch something; tests/solver/web runs them.
ENDLESS = {
    "penta serve",
    "penta serve --export page",
    "penta serve --lan",
    "penta serve --lan --tables tables",
    "penta serve --lang de",
    "penta serve --open",
    "penta serve --port 0",
}


def _help_examples() -> set[str]:
    epilogs = [cli.penta.epilog, *(command.epilog for _, command in commands())]
    lines = [line.strip() for epilog in epilogs for line in (epilog or "").splitlines()]
    return {line for line in lines if line.startswith("penta ")}


def _examples(text: str) -> set[str]:
    """Return the examples in *text*, a page or a transcript, whose output stands below them."""
    return set(re.findall(r"^ *\$ (penta .*)$", text, flags=re.MULTILINE))


def _shown_anew(page: str, run: Run, folder: Path) -> str:
    """Return the text of *page* as it is when its examples are run in *folder* today."""
    for name, indent, content in _SAVED.findall(page):
        text = re.sub(f"^{indent}", "", content, flags=re.MULTILINE)
        (folder / name).write_text(text, "utf-8")

    def shown(block: re.Match[str]) -> str:
        indent, content = block[1], re.sub(f"^{block[1]}", "", block[2], flags=re.MULTILINE)
        lines = []
        for example in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
            command, *before = example.splitlines()
            printed = _printed(command, run).splitlines()
            if before[-1:] == ["..."]:  # the page leaves out the end
                printed[len(before) - 1 :] = ["..."]
            lines += [f"$ {command}", *printed]
        body = "".join(f"{indent}{line}".rstrip() + "\n" for line in lines)
        return f"{indent}```console\n{body}{indent}```"

    page = _CALLS.sub(lambda _: "".join(_call_rows()), _CONSOLE.sub(shown, page))
    return _PLAYED.sub(lambda block: _played_anew(block, run), page)


def _call_rows() -> Iterator[str]:
    """Yield a row of the table for each command of the help, with the calls that it returns."""
    for name, command in commands():
        if not command.hidden:
            calls = _calls_of_a_face(command)
            if calls:
                yield f"| `penta {name}` | {', '.join(f'`{call}`' for call in calls)} |\n"


def _calls_of_a_face(command: click.Command) -> list[str]:
    """Return the questions that a command asks its face, as a user of `penta` calls them.

    Only those with an `Answer` or a `Search` where there are some; otherwise those whose value it
    returns, or else all. They are found in its source: attributes of a module that is a face, which
    offers what stands in its ``__all__``.
    """
    function = inspect.unwrap(command.callback) if command.callback else None
    assert inspect.isfunction(function)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    called = dict(_face_calls(tree, function.__globals__))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    values = [value for value in returned if value is not None]
    asked = dict(call for value in values for call in _face_calls(value, function.__globals__))
    answered = {name: call for name, call in called.items() if _answers(call)}
    return [*(answered or asked or called)]


def _answers(call: object) -> bool:
    """Return whether what *call* returns is an answer, or a search for one."""
    returned = inspect.signature(call).return_annotation if inspect.isroutine(call) else None
    kinds = getattr(returned, "__args__", (returned,)) if returned is not None else ()
    return get_origin(returned) is Search or any(
        isinstance(kind, type) and issubclass(kind, Answer | Search) for kind in kinds
    )


def _face_calls(tree: ast.AST, names: dict[str, object]) -> Iterator[tuple[str, object]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            face, _, path = ast.unparse(node.func).partition(".")
            module = names.get(face)
            if not isinstance(module, ModuleType) or not hasattr(module, "__all__"):
                continue
            if module.__name__.partition(".")[0] in {"solver", "generator"}:
                assert path.partition(".")[0] in module.__all__
                room = _FACES.get(module.__name__, module.__name__)
                is_of_rush = room == "penta" and path.partition(".")[0] not in penta.__all__
                yield (
                    f"penta.rush.{path}" if is_of_rush else f"{room}.{path}",
                    attrgetter(path)(module),
                )


def _printed(command: str, run: Run) -> str:
    program, *args = shlex.split(command)
    assert program == "penta"
    code, out, err = run(*args)
    assert code == (1 if command in ANSWERED_NO else 0), err
    return str(out)


def _played_anew(block: re.Match[str], run: Run) -> str:
    """Return the beginning of a game, with the lines typed in it, as it is played today."""
    command, shown = block[1], block[2]
    typed = re.findall(r"^\w+> (.*\n)", shown, flags=re.MULTILINE)
    assert typed
    code, out, err = run(*shlex.split(command), stdin="".join(typed))
    assert (code, err) == (0, "")
    begun = out.partition("\n\n")[2]
    last = f"> {typed[-1]}"
    end = begun.rindex(last) + len(last)
    return f"`penta {command}` begins so, after a greeting:\n\n```text\n{begun[:end]}```"


@pytest.mark.parametrize(
    "path",
    [slow(path) if path.stem in LONG_PAGES else path for path in PAGES],
    ids=lambda path: path.stem,
)
def test_a_page_shows_what_its_examples_print(
    path: Path, tmp_path: Path, typed: Run, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    page = path.read_text("utf-8")
    assert _shown_anew(page, typed, tmp_path) == page


@pytest.mark.parametrize(
    "path",
    [slow(path) if path.stem == "library" else path for path in PAGES],  # five seconds
    ids=lambda path: path.stem,
)
def test_the_python_of_a_page_gives_what_it_shows(path: Path) -> None:
    blocks = _PYTHON.findall(path.read_text("utf-8"))
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, path.name, str(path), 0)
    failures: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=failures.append)
    assert failures == []


def test_the_readme_and_the_library_page_show_python() -> None:
    for path in (README, ROOT / "docs" / "library.md"):
        assert ">>> import penta\n" in path.read_text("utf-8")


def test_every_example_of_a_help_text_is_compared_with_what_is_recorded() -> None:
    recorded = [_examples(path.read_text("utf-8")) for path in (*PAGES, *TRANSCRIPTS)]
    examples = _help_examples()
    assert examples >= ENDLESS
    assert examples - set().union(*recorded) - ENDLESS == VARYING
    assert set().union(*recorded) >= ANSWERED_NO


@pytest.mark.parametrize(
    "example", [slow(one) if "--seconds 2" in one else one for one in sorted(VARYING)]
)
def test_a_varying_example_runs(
    example: str, tmp_path: Path, typed: Run, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _printed(example, typed)


def test_the_readme_names_every_command() -> None:
    text = README.read_text("utf-8")
    for name, command in commands():
        assert (f"| `penta {name}" in text) is not command.hidden


@pytest.mark.parametrize(("_name", "command"), commands(), ids=str)
def test_every_command_asks_a_question_of_the_library(_name: str, command: click.Command) -> None:
    assert _calls_of_a_face(command)


def test_the_readme_can_be_read_in_minutes() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 200


def test_the_readme_has_one_command_to_run_and_one_to_test() -> None:
    text = README.read_text("utf-8")
    lines = re.findall(r"^python3 -m venv .*$", text, flags=re.MULTILINE)
    assert [line.rpartition(" && ")[2] for line in lines] == [
        ".venv/bin/penta rush solve AABCD",
        ".venv/bin/python -m pytest",
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_a_page_links_to_is_there(path: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", path.read_text("utf-8"))
    assert links or path != README
    for link in links:
        assert (path.parent / link).is_file(), link


def _anchors(page: Path) -> set[str]:
    """Return the names by which a link finds a heading of *page*, or a place that has an id."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (?:<[^>]+>)*(.+)$", text, flags=re.MULTILINE)
    slugs = (re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return {*slugs, *re.findall(r'id="([\w-]+)"', text)}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_link_to_a_part_of_a_page_finds_it(path: Path) -> None:
    for name, anchor in re.findall(r"\]\((?!http)([^)#]*)#([^)]+)\)", path.read_text("utf-8")):
        page = path.parent / name if name else path
        assert anchor in _anchors(page), f"{name}#{anchor}"


def test_the_folders_that_the_development_page_names_are_there() -> None:
    text = (ROOT / "docs" / "development.md").read_text("utf-8")
    folders = re.findall(r"^\| `(\S+/)`", text, flags=re.MULTILINE)
    assert folders
    for folder in folders:
        assert (ROOT / folder).is_dir(), folder


def test_help_texts_fit_a_terminal() -> None:
    for name, command in commands():
        context = click.Context(command, info_name=name, max_content_width=80)
        assert all(len(line) <= 80 for line in command.get_help(context).splitlines())


def test_the_changelog_has_a_part_for_this_version() -> None:
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_page_of_knaster_has_the_fewest_rolls_that_the_benchmark_measured() -> None:
    measured = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    row = next(line for line in measured.splitlines() if "mean fewest rolls" in line)
    figure = row.split("|")[2].split(" / ")[1]
    page = " ".join((ROOT / "docs" / "knaster.md").read_text("utf-8").split())
    assert f"lists of 60 rolls all make 115, with {figure} rolls on average." in page


def _rows_by_skill(page: Path) -> list[dict[str, str]]:
    """Return the rows of the table on *page* that has a column of skills, by their heads."""
    table = page.read_text("utf-8").partition("\n| skill |")[2].partition("\n\n")[0]
    heads, _, *rows = (line.strip("| ").split(" | ") for line in table.splitlines())
    return [dict(zip(("skill", *heads), row, strict=False)) for row in rows]


@pytest.mark.slow
def test_the_page_of_fairness_has_the_deviations_that_the_benchmark_measured() -> None:
    *people, perfect = _rows_by_skill(ROOT / "docs" / "fairness.md")
    assert people == _rows_by_skill(ROOT / "benchmarks" / "README.md")
    assert perfect.pop("skill") == "perfect play"
    for name, sd in perfect.items():
        optimum = penta.rush.card_fairness(penta.sample_cards().cards[name]).optimum
        assert sd == f"{optimum.sd:.2f}"


if __name__ == "__main__":
    for page in PAGES:
        if sys.argv[1:] and page.stem not in sys.argv[1:]:
            continue
        with TemporaryDirectory() as new:
            text = page.read_text("utf-8")
            shown = _shown_anew(text, in_processes("0", Path(new)), Path(new))
        page.write_text(shown, "utf-8")
        sys.stdout.write(f"{page.name}\n")
