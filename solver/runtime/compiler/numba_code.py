"""The kernels in LLVM's language, as numba makes it of their sources."""

from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.extending import intrinsic, overload

from solver.runtime import word
from solver.runtime.compiler.entry_point import entry_point
from solver.runtime.kernel import Kernel, signature

_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean}


def compiled_module(entries: list[Kernel[..., Any]], modules: list[ModuleType]) -> Any:
    """Return the module of the kernels *entries*, where only their symbols can be seen.

    In all *modules*, which have them and what they call, numba's functions take the place of those
    that are marked. The code has not been optimized.
    """
    dispatchers = _dispatchers(modules)
    whole = llvm.parse_assembly("")
    for entry in entries:
        whole.link_in(_module_of(entry, dispatchers[id(entry)]))
    symbols = {entry.symbol for entry in entries}
    for function in whole.functions:
        if not function.is_declaration and function.name not in symbols:
            function.linkage = "internal"
    return whole


def _dispatchers(modules: list[ModuleType]) -> dict[int, Any]:
    """Return numba's function for each that is marked, by the id of that, and put them in place."""
    _teach_bits()
    # Nothing is called in this process: to load the code into it took a third of the time.
    JITCodeLibrary._finalize_specific = JITCPUCodegen.set_env = lambda *_: None  # noqa: SLF001
    made: dict[int, Any] = {}
    for module in modules:
        for value in vars(module).values():
            options = getattr(value, "compile_options", None)
            if options is not None and id(value) not in made:
                function = value.function if isinstance(value, Kernel) else value
                # Wrappers would serve calls from Python and from C.
                compiler = njit(
                    nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, **options
                )
                made[id(value)] = compiler(function)
    for module in modules:
        for name, value in [*vars(module).items()]:
            if id(value) in made:
                setattr(module, name, made[id(value)])
    return made


def _teach_bits() -> None:
    """Let numba take one instruction for what `word` has of bits."""

    @intrinsic  # type: ignore[untyped-decorator]
    def cttz(_typing: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
            return builder.cttz(words[0], ir.Constant(ir.IntType(1), 1))  # 1: of 0 undefined

        return types.uint64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def ctpop(_typing: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
            return builder.ctpop(words[0])

        return types.uint64(types.uint64), generate

    # Numba calls the outer function with the type of a word, and compiles the inner one.
    overload(word.trailing_zeros, inline="always")(lambda word: lambda word: cttz(word))  # noqa: ARG005, PLW0108
    overload(word.ones, inline="always")(lambda word: lambda word: ctpop(word))  # noqa: ARG005, PLW0108


def _module_of(entry: Kernel[..., Any], dispatcher: Any) -> Any:
    """Return the code of the kernel *entry*, what it calls, and the symbol that it is called by."""
    hints = get_type_hints(entry.function)
    hints.pop("return")
    kinds = tuple(map(_numba_type, hints.values()))
    dispatcher.compile(kinds)
    made = dispatcher.overloads[kinds]
    module = llvm.parse_assembly(dispatcher.inspect_llvm(kinds))
    arguments, results = signature(entry.function)
    returned = made.signature.return_type
    found = [*returned] if isinstance(returned, types.BaseTuple) else [returned]
    if found != [*map(from_dtype, results)] and (results or returned is not types.none):
        raise TypeError(f"{entry.symbol} returns {returned}, not {results}")
    body = made.fndesc.llvm_func_name
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name == body else "internal"
    text = entry_point(entry.symbol, body, arguments, results)
    module.link_in(llvm.parse_assembly(text))
    return module


def _numba_type(hint: Any) -> Any:
    """Return numba's type for the annotation *hint*."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    if get_origin(hint) is np.ndarray:
        shape, dtype = get_args(hint)
        return types.Array(from_dtype(np.dtype(get_args(dtype)[0])), len(get_args(shape)), "C")
    if isinstance(hint, type) and issubclass(hint, np.generic):
        return from_dtype(np.dtype(hint))
    if isinstance(hint, type) and issubclass(hint, tuple):
        fields = tuple(map(_numba_type, get_type_hints(hint).values()))
        if len(set(fields)) == 1:
            return types.NamedUniTuple(fields[0], len(fields), hint)
        return types.NamedTuple(fields, hint)
    raise TypeError(f"no type of a kernel: {hint}")
