"""What the page may ask for: jobs, each a command line with blanks for the values that vary.

A page.toml declares them. A document, such as a card, goes to standard input alone; as an argument
it might be the name of a file, and a visitor must not name files of this computer.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import PageError, RequestError, quoted, shortened
from solver.files.json_reader import as_bool, as_list, as_object, as_text, json_quoted

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


_JOB_KEYS = {
    "command": True, "values": False, "input": False, "photo": False, "answer": False,
    "lines": False,
}  # fmt: skip
_VALUE_KEYS = {"pattern": False, "default": False, "words": False, "flag": False}


def parse_job(name: str, table: Any, where: str) -> JobSpec:
    """Return the job that a *table* of a page.toml describes; raise `PageError` if it does not."""
    as_object(table, where, PageError, _JOB_KEYS)
    values = table.get("values", {})
    as_object(values, f"{where}, values", PageError, dict.fromkeys(values, True))
    job = JobSpec(
        name,
        _parse_command(table["command"], where),
        {key: _parse_value(value, f"{where}, {shortened(key)}") for key, value in values.items()},
        _text(table, "input", where),
        _text(table, "photo", where),
        _text(table, "answer", where) or JSON,
        as_bool(table.get("lines", False), f"{where}, lines", PageError),
    )
    blanks = {blank[1] for word in _words(job.command) if (blank := _BLANK.fullmatch(word))}
    filled = {*job.values, *([job.photo] if job.photo else [])}
    if wrong := sorted(blanks ^ filled):
        expected = f"a blank {{{shortened(wrong[0])}}} and a value for it"
        raise PageError(where, expected=expected, found="one of them")
    return job


def _parse_command(value: Any, where: str) -> tuple[str | tuple[str, ...], ...]:
    parts = as_list(value, where, PageError, "a command")
    command = tuple(tuple(part) if isinstance(part, list) else part for part in parts)
    if not command or not all(isinstance(word, str) for word in _words(command)):
        raise PageError(where, expected="a command", found=json_quoted(value))
    return command


def _parse_value(table: Any, where: str) -> ValueSpec:
    as_object(table, where, PageError, _VALUE_KEYS)
    flag, pattern = _text(table, "flag", where), _text(table, "pattern", where)
    if flag:
        return ValueSpec(re.compile("|yes"), "", flag=flag)
    if pattern is None:
        raise PageError(where, expected="a pattern or a flag", found="neither")
    try:
        with warnings.catch_warnings(action="error"):  # of what another Python may read otherwise
            compiled = re.compile(pattern)
    except (re.error, FutureWarning, ValueError, OverflowError, RecursionError):  # of huge numbers
        raise PageError(where, expected="a pattern", found=quoted(pattern)) from None
    is_words = as_bool(table.get("words", False), f"{where}, words", PageError)
    return ValueSpec(compiled, _text(table, "default", where), is_words)


def _text(table: Mapping[str, Any], key: str, where: str) -> str | None:
    """Return the text that *table* has for *key*, or None."""
    return as_text(table[key], f"{where}, {key}", PageError) if key in table else None


def _words(command: Sequence[Any]) -> Iterator[Any]:
    """Yield the words of *command*, and of the lists in it."""
    for part in command:
        yield from part if isinstance(part, tuple) else (part,)
