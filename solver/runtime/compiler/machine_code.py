"""The machine code of kernels that share their sources, for each level of a target."""

import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np

from solver.runtime import kernel, word
from solver.runtime.kernel import ROOT, Kernel

_HERE = Path(__file__).parent
_CONSTANTS = bool, int, float, str, tuple, np.generic, np.ndarray


def kernel_modules(room: str = "") -> list[ModuleType]:
    """Return all modules of kernels, or those of one *room*: a package, as ``solver.tiling``."""
    files = [path for top in ("solver", "generator") for path in (ROOT / top).rglob("*.py")]
    paths = (path.relative_to(ROOT).with_suffix("") for path in sorted(files))
    names = [name for path in paths if _is_of_kernels(name := ".".join(path.parts))]
    return [import_module(name) for name in names if room in ("", room_of(name))]


def _is_of_kernels(name: str) -> bool:
    """Return whether the module *name* is one of kernels: a kernel.py, or in a folder kernel."""
    is_ours = name.startswith(("solver.", "generator.")) and name != kernel.__name__
    return is_ours and "kernel" in name.split(".")[-2:]


def room_of(name: str) -> str:
    """Return the package in which the module of kernels *name* is, or its folder kernel."""
    return name.rpartition(".kernel")[0]


def kernels_of(modules: Sequence[ModuleType]) -> list[Kernel[..., Any]]:
    """Return the kernels that *modules* define."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Kernel) and value.__module__ == module.__name__
    ]


def source_files() -> list[str]:
    """Return what the library is made of: the modules imported so far, and the compiler."""
    files = [path for path in _HERE.iterdir() if path.suffix in (".py", ".c")]
    for name, module in sys.modules.items():
        if name.startswith(("solver.", "generator.")) and not hasattr(module, "__path__"):
            files.append(Path(module.__file__ or ""))
    return sorted({path.relative_to(ROOT).as_posix() for path in files})


def write_objects(room: str, triple: str, folder: Path, levels: Sequence[str]) -> list[Path]:
    """Write the object files of the kernels of *room* into *folder*, unless they are there.

    Their names hold the fingerprint of what they are made of; those that were before are removed.
    """
    kernels = kernels_of(kernel_modules(room))
    # Those imported by now are what the kernels of the room call.
    modules = [word, *(module for name, module in sys.modules.items() if _is_of_kernels(name))]
    fingerprint = _fingerprint(modules)[:16]
    paths = [folder / f"{room}.{triple}.{level}.{fingerprint}.o" for level in levels]
    if all(path.exists() for path in paths):
        return paths
    # Numba reads it. Optimized only when all of it is there, the code is up to 1.5 times as slow.
    os.environ["NUMBA_OPT"] = "max"
    from llvmlite import binding as llvm

    from solver.runtime.compiler.numba_code import compiled_module

    code = str(compiled_module(kernels, modules))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    for level, path in zip(levels, paths, strict=True):
        machine = target.create_target_machine(cpu=level, opt=3, reloc="pic", codemodel="default")
        module = llvm.parse_assembly(code)
        module.triple, module.data_layout = triple, str(machine.target_data)
        _optimize(module, machine)
        for entry in kernels:
            module.get_function(entry.symbol).name = entry.symbol_for(level)
        for before in folder.glob(f"{room}.{triple}.{level}.*.o"):
            before.unlink()
        with written_whole(path) as part:
            part.write_bytes(machine.emit_object(module))
    return paths


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield where to write a file, which takes its place when the block is done."""
    with TemporaryDirectory(dir=path.parent) as folder:
        part = Path(folder) / path.name
        yield part
        part.replace(path)


def _fingerprint(modules: Sequence[ModuleType]) -> str:
    """Return what differs where the code of *modules*, a constant or the compiler differs."""
    digest = sha256(version("numba").encode())
    for path in (_HERE / "numba_code.py", _HERE / "entry_point.py", __file__, kernel.__file__):
        digest.update(Path(path).read_bytes())
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
