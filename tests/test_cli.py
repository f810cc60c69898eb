import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import click
import pytest

from tests.support import PENTA, ROOT, Patch, Run, cases, commands, penta, refusal, slow, started

HEAVY = str(ROOT / "benchmarks" / "cards" / "clumpy-201.txt")


def test_help_lists_every_command_of_every_game(typed: Run) -> None:
    code, out, _ = typed("--help")
    assert code == 0
    for name, command in commands():
        assert (f"  {name} " in out) is not command.hidden
        assert command.hidden or (command.help or "").split(".")[0] in " ".join(out.split())


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_command_has_help_an_example_and_json(name: str, typed: Run) -> None:
    code, out, _ = typed(*name.split(), "--help")
    assert code == 0
    assert re.search(rf"Examples:\n +penta {name}", out)
    assert "--json" in out or name == "serve"  # whose answer is a page
    for option in dict(commands())[name].params:
        assert isinstance(option, click.Argument) or option.help


@cases(
    "args words",
    ("rsh", "Did you mean 'rush'?"),
    ("solve AABCD", "Did you mean 'rush solve'?"),
    ("pakings", "Did you mean 'rush packings'?"),
    ("play", "Did you mean 'rush play', 'up play', 'knaster play' or 'geo play'?"),
    ("geocinco", "Did you mean 'geo'?"),
    ("pentup play", "Did you mean 'up'?"),
    ("Pent-Up", "Did you mean 'up'?"),
    ("penta-rush", "Did you mean 'rush'?"),
    ("KNASTER", "Did you mean 'knaster'?"),
    ("puzzle", "Did you mean 'rush puzzle'?"),
    ("rush advise", "Did you mean 'puzzle advise'?"),
    ("rush slove AABCD", "'solve'"),
    ("rush chek AABCD", "'check'"),
    ("up advise", "Did you mean 'penta rush puzzle advise' or 'penta knaster advise'?"),
    ("generate check", "Did you mean 'penta rush check'?"),
    ("--versoin", "Did you mean '--version'?"),
    ("xyzzy", "No such command 'xyzzy'."),
    ("rush throw meadow", "did you mean 'penta rush throw --card meadow'?"),
    ("rush solve meadow", "did you mean 'penta rush solve ROLL --card meadow'?"),
    ("rush solve orchard aabcd", "'penta rush solve aabcd --card orchard'?"),
    ("rush packings AABCD 2x5:ABCDEFABCD", "AABCD --card 2x5:ABCDEFABCD'?"),
    ("rush solve AABCD more", "Got unexpected extra argument (more)"),
    # An option is refused twice even with one value.
    ("rush throw --seed 1 --seed 1", "'--seed': expected one value, found '1'"),
    ("serve --lan --lan", "'--lan': expected one value, found no value and no value."),
    ("rush solve AABCD --no-count --count", "one of --count and --no-count, fou"),
)
def test_a_mistyped_command_or_option_gets_a_suggestion(args: str, words: str, typed: Run) -> None:
    assert words in refusal(typed, *args.split())


@pytest.mark.parametrize(("name", "command"), commands())
def test_an_option_that_takes_one_value_is_refused_with_two(
    name: str, command: click.Command, typed: Run
) -> None:
    for option in command.params:
        if not isinstance(option, click.Option) or option.multiple or option.is_flag:
            continue
        first, second = (f"{option.opts[-1]}=_{at} {f'_{at} ' * (option.nargs - 1)}" for at in "12")
        if not option.opts[-1].startswith("--"):
            first, second = (text.replace("=", " ") for text in (first, second))
        message = refusal(typed, *name.split(), *first.split(), "x", *second.split())
        found = [repr(" ".join([text] * option.nargs)) for text in ("_1", "_2")]
        assert f"expected one value, found {' and '.join(found)}." in message
        assert f"'{option.opts[0]}'" in message or f"/ '{option.opts[-1]}'" in message


def test_a_flag_may_be_repeated_and_help_is_given_whatever_else_is_typed(typed: Run) -> None:
    for more in (["--json", "--json"], ["--seed", "2", "--help"]):
        assert typed("rush", "throw", "--seed", "1", *more)[::2] == (0, "")


@cases("args", ["tile", "3x5", "--limit", "9" * 5000], ["rush", "A" * 5000], [f"--{'A' * 5000}"])
def test_a_long_slip_is_told_shortly(args: list[str], typed: Run) -> None:
    message = refusal(typed, *args)
    assert len(message) < 200
    assert "..." in message


@cases("args", [], ["rush"])
def test_without_a_command_the_help_is_shown_and_exit_is_2(args: list[str], typed: Run) -> None:
    code, _, err = typed(*args)
    assert (code, "Usage: penta" in err) == (2, True)


