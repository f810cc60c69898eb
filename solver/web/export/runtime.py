"""What runs in the browser of a page without a server, beside our own: Python, a reader of codes.

Python is the core of Pyodide. The codes on printed cards are read by ZXing's C++, which on photos
of them found more than either decoder in JavaScript, and sooner.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from solver.web.export.npm_package import NpmPackage

_LOCK = "pyodide-lock.json"
_CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", _LOCK)
PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",  # with Python 3.14
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    6.2,
    {name: name for name in _CORE},
    "16dd5f9ce0a4dcafea23c04fb7b3379fb6b5843113bd8b8872ef912b3ab90d59",
)
ZXING = NpmPackage(
    "zxing-wasm",
    "3.1.6",
    "mU7UNuvl+hOT+nlSOQTMHZ2tM8lRMsbjDIp5IO/+HmBl/FOq77q0OSZPJ3cm42A9c1MKU6Uve67FiGdkhsrT9g==",
    1.6,
    {
        "zxing/share.js": "dist/es/share.js",
        "zxing/reader/index.js": "dist/es/reader/index.js",
        "zxing/zxing_reader.wasm": "dist/reader/zxing_reader.wasm",
        "zxing/LICENSE": "LICENSE",
    },
    "9021a60970fa312f0193b867ea8197ae41e158e2f8287690ce9ad526047aa2f4",
)


def runtime_files(announce: Callable[[str], None]) -> Mapping[str, bytes]:
    """Return the files of both packages by name; fetch those that are not kept.

    *announce* is told in a line what is fetched. Raises `SourceError` when it cannot be had.
    """
    return _joined(PYODIDE.fetched(announce), ZXING.fetched(announce))


def read_runtime(folder: Path) -> Mapping[str, bytes]:
    """Return the files of both packages in *folder*, which has them as the packages do.

    Raises `SourceError` unless they are there, and those of our versions.
    """
    return _joined(PYODIDE.read(folder), ZXING.read(folder))


def _joined(core: Mapping[str, bytes], reader: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return all files; that which lists Pyodide's packages lists none, so that none is loaded."""
    lock = json.loads(core[_LOCK])
    return {**core, **reader, _LOCK: json.dumps({**lock, "packages": {}}).encode()}
