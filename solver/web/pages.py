"""What the page is made of: the files of the frame and of each game's page/ folder, in memory.

A game has a page when its folder has page/page.toml, which names its screens and its jobs. What is
not in the table of files does not exist.
"""

import gzip
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import rcssmin
import rjsmin

import data
from solver.errors import PageError
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    list_of,
    parse_toml,
    read_integer,
)
from solver.files.texts import LANGUAGES, Language, Texts
from solver.web.job_spec import JSON, JobSpec, read_jobs
from solver.web.table.spec import TableSpec, read_table

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
_MINIFIED = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}

_SCREEN: Table = {
    "id": Json.as_text,
    "module": Json.as_text,
    "title": Optional(Json.as_text, ""),
    "icon": Optional(Json.as_text, ""),
    "opens": Optional(Json.as_text, ""),
}
_PAGE: Table = {
    "title": Optional(Json.as_text, ""),
    "order": Optional(read_integer, 0),
    "screens": Optional(
        list_of(lambda json: Fields(json, _SCREEN), "[[screens]]", each="screen"), []
    ),
    "jobs": Optional(read_jobs, {}),
    "table": Optional(read_table),
}


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


class GamePage(NamedTuple):
    """What a page.toml says: where the game stands in the list, its entry, its jobs, its tables."""

    order: int
    entry: Mapping[str, Any]
    jobs: Mapping[str, JobSpec]
    table: TableSpec | None


def read_pages(games: Path = GAMES, frame: Path = FRAME, language: Language | None = None) -> Pages:
    """Return the pages of *games* in the *frame*; raise `PageError` at a wrong page.toml.

    They speak the *language* of the browser, unless another one is given.
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
    files |= _texts(language)
    files |= _rules()
    tables = {page.entry["game"]: page.table for page in pages if page.table}
    return Pages(files, jobs, tables)


def parse_page(text: str, *, game: str, source: str) -> GamePage:
    """Return what *text*, the page.toml of *game*, says; raise `PageError` where it is wrong."""
    table = parse_toml(text, source, PageError, expected='lines like title = "Penta-Rush"')
    title, order, screens, jobs, at_tables = Fields(Json(table, source, PageError), _PAGE).values()
    addressed = [{**screen, "module": f"./{game}/{screen['module']}"} for screen in screens]
    return GamePage(order, {"game": game, "title": title, "screens": addressed}, jobs, at_tables)


def _texts(language: str | None) -> Iterator[tuple[str, StaticFile]]:
    """Yield what the page says, a file a language, and which languages there are."""
    names = {}
    for code, path in data.samples("languages").items():
        texts = tomllib.loads(path.read_text("utf-8"))
        names[code] = texts.pop("name")
        del texts["printed"]
        yield (
            f"/texts/{code}.json",
            _static(json.dumps(texts, ensure_ascii=False).encode(), ".json"),
        )
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
            rules = json.dumps(Texts(language).rules(name), ensure_ascii=False)
            yield path, _static(rules.encode(), ".json")


def _files(folder: Path, root: str) -> Iterator[tuple[str, StaticFile]]:
    """Yield the files in *folder* of the types that browsers get, below the path *root*."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TYPES and path.is_file():
            name = path.relative_to(folder).as_posix()
            content = path.read_bytes()
            if minify := _MINIFIED.get(path.suffix):
                content = minify(content)
            yield root + name, _static(content, path.suffix)


def _static(content: bytes, suffix: str) -> StaticFile:
    packed = gzip.compress(content, mtime=0) if suffix in _COMPRESSED else b""
    return StaticFile(content, packed if len(packed) < len(content) else b"", _TYPES[suffix])
