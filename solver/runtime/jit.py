"""Compilation of kernels with numba, its cache, and their bits and random numbers.

Kernels work on uint64 words. numba turns a mix of int64 and uint64 into float64, so the constants
of a kernel are typed once, at the top. Compiled code is cached beside the source, or else in the
user's cache folder, or else not at all. All of it is compiled again when any kernel has changed:
numba itself checks the file of a kernel, but not the files of the kernels that it calls.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import caching, event
from numba.extending import intrinsic
from numpy.typing import NDArray

_logger = logging.getLogger("penta")
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


@cache
def source_fingerprint() -> tuple[tuple[str, int, int], ...]:
    """Return the names, times and sizes of all files that define kernels."""
    root = Path(__file__).parents[2]
    modules = [*(root / "solver").rglob("*.py"), *(root / "generator").rglob("*.py")]
    files = [file for file in modules if "kernel" in (file.stem, file.parent.name)]
    files.append(Path(__file__))
    return tuple(
        (str(file.relative_to(root)), file.stat().st_mtime_ns, file.stat().st_size)
        for file in sorted(files)
    )


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """The compiled code of a kernel, which another version of the program may have left."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._source_stamp = source_fingerprint()  # noqa: SLF001 - numba has no hook for it

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled code, or None; numba fails where a class has since been renamed."""
        try:
            return super().load_overload(signature, context)
        except (AttributeError, EOFError, ImportError, UnpicklingError):
            self.flush()
            return None


def jit(function: Kernel) -> Kernel:
    """Compile *function* when it is first called; it runs without the GIL."""
    return _compiled(function, njit(nogil=True, no_cfunc_wrapper=True)(function))


def borrowing_jit(function: Kernel) -> Kernel:
    """Compile *function* as `jit` does; it borrows the arrays that it is handed, and makes none.

    So no references to them are counted. That is worth it for short functions that are handed many
    arrays: the atomic operations that count them took 80 % of the time of a search.
    """
    return _compiled(function, njit(nogil=True, no_cfunc_wrapper=True, _nrt=False)(function))


def inlined_jit(function: Kernel) -> Kernel:
    """Compile *function* as `borrowing_jit` does, into the functions that call it.

    That is worth it for those that are handed so many arrays that to hand them on takes longer than
    what is done with them.
    """
    options = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False, "forceinline": True}
    return _compiled(function, njit(**options)(function))


def _compiled(function: Kernel, kernel: Any) -> Kernel:
    with suppress(RuntimeError):  # there is no folder to keep it in
        kernel._cache = _KernelCache(function)  # noqa: SLF001 - as numba does it for cache=True
    _announcer.kernels.add(kernel)
    return cast("Kernel", kernel)


def typed_int(value: int) -> int:
    """Return *value* as a constant that kernels may hand on to others.

    A kernel that is handed a literal is compiled once for each literal.
    """
    return cast("int", np.int64(value))


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(words[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _count_ones(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return types.uint64(types.uint64), generate


class _Announcer(event.Listener):  # type: ignore[misc]
    """Announces once that kernels are being compiled, which takes seconds."""

    def __init__(self) -> None:
        self.kernels: set[Any] = set()
        self._has_announced = False

    def on_start(self, compilation: Any) -> None:
        """Announce it, if one of our own kernels is compiled."""
        if not self._has_announced and compilation.data["dispatcher"] in self.kernels:
            self._has_announced = True
            # Without any handlers, logging writes a warning to stderr as it is.
            _logger.warning(
                "penta: compiling the search: some seconds, the first time that it is used"
            )

    def on_end(self, compilation: Any) -> None:
        """Do nothing: the end is not announced."""


_announcer = _Announcer()
event.register("numba:compile", _announcer)


@jit
def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the position of the lowest bit set in *word*, which is not 0."""
    count: np.uint64 = _count_trailing_zeros(word)
    return count


@jit
def ones(word: np.uint64) -> np.uint64:
    """Return how many bits of *word* are set."""
    count: np.uint64 = _count_ones(word)
    return count


# splitmix64: Steele, Lea and Flood, OOPSLA 2014
GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)  # what a generator of words adds at each step
_MULTIPLIER_1, MULTIPLIER_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31, _32 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32))
_2_TO_MINUS_53 = 2.0**-53


@jit
def splitmix64(word: np.uint64) -> np.uint64:
    """Return *word* with its bits mixed; different words stay different."""
    word = (word ^ (word >> _30)) * _MULTIPLIER_1
    word = (word ^ (word >> _27)) * MULTIPLIER_2
    return word ^ (word >> _31)


@borrowing_jit
def random_word(seed: NDArray[np.uint64]) -> np.uint64:
    """Return a random word, and advance *seed* (1,)."""
    seed[0] += GOLDEN_GAMMA
    return splitmix64(seed[0])


@borrowing_jit
def below(seed: NDArray[np.uint64], limit: int) -> int:
    """Return a random number from 0 to *limit* - 1, at most 2 ** 32, and advance *seed* (1,)."""
    return int(np.int64(((random_word(seed) >> _32) * np.uint64(limit)) >> _32))


@borrowing_jit
def uniform(seed: NDArray[np.uint64]) -> float:
    """Return a random number above 0, at most 1, and advance *seed* (1,)."""
    return (np.float64(random_word(seed) >> _11) + 1.0) * _2_TO_MINUS_53
