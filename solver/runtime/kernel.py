"""Kernels: functions that run as machine code, which was built when penta was installed.

Their sources are Python, which ``PENTA_PLAIN=1`` runs as it is, to be stepped through or to have
every index checked; without numpy it runs on the arrays of `plain_arrays`, in a browser above all.
`solver.runtime.compiler` makes one library of them. Those that other modules call are marked
`kernel`: they take numbers, arrays, and named tuples of these, return a number, a tuple of numbers
or nothing, and write all else into the arrays. What they call is marked `compiled`, `borrowing` or
`inlined`, and is Python for everybody else.

Kernels work on uint64 words. The compiler turns a mix of int64 and uint64 into float64, so the
constants of a kernel are typed once, at the top.
"""

import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, update_wrapper
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import (
    Any,
    Generic,
    ParamSpec,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from solver.errors import BrokenInvariantError, PentaError
from solver.runtime.arrays import HAS_NUMPY, np

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Scalar = TypeVar("Scalar", bound=np.generic)
Function = TypeVar("Function", bound=Callable[..., Any])

# Arrays by their number of dimensions, for which kernels are compiled; in memory, row by row.
Array1: TypeAlias = np.ndarray[tuple[int], np.dtype[Scalar]]
Array2: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Scalar]]
Array3: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[Scalar]]
Array4: TypeAlias = np.ndarray[tuple[int, int, int, int], np.dtype[Scalar]]
Words: TypeAlias = Array1[np.uint64]
Ints: TypeAlias = Array1[np.int64]
Floats: TypeAlias = Array1[np.float64]

ROOT = Path(__file__).parents[2]
LIBRARY = Path(__file__).with_name("kernels.so")  # on every system: it is loaded by its path
_IS_CHECKOUT = (ROOT / "setup.py").exists()
_BUILDER = "python setup.py build_ext --inplace" if _IS_CHECKOUT else "installing penta"
_HINT = f"{_BUILDER} builds it; PENTA_PLAIN=1 runs Python, a hundred times slower"
SOURCES_MARK = b"penta sources "  # in the library, before their fingerprint and their names


def compiled(function: Function) -> Function:
    """Mark a *function* that kernels call, and that may make arrays."""
    return _marked(function)


def borrowing(function: Function) -> Function:
    """Mark a *function* that kernels call, and that makes no arrays, but borrows those it is given.

    So no references to them are counted. That is worth it for short functions that are handed many
    arrays: the atomic operations that count them took 80 % of the time of a search.
    """
    return _marked(function, _nrt=False)


def inlined(function: Function) -> Function:
    """Mark a `borrowing` *function* that becomes a part of those that call it.

    That is worth it for those that are handed so many arrays that to hand them on takes longer than
    what is done with them.
    """
    return _marked(function, _nrt=False, forceinline=True)


def _marked(function: Function, **options: bool) -> Function:
    function.compile_options = options  # type: ignore[attr-defined]
    return function


class Kernel(Generic[Parameters, Result]):
    """A *function* whose calls run its machine code, without the GIL.

    Its arguments are given by their positions; arrays lie in memory row by row.
    """

    def __init__(self, function: Callable[Parameters, Result]) -> None:
        self.function = function
        self.compile_options: dict[str, bool] = {}
        update_wrapper(self, function)

    @property
    def symbol(self) -> str:
        """The name of the kernel in LLVM's language and in C."""
        return f"{self.function.__module__}_{self.function.__name__}".replace(".", "_")

    def symbol_for(self, level: str) -> str:
        """Return the name of the machine code of the kernel for processors of *level*."""
        return f"{self.symbol}_{level}".replace("-", "_")

    @cached_property
    def _code(self) -> "_MachineCode":
        library, level = load_library()
        call = getattr(library, self.symbol_for(level), None)
        if call is None:  # it is newer than the library
            raise _refused("a library of these sources", f"one without {self.symbol}")
        return _MachineCode(self.function, call)

    def __call__(self, *args: Parameters.args, **named: Parameters.kwargs) -> Result:
        """Run the machine code, or under PENTA_PLAIN and without numpy the function itself."""
        if not HAS_NUMPY or os.environ.get("PENTA_PLAIN", "").lower() not in (
            "",
            "0",
            "no",
            "false",
        ):
            with np.errstate(over="ignore"):  # words wrap around
                return self.function(*args, **named)
        if named:
            raise TypeError(f"{self.symbol} takes its arguments by position")
        return cast("Result", self._code(args))


def kernel(function: Callable[Parameters, Result]) -> Kernel[Parameters, Result]:
    """Make the calls of *function* run its machine code."""
    return Kernel(function)


