"""The library of all kernels: object files of each room, built side by side, and linked."""

import os
import platform
import shlex
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

from solver.errors import PentaError
from solver.runtime.compiler.machine_code import (
    kernel_modules,
    kernels_of,
    room_of,
    source_files,
    written_whole,
)
from solver.runtime.kernel import ROOT, SOURCES_MARK, source_fingerprint
from solver.runtime.parallel import cores, thread_map


class Target(NamedTuple):
    """A kind of computer, and what LLVM, zig and wheels call it.

    *levels* are the oldest processors that it serves, and the newest if they are worth it.
    """

    triple: str
    zig: str
    wheel: str
    levels: tuple[str, ...]


# What a processor of x86-64-v3 has, as LLVM names it; runtime.c asks it for the same.
_NEWEST = "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"
_COMPILER_HINT = "install gcc or clang, or the package ziglang"
_X86, _ARM = ("x86-64", "x86-64-v3"), ("generic",)
TARGETS = {
    "linux-x86_64": Target(
        "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", _X86
    ),
    "linux-aarch64": Target(
        "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", _ARM
    ),
    "macos-x86_64": Target(
        "x86_64-apple-macosx11.0", "x86_64-macos.11.0", "macosx_11_0_x86_64", _X86
    ),
    "macos-arm64": Target(
        "arm64-apple-macosx11.0", "aarch64-macos.11.0", "macosx_11_0_arm64", ("apple-m1",)
    ),
    "windows-amd64": Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "win_amd64", _X86),
    "windows-arm64": Target("aarch64-pc-windows-gnu", "aarch64-windows-gnu", "win_arm64", _ARM),
}


def build(library: Path, folder: Path, target_name: str | None = None) -> None:
    """Build *library* with all levels of a target, or for this machine alone.

    Object files are kept in *folder*, and built again when their sources change. Raises
    `PentaError` where there is no C compiler, or none for this machine.
    """
    if target_name is None:
        target, levels = _host()
    else:
        target = _target(target_name)
        levels = target.levels
    compiler = compiler_of(None if target_name is None else target.zig)
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rooms = sorted({room_of(entry.__module__) for entry in kernels_of(kernel_modules())})
    write = partial(_write_objects, triple=target.triple, levels=levels, folder=folder)
    objects = [path for paths in thread_map(write, rooms, jobs=cores()) for path in paths]
    names = source_files()
    sources = " ".join([SOURCES_MARK.decode() + source_fingerprint(names), *names])
    macros = zip(("BASE", "NEWEST"), target.levels, strict=False)
    options = [f'-D{name}="{level}"' for name, level in macros if level in levels]
    options += ["-O2", "-g0", "-shared", "-fPIC", f'-DSOURCES="{sources}"']
    runtime = str(Path(__file__).with_name("runtime.c"))
    with written_whole(library) as part:
        _run([*compiler, *options, "-o", str(part), runtime, *objects, "-lm"])


def _write_objects(room: str, *, triple: str, levels: tuple[str, ...], folder: Path) -> list[str]:
    """Return the object files of *room*, which another process writes."""
    command = [sys.executable, "-m", __package__, room, triple, str(folder), *levels]
    return _run(command).splitlines()


def _run(command: list[str]) -> str:
    """Return what *command* prints; raise `PentaError` when it fails."""
    try:
        ended = subprocess.run(command, cwd=ROOT, check=True, stdout=PIPE, text=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise PentaError("kernels", expected="a library", found=f"{error}") from None
    return ended.stdout


def _host() -> tuple[Target, tuple[str, ...]]:
    """Return the target that this machine is, and its best level alone."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    target = _target(f"{system}-{platform.machine().lower()}")
    from llvmlite import binding as llvm

    features = llvm.get_host_cpu_features()
    is_newest = all(map(features.get, _NEWEST))
    return target, target.levels[-1:] if is_newest else target.levels[:1]


def _target(name: str) -> Target:
    if name not in TARGETS:
        raise PentaError("computer", expected=f"one of {', '.join(TARGETS)}", found=name)
    return TARGETS[name]


def system_compiler() -> list[str]:
    """Return the command of this machine's C compiler; empty where there is none."""
    command = shlex.split(os.environ.get("CC", "cc"))
    try:  # where there is none, macOS has a program of this name that fails
        subprocess.run([*command, "--version"], check=True, capture_output=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return []
    return command


def compiler_of(zig_target: str | None) -> list[str]:
    """Return the command of a C compiler: for this machine that of the system, or else zig's."""
    if zig_target is None and (found := system_compiler()):
        return found
    if find_spec("ziglang") is None:
        raise PentaError("C compiler", expected="cc, or zig", found="none", hint=_COMPILER_HINT)
    chosen = [] if zig_target is None else ["-target", zig_target]
    return [sys.executable, "-m", "ziglang", "cc", *chosen]
