"""The machine code of kernels that share their sources, for each level of a target."""

import pickle
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from solver.runtime import kernel, word
from solver.runtime.kernel import Kernel

_CONSTANTS = bool, int, float, str, tuple, np.generic, np.ndarray


def kernel_modules(room: str = "") -> list[ModuleType]:
    """Return all modules of kernels, or those of one *room*, such as ``solver.tiling``."""
    files = [path for top in ("solver", "generator") for path in Path(top).rglob("*.py")]
    names = (".".join(path.with_suffix("").parts) for path in sorted(files))
    return [import_module(name) for name in names if name.startswith(room) and _has_kernels(name)]


def _has_kernels(name: str) -> bool:
    """Return whether the module *name* is one of kernels: a kernel.py, or in a folder kernel."""
    is_ours = name.startswith(("solver.", "generator.")) and name != kernel.__name__
    return is_ours and "kernel" in name.split(".")[-2:]


def kernels_of(modules: Sequence[ModuleType]) -> list[Kernel[..., Any]]:
    """Return the kernels that *modules* define."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Kernel) and value.__module__ == module.__name__
    ]


def source_names() -> list[str]:
    """Return the names of the modules, of those imported so far, whose sources make the code."""
    return sorted(
        name
        for name, module in sys.modules.items()
        if name.startswith(("solver.", "generator.")) and not hasattr(module, "__path__")
    )


def object_name(room: str, triple: str, level: str) -> str:
    """Return the name of the object file with the kernels of *room*."""
    return f"{room}.{triple}.{level}.o"


def write_objects(room: str, triple: str, folder: Path, levels: Sequence[str]) -> None:
    """Write the object files of the kernels of *room* into *folder*, unless they are there.

    Beside them lies the fingerprint of what they were made of.
    """
    kernels = kernels_of(kernel_modules(room))
    # Those imported by now are what the kernels of the room call.
    modules = [word, *(module for name, module in sys.modules.items() if _has_kernels(name))]
    fingerprint = _fingerprint(modules)
    kept = folder / f"{object_name(room, triple, '+'.join(levels))}.sources"
    if kept.exists() and kept.read_text() == fingerprint:
        return
    from llvmlite import binding as llvm

    from solver.runtime.compiler.numba_code import compiled_module

    code = str(compiled_module(kernels, modules))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    for level in levels:
        machine = target.create_target_machine(cpu=level, opt=3, reloc="pic", codemodel="default")
        module = llvm.parse_assembly(code)
        module.triple, module.data_layout = triple, str(machine.target_data)
        _optimize(module, machine)
        for entry in kernels:
            module.get_function(entry.symbol).name = entry.symbol_for(level)
        (folder / object_name(room, triple, level)).write_bytes(machine.emit_object(module))
    kept.write_text(fingerprint)


def _fingerprint(modules: Sequence[ModuleType]) -> str:
    """Return what differs where the code of *modules*, a constant or the compiler differs."""
    digest = sha256(version("numba").encode())
    for path in (*sorted(Path(__file__).parent.glob("*.py")), Path(kernel.__file__)):
        digest.update(path.read_bytes())
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
        for name, value in vars(module).items():
            if isinstance(value, _CONSTANTS) and not name.startswith("__"):
                digest.update(pickle.dumps((name, value)))
    return digest.hexdigest()


def _optimize(module: Any, machine: Any) -> None:
    """Optimize *module* for *machine* as numba would: its references first, then all else."""
    from llvmlite import binding as llvm

    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0))
    passes = builder.getModulePassManager()
    passes.add_loop_rotate_pass()
    passes.add_instruction_combine_pass()
    passes.add_jump_threading_pass()
    passes.add_refprune_pass()
    passes.run(module, builder)
    tuning = llvm.create_pipeline_tuning_options(3)
    tuning.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
