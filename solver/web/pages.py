"""What the page is made of: the files of the frame and of each game's page/ folder, in memory.

A game has a page when its folder has page/page.toml, which names its screens and its jobs. Nothing
is looked up on the disk for a visitor: what is not in the table of files does not exist.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from solver.errors import PageError, quoted
from solver.files.toml_reader import parse_toml
from solver.web.job_spec import JSON, JobSpec, parse_job

GAMES = Path(__file__).parents[1]
FRAME = Path(__file__).with_name("page")
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": JSON,
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
_KEYS = {"title", "order", "screens", "jobs"}
_SCREEN_KEYS = {"id", "title", "module"}


class StaticFile(NamedTuple):
    """A file as it is sent; *packed* is its gzip form, empty where that is not smaller."""

    content: bytes
    packed: bytes
    type: str


@dataclass(frozen=True, slots=True)
class Pages:
    """All that visitors may have: the *files* by their paths, the *jobs* by their names."""

    files: Mapping[str, StaticFile]
    jobs: Mapping[str, JobSpec]


def read_pages(games: Path = GAMES, frame: Path = FRAME) -> Pages:
    """Return the pages of all *games* that have one, in the *frame*.

    Raises `PageError` where a page.toml is wrong.
    """
    files = dict(_files(frame, "/"))
    if index := files.get("/index.html"):
        files["/"] = index
    jobs: dict[str, JobSpec] = {}
    listed: list[tuple[int, dict[str, Any]]] = []
    for page in sorted(games.glob("*/page/page.toml")):
        game, where = page.parents[1].name, f"{page.parents[1].name}/page/page.toml"
        expected = 'lines like title = "Penta-Rush"'
        table = parse_toml(page.read_text("utf-8"), where, PageError, expected=expected)
        if unknown := table.keys() - _KEYS:
            raise PageError(where, expected=", ".join(sorted(_KEYS)), found=quoted(min(unknown)))
        for name, job in table.get("jobs", {}).items():
            if name in jobs:
                raise PageError(where, expected="a name for each job", found=f"{name!r} again")
            jobs[name] = parse_job(name, job, where)
        files |= _files(page.parent, f"/{game}/")
        screens = [_screen(screen, game, where) for screen in table.get("screens", [])]
        listed.append(
            (table.get("order", 0), {"game": game, "title": table["title"], "screens": screens})
        )
    listed.sort(key=lambda entry: entry[0])
    content = json.dumps([entry for _, entry in listed]).encode()
    files["/pages.json"] = _static(content, ".json")
    return Pages(files, jobs)


def _screen(screen: Mapping[str, str], game: str, where: str) -> dict[str, str]:
    if screen.keys() != _SCREEN_KEYS:
        raise PageError(where, expected="screens with id, title, module", found=quoted(screen))
    return {**screen, "module": f"/{game}/{screen['module']}"}


def _files(folder: Path, root: str) -> Iterator[tuple[str, StaticFile]]:
    """Yield the files in *folder* of the types that browsers get, below the path *root*."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            name = path.relative_to(folder).as_posix()
            yield root + name, _static(path.read_bytes(), path.suffix)


def _static(content: bytes, suffix: str) -> StaticFile:
    packed = gzip.compress(content, mtime=0) if suffix in _COMPRESSED else b""
    return StaticFile(content, packed if len(packed) < len(content) else b"", _TYPES[suffix])
