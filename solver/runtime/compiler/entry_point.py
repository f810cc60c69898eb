"""The function by which a kernel is called: it takes its arguments from an array of words."""

from collections.abc import Sequence
from typing import Any

from numba import types

_NAMES = {types.int64: "i64", types.uint64: "i64", types.float64: "double", types.boolean: "i8"}


class _Lines:
    """Lines of LLVM's language, one for each value."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def do(self, text: str) -> None:
        self.lines.append(text)

    def new(self, text: str) -> str:
        """Return the name of a new value, which *text* computes."""
        name = f"%x{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name


class _Words(_Lines):
    """The lines that load the arguments, one word after another."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def load(self) -> str:
        at = self.new(f"getelementptr i64, ptr %words, i64 {self._count}")
        self._count += 1
        return self.new(f"load i64, ptr {at}")

    def number(self, kind: Any) -> str:
        value = self.load()
        if kind is types.float64:
            return f"double {self.new(f'bitcast i64 {value} to double')}"
        if kind is types.boolean:
            return f"i8 {self.new(f'trunc i64 {value} to i8')}"
        return f"{_NAMES[kind]} {value}"

    def array(self, kind: Any) -> list[str]:
        """Return what numba takes for an array: its owner, its size, its data, shape and steps."""
        item_bytes = 1 if kind.dtype is types.boolean else kind.dtype.bitwidth // 8
        data = self.new(f"inttoptr i64 {self.load()} to ptr")
        shape = [self.load() for _ in range(kind.ndim)]
        steps = [str(item_bytes)]
        for length in reversed(shape[1:]):  # row by row
            steps.insert(0, self.new(f"mul i64 {length}, {steps[0]}"))
        count = shape[0]
        for length in shape[1:]:
            count = self.new(f"mul i64 {count}, {length}")
        numbers = [f"i64 {value}" for value in (count, item_bytes)]
        ends = [f"i64 {value}" for value in (*shape, *steps)]
        return ["ptr null", "ptr null", *numbers, f"ptr {data}", *ends]


def entry_point(symbol: str, body: str, kinds: Sequence[Any], results: Sequence[Any]) -> str:
    """Return the function *symbol*, which hands words of these *kinds* on to *body*.

    *kinds* and *results* are numba's types of numbers and arrays.
    """
    words = _Words()
    args: list[str] = []
    for kind in kinds:
        args += words.array(kind) if isinstance(kind, types.Array) else [words.number(kind)]
    returned = f"{{{', '.join(_NAMES[kind] for kind in results)}}}" if results else "ptr"
    found, error = words.new(f"alloca {returned}"), words.new("alloca ptr")
    args = [f"ptr {found}", f"ptr {error}", *args]
    status = words.new(f"call i32 @{body}({', '.join(args)})")
    words.do(f"store i64 {words.new(f'sext i32 {status} to i64')}, ptr %words")
    for at, kind in enumerate(results):
        part = words.new(f"getelementptr {returned}, ptr {found}, i32 0, i32 {at}")
        value = words.new(f"load {_NAMES[kind]}, ptr {part}")
        place = words.new(f"getelementptr i64, ptr %words, i64 {at + 1}")
        if kind is types.boolean:
            words.do(f"store i64 {words.new(f'zext i8 {value} to i64')}, ptr {place}")
        else:
            words.do(f"store {_NAMES[kind]} {value}, ptr {place}")
    declared = ", ".join(arg.split()[0] for arg in args)
    lines = [*words.lines, "ret void"]
    return "\n".join(
        [f"declare i32 @{body}({declared})", f"define void @{symbol}(ptr %words) {{", *lines, "}"]
    )
