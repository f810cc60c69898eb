"""Compiled code: how every kernel is compiled, kept and announced.

Kernels work on uint64 words. numba turns a mix of int64 and uint64 into float64, so their
constants are typed once, at the top. What is compiled is kept beside the source; where that cannot
be written, in the user's cache folder; and where neither can, not at all. It is compiled anew when
any kernel has changed: numba itself asks only for the file of the one, not of those it calls.
"""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import caching, event
from numba.extending import intrinsic

_FOLDERS = ("solver", "generator")
_logger = logging.getLogger("penta")
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


@cache
def fingerprint() -> tuple[tuple[str, int, int], ...]:
    """Return the names, dates and sizes of all files with kernels."""
    root = Path(__file__).parents[2]
    modules = [file for folder in _FOLDERS for file in (root / folder).rglob("*.py")]
    files = [file for file in modules if "kernel" in (file.stem, file.parent.name)]
    files.append(Path(__file__))
    return tuple(
        (str(file.relative_to(root)), file.stat().st_mtime_ns, file.stat().st_size)
        for file in sorted(files)
    )


class EnvLocator(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """The folder that NUMBA_CACHE_DIR names."""

    get_source_stamp = staticmethod(fingerprint)


class SourceLocator(caching.InTreeCacheLocator):  # type: ignore[misc]
    """The folder beside the source."""

    get_source_stamp = staticmethod(fingerprint)


class UserCacheLocator(caching.UserWideCacheLocator):  # type: ignore[misc]
    """The user's cache folder."""

    get_source_stamp = staticmethod(fingerprint)


config.CACHE_LOCATOR_CLASSES = ",".join(
    f"{__name__}.{kind.__name__}" for kind in (EnvLocator, SourceLocator, UserCacheLocator)
)


def jit(function: Kernel) -> Kernel:
    """Compile *function* when it is first called; it runs without the GIL."""
    try:
        kernel: Kernel = njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no folder to keep it in
        kernel = njit(nogil=True)(function)
    _announcer.kernels.add(kernel)
    return kernel


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
    """Says once that our kernels are being compiled, which takes seconds."""

    def __init__(self) -> None:
        self.kernels: set[Any] = set()
        self._told = False

    def on_start(self, happening: Any) -> None:
        """Tell, if it is one of ours that is compiled."""
        if not self._told and happening.data["dispatcher"] in self.kernels:
            self._told = True
            # Without any handlers, logging writes a warning to stderr as it is.
            _logger.warning("penta: compiling the search; this takes seconds, the first time only")

    def on_end(self, happening: Any) -> None:
        """Say nothing of the end."""


_announcer = _Announcer()
event.register("numba:compile", _announcer)


@jit
def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the number of the lowest bit set in *word*, which is not 0."""
    found: np.uint64 = _count_trailing_zeros(word)
    return found


@jit
def ones(word: np.uint64) -> np.uint64:
    """Return how many bits of *word* are set."""
    found: np.uint64 = _count_ones(word)
    return found
