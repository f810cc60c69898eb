"""What the page may ask for: jobs, each a command line with blanks for the values that vary.

A page.toml declares them. A document, such as a card, goes to standard input alone; as an argument
it might be the name of a file, and a visitor must not name files of this computer.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from solver.errors import PageError, RequestError, quoted

JSON = "application/json"
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

    A part of the command that is a tuple is left out when a blank in it is filled with nothing.
    *input* names the value for standard input, *photo* the blank for the file that holds a photo.
    *answer* is the type of what the command prints; of *has_lines* each line is a JSON value.
    """

    name: str
    command: tuple[str | tuple[str, ...], ...]
    values: Mapping[str, ValueSpec]
    input: str | None = None
    photo: str | None = None
    answer: str = JSON
    has_lines: bool = False

    def checked(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the *given* values with the defaults of the others.

        Raises `RequestError` unless each is known and allowed, and none is missing.
        """
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
            if isinstance(part, str):
                arguments += self._filled(part, values)
                continue
            filled = [self._filled(word, values) for word in part]
            if all(filled):
                arguments += [word for words in filled for word in words]
        return arguments

    def _filled(self, part: str, values: Mapping[str, str]) -> list[str]:
        blank = _BLANK.fullmatch(part)
        if blank is None:
            return [part]
        name = blank[1]
        return [values[name]] if name == self.photo else self.values[name].arguments(values[name])


_JOB_KEYS = {"command", "values", "input", "photo", "answer", "lines"}
_VALUE_KEYS = {"pattern", "default", "words", "flag"}


def parse_job(name: str, table: Mapping[str, Any], where: str) -> JobSpec:
    """Return the job that a *table* of a page.toml describes; raise `PageError` if it does not."""
    where = f"{where}, jobs.{name}"
    _check_keys(table, _JOB_KEYS, where)
    values = {
        value_name: _parse_value(value, f"{where}, {value_name}")
        for value_name, value in table.get("values", {}).items()
    }
    command = tuple(
        part if isinstance(part, str) else tuple(part) for part in table.get("command", [])
    )
    job = JobSpec(
        name,
        command,
        values,
        table.get("input"),
        table.get("photo"),
        table.get("answer", JSON),
        table.get("lines", False),
    )
    known = values.keys() | ({job.photo} if job.photo else set())
    if not command or not all(isinstance(word, str) for word in _words(command)):
        raise PageError(where, expected="a command, a list of texts", found=quoted(command))
    if wrong := set(_blanks(command)) ^ known:
        found = f"one of them for {', '.join(sorted(map(str, wrong)))}"
        raise PageError(where, expected="a blank and a value for each other", found=found)
    return job


def _parse_value(table: Mapping[str, Any], where: str) -> ValueSpec:
    _check_keys(table, _VALUE_KEYS, where)
    if "flag" in table:
        return ValueSpec(re.compile("|yes"), "", flag=table["flag"])
    try:
        pattern = re.compile(table["pattern"])
    except (KeyError, TypeError, re.error):
        found = quoted(table.get("pattern", "none"))
        raise PageError(where, expected="a pattern", found=found) from None
    return ValueSpec(pattern, table.get("default"), table.get("words", False))


def _check_keys(table: Any, keys: set[str], where: str) -> None:
    if not isinstance(table, Mapping) or table.keys() - keys:
        found = quoted(table if not isinstance(table, Mapping) else min(table.keys() - keys))
        raise PageError(where, expected=f"keys {', '.join(sorted(keys))}", found=found)


def _words(command: tuple[str | tuple[str, ...], ...]) -> Iterator[Any]:
    for part in command:
        yield from (part,) if isinstance(part, str) else part


def _blanks(command: tuple[str | tuple[str, ...], ...]) -> Iterator[str]:
    for word in _words(command):
        if blank := _BLANK.fullmatch(word):
            yield blank[1]
