"""The folder of the page without a server: what a static host, or any web server, hands out.

All of a version stands in folders that are named by their content, so that no file of one version
is ever taken for that of another; what stands beside them names one version.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from solver import MARK
from solver.drawing.png import icon_png
from solver.errors import SourceError, quoted
from solver.files.origin import is_ours
from solver.files.output_file import check_writable, write_all_atomic
from solver.files.texts import Language
from solver.web.export.program import program_zip
from solver.web.guard import POLICY
from solver.web.pages import read_pages

_OWN_FILES = Path(__file__).with_name("page")
_INDEX, _SERVICE_WORKER = "index.html", "service_worker.js"
_DIGITS = 12  # of a hash
_VERSION = re.compile(rf"(penta|python)-[0-9a-f]{{{_DIGITS}}}")
_SIZES = (180, 192, 512)  # dots of an icon's side: iOS, Android, and its start
_COLOURS = {"theme_color": "#1d4f91", "background_color": "#f4f2ed"}
_KIND = "export"
# The server's, and WebAssembly; who may frame the page can only be said by a server.
_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_HEAD = """<meta charset="utf-8">
<meta name="generator" content="{mark}">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="{own}icon-180.png">"""


def check_folder(folder: Path) -> None:
    """Raise `SourceError` unless the page can be written to *folder*.

    It is new, or empty, or has a page that penta has written before.
    """
    where = f"{_KIND} {quoted(str(folder))}"
    if folder.exists() and not folder.is_dir():
        raise SourceError(where, expected="a folder", found="a file")
    index = folder / _INDEX
    if folder.is_dir() and any(folder.iterdir()) and not (index.exists() and is_ours(index)):
        expected = "a new folder, an empty one, or one that penta has exported"
        raise SourceError(where, expected=expected, found="a folder with other files")
    parent = next(one for one in (folder, *folder.absolute().parents) if one.is_dir())
    check_writable([(_KIND, str(parent / _INDEX))], sources=())


def write_folder(folder: Path, runtime: Mapping[str, bytes], language: Language | None) -> int:
    """Write the page with Python's *runtime* to *folder*, and return how many bytes that is.

    What stands in it names the new version when that is there as a whole; then the older one goes.
    """
    files = page_files(runtime, language)
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    first = {str(folder / name): content for name, content in files.items() if "/" in name}
    last = {str(folder / name): content for name, content in files.items() if "/" not in name}
    write_all_atomic(first, kind=_KIND)
    write_all_atomic(last, kind=_KIND)
    versions = {name.partition("/")[0] for name in files}
    for path in folder.iterdir():
        if _VERSION.fullmatch(path.name) and path.name not in versions:
            shutil.rmtree(path, ignore_errors=True)
    return sum(map(len, files.values()))


def page_files(runtime: Mapping[str, bytes], language: Language | None) -> dict[str, bytes]:
    """Return all files by their names in the folder; the same program gives the same bytes."""
    pages = read_pages(language=language, own_files=_OWN_FILES)
    contents = {path.removeprefix("/"): file.content for path, file in pages.files.items()}
    page, service_worker = contents.pop(""), contents.pop(_SERVICE_WORKER)
    python, icon = _named("python", runtime), contents["icon.svg"].decode()
    contents["penta.zip"] = program_zip()
    constants = {
        "jobs": sorted(name for name, job in pages.jobs.items() if job.needs_server),
        "runtime": f"../{python}/",
    }
    contents["built.js"] = _constants(constants, before="export ")
    contents |= {f"icon-{size}.png": icon_png(icon, width=size) for size in _SIZES}
    del contents[_INDEX]
    own = _named("penta", {**contents, _INDEX: page, _SERVICE_WORKER: service_worker})
    index = _index(page.decode(), f"{own}/").encode()
    files = {f"{own}/{name}": content for name, content in contents.items()}
    files |= {f"{own}/{_INDEX}": index}
    files |= {f"{python}/{name}": content for name, content in runtime.items()}
    kept = {
        "VERSION": own,
        "PAGE": f"{own}/{_INDEX}",
        "POLICY": _POLICY,
        "FILES": [*sorted(files), "manifest.webmanifest"],
    }
    files["manifest.webmanifest"] = _manifest(own)
    files[_SERVICE_WORKER] = _constants(kept) + service_worker
    files[_INDEX] = index
    return files


def _named(name: str, files: Mapping[str, bytes]) -> str:
    """Return the name of a folder that has *files* of this kind, by their names and contents."""
    digest = hashlib.sha256()
    for path, content in sorted(files.items()):
        digest.update(hashlib.sha256(path.encode()).digest() + hashlib.sha256(content).digest())
    return f"{name}-{digest.hexdigest()[:_DIGITS]}"


def _index(page: str, own: str) -> str:
    page = re.sub(r'(href|src)="(?!#)', rf'\1="{own}', page)
    head = _HEAD.format(mark=MARK, policy=_POLICY, own=own)
    return page.replace('<meta charset="utf-8">', head, 1)


def _manifest(own: str) -> bytes:
    sizes = {size: f"{size}x{size}" for size in _SIZES}
    whole = {
        "name": "penta",
        "short_name": "penta",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        **_COLOURS,
        "icons": [
            {"src": f"{own}/icon-{size}.png", "sizes": words, "type": "image/png"}
            for size, words in sizes.items()
        ],
    }
    return json.dumps(whole, indent=1).encode()


def _constants(values: Mapping[str, object], before: str = "") -> bytes:
    lines = (f"{before}const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return "".join(lines).encode()
