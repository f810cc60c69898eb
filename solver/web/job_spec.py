"""The jobs that a page.toml declares: which command line each is, and what a visitor may say.

A job is a command line with blanks for the values that vary. A document, such as a card, goes to
standard input alone; as an argument it might name a file of this computer.
"""

import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from solver.errors import RequestError, quoted, shortened
from solver.files.json_reader import Fields, Json, Optional, Table, read_bool

JSON = "application/json"
_BLANK = re.compile(r"\{(\w+)\}")
_MAX_VALUE = 2000  # characters
# An option, more than a line, or half a character, which no command line can hold.
_NEVER = re.compile(r"-|.*[\0\r\n\ud800-\udfff]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ValueSpec:
    """What a value must be as a whole; *default* is None for one that must be given.

    With *is_words* it becomes an argument for each of its words. A value that has a *flag* is empty
    or "yes", and becomes that flag. Where one that *needs_server* is given, the job does too.
    """

    pattern: re.Pattern[str]
    default: str | None = None
    is_words: bool = False
    flag: str = ""
    needs_server: bool = False

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
    One that *needs_server* takes what Python in a browser does not have: compiled code, or a file.
    """

    name: str
    command: tuple[tuple[str, ...], ...]
    values: Mapping[str, ValueSpec]
    input: str | None = None
    photo: str | None = None
    answer: str = JSON
    has_lines: bool = False
    needs_server: bool = False

    @property
    def parts_for_server(self) -> Iterator[str]:
        """Yield what takes a server: the job, or a value of it, as ``grey`` or ``grey.for``."""
        if self.needs_server:
            yield self.name
        for name, spec in self.values.items():
            if spec.needs_server:
                yield f"{self.name}.{name}"

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
        return ValueSpec(re.compile("|yes"), "", flag=flag, needs_server=fields["server"])
    if pattern is None:
        raise json.wrong("a pattern or a flag", "neither")
    try:
        # What is only a warning here may be another pattern to a later Python.
        with warnings.catch_warnings(action="error"):
            compiled = re.compile(pattern)
    except (re.error, FutureWarning, ValueError, OverflowError, RecursionError):  # of huge numbers
        raise json.wrong("a pattern", quoted(pattern)) from None
    return ValueSpec(compiled, fields["default"], fields["words"], needs_server=fields["server"])


_JOB: Table = {
    "command": _read_command,
    "values": Optional(_read_values, {}),
    "input": Optional(Json.as_text),
    "photo": Optional(Json.as_text),
    "answer": Optional(Json.as_text, JSON),
    "lines": Optional(read_bool, default=False),
    "server": Optional(read_bool, default=False),
}
_VALUE: Table = {
    "pattern": Optional(Json.as_text),
    "default": Optional(Json.as_text),
    "words": Optional(read_bool, default=False),
    "flag": Optional(Json.as_text),
    "server": Optional(read_bool, default=False),
}
