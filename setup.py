"""The build backend: setuptools, which here compiles the kernels as it would an extension.

PENTA_TARGET names the computers that a wheel is for, such as macos-arm64; without it the kernels
serve this one alone. PENTA_WITHOUT_KERNELS=1 leaves them out, where no compiler can be had.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, build_meta, setup
from setuptools.build_meta import *  # noqa: F403 - the hooks of a backend; two of them stand below
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))

TARGET = os.environ.get("PENTA_TARGET")
WITHOUT = os.environ.get("PENTA_WITHOUT_KERNELS")


class BuildKernels(build_ext):
    """Build the library of all kernels, where setuptools would build an extension."""

    def run(self) -> None:
        """Build what has changed, in place if the installation is editable."""
        from solver.errors import PentaError
        from solver.runtime.compiler.library import build
        from solver.runtime.kernel import LIBRARY

        in_place = self.inplace or self.editable_mode
        root = Path(__file__).parent if in_place else Path(self.build_lib)
        try:
            build(root / "solver" / "runtime" / LIBRARY.name, Path("build/kernels"), TARGET)
        except PentaError as error:
            raise SystemExit(f"penta: {error}") from None

    def get_outputs(self) -> list[str]:
        """Return no file that setuptools should look for."""
        return []


class Wheel(bdist_wheel):
    """A wheel for every version of Python, as no kernel knows Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tags of the wheel."""
        from solver.runtime.compiler.library import TARGETS

        return "py3", "none", TARGETS[TARGET].wheel if TARGET else super().get_tag()[2]


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    """Return what pip has to fetch to build a wheel: where there is no C compiler, one."""
    from solver.runtime.compiler.library import system_compiler

    fetched = [] if WITHOUT or (system_compiler() and not TARGET) else ["ziglang==0.17.*"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *fetched]


get_requires_for_build_editable = get_requires_for_build_wheel


if __name__ == "__main__":
    setup(
        cmdclass={} if WITHOUT else {"build_ext": BuildKernels, "bdist_wheel": Wheel},
        ext_modules=[] if WITHOUT else [Extension("solver.runtime.kernels", [])],
    )
