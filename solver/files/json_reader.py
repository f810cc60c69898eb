"""JSON and TOML that people write, read as tables of fields declare it.

A reader takes a `Json`, a value and where it stands, and returns what the value means. A check that
fails says in one line where, what was expected and what was found.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from solver.errors import PentaError, did_you_mean, quoted, shortened
from solver.geometry.cell import Cell
from solver.question import check_argument

T = TypeVar("T")

_CELL_LENGTH = 2  # a row and a col
_CELLS = 'cells [row, col] or "c4"'
_DEEPEST = 500  # brackets: Python in a browser breaks down at some 3000
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_ABSENT: Any = object()


def parse_json(text: str, source: str, error: type[PentaError]) -> Any:
    """Return the JSON value in *text*, called *source* in messages; raise *error* if it is none."""

    def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            key = next(key for key in keys if keys.count(key) > 1)
            raise error(source, expected="each key of an object once", found=f"{quoted(key)} again")
        return dict(pairs)

    if _depth(text) > _DEEPEST:
        raise error(source, expected="JSON", found="too many brackets in brackets")
    try:
        return json.loads(text, object_pairs_hook=without_duplicates)
    except PentaError:
        raise
    except json.JSONDecodeError as found:
        raise error(
            f"{source}, line {found.lineno}, column {found.colno}",
            expected="JSON",
            found=f"{quoted(found.doc[found.pos : found.pos + 10])} ({found.msg})",
        ) from None
    except ValueError as found:  # a number of 5000 digits
        raise error(source, expected="JSON", found=str(found).partition(";")[0]) from None


def _depth(text: str) -> int:
    """Return how many brackets of *text*, in which strings are JSON's, are open at once."""
    brackets = re.findall(r'[][{}]|"(?:[^"\\]|\\.)*+"', text)
    return max(accumulate(_STEPS.get(each, 0) for each in brackets), default=0)


def parse_toml(text: str, source: str, error: type[PentaError], *, expected: str) -> dict[str, Any]:
    """Return the table in *text*, called *source* in messages; raise *error* if it is no TOML.

    *expected* says what lines it should have.
    """
    import tomllib  # most files are JSON

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as found:  # ValueError: also a number of 5000 digits
        message = str(found).partition("\n")[0]
        position = re.search(r" \(at (line \d+, column \d+|end of document)\)$", message)
        where = f"{source}, {position[1]}" if position else source
        reason = message[: position.start()] if position else message
        raise error(
            where, expected=expected, found=f"no TOML: {reason[:1].lower()}{reason[1:]}"
        ) from None