def typed_int(value: int) -> int:
    """Return *value* as a constant that kernels may hand on to others.

    A function that is handed a literal is compiled once for each literal.
    """
    return cast("int", np.int64(value))


class _MachineCode:
    """The machine code of *function*, which *call* runs on an array of words of 64 bits.

    A number is a word of the arguments, and an array its address and its shape. The first word that
    comes back tells whether the code failed; those behind it are the results.
    """

    def __init__(self, function: Callable[..., Any], call: Any) -> None:
        self._arguments, results = signature(function)
        self._words = Struct("=" + "".join(map(_words, self._arguments)))
        self._results = Struct("=" + "".join(map(_words, results)))
        self._size = max(self._words.size, 8 + self._results.size)
        self._call = call

    def __call__(self, args: Sequence[Any]) -> Any:
        values: list[Any] = []
        for value, kind in zip(_leaves(args), self._arguments, strict=True):
            if isinstance(kind, tuple):
                if (value.ndim, value.dtype) != kind or not value.flags.c_contiguous:
                    raise TypeError(f"expected {kind}, row by row, found {value!r}")
                values += value.__array_interface__["data"][0], *value.shape
            else:
                values.append(value)
        buffer = bytearray(self._size)
        self._words.pack_into(buffer, 0, *values)
        self._call((ctypes.c_char * self._size).from_buffer(buffer))
        if status := int.from_bytes(buffer[:8], sys.byteorder, signed=True):
            raise BrokenInvariantError(f"a kernel failed with status {status}")
        found = self._results.unpack_from(buffer, 8)
        return found if len(found) > 1 else found[0] if found else None


# The type of a number, or the dimensions of an array and the type of its items.
Kind: TypeAlias = "np.dtype[Any] | tuple[int, np.dtype[Any]]"


def signature(function: Callable[..., Any]) -> tuple[list[Kind], list[Kind]]:
    """Return the kinds of the numbers and arrays that *function* takes, and that it returns."""
    hints = get_type_hints(function)
    returned = hints.pop("return")
    results = () if returned is type(None) else get_args(returned) or returned
    return [*_kinds(tuple(hints.values()))], [*_kinds(results)]


def _kinds(hint: Any) -> Iterator[Kind]:
    """Yield the types of the numbers and arrays in what the annotation *hint* stands for."""
    if isinstance(hint, tuple):
        for part in hint:
            yield from _kinds(part)
    elif get_origin(hint) is np.ndarray:
        shape, dtype = get_args(hint)
        yield len(get_args(shape)), np.dtype(get_args(dtype)[0])
    elif issubclass(hint, tuple):
        yield from _kinds(tuple(get_type_hints(hint).values()))
    else:
        yield np.dtype(hint)


def _words(kind: Kind) -> str:
    """Return the format of the words that stand for a number or an array, as `struct` has it."""
    if isinstance(kind, tuple):
        return "Q" + kind[0] * "q"
    return {"u": "Q", "i": "q", "f": "d", "b": "?7x"}[kind.kind]


def _leaves(values: Sequence[Any]) -> Iterator[Any]:
    """Yield the numbers and arrays in *values*, tuples among them."""
    for value in values:
        if isinstance(value, tuple):
            yield from _leaves(value)
        else:
            yield value


@cache
def load_library() -> tuple[ctypes.CDLL, str]:
    """Return the library, and the best of its levels for this processor.

    Raises `PentaError` where there is none, or, in a checkout, where it is of other sources.
    """
    if not LIBRARY.exists():
        raise _refused(str(LIBRARY), "none")
    if _IS_CHECKOUT:  # before it is loaded: a second one of the same name would not be
        _, _, sources = LIBRARY.read_bytes().partition(SOURCES_MARK)
        fingerprint, _, names = sources.partition(b"\0")[0].decode(errors="replace").partition(" ")
        if fingerprint != source_fingerprint(names.split()):
            raise _refused("a library of these sources", "one of others")
    try:
        library = ctypes.CDLL(str(LIBRARY))
        library.penta_level.restype = ctypes.c_char_p
    except (OSError, AttributeError) as error:
        raise _refused("a library for this computer", str(error)) from None
    level: str = library.penta_level().decode()
    if not level:
        raise _refused("a library for this processor", "one for newer ones")
    return library, level


def _refused(expected: str, found: str) -> PentaError:
    return PentaError("kernels", expected=expected, found=found, hint=_HINT)


def source_fingerprint(names: Iterable[str]) -> str:
    """Return the fingerprint of the files *names*, by their paths, which differs where they do."""
    paths = (ROOT / name for name in names)
    return sha256(b"".join(path.read_bytes() for path in paths if path.exists())).hexdigest()
