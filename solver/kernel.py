"""Compiled code: how every kernel is compiled, kept and announced.

Kernels work on uint64 words. numba turns a mix of int64 and uint64 into float64, so their
constants are typed once, at the top. What is compiled is kept beside the source; where that cannot
be written, in the user's cache folder; and where neither can, not at all.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import event
from numba.extending import intrinsic

from solver.terminal import say

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(function: Kernel) -> Kernel:
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
            say("penta: compiling the search; this takes some seconds, and only the first time")

    def on_end(self, happening: Any) -> None:
        """Say nothing of the end."""


_announcer = _Announcer()
event.register("numba:compile", _announcer)


@compiled
def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the number of the lowest bit set in *word*, which is not 0."""
    found: np.uint64 = _count_trailing_zeros(word)
    return found


@compiled
def ones(word: np.uint64) -> np.uint64:
    """Return how many bits of *word* are set."""
    found: np.uint64 = _count_ones(word)
    return found