def json_quoted(value: Any) -> str:
    """Return a JSON *value*, or one of TOML, for a message, written as in JSON.

    >>> json_quoted(None), json_quoted([1, True]), json_quoted({"a": 1}), json_quoted("a")
    ('null', '[1, true]', 'an object', "'a'")
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "an object"
    try:
        return shortened(json.dumps(value, default=str))  # TOML has dates as well
    except RecursionError:
        return "a list of lists of lists"
    except ValueError:  # TOML reads numbers of any length if they are hexadecimal
        return "a number of thousands of digits"


def quotes_hint(value: Any) -> str:
    """Return what to do with a *value* that is a number in quotes, where a number is expected."""
    is_quoted = isinstance(value, str) and value.strip().isdecimal()
    return "without the quotes" if is_quoted else ""


@dataclass(frozen=True, slots=True)
class Json:
    """A JSON *value* that stands *where*; what is wrong with it is an *error*.

    It stands in the object or list *outer*, and *beside* it are the fields of the nearest object
    around it.
    """

    value: Any
    where: str
    error: type[PentaError]
    outer: str = ""
    beside: "Fields | None" = None

    def __getitem__(self, key: str) -> Any:
        """Return the field *key*, as it is read, of the nearest object around that declares it."""
        if self.beside is None:
            raise KeyError(key)
        return self.beside[key] if key in self.beside.table else self.beside.json[key]

    def inner(self, value: Any, name: str) -> "Json":
        """Return a *value* in this one, which messages call *name*."""
        return replace(self, value=value, where=f"{self.where}, {name}", outer=self.where)

    def wrong(self, expected: str, found: str = "", hint: str = "") -> PentaError:
        """Return the error that something else was *expected* than was *found*, or the value."""
        found = found or json_quoted(self.value)
        return self.error(self.where, expected=expected, found=found, hint=hint)

    def as_list(self, expected: str) -> list[Any]:
        """Return the value, a list, which is what is *expected*."""
        return self._as(list, expected)

    def as_dict(self, expected: str) -> dict[str, Any]:
        """Return the value, an object, which is what is *expected*."""
        return self._as(dict, expected)

    def as_text(self) -> str:
        """Return the value, a string."""
        return self._as(str, "a string")

    def _as(self, kind: type[T], expected: str) -> T:
        if not isinstance(self.value, kind):
            raise self.wrong(expected)
        return self.value


Reader = Callable[[Json], T]


class Optional(NamedTuple):
    """A field that may be left out, as if its value were *default*, or None without one."""

    read: Reader[Any]
    default: Any = _ABSENT


Table = Mapping[str, Reader[Any] | Optional]


class Fields(Mapping[str, Any]):
    """The fields of an object as a *table* declares them, each read when it is first asked for.

    Readers see the fields beside theirs, so that one may depend on another.
    """

    def __init__(self, json: Json, table: Table) -> None:
        self.json, self.table = json, table
        self._values: dict[str, Any] = {}
        given = json.as_dict(f"an object with {', '.join(table)}")
        for key in given:
            if key not in table:
                raise json.wrong(f"keys {', '.join(table)}", quoted(key), did_you_mean(key, table))
        for key, field in table.items():
            if key not in given and not isinstance(field, Optional):
                raise json.wrong(f"a key {key!r}", "none")

    def __getitem__(self, key: str) -> Any:
        if key not in self._values:
            field = self.table[key]
            read, default = field if isinstance(field, Optional) else (field, _ABSENT)
            value = self.json.value.get(key, default)
            json = replace(self.json.inner(value, key), beside=self)
            self._values[key] = None if value is _ABSENT else read(json)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)


class JsonText:
    """A type whose text is JSON. *json_form* is what messages call it, and the error they are."""

    __slots__ = ()
    json_form: ClassVar[tuple[str, type[PentaError]]]

    @classmethod
    def parse(cls, text: str, *, source: str = "") -> Self:
        """Return the value in *text*, the JSON of `to_json`; *source* names it in messages."""
        name, error = cls.json_form
        check_argument(text, str, source or name)
        return cls.from_json(parse_json(text, source or name, error), source)

    @classmethod
    def from_json(cls, value: Any, source: str = "") -> Self:
        """Return what the JSON *value* describes; *source* names it in messages."""
        name, error = cls.json_form
        return cls.read(Json(value, source or name, error))

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return what *json* describes."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return the value as a JSON object, which `from_json` reads."""
        raise NotImplementedError

    def __str__(self) -> str:
        return json.dumps(self.to_json()) + "\n"


def whole_number(low: int, high: int, expected: str = "", *, hints: bool = False) -> Reader[int]:
    """Return the reader of a whole number from *low* to *high*; if it *hints*, also at quotes."""

    def read(json: Json) -> int:
        number = json.value
        if type(number) is not int or not low <= number <= high:
            raise json.wrong(
                expected or f"{low} to {high}", hint=quotes_hint(number) if hints else ""
            )
        return number

    return read


def or_null(read: Reader[T]) -> Reader[T | None]:
    """Return a reader like *read* that also takes null, for None."""
    return lambda json: None if json.value is None else read(json)


def list_of(read: Reader[T], expected: str, each: str = "") -> Reader[tuple[T, ...]]:
    """Return the reader of a list that is *expected*.

    Messages call its items *each* with a number from 1, by default as they call the list.
    """

    def read_list(json: Json) -> tuple[T, ...]:
        items = enumerate(json.as_list(expected), start=1)
        name = f"{json.outer}, {each}"
        return tuple(
            read(replace(json, value=item, where=f"{name} {number}" if each else json.where))
            for number, item in items
        )

    return read_list


def read_name(json: Json, known: Collection[str], expected: str = "", *, hints: bool = True) -> str:
    """Return the value of *json*, which must be a *known* name; a near one may be a hint."""
    name = json.value
    if not isinstance(name, str) or name not in known:
        hint = did_you_mean(name, known) if hints and isinstance(name, str) else ""
        raise json.wrong(expected or " or ".join(known), hint=hint)
    return name


def read_bool(json: Json) -> bool:
    """Return the value of *json*, true or false."""
    if not isinstance(json.value, bool):
        raise json.wrong("true or false")
    return json.value


def read_any(json: Json) -> Any:
    """Return the value of *json*, whatever it is."""
    return json.value


def read_integer(json: Json) -> int:
    """Return the value of *json*, a whole number."""
    if type(json.value) is not int:
        raise json.wrong("a whole number")
    return json.value


def read_cell(json: Json) -> Cell:
    """Return the cell in *json*: ``[row, col]``, counted from 0, or a name, ``"c4"``."""
    value = json.value
    if isinstance(value, str):
        return Cell.parse(value, json.where, json.error, expected=_CELLS)
    is_pair = isinstance(value, list) and len(value) == _CELL_LENGTH
    if not is_pair or any(type(number) is not int for number in value):
        raise json.wrong(_CELLS)
    return Cell(*value)


read_cells = list_of(read_cell, f"a list of {_CELLS}")
