"""Questions: the functions that programs call, whose arguments are checked at each call.

A program may hand in anything. What is not of the type that the signature says, or out of its
range, is refused in one line before any work: it is not taken for something else, and no error
comes from deep within.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial, wraps
from inspect import signature
from itertools import repeat
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TextIO,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from solver.errors import PentaError, quoted, shortened

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Within(NamedTuple):
    """The range of a number, both ends included."""

    least: float
    most: float | None = None

    def __str__(self) -> str:
        return f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"

    def allows(self, value: object) -> bool:
        """Return whether *value* is in the range, or no number; NaN is in none."""
        is_number = isinstance(value, float) or hasattr(value, "numerator")  # as a Fraction has
        if not is_number:
            return True
        number: Any = value
        return self.least <= number and (self.most is None or number <= self.most)


class Decimals(NamedTuple):
    """How many decimals a number may have."""

    most: int

    def __str__(self) -> str:
        return f"at most {self.most} decimals"

    def allows(self, value: object) -> bool:
        """Return whether *value* has no more, or is no exact number."""
        number: Any = value
        return not hasattr(value, "denominator") or (number * 10**self.most).denominator == 1


class OneOf(NamedTuple):
    """The words that a string may be."""

    words: Sequence[str]

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"

    def allows(self, value: object) -> bool:
        """Return whether *value* is one of the words, or no string."""
        return not isinstance(value, str) or value in self.words


Count = Annotated[int, Within(1)]
Limit = Annotated[int, Within(0)]
Seed = Annotated[int, Within(0)]  # Python takes a negative one for the same as a positive one
Seconds = Annotated[float, Within(0)]
SEED_LIMIT = 2**32  # of a seed that is drawn, and of one at the command line
_COLLECTIONS = {Collection, Sequence, frozenset, list, set, tuple}


def drawn_seed() -> int:
    """Return a seed drawn at random, below `SEED_LIMIT`."""
    from random import SystemRandom  # most questions need none

    return SystemRandom().randrange(SEED_LIMIT)


def question(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Check the arguments of each call of *function* by its annotations.

    A call raises `TypeError` for an argument of another type, and `PentaError` for a number out of
    its range, which stands in the annotation: ``Annotated[int, Within(2, 12)]``.

    >>> @question
    ... def doubled(number: Count) -> int:
    ...     return 2 * number
    >>> doubled(0)
    Traceback (most recent call last):
    solver.errors.PentaError: number: expected at least 1, found 0
    """
    shape = cache(partial(signature, function))  # most of what is imported is not called

    @wraps(function)
    def ask(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        try:
            given = shape().bind(*args, **kwargs).arguments
        except TypeError:  # Python itself says it better
            return function(*args, **kwargs)
        for name, value in given.items():
            parameter = shape().parameters[name]
            if parameter.annotation is not parameter.empty:  # as that of *self* is
                check_argument(value, parameter.annotation, name)
        return function(*args, **kwargs)

    return ask


def check_fields(value: Any, where: str = "") -> None:
    """Check the fields of *value* by their annotations, as `question` does.

    It is a dataclass or a named tuple; *where* is what errors call it.
    """
    hints: dict[str, Any] = (
        {field.name: field.type for field in fields(value)}
        if is_dataclass(value)
        else type(value).__annotations__
    )
    for name, hint in hints.items():
        check_argument(getattr(value, name), hint, f"{where}, {name}" if where else name)


def check_argument(value: object, hint: Any, name: str) -> None:
    """Raise `TypeError` or `PentaError` unless *value* fits *hint*, the annotation of *name*."""
    if not _fits(value, hint):
        value, hint, name = _culprit(value, hint, name)
        found = "None" if value is None else f"{type(value).__name__} {quoted(value)}"
        raise TypeError(f"{name}: expected {_text(hint)}, found {found}")
    if type(value) is hint:
        return
    for limits, part in _limits(value, hint):
        if not limits.allows(part):
            raise PentaError(name, expected=str(limits), found=shortened(str(part)))


def _limits(value: Any, hint: Any) -> Iterator[tuple[Within | Decimals | OneOf, Any]]:
    """Yield the limits in *hint*, each with the part of *value* that it is for."""
    yield from ((limits, value) for limits in getattr(hint, "__metadata__", ()))
    kind, parts = get_origin(hint), get_args(hint)
    if kind in {Union, UnionType}:
        for part in parts:
            yield from _limits(value, part)
    elif kind in _COLLECTIONS and isinstance(value, kind) and any(map(get_args, parts)):
        for each, part in _items(value, hint):
            yield from _limits(each, part)


def _items(value: Any, hint: Any) -> Iterator[tuple[Any, Any]]:
    """Return the items of *value*, a collection of the type *hint*, each with its own type."""
    parts = get_args(hint)
    return zip(value, parts if _has_length(hint) else repeat(parts[0]), strict=False)


def _has_length(hint: Any) -> bool:
    """Return whether *hint* is a tuple of a fixed length, with a type for every item."""
    return get_origin(hint) is tuple and get_args(hint)[-1] is not ...


def _culprit(value: Any, hint: Any, name: str) -> tuple[Any, Any, str]:
    """Return what of *value* does not fit its part of *hint*, and its name: one item, or all."""
    if get_origin(hint) in {Annotated, Union, UnionType}:
        among = [part for part in get_args(hint) if get_origin(part) in _COLLECTIONS]
        found = _culprit(value, among[0], name) if len(among) == 1 else None
        return found if found and found[2] != name else (value, hint, name)
    if (
        get_origin(hint) in _COLLECTIONS
        and isinstance(value, Sequence)  # the items of a set have no number
        and isinstance(value, get_origin(hint))
        and not isinstance(value, str)
        and not (_has_length(hint) and len(value) != len(get_args(hint)))
    ):
        for number, (each, part) in enumerate(_items(value, hint)):
            if not _fits(each, part):
                return _culprit(each, part, f"{name}[{number}]")
    return value, hint, name


def _fits(value: Any, hint: Any) -> bool:  # noqa: PLR0911 - one for each form of a type
    """Return whether *value* is of the type *hint*; what stands in quotes is not looked at."""
    if type(value) is hint or hint is Any or isinstance(hint, str | TypeVar):
        return True
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _fits(value, parts[0])
    if kind in {Union, UnionType}:
        return any(_fits(value, part) for part in parts)
    if kind is Literal:
        return value in parts
    if hint is TextIO:
        return hasattr(value, "write")
    if hint in {int, float}:  # True is a number for Python, and for nobody else
        return isinstance(value, int | hint) and not isinstance(value, bool)
    if _has_length(hint):
        is_one = isinstance(value, tuple) and len(value) == len(parts)
        return is_one and all(map(_fits, value, parts))
    if kind in _COLLECTIONS:
        is_one = isinstance(value, kind) and not isinstance(value, str)
        return is_one and all(_fits(each, parts[0]) for each in value)
    return isinstance(value, kind or hint)


def _text(hint: Any) -> str:  # noqa: PLR0911 - one for each form of a type
    """Return what an error calls the type *hint*."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _text(parts[0])
    if kind in {Union, UnionType}:
        return " or ".join(map(_text, parts))
    if kind is Literal:
        return " or ".join(map(repr, parts))
    if hint is NoneType:
        return "None"
    name: str = (kind or hint).__name__
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " or ".join(f"{name}.{member.name}" for member in hint)
    if _has_length(hint):
        return f"{name} of {len(parts)} ({', '.join(map(_text, parts))})"
    return f"{name} of {_text(parts[0])}" if kind in _COLLECTIONS else name
