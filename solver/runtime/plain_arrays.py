"""Arrays in plain Python: what kernels use of numpy, where numpy is not installed.

The names are numpy's. Numbers are Python's own: words do not wrap around by themselves, and what
does not fit in an array raises an error. Arrays of one dimension are arrays of the standard
library, so that a slice of one is a copy. A row of one with more dimensions is a `memoryview`.
"""

# ruff: noqa: D102, D103 - numpy tells what its functions do

from __future__ import annotations

from array import array as items_of
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import accumulate, chain, product, repeat
from math import log as _log
from math import prod
from math import sqrt as root
from operator import add, floordiv, mul, sub, truediv
from struct import Struct
from types import GenericAlias
from typing import Any

_WORD = (1 << 64) - 1
_FLOAT32 = Struct("f")

inf = float("inf")
bool_, int64, float64 = bool, int, float
generic = object


class dtype:  # noqa: N801
    """The type of the items of an array, for annotations."""

    __class_getitem__: Any = classmethod(GenericAlias)


class _Sized(int):
    """An integer type for the items of arrays; a number of it is an int."""

    def __new__(cls, value: Any = 0) -> int:  # type: ignore[misc]
        return int(value)


class int8(_Sized):  # noqa: N801, D101
    pass


class int16(_Sized):  # noqa: N801, D101
    pass


class int32(_Sized):  # noqa: N801, D101
    pass


class uint8(_Sized):  # noqa: N801, D101
    pass


class uint16(_Sized):  # noqa: N801, D101
    pass


class uint64(_Sized):  # noqa: N801
    """A word: the lowest 64 bits of a number."""

    def __new__(cls, value: Any = 0) -> int:  # type: ignore[misc]
        return int(value) & _WORD


class float32(float):  # noqa: N801
    """A number rounded to single precision."""

    def __new__(cls, value: Any = 0.0) -> float:  # type: ignore[misc]
        return float(_FLOAT32.unpack(_FLOAT32.pack(value))[0])


_CODES: dict[Any, str] = {
    bool: "b",
    int8: "b",
    int16: "h",
    int32: "i",
    int: "q",
    uint8: "B",
    uint16: "H",
    uint64: "Q",
    float32: "f",
    float: "d",
}


class ndarray:  # noqa: N801
    """An array of any number of dimensions, row by row, in the memory of a `memoryview`."""

    __class_getitem__: Any = classmethod(GenericAlias)

    def __init__(self, flat: memoryview, shape: Sequence[int]) -> None:
        self._flat, self.shape = flat, tuple(shape)
        self._items = flat
        if flat:  # an empty one cannot be cast
            self._items = flat.cast("B").cast(flat.format, self.shape)  # type: ignore[call-overload]

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, at: Any) -> Any:
        if at.__class__ is slice:
            return self._part(at)
        try:
            return self._items[at]
        except (NotImplementedError, TypeError):  # not of a single item
            return self._part(at)

    def _part(self, at: Any) -> Any:
        """Return a row, rows side by side, or a copy of the rows of these numbers."""
        at = at if isinstance(at, tuple) else (at,)
        if not isinstance(at[-1], int | slice):
            (numbers,) = at
            positions = chain(*(self._numbers((number,)) for number in numbers))
            shape = len(numbers), *self.shape[1:]
            return _of(self._flat.format, map(self._flat.__getitem__, positions), shape)
        if any(isinstance(each, slice) for each in at[:-1]) or len(at) == len(self.shape):
            return Vector(self._flat.format, map(self._flat.__getitem__, self._numbers(at)))
        first, rest = 0, list(self.shape)
        for each in at:
            length = rest.pop(0)
            if isinstance(each, slice):
                begin, end, _ = each.indices(length)
                rest.insert(0, end - begin)
            else:
                begin = range(length)[each]
            first = first * length + begin
        size = prod(self.shape[len(at) :])
        flat = self._flat[first * size : first * size + prod(rest)]
        return flat if len(rest) == 1 else ndarray(flat, rest)

    def _numbers(self, at: tuple[Any, ...]) -> Iterator[int]:
        """Yield the positions in memory of what *at* stands for."""
        rest = [slice(None)] * (len(self.shape) - len(at))
        ranges = [
            range(length)[each] if isinstance(each, slice) else (range(length)[each],)
            for each, length in zip((*at, *rest), self.shape, strict=True)
        ]
        for place in product(*ranges):
            number = 0
            for each, length in zip(place, self.shape, strict=True):
                number = number * length + each
            yield number

    def __setitem__(self, at: Any, value: Any) -> None:
        try:
            self._items[at] = value
        except (NotImplementedError, TypeError):  # not a single item
            if at == slice(None) and isinstance(value, int | float):
                self.fill(value)
                return
            values = repeat(value) if isinstance(value, int | float) else value
            numbers = self._numbers(at if isinstance(at, tuple) else (at,))
            for number, each in zip(numbers, values, strict=False):
                self._flat[number] = each

    def fill(self, value: float) -> None:
        """Make all items *value*."""
        self._flat[:] = items_of(self._flat.format, [value]) * len(self._flat)

    def copy(self) -> Any:
        """Return a copy."""
        return _of(self._flat.format, self._flat, self.shape)

    def astype(self, dtype: Any) -> Any:
        """Return a copy whose items are of this type."""
        return _of(_CODES[dtype], self._flat, self.shape)

    def reshape(self, *shape: int) -> ndarray:
        """Return its items as an array of this *shape*."""
        return ndarray(self._flat, shape)

    def ravel(self) -> Vector:
        """Return a copy of all items, row by row."""
        return Vector(self._flat.format, self._flat)

    def tolist(self) -> list[Any]:
        """Return lists of lists."""
        return self._items.tolist()


