"""Ctrl-C in the midst of every command that may take long, as a terminal sends it.

A terminal sends it to the program and to all its processes. The program hears it in its main
thread, while another does the work.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.support import ROOT, cases, commands, slow

# Says at which moment it is: a question is asked, a search begins, or there is a first answer.
PROGRAM = """
import sys
from solver.runtime.background import Worker
moment = sys.argv.pop(1)
def watched(method, happens):
    def call(worker, *event):
        global moment
        if happens(*event):
            print(moment, file=sys.stderr, flush=True)
            moment = ""
        method(worker, *event)
    return call
Worker.run = watched(Worker.run, lambda: moment == "asked")
Worker._publish = watched(Worker._publish, lambda event: moment == "begun" or (
    moment == "answered" and event.answer is not None
))
import cli
cli.main()
"""
LARGE = "20x20:" + "ABC" * 133 + "A"
ROLLS = (
    "8,4,9,7,7,7,7,5,6,8,11,5,7,7,7,6,7,8,8,9,9,4"  # a plan for them is searched for half a second
)
MAKE = "--rows 5 --cols 6 --symbols 4 --target 8 --steps 60000000 --seed 1 --population 2"
UNPROVEN = r'\{.*"proven": false.*\}\n'
SO_FAR = r"interrupted with [\d,]+ {} so far\n"
SO_FAR_OR_NONE = r"(interrupted with [\d,]+ \w+ so far\n)?"
# Elsewhere: what is done after it takes a second, and a game at the keyboard.
OTHERS = {"knaster train", "up play"}
ROWS = [  # a moment, a command, and what is on stdout and, before the last line, on stderr then
    (
        "answered",
        f"generate grey {MAKE} --jobs 1",
        "# 5x6:.*of 60,000,000 steps.*",
        "(int.*so far\n)?",
    ),
    ("answered", f"generate white {MAKE} --cards 2 --method search --jobs 1", "# 5x6:.*", ".*"),
    ("begun", "generate prove 5x5 --symbols 3 --value 13", "", ""),
    ("begun", "generate records --all --verify --jobs 1", r"(ok  .*\n)?", SO_FAR_OR_NONE),
    ("begun", "generate records --all --verify --jobs 2", r"(ok  .*\n)?", SO_FAR_OR_NONE),
    ("answered", "geo fewest --bridges 0 --json", r'\{"tokens": 29,.*\}\n', ""),
    (
        "answered",
        "geo simulate --games 100000 --jobs 1",
        r"\d+ games? on .*",
        SO_FAR.format("games"),
    ),
    ("begun", "knaster advise half 7 --plies 3", "", ""),
    ("answered", "knaster best rolls --json", UNPROVEN, ""),
    ("begun", "knaster review alone", "", ""),
    ("answered", "knaster simulate --games 1000000", r"\d+ solitaires.*", SO_FAR.format("games")),
    ("begun", f"rush packings AABBC --card {LARGE} --count", "", ""),
    ("answered", "rush puzzle advise alone --playouts 1000000", "Round 9.*", SO_FAR.format(".*")),
    ("answered", f"rush puzzle best {LARGE} --seed 1 --json", UNPROVEN, ""),
    ("begun", "rush puzzle simulate meadow --program rollout", "", ""),
    ("begun", f"rush solve AABBC --card {LARGE} --count", "Roll (?!.*packings of).*\nScore.*", ""),
    ("begun", f"rush solve AABBC --card {LARGE} --count --json", '.*"packings": null.*', ""),
    ("begun", "tile 6x10 --count --engine exact-cover", "", ""),
    ("begun", "up climb --search", "", SO_FAR_OR_NONE),
    ("answered", "up match --games 999 --steps 3 --jobs 2", "random .*", SO_FAR.format("games")),
    ("asked", "up suggest duel --upto 6 --seconds 30", "", ""),
    ("begun", "up surround P --search --jobs 2", "", ""),
]


def _is_quick(command: str) -> bool:
    """Return whether *command* is tried in the default tier, too: one of each kind of search."""
    return command.startswith(
        ("generate prove", "knaster review", "rush packings", "tile", "up cl")
    )


@cases(
    "moment command out err",
    *(row if _is_quick(row[1]) else slow(*row) for row in ROWS),
    ids=[" ".join(row[1].split()[:6]) for row in ROWS],
)
def test_it_is_heard_soon_and_what_was_found_is_told(
    moment: str, command: str, out: str, err: str, tmp_path: Path
) -> None:
    (tmp_path / "rolls").write_text("\n".join(ROLLS.split(",")))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, moment, *command.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert f"{moment}\n" in iter(process.stderr.readline, "")
        is_short = "knaster best" in command
        time.sleep(1.5 if "--jobs 2" in command else 0.05 if is_short else 0.2)  # to be at work
        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        told, messages = process.communicate(timeout=60)
        # To measure and show an answer takes a while, on a machine that other tests keep busy.
        assert time.monotonic() - start < (3 if moment == "answered" else 1)
    assert process.returncode == 130
    assert re.fullmatch(out, told, re.DOTALL), told
    assert re.fullmatch(f"{err}penta: interrupted\n", messages, re.DOTALL), messages


def test_every_command_that_may_take_long_is_in_the_table() -> None:
    for name, command in commands():
        if {"jobs", "seconds"} & {option.name for option in command.params} and name not in OTHERS:
            assert any(row[1].startswith(f"{name} ") for row in ROWS), name
