import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

import cli
from solver.penta_rush import commands
from solver.penta_rush.packing import Plain

ROOT = Path(__file__).parent.parent
PENTA = [sys.executable, "-c", "import cli; cli.main()"]
HEAVY = str(ROOT / "benchmarks" / "cards" / "clumpy-201.txt")


def _run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PENTA, *args], cwd=ROOT, capture_output=True, text=True, check=False)


def _commands() -> list[tuple[str, click.Command]]:
    context = click.Context(cli.penta)
    found = []
    for name in cli.penta.list_commands(context):
        group = cli.penta.get_command(context, name)
        assert isinstance(group, click.Group)
        found += [(f"{name} {inner}", command) for inner, command in group.commands.items()]
    return found


def test_help_lists_every_command_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    out = capsys.readouterr().out
    for name, command in _commands():
        assert f"{name} " in out
        assert (command.help or "").split(".")[0] in " ".join(out.split())


@pytest.mark.parametrize("name", [name for name, _ in _commands()])
def test_every_command_has_help_an_example_and_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*name.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert re.search(rf"Examples:\n +penta {name}", out)
    assert "--json" in out
    for option in dict(_commands())[name].params:
        assert isinstance(option, click.Argument) or option.help


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["rsh"], "Did you mean 'rush'?"),
        (["solve", "AABCD"], "Did you mean 'rush solve'?"),
        (["pakings"], "Did you mean 'rush packings'?"),
        (["--versoin"], "Did you mean '--version'?"),
        (["xyzzy"], "No such command 'xyzzy'."),
    ],
)
def test_a_mistyped_command_or_option_gets_a_suggestion(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(args) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


@pytest.mark.parametrize("args", [[], ["rush"]])
def test_without_a_command_the_help_is_shown_and_the_exit_code_is_2(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(args) == 2
    assert "Usage: penta" in capsys.readouterr().err


def test_the_version_names_the_engines(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert re.fullmatch(
        r"penta \S+ \(Python \S+, click \S+, ortools \S+, rich \S+\)\n", capsys.readouterr().out
    )


def test_a_reader_that_has_enough_is_no_error() -> None:
    with subprocess.Popen(
        [*PENTA, "rush", "packings", "ABCEF", "--card", HEAVY],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"score"')
        process.stdout.close()
        assert process.wait(timeout=20) == 0
        assert process.stderr.read() == b""


def test_interrupted_a_stream_ends_with_whole_lines_and_exit_130() -> None:
    with subprocess.Popen(
        [*PENTA, "rush", "packings", "ABCEF", "--card", HEAVY],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "penta: interrupted\n"
    found = (first + out).splitlines(keepends=True)
    whole = _run("rush", "packings", "ABCEF", "--card", HEAVY, "--limit", str(len(found)))
    assert first + out == whole.stdout


def test_interrupted_while_counting_solve_leaves_the_best_packing() -> None:
    # All symbols alike but for a few: a card of which nobody waits for the count.
    card = "20x20:" + "ABC" * 133 + "A"
    with subprocess.Popen(
        [*PENTA, "rush", "solve", "AABBC", "--card", card, "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert '"packings": null' in out
    assert '"packing": {"score": 1' in out
    assert err.endswith("penta: interrupted\n")
    assert "Traceback" not in err


def test_an_interrupt_that_click_meets_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "_card", interrupted)
    monkeypatch.setattr(Plain, "best", interrupted)
    assert cli.run(["rush", "solve", "AABCD"]) == 130
    assert capsys.readouterr().err == "penta: interrupted\n"


def test_what_a_terminal_cannot_encode_is_escaped() -> None:
    game = '{"players": [{"name": "Zo\\u00eb", "rounds": [1, 2, 3, 4, 5]}]}'
    found = subprocess.run(
        [*PENTA, "rush", "total", "-"],
        cwd=ROOT,
        input=game,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "Zo\\xeb wins with 15" in found.stdout