def _elementwise(operate: Callable[[Any, Any], Any]) -> Callable[[Vector, Any], Vector]:
    def of_vectors(one: Vector, other: Any) -> Vector:
        others = other if isinstance(other, Vector) else repeat(other)
        return _vector([*map(operate, one, others)])

    return of_vectors


class Vector(items_of):  # type: ignore[type-arg]
    """An array of one dimension."""

    __slots__ = ()
    __add__ = _elementwise(add)
    __sub__ = _elementwise(sub)
    __mul__ = _elementwise(mul)
    __truediv__ = _elementwise(truediv)
    __floordiv__ = _elementwise(floordiv)

    def __rpow__(self, base: float) -> Vector:
        return _vector([base**each for each in self])

    @property
    def shape(self) -> tuple[int]:
        """Its length."""
        return (len(self),)

    def __setitem__(self, at: Any, value: Any) -> None:
        if at.__class__ is slice and isinstance(value, int | float):
            value = items_of(self.typecode, [value]) * len(range(*at.indices(len(self))))
        items_of.__setitem__(self, at, value)  # sooner than by super()

    def fill(self, value: float) -> None:
        """Make all items *value*."""
        self[:] = value

    def copy(self) -> Vector:
        """Return a copy."""
        return Vector(self.typecode, self)

    def astype(self, dtype: Any) -> Vector:
        """Return a copy whose items are of this type."""
        return Vector(_CODES[dtype], self)

    def reshape(self, *shape: int) -> ndarray:
        """Return its items as an array of this *shape*."""
        return ndarray(memoryview(self), shape)

    def any(self) -> bool:
        """Return whether an item is not 0."""
        return any(iter(self))


def _vector(values: Sequence[Any]) -> Vector:
    return Vector("d" if any(isinstance(value, float) for value in values) else "q", values)


def _of(code: str, values: Iterable[Any], shape: Sequence[int]) -> Any:
    flat = Vector(code, values)
    return flat if len(shape) == 1 else ndarray(memoryview(flat), shape)


def full(shape: int | Sequence[int], value: float, dtype: Any = int) -> Any:
    shape = (shape,) if isinstance(shape, int) else shape
    return _of(_CODES[dtype], items_of(_CODES[dtype], [value]) * prod(shape), shape)


def zeros(shape: int | Sequence[int], dtype: Any = float) -> Any:
    return full(shape, 0, dtype)


def ones(shape: int | Sequence[int], dtype: Any = float) -> Any:
    return full(shape, 1, dtype)


empty = zeros


def array(values: Sequence[Any], dtype: Any = None) -> Any:
    """Return the array of nested lists of the same lengths."""
    shape: list[int] = []
    flat: list[Any] = [*values]
    shape.append(len(flat))
    while flat and isinstance(flat[0], Sequence | items_of | memoryview | ndarray):
        shape.append(len(flat[0]))
        flat = [*chain(*flat)]
    code = _vector(flat).typecode if dtype is None else _CODES[dtype]
    return _of(code, flat, shape)


def cumsum(values: Sequence[Any]) -> Vector:
    return _vector([*accumulate(values)])


def count_nonzero(values: Sequence[Any]) -> int:
    return sum(map(bool, values))


def flatnonzero(values: Sequence[Any]) -> Vector:
    return _vector([number for number, value in enumerate(values) if value])


def argmin(values: Sequence[Any]) -> int:
    return min(range(len(values)), key=values.__getitem__)


def searchsorted(values: Sequence[Any], value: float, side: str = "left") -> int:
    return (bisect_left if side == "left" else bisect_right)(values, value)


def multiply(values: Any, factor: float) -> Vector:
    return Vector(values.typecode, [value * factor for value in values])


def take(values: Sequence[Any], numbers: Iterable[int]) -> Vector:
    return _vector([*map(values.__getitem__, numbers)])


def maximum(values: Sequence[Any], least: float) -> Vector:
    return _vector([max(value, least) for value in values])


def log(value: float) -> float:
    return _log(value)


def sqrt(values: Sequence[Any]) -> Vector:
    return _vector([*map(root, values)])


def errstate(**_: str) -> AbstractContextManager[None]:
    return nullcontext()
