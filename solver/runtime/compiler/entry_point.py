"""The function by which a kernel is called: it takes its arguments from an array of words."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.runtime.kernel import Kind

_NAMES = {"i": "i64", "u": "i64", "f": "double", "b": "i8"}  # by the kinds of numbers


class _Code:
    """Lines of LLVM's language that load the arguments, one word after another."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def new(self, text: str) -> str:
        """Return the name of a new value, which *text* computes."""
        name = f"%x{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def load(self) -> str:
        at = self.new(f"getelementptr i64, ptr %words, i64 {self._count}")
        self._count += 1
        return self.new(f"load i64, ptr {at}")

    def number(self, kind: "np.dtype[Any]") -> str:
        value = self.load()
        if kind.kind == "f":
            return f"double {self.new(f'bitcast i64 {value} to double')}"
        if kind.kind == "b":
            return f"i8 {self.new(f'trunc i64 {value} to i8')}"
        return f"i64 {value}"

    def array(self, ndim: int, item_bytes: int) -> list[str]:
        """Return what numba takes for an array: its owner, its size, its data, shape and steps."""
        data = self.new(f"inttoptr i64 {self.load()} to ptr")
        shape = [self.load() for _ in range(ndim)]
        steps = [str(item_bytes)]
        for length in reversed(shape[1:]):  # row by row
            steps.insert(0, self.new(f"mul i64 {length}, {steps[0]}"))
        count = shape[0]
        for length in shape[1:]:
            count = self.new(f"mul i64 {count}, {length}")
        numbers = [f"i64 {value}" for value in (count, item_bytes)]
        ends = [f"i64 {value}" for value in (*shape, *steps)]
        return ["ptr null", "ptr null", *numbers, f"ptr {data}", *ends]


def entry_point(symbol: str, body: str, kinds: Sequence[Kind], results: Sequence[Kind]) -> str:
    """Return the function *symbol*, which hands words of these *kinds* on to *body*."""
    code = _Code()
    args: list[str] = []
    for kind in kinds:
        if isinstance(kind, tuple):
            ndim, items = kind
            args += code.array(ndim, items.itemsize)
        else:
            args.append(code.number(kind))
    types = [_NAMES[kind.kind] for kind in results if isinstance(kind, np.dtype)]
    returned = f"{{{', '.join(types)}}}" if types else "ptr"
    found, error = code.new(f"alloca {returned}"), code.new("alloca ptr")
    args = [f"ptr {found}", f"ptr {error}", *args]
    status = code.new(f"call i32 @{body}({', '.join(args)})")
    code.lines.append(f"store i64 {code.new(f'sext i32 {status} to i64')}, ptr %words")
    for at, name in enumerate(types):
        part = code.new(f"getelementptr {returned}, ptr {found}, i32 0, i32 {at}")
        value = code.new(f"load {name}, ptr {part}")
        place = code.new(f"getelementptr i64, ptr %words, i64 {at + 1}")
        if name == "i8":
            code.lines.append(f"store i64 {code.new(f'zext i8 {value} to i64')}, ptr {place}")
        else:
            code.lines.append(f"store {name} {value}, ptr {place}")
    declared = ", ".join(arg.split()[0] for arg in args)
    lines = [*code.lines, "ret void"]
    return "\n".join(
        [f"declare i32 @{body}({declared})", f"define void @{symbol}(ptr %words) {{", *lines, "}"]
    )
