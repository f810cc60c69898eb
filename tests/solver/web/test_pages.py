"""page.toml, and the files of the pages."""

import re
from collections import Counter
from pathlib import Path

import pytest

from solver.errors import PageError, RequestError
from solver.files.texts import LANGUAGES
from solver.web.game_page import GAMES
from solver.web.job_spec import JobSpec
from solver.web.pages import FRAME, read_pages
from tests.solver.web.running import PAGE
from tests.support import ROOT, cases, commands

COMMAND = 'command = ["rush", "cards"]'


def _read(folder: Path, *pages: str) -> dict[str, JobSpec]:
    for number, page in enumerate(pages):
        path = folder / f"game_{number}" / "page" / "page.toml"
        path.parent.mkdir(parents=True)
        path.write_text(page, "utf-8")
    return dict(read_pages(games=folder).jobs)


def test_the_jobs_of_the_games_are_commands() -> None:
    names = [name.split() for name, _ in commands()]
    jobs = read_pages().jobs
    assert {"solve", "best", "read", "knaster_advise"} <= jobs.keys()
    for job in jobs.values():
        words = [word for part in job.command for word in part]
        assert any(words[: len(name)] == name for name in names), job.name


def test_the_modules_of_the_screens_exist() -> None:
    import json

    files = read_pages().files
    games = json.loads(files["/pages.json"].content)
    modules = {screen["module"].removeprefix(".") for game in games for screen in game["screens"]}
    assert modules <= files.keys()
    assert [game["game"] for game in games][:2] == ["penta_rush", "knaster"]


def test_no_document_or_path_is_an_argument() -> None:
    for job in read_pages().jobs.values():
        for name, value in job.values.items():
            for path in ("/etc/passwd", "../card.txt", "-", "--help"):
                assert not value.allows(path), (job.name, name)


def test_the_whole_page_is_small() -> None:
    files = read_pages().files
    sizes: Counter[str] = Counter()
    for path, file in files.items():
        language = re.search(r"\b[a-z]{2}(?=\.json$)", path)
        sizes[language[0] if language else ""] += len(file.packed or file.content)
    assert sizes.keys() == {"", *LANGUAGES}
    assert sizes.pop("") + max(sizes.values()) < 180_000


@cases(
    "file sent",
    ("page.js", b'/** Why. */\nlet a = `x  // ${ b }`;  // why\n  let c = /"  \\//;\n'),
    ("page.css", b"/* Why. */\nx  { y: calc(1px + 2px) }\n"),
)
def test_comments_and_spaces_are_not_sent_but_in_texts(
    file: str, sent: bytes, tmp_path: Path
) -> None:
    (tmp_path / file).write_bytes(sent)
    (tmp_path / "index.html").touch()
    content = read_pages(games=tmp_path, frame=tmp_path).files[f"/{file}"].content
    kept = {"page.js": b'let a=`x  // ${ b }`;let c=/"  \\//;', "page.css": b"x{y:calc(1px + 2px)}"}
    assert content == kept[file]


def test_regular_expressions_stand_where_the_minifier_sees_them() -> None:
    hidden = re.compile(r"(=>|<|\b(?:case|of|typeof)) */(?![/*])")  # blanks in them would go
    modules = [*FRAME.rglob("*.js"), *GAMES.rglob("page/**/*.js")]
    assert len(modules) > 100
    for path in modules:
        assert not hidden.search(path.read_text("utf-8")), path


def test_the_files_are_part_of_the_package() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '"*" = ["**/*"]' in project


@cases(
    "given arguments",
    ({}, ["a", "--top", "1", "z"]),
    ({"top": "20", "seed": "7"}, ["a", "--top", "20", "--seed", "7", "z"]),
    ({"quick": "yes", "words": "b c"}, ["a", "--top", "1", "--quick", "b", "c", "z"]),
)
def test_blanks_are_filled(given: dict[str, str], arguments: list[str], tmp_path: Path) -> None:
    page = """
title = "Toy"
[jobs.toy]
command = ["a", "--top", "{top}", ["--seed", "{seed}"], "{quick}", "{words}", "z"]
values.top = { pattern = "[0-9]+", default = "1" }
values.seed = { pattern = "[0-9]*", default = "" }
values.quick = { flag = "--quick" }
values.words = { pattern = "[-a-z ]*", default = "", words = true }
"""
    job = _read(tmp_path, page)["toy"]
    assert job.arguments(job.checked(given)) == arguments
    for wrong in ({"words": "b -c"}, {"words": "-b"}, {"quick": "no"}, {"top": ""}, {"x": "y"}):
        with pytest.raises(RequestError):
            job.checked(wrong)


@cases(
    "given options",
    ({}, []),
    ({"for": "people=0.3"}, ["--for", "people=0.3"]),
    ({"for": "people", "symmetry": "none"}, ["--for", "people", "--symmetry", "none"]),
    ({"no_scatter": "yes"}, ["--no-scatter"]),
)
def test_a_card_is_asked_for_by_its_players_and_its_layout(
    given: dict[str, str], options: list[str]
) -> None:
    jobs = read_pages().jobs
    arguments = jobs["grey"].arguments(jobs["grey"].checked(given))
    start = arguments.index("--seconds") + 2
    assert arguments[start:] == [*options, "--jobs", "1", "--json"]
    for name in ("grey", "white"):
        for wrong in ("people=", "people=2", "people=0.2,I=0.5", "People", "perfect=0.2", " "):
            with pytest.raises(RequestError):
                jobs[name].checked({"for": wrong})


JOB = 'title = "T"\n[jobs.a]\n'
BLANK = "job a: expected a blank {b} and a value for it, found one of them"


@cases(
    "page error",
    ("title = ", 'expected lines like title = "Penta-Rush", found no TOML'),
    ("[[screens]]", "screen 1: expected a key 'id', found none"),
    ("title = 5", "title: expected a string, found 5"),
    ('title = "T"\norder = "first"', "order: expected a whole number, found 'first'"),
    ('title = "T"\nicon = "x"', "expected keys title, order, screens, jobs, table, found 'icon'"),
    ('title = "T"\n[[screens]]\nid = "a"', "screen 1: expected a key 'module', found none"),
    (JOB + COMMAND + "\nx = 1", "job a: expected keys command, "),
    (JOB, "job a: expected a key 'command', found none"),
    (JOB + "command = []", "job a, command: expected a command, found []"),
    (JOB + "command = [1]", "job a, command: expected a command, found [1]"),
    (JOB + 'command = ["a", "{b}"]', BLANK),
    (JOB + COMMAND + '\nvalues.b = { pattern = "x" }', BLANK),
    (
        JOB + 'command = ["{b}"]\nvalues.b = { pattern = "(" }',
        "job a, b: expected a pattern, found '('",
    ),
    (
        JOB + 'command = ["{b}"]\nvalues.b = { pattern = "[[x]]" }',
        "job a, b: expected a pattern, found '[[x]]'",
    ),
    (
        JOB + 'command = ["{b}"]\nvalues.b = {}',
        "job a, b: expected a pattern or a flag, found neither",
    ),
)
def test_a_wrong_page_is_said_where_it_is_wrong(page: str, error: str, tmp_path: Path) -> None:
    with pytest.raises(PageError) as raised:
        _read(tmp_path, page)
    assert str(raised.value).startswith(("game_0/page/page.toml: ", "game_0/page/page.toml, "))
    assert error in str(raised.value)


def test_a_job_has_one_game(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"^game_1/page/page.toml: expected a name of its own"):
        _read(tmp_path, PAGE, PAGE)
