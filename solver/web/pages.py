"""What the page is made of: the files of the frame and of each game's page/ folder, in memory.

A game has a page when its folder has page/page.toml, which names its screens and its jobs. Nothing
is looked up on the disk for a visitor: what is not in the table of files does not exist.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from solver.errors import PageError
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    list_of,
    parse_toml,
    read_integer,
    read_text,
)
from solver.web.job_spec import JSON, JobSpec, read_jobs

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
_COMMENT = re.compile(rb"^ *(/\*(?:(?!\*/).)*\*/|//[^\n]*)$", re.MULTILINE | re.DOTALL)
_SCREEN: Table = dict.fromkeys(("id", "title", "module"), read_text)
_PAGE: Table = {
    "title": read_text,
    "order": Optional(read_integer, 0),
    "screens": Optional(
        list_of(lambda json: Fields(json, _SCREEN), "[[screens]]", each="screen"), []
    ),
    "jobs": Optional(read_jobs, {}),
}


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


class GamePage(NamedTuple):
    """What a page.toml says: where the game stands in the list, its entry there, its jobs."""

    order: int
    entry: Mapping[str, Any]
    jobs: Mapping[str, JobSpec]


def read_pages(games: Path = GAMES, frame: Path = FRAME) -> Pages:
    """Return the pages of all *games* that have one, in the *frame*.

    Raises `PageError` where a page.toml is wrong.
    """
    files = dict(_files(frame, "/"))
    files["/"] = files["/index.html"]
    jobs: dict[str, JobSpec] = {}
    pages = []
    for path in sorted(games.glob("*/page/page.toml")):
        game = path.parents[1].name
        where = f"{game}/page/page.toml"
        pages.append(parse_page(path.read_text("utf-8"), game=game, source=where))
        if twice := sorted(jobs.keys() & pages[-1].jobs.keys()):
            found = f"{twice[0]!r} in another game"
            raise PageError(where, expected="a name of its own for each job", found=found)
        jobs |= pages[-1].jobs
        files |= _files(path.parent, f"/{game}/")
    entries = [page.entry for page in sorted(pages, key=lambda page: page.order)]
    files["/pages.json"] = _static(json.dumps(entries).encode(), ".json")
    return Pages(files, jobs)


def parse_page(text: str, *, game: str, source: str) -> GamePage:
    """Return what *text*, the page.toml of *game*, says; raise `PageError` where it is wrong."""
    table = parse_toml(text, source, PageError, expected='lines like title = "Penta-Rush"')
    title, order, screens, jobs = Fields(Json(table, source, PageError), _PAGE).values()
    addressed = [{**screen, "module": f"/{game}/{screen['module']}"} for screen in screens]
    return GamePage(order, {"game": game, "title": title, "screens": addressed}, jobs)


def _files(folder: Path, root: str) -> Iterator[tuple[str, StaticFile]]:
    """Yield the files in *folder* of the types that browsers get, below the path *root*."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            name = path.relative_to(folder).as_posix()
            content = path.read_bytes()
            if path.suffix in {".css", ".js"}:
                content = _without_comments(content)
            yield root + name, _static(content, path.suffix)


def _without_comments(content: bytes) -> bytes:
    """Return a script or style sheet without the comments that have lines of their own.

    They are a tenth of what phones would load. The other lines keep their numbers, by which a
    browser says where an error is.
    """
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), content)


def _static(content: bytes, suffix: str) -> StaticFile:
    packed = gzip.compress(content, mtime=0) if suffix in _COMPRESSED else b""
    return StaticFile(content, packed if len(packed) < len(content) else b"", _TYPES[suffix])
