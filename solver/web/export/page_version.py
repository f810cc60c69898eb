"""The files of one version of the page without a server, each in a folder named by its content."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from solver import MARK
from solver.drawing.png import icon_png
from solver.files.texts import Language
from solver.web.export.program import program_zip
from solver.web.guard import POLICY
from solver.web.pages import read_pages

INDEX, SERVICE_WORKER = "index.html", "service_worker.js"
VERSION_FOLDER = re.compile(r"(penta|python)-[0-9a-f]{12}")
_OWN_FILES = Path(__file__).with_name("page")
_DIGITS = 12  # of a hash
_SIZES = (180, 192, 512)  # dots of an icon's side: iOS, Android, and its start
# The server's, and WebAssembly; who may frame the page can only be said by a server.
_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_HERE = "@here/"  # until the name of the version's folder is known
_HEAD = f"""<meta charset="utf-8">
<meta name="generator" content="{MARK}">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<link rel="manifest" href="{_HERE}manifest.webmanifest">
<link rel="apple-touch-icon" href="{_HERE}icon-{_SIZES[0]}.png">"""
_MANIFEST = {
    "name": "penta",
    "short_name": "penta",
    "start_url": "../",
    "scope": "../",
    "display": "standalone",
    "theme_color": "#1d4f91",
    "background_color": "#f4f2ed",
    "icons": [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in _SIZES
    ],
}


def version_files(runtime: Mapping[str, bytes], language: Language | None) -> dict[str, bytes]:
    """Return all files by their names; the same program and *runtime* give the same bytes."""
    pages = read_pages(language=language, own_files=_OWN_FILES)
    contents = {path.removeprefix("/"): file.content for path, file in pages.files.items()}
    del contents[""]  # the first page again
    python, icon = _folder_name("python", runtime), contents["icon.svg"].decode()
    constants = {
        "needsServer": sorted(
            chain.from_iterable(job.parts_for_server for job in pages.jobs.values())
        ),
        "runtime": f"../{python}/",
    }
    contents |= {
        **{f"icon-{size}.png": icon_png(icon, width=size) for size in _SIZES},
        "built.js": _constants(constants, before="export "),
        "manifest.webmanifest": json.dumps(_MANIFEST).encode(),
        "pages.json": _without_server(contents["pages.json"]),
        "penta.zip": program_zip(),
        SERVICE_WORKER: _constants({"POLICY": _POLICY}) + contents[SERVICE_WORKER],
    }
    contents[INDEX] = _index(contents)
    own = _folder_name("penta", contents)
    service_worker = contents.pop(SERVICE_WORKER)
    contents[INDEX] = contents[INDEX].replace(_HERE.encode(), f"{own}/".encode())
    files = {f"{own}/{name}": content for name, content in contents.items()}
    files |= {f"{python}/{name}": content for name, content in runtime.items()}
    kept = {"VERSION": own, "PAGE": f"{own}/{INDEX}", "FILES": _digests(files)}
    files[SERVICE_WORKER] = _constants(kept) + service_worker
    files[INDEX] = contents[INDEX]
    return files


def _folder_name(kind: str, files: Mapping[str, bytes]) -> str:
    """Return the name of a folder that has *files* of this *kind*, by their names and contents."""
    digest = hashlib.sha256(json.dumps(_digests(files), sort_keys=True).encode())
    return f"{kind}-{digest.hexdigest()[:_DIGITS]}"


def _digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return what browsers compare contents with, by the names of *files*."""
    hashes = {name: hashlib.sha256(content).digest() for name, content in sorted(files.items())}
    return {name: f"sha256-{base64.b64encode(each).decode()}" for name, each in hashes.items()}


def _index(contents: Mapping[str, bytes]) -> bytes:
    """Return the first page, whose files stand in the version's folder.

    It names all that the frame takes to start, which is then fetched side by side.
    """
    page = re.sub(r'(href|src)="(?!#)', rf'\1="{_HERE}', contents[INDEX].decode())
    modules = "\n".join(
        f'<link rel="modulepreload" href="{_HERE}{name}">'
        for name in _imported("frame.js", contents)
    )
    fetched = f'<link rel="preload" as="fetch" crossorigin href="{_HERE}pages.json">'
    return page.replace('<meta charset="utf-8">', f"{_HEAD}\n{modules}\n{fetched}", 1).encode()


def _imported(name: str, contents: Mapping[str, bytes]) -> list[str]:
    """Return the module *name* and all that it imports, and these import in turn."""
    found = [name]
    for each in found:
        imports = re.findall(rb'from ?"\./(\w+\.js)"', contents[each])
        found += [other for one in imports if (other := one.decode()) not in found]
    return found


def _without_server(pages: bytes) -> bytes:
    """Return the list of games and screens; one that needs a server says so instead."""
    games = json.loads(pages)
    for game in games:
        for screen in game["screens"]:
            if screen["server"]:
                screen["module"] = "./needs_server.js"
    return json.dumps(games).encode()


def _constants(values: Mapping[str, object], before: str = "") -> bytes:
    lines = (f"{before}const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return "".join(lines).encode()
