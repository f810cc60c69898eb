"""The documentation runs: every example in the README and in a help text."""

import re
import shlex
from pathlib import Path

import click
import pytest

import cli
from tests.support import ROOT, Run, commands

pytestmark = pytest.mark.usefixtures("compiled")

README = (ROOT / "README.md").read_text(encoding="utf-8")


def _helps() -> list[str]:
    epilogs = [cli.penta.epilog, *(command.epilog for _, command in commands())]
    return [line.strip() for epilog in epilogs for line in (epilog or "").splitlines()]


EXAMPLES = sorted(
    {line for line in _helps() if line.startswith("penta ")}
    | set(re.findall(r"^\$ (penta .*)$", README, flags=re.MULTILINE))
)
PRINTED = re.findall(r"^\$ (penta .*)\n((?:(?!\$ |```).*\n)+)", README, flags=re.MULTILINE)
SHOWN = dict(PRINTED)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_and_prints_what_the_readme_shows(
    example: str, tmp_path: Path, typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, *pipe = example.split(" | ")
    assert not pipe, "examples in the documentation are single commands"
    _, *args = shlex.split(command)
    monkeypatch.chdir(tmp_path)  # where it may write
    code, out, told = typed(*args)
    # A sheet of the rules' worked examples does not count whole: the answer is no.
    assert code == (1 if args[:2] == ["rush", "score"] else 0), told
    assert out
    assert out == SHOWN.get(example, out)


def test_the_readme_shows_what_some_examples_print() -> None:
    assert SHOWN
    assert len(SHOWN) == len(PRINTED)


def test_the_game_that_the_readme_begins_is_played_so(typed: Run) -> None:
    pattern = r"^`penta (rush play [^`]*)` begins so:\n\n```text\n((?:(?!```).*\n)+)"
    ((command, shown),) = re.findall(pattern, README, flags=re.MULTILINE)
    lines = re.findall(r"^\w+> (.*\n)", shown, flags=re.MULTILINE)
    assert lines
    code, out, err = typed(*shlex.split(command), stdin="".join(lines))
    assert (code, err) == (0, "")
    assert f"\n\n{shown}\n" in out


def test_the_readme_names_every_command() -> None:
    for name, _ in commands():
        assert f"penta {name}" in README


def test_the_readme_has_one_command_to_run_and_one_to_test() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, flags=re.MULTILINE)
    assert [line.rpartition(" && ")[2] for line in commands] == [
        ".venv/bin/penta rush solve AABCD",
        ".venv/bin/python -m pytest",
    ]


def test_what_the_readme_links_to_is_there() -> None:
    for link in re.findall(r"\]\((?!http)([^)]+)\)", README):
        assert (ROOT / link).is_file(), link


def test_the_readme_opens_its_rooms_to_the_newcomer() -> None:
    for path in re.findall(r"^    (\S+/)", README, flags=re.MULTILINE):
        assert (ROOT / path).is_dir(), path


def test_help_texts_fit_a_terminal() -> None:
    for name, command in commands():
        context = click.Context(command, info_name=name, max_content_width=80)
        assert all(len(line) <= 80 for line in command.get_help(context).splitlines())


def test_the_changelog_has_a_part_for_this_version() -> None:
    changelog = Path(ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"## {version[1]}" in changelog
