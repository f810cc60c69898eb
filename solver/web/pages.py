"""What the page is made of: the files of the frame and of each game's page/ folder, in memory.

A game has a page when its folder has page/page.toml, which names its screens and its jobs: command
lines with blanks for the values that vary. A document, such as a card, goes to standard input
alone; as an argument it might name a file of this computer. What is not in the table of files does
not exist.
"""

import gzip
import json
import re
import tomllib
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import data
from solver.errors import PageError, RequestError, quoted, shortened
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    list_of,
    parse_toml,
    read_bool,
    read_integer,
)
from solver.files.texts import LANGUAGES, Language, Texts
from solver.web.table.spec import TableSpec, read_table

GAMES = Path(__file__).parents[1]
FRAME = Path(__file__).with_name("page")
JSON = "application/json"


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
_INDENT = re.compile(rb"^ +", re.MULTILINE)  # no text goes over a line
_BLANK = re.compile(r"\{(\w+)\}")
_MAX_VALUE = 2000  # characters
# An option, more than a line, or half a character, which no command line can hold.
_NEVER = re.compile(r"-|.*[\0\r\n\ud800-\udfff]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ValueSpec:
    """What a value must be as a whole; *default* is None for one that must be given.

    With *is_words* it becomes an argument for each of its words. A value that has a *flag* is empty
    or "yes", and becomes that flag.
    """

    pattern: re.Pattern[str]
    default: str | None = None
    is_words: bool = False
    flag: str = ""

    def arguments(self, value: str) -> list[str]:
        """Return the arguments that *value* becomes; none if it is empty."""
        if self.flag:
            return [self.flag] if value else []
        return value.split() if self.is_words else [value] if value else []

    def allows(self, value: str) -> bool:
        """Return whether a visitor may send *value*."""
        parts = value.split(" ") if self.is_words else [value]
        return (
            len(value) <= _MAX_VALUE
            and self.pattern.fullmatch(value) is not None
            and not any(map(_NEVER.match, parts))
        )


@dataclass(frozen=True, slots=True)
class JobSpec:
    """The job *name*: a *command* whose blanks, such as ``{roll}``, are filled with *values*.

    A part of the command is left out when a blank in it is filled with nothing.
    *input* names the value for standard input, *photo* the blank for the file that holds a photo.
    *answer* is the type of what the command prints; of *has_lines* each line is a JSON value.
    """

    name: str
    command: tuple[tuple[str, ...], ...]
    values: Mapping[str, ValueSpec]
    input: str | None = None
    photo: str | None = None
    answer: str = JSON
    has_lines: bool = False

    def checked(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return all values; raise `RequestError` unless those *given* are known and allowed."""
        document = {self.input} if self.input else set()
        if unknown := given.keys() - self.values.keys() - document:
            names = ", ".join([*sorted(document), *self.values]) or "no values"
            raise RequestError(self.name, expected=names, found=quoted(min(unknown)))
        filled = {name: given[name] for name in document if name in given}
        for name, spec in self.values.items():
            value = given.get(name, spec.default)
            if value is not None:
                filled[name] = value
                if not spec.allows(value):
                    expected = f"a value like {spec.pattern.pattern}"
                    raise RequestError(
                        f"{self.name}, {name}", expected=expected, found=quoted(value)
                    )
        if missing := (self.values.keys() | document) - filled.keys():
            raise RequestError(self.name, expected=f"a value {min(missing)!r}", found="none")
        return filled

    def arguments(self, values: Mapping[str, str]) -> list[str]:
        """Return the command line for *values*, which were `checked`, and the file of the photo."""
        arguments: list[str] = []
        for part in self.command:
            filled = [self._filled(word, values) for word in part]
            if all(filled):
                arguments += chain.from_iterable(filled)
        return arguments

    def _filled(self, part: str, values: Mapping[str, str]) -> list[str]:
        blank = _BLANK.fullmatch(part)
        if blank is None:
            return [part]
        name = blank[1]
        return [values[name]] if name == self.photo else self.values[name].arguments(values[name])


def read_jobs(json: Json) -> dict[str, JobSpec]:
    """Return the jobs that a page.toml declares by name; raise `PageError` where it is wrong."""
    jobs = _named(json, "an object with a job per name", "job ")
    return {name: _read_job(name, job) for name, job in jobs}


def _read_job(name: str, json: Json) -> JobSpec:
    fields = Fields(json, _JOB)
    job = JobSpec(name, *fields.values())
    words = chain.from_iterable(job.command)
    blanks = {blank[1] for word in words if (blank := _BLANK.fullmatch(word))}
    filled = {*job.values, *([job.photo] if job.photo else [])}
    if wrong := sorted(blanks ^ filled):
        raise json.wrong(f"a blank {{{shortened(wrong[0])}}} and a value for it", "one of them")
    return job


def _read_command(json: Json) -> tuple[tuple[str, ...], ...]:
    parts = [part if isinstance(part, list) else [part] for part in json.as_list("a command")]
    if not parts or not all(isinstance(word, str) for word in chain.from_iterable(parts)):
        raise json.wrong("a command")
    return tuple(map(tuple, parts))


def _read_values(json: Json) -> dict[str, ValueSpec]:
    values = _named(json, "an object with a value per blank")
    return {name: _read_value(value) for name, value in values}


def _named(json: Json, expected: str, kind: str = "") -> Iterator[tuple[str, Json]]:
    """Yield the name and the value of each field of an object, which is what is *expected*."""
    for name, value in json.as_dict(expected).items():
        where = f"{json.outer}, {kind}{shortened(name)}"
        yield name, replace(json, value=value, where=where)


def _read_value(json: Json) -> ValueSpec:
    fields = Fields(json, _VALUE)
    flag, pattern = fields["flag"], fields["pattern"]
    if flag:
        return ValueSpec(re.compile("|yes"), "", flag=flag)
    if pattern is None:
        raise json.wrong("a pattern or a flag", "neither")
    try:
        # What is only a warning here may be another pattern to a later Python.
        with warnings.catch_warnings(action="error"):
            compiled = re.compile(pattern)
    except (re.error, FutureWarning, ValueError, OverflowError, RecursionError):  # of huge numbers
        raise json.wrong("a pattern", quoted(pattern)) from None
    return ValueSpec(compiled, fields["default"], fields["words"])


_JOB: Table = {
    "command": _read_command,
    "values": Optional(_read_values, {}),
    "input": Optional(Json.as_text),
    "photo": Optional(Json.as_text),
    "answer": Optional(Json.as_text, JSON),
    "lines": Optional(read_bool, default=False),
}
_VALUE: Table = {
    "pattern": Optional(Json.as_text),
    "default": Optional(Json.as_text),
    "words": Optional(read_bool, default=False),
    "flag": Optional(Json.as_text),
}


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
    addressed = [{**screen, "module": f"/{game}/{screen['module']}"} for screen in screens]
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
            if path.suffix in {
                ".css",
                ".js",
            }:  # without comments and indents; lines keep their numbers
                content = _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), content)
                content = _INDENT.sub(b"", content)
            yield root + name, _static(content, path.suffix)


def _static(content: bytes, suffix: str) -> StaticFile:
    packed = gzip.compress(content, mtime=0) if suffix in _COMPRESSED else b""
    return StaticFile(content, packed if len(packed) < len(content) else b"", _TYPES[suffix])
