"""What the tests of `penta knaster simulate` and `train` share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import Patch, Run


@pytest.fixture
def in_a_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    """Run the test in an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def check_refused(typed: Run) -> Callable[[str, str], None]:
    """Check that what is typed is refused with a message of one line, and no file is written."""

    def check(args: str, message: str) -> None:
        Path("text").write_text("a text\n", encoding="utf-8")
        code, out, err = typed("knaster", *args.split())
        assert (code, out) == (2, "")
        assert message in err
        assert len(err.splitlines()) == 1
        assert {path.name for path in Path().iterdir()} == {"text"}

    return check
