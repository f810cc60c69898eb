"""Python for a browser: the core of Pyodide, of the one version that penta is tested with.

Its npm package is fetched once and kept; what comes is checked before anything uses it.
"""

import base64
import hashlib
import io
import json
import os
import tarfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from solver.errors import SourceError, error_text, quoted
from solver.files.output_file import write_atomic

VERSION = "314.0.7"  # with Python 3.14
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
_MEBIBYTES = 6.2
_LOCK = "pyodide-lock.json"
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", _LOCK)
_LIMIT_S = 60.0  # without a byte
_HINT = "--runtime FOLDER takes what you have fetched in another way"


def runtime_files(announce: Callable[[str], None]) -> Mapping[str, bytes]:
    """Return the files of Pyodide's core by name; fetch them unless they are kept.

    *announce* is told in a line what is fetched. Raises `SourceError` when it cannot be had.
    """
    kept = _cache() / f"pyodide-{VERSION}.tgz"
    package = kept.read_bytes() if kept.is_file() else b""
    if not _is_right(package):
        announce(f"fetching {_ADDRESS} ({_MEBIBYTES} MiB), for this and all later exports")
        package = _fetched()
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(str(kept), package, kind="runtime")
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        members = {name: archive.extractfile(f"package/{name}") for name in _FILES}
        return _core({name: member.read() for name, member in members.items() if member})


def read_runtime(folder: Path) -> Mapping[str, bytes]:
    """Return the files of Pyodide's core in *folder*, which has them as its npm package does.

    Raises `SourceError` unless they are there, and of our `VERSION`.
    """
    where = f"runtime {quoted(str(folder))}"
    files = {}
    for name in _FILES:
        try:
            files[name] = (folder / name).read_bytes()
        except OSError as error:
            expected = f"a file {name} of Pyodide {VERSION}"
            raise SourceError(where, expected=expected, found=error_text(error)) from None
    if f'"{VERSION}"'.encode() not in files["pyodide.mjs"]:
        raise SourceError(where, expected=f"Pyodide {VERSION}", found="another version")
    try:
        return _core(files)
    except ValueError:
        expected = f"{_LOCK} of Pyodide {VERSION}"
        raise SourceError(where, expected=expected, found="no JSON") from None


def _core(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return *files* of which the one that lists all packages lists none: none is ever loaded."""
    lock = json.loads(files[_LOCK])
    return {**files, _LOCK: json.dumps({**lock, "packages": {}}).encode()}


def _fetched() -> bytes:
    try:
        with urllib.request.urlopen(_ADDRESS, timeout=_LIMIT_S) as response:
            package: bytes = response.read()
    except (OSError, urllib.error.URLError) as error:
        found = f"no answer ({getattr(error, 'reason', None) or error})"
        raise SourceError(_ADDRESS, expected="a package", found=found, hint=_HINT) from None
    if not _is_right(package):
        expected, found = f"Pyodide {VERSION} with its checksum", "other bytes"
        raise SourceError(_ADDRESS, expected=expected, found=found, hint=_HINT)
    return package


def _is_right(package: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(package).digest()).decode() == _SHA512


def _cache() -> Path:
    """Return the folder where programs keep what they can fetch again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penta"