def test_the_version_names_the_engines(typed: Run) -> None:
    engines = r"penta \S+ \(Python \S+, click \S+, numpy \S+, ortools \S+, rich \S+\)\n"
    code, out, _ = typed("--version")
    assert (code, bool(re.fullmatch(engines, out))) == (0, True)


def _streams(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdout, process.stderr


def test_a_reader_that_has_enough_is_no_error() -> None:
    with started("rush", "packings", "ABCEF", "--card", HEAVY) as process:
        out, err = _streams(process)
        assert out.readline().startswith('{"score"')
        out.close()
        assert process.wait(timeout=20) == 0
        assert err.read() == ""


def test_interrupted_a_stream_ends_with_whole_lines_and_exit_130() -> None:
    with started("rush", "packings", "ABCEF", "--card", HEAVY) as process:
        out, err = _streams(process)
        text = out.readline()
        process.send_signal(signal.SIGINT)
        text += out.read()
        assert err.read() == "penta: interrupted\n"
    assert process.returncode == 130
    limit = str(text.count("\n"))
    assert text == penta("rush", "packings", "ABCEF", "--card", HEAVY, "--limit", limit).stdout


@cases("command", "solve AABCD >/dev/full", "packings AABCD >/dev/full", "score sarah >/dev/full")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_output_that_cannot_be_written_is_one_line_and_exit_2(command: str) -> None:
    found = _in_shell(f"rush {command}")
    assert found.returncode == 2
    assert found.stderr.startswith("penta: output: expected to write it, found an error")
    assert found.stderr.count("\n") == 1


def _in_shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run what is typed after ``penta``, redirections and all, in a shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f"{shlex.join(PENTA)} {command}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_one_line_and_exit_2(closed: str) -> None:
    found = _in_shell(f"rush score - {closed}")
    assert found.returncode == 2
    assert found.stderr.startswith("penta: ")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full"])
@cases(
    "command code out",
    slow("tile 6x10 --count", 0, "9356\n"),
    ("tile 2x5 --count", 1, "0\n"),
    slow("tile 2x5 --all", 1, ""),
    ("tile 7x9", 2, ""),
    ("rush throw --seed 7", 0, "ABCDF\n"),
    ("rush solve AAB", 2, ""),
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_messages_that_cannot_be_written_change_neither_the_answer_nor_the_exit_code(
    command: str, code: int, out: str, stderr: str
) -> None:
    found = _in_shell(f"{command} {stderr}")
    assert (found.returncode, found.stdout) == (code, out)


def test_color_that_is_forced_reaches_a_pipe(monkeypatch: Patch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, expected in (
        ("PLAIN", (False, False)),
        ("FORCE_COLOR", (True, True)),
        ("NO_COLOR", (False, True)),
    ):
        monkeypatch.setenv(name, "1")
        text = penta("rush", "solve", "AABCD").stdout
        assert ("\x1b" in text, "┌" in text) == expected


@cases(
    "words expected",
    ("penta ru", ["rush"]),
    ("penta rush so", ["solve"]),
    ("penta rush solve AABCD --card m", ["meadow"]),
    ("penta rush solve AABCD --car", ["--card"]),
    slow("penta rush score s", ["sarah"]),
    slow("penta rush total f", ["friends"]),
    slow("penta rush puzzle referee co", ["couple"]),
    ("penta rush puzzle best me", ["meadow"]),
    ("penta up draw d", ["duel"]),
    slow("penta tile ch", ["chessboard"]),
    slow("penta generate sheet pr", ["prairie"]),
    slow("penta generate records s", ["samples"]),
    slow("penta knaster score a", ["alone"]),
    ("penta geo moves m", ["middle"]),
)
def test_the_tab_key_completes_commands_options_and_samples(
    words: str, expected: list[str], monkeypatch: Patch
) -> None:
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    monkeypatch.setenv("_PENTA_COMPLETE", "bash_complete")
    completions = [line.split(",") for line in penta().stdout.splitlines()]
    assert [name for kind, name in completions if kind == "plain"] == expected


@pytest.mark.parametrize("shell", ["bash", slow("zsh"), slow("fish")])
def test_the_help_says_how_the_tab_key_is_switched_on(shell: str, monkeypatch: Patch) -> None:
    assert f"_PENTA_COMPLETE={shell}_source penta" in penta("--help").stdout
    monkeypatch.setenv("_PENTA_COMPLETE", f"{shell}_source")
    assert "_PENTA_COMPLETE" in penta().stdout


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
    assert "Zo\\xeb has 15" in found.stdout


def test_ctrl_c_while_the_program_is_read_is_told_in_one_line() -> None:
    program = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "import cli\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (130, "penta: interrupted\n")
