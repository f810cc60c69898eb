"""The notebooks in examples/ run, as scripts, and each makes what it promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, slow

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ALONE = ROOT / "data" / "knaster" / "records" / "alone.json"


@pytest.mark.parametrize(
    ("name", "args", "shown"),
    [
        ("judge_my_card", ["meadow"], ["card meadow: fair", "Worth least: ", "Score "]),
        ("season_of_solitaires", ["3"], ["card     mean  least  most", "meadow", "orchard"]),
        (
            "knaster_how_lucky_was_i",
            [str(ALONE)],
            ["84 points", "expected at the start", "luck of the rolls", "turn 5, roll 10: "],
        ),
        slow("knaster_how_lucky_was_i", [], ["skill of the moves", "score "]),
    ],
)
def test_an_example_runs(name: str, args: list[str], shown: list[str], tmp_path: Path) -> None:
    script = ROOT / "examples" / f"{name}.py"
    done = subprocess.run(
        [sys.executable, "-c", _RUN, str(ROOT), str(script), *args],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [text for text in shown if text not in done.stdout] == []
    if name == "judge_my_card":
        assert (tmp_path / "worst.svg").read_bytes().startswith(b"<svg")


# Run as the main module, with our own package found first.
_RUN = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_an_example_has_cells() -> None:
    assert len(EXAMPLES) == 3
    for path in EXAMPLES:
        assert path.read_text("utf-8").count("\n# %% ") >= 3, path.name
