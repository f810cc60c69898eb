"""What the page is made of: the files of the frame and of each game's page/ folder, in memory.

What is not in the table of files does not exist.
"""

import gzip
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import rcssmin
import rjsmin

import data
from solver.files.texts import LANGUAGES, Language, Texts
from solver.web.game_page import GAMES, read_game_pages
from solver.web.job_spec import JSON, JobSpec
from solver.web.table.spec import TableSpec

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


class StaticFile(NamedTuple):
    """A file as it is sent; *packed* is its gzip form, empty where that is not smaller."""

    content: bytes
    packed: bytes
    type: str


@dataclass(frozen=True, slots=True)
class Pages:
    """All that visitors may have: the *files* by their paths, the *jobs* by their names.

    *tables* has the games that are played at a table, with a phone for each player.
    """

    files: Mapping[str, StaticFile]
    jobs: Mapping[str, JobSpec]
    tables: Mapping[str, TableSpec]


def read_pages(
    games: Path = GAMES,
    frame: Path = FRAME,
    language: Language | None = None,
    *,
    own_files: Path | None = None,
) -> Pages:
    """Return the pages of *games* in the *frame*; raise `PageError` at a wrong page.toml.

    They speak the *language* of the browser, unless another one is given. For pages without a
    server, *own_files* has files of its own, also instead of the frame's.
    """
    files = dict(_files(frame, "/"))
    if own_files:
        files |= _files(own_files, "/")
    files["/"] = files["/index.html"]
    game_pages = read_game_pages(games)
    jobs: dict[str, JobSpec] = {}
    for page in game_pages:
        game = page.entry["game"]
        files |= _files(games / game / "page", f"/{game}/")
        jobs |= page.jobs
    entries = [page.entry for page in sorted(game_pages, key=lambda page: page.order)]
    if not own_files:
        for screen in chain.from_iterable(entry["screens"] for entry in entries):
            del screen["server"]  # there is one
    files["/pages.json"] = _static(_json(entries), ".json")
    files |= _texts(language, is_exported=own_files is not None)
    files |= _rules()
    tables = {page.entry["game"]: page.table for page in game_pages if page.table}
    return Pages(files, jobs, tables)


def _texts(language: str | None, *, is_exported: bool) -> Iterator[tuple[str, StaticFile]]:
    """Yield what the page says, a file a language, and which languages there are."""
    names = {}
    for code, path in data.samples("languages").items():
        texts = tomllib.loads(path.read_text("utf-8"))
        names[code] = texts.pop("name")
        del texts["printed"]
        if not is_exported:
            del texts["exported"]
        yield f"/texts/{code}.json", _static(_json(texts), ".json")
    constants = {"given": language, "languages": names}
    module = "".join(
        f"export const {name} = {json.dumps(value)};\n" for name, value in constants.items()
    )
    yield "/languages.js", _static(module.encode(), ".js")


def _rules() -> Iterator[tuple[str, StaticFile]]:
    """Yield the rules of each game in each language, as its screens name the game."""
    for language in LANGUAGES:
        for name in data.samples(f"rules/{language}"):
            path = f"/rules/{name.replace('-', '_')}.{language}.json"
            yield path, _static(_json(Texts(language).rules(name)), ".json")


def _files(folder: Path, root: str) -> Iterator[tuple[str, StaticFile]]:
    """Yield the files in *folder* of the types that browsers get, below the path *root*."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            name = path.relative_to(folder).as_posix()
            content = path.read_bytes()
            if minify := _MINIFIED.get(path.suffix):
                content = minify(content)
            yield root + name, _static(content, path.suffix)


def _json(value: object) -> bytes:
    """Return *value* as JSON without blanks, which would be a hundredth of all texts."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


_MINIFIED = {
    ".css": rcssmin.cssmin,
    ".js": rjsmin.jsmin,
    ".json": lambda content: _json(json.loads(content)),
}


def _static(content: bytes, suffix: str) -> StaticFile:
    packed = gzip.compress(content, mtime=0) if suffix in _COMPRESSED else b""
    return StaticFile(content, packed if len(packed) < len(content) else b"", _TYPES[suffix])
