"""The program where nothing compiled can be imported and no thread starts, as in a browser."""

import subprocess
import sys

from tests.support import ROOT

COMPILED = (
    *("PIL", "cv2", "google", "llvmlite", "matplotlib", "numba", "numpy", "ortools", "pandas"),
    *("pillow_heif", "ray", "reportlab", "resvg_py", "scipy", "sqlite3"),
)
_PREAMBLE = f"""
import sys, threading

class Refuse:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {COMPILED}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

def refuse(thread):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Refuse)
sys.platform = "emscripten"
threading.Thread.start = refuse
"""
_COMMAND = "import cli; cli.main()"


def ask(
    *args: str, stdin: str = "", plain: bool = False, program: str = _COMMAND
) -> subprocess.CompletedProcess[bytes]:
    """Run *program* with *args* in a process of its own, in *plain* Python or as it is."""
    return subprocess.run(
        [sys.executable, "-c", _PREAMBLE * plain + program, *args],
        cwd=ROOT,
        input=stdin.encode(),
        capture_output=True,
        check=False,
    )
