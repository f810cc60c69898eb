"""The npm packages that a page without a server brings along, each of the one version we test.

A package is fetched once and kept; what comes is checked before anything uses it.
"""

import base64
import hashlib
import io
import os
import tarfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import which
from subprocess import CalledProcessError, run
from tempfile import TemporaryDirectory
from typing import NamedTuple

from solver.errors import SourceError, error_text, quoted
from solver.files.output_file import write_atomic

_HINT = "--runtime FOLDER takes what you have fetched in another way"


class NpmPackage(NamedTuple):
    """A *version* of a package, the *sha512* of its archive in Base64, and what we take of it.

    *files* are their names in the package by ours, *sha256* is that of their contents in a row.
    """

    name: str
    version: str
    sha512: str
    mebibytes: float
    files: Mapping[str, str]
    sha256: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def _archive(self) -> str:
        return f"{self.name}-{self.version}.tgz"

    def fetched(self, announce: Callable[[str], None]) -> dict[str, bytes]:
        """Return its files by our names; fetch them unless they are kept.

        *announce* is told in a line what is fetched. Raises `SourceError` when it cannot be had.
        """
        kept, archive = _cache() / self._archive, b""
        with suppress(OSError):
            archive = kept.read_bytes()
        if not self._is_right(archive):
            size = f"{self.mebibytes} MiB"
            announce(f"npm fetches {self.name}@{self.version} ({size}), for this and later exports")
            archive = self._answer()
            with suppress(OSError, SourceError):  # then it is fetched again the next time
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(str(kept), archive, kind="runtime")
        with tarfile.open(fileobj=io.BytesIO(archive)) as file:
            members = {ours: file.extractfile(f"package/{its}") for ours, its in self.files.items()}
            return {ours: member.read() for ours, member in members.items() if member}

    def read(self, folder: Path) -> dict[str, bytes]:
        """Return its files by our names from *folder*, which has them as the package does.

        The folder may also be one of packages, as `node_modules`. Raises `SourceError` unless they
        are there, and of our version.
        """
        where, found = f"runtime {quoted(str(folder))}", {}
        if (folder / self.name).is_dir():
            folder /= self.name
        for ours, its in self.files.items():
            try:
                found[ours] = (folder / its).read_bytes()
            except OSError as error:
                expected = f"a file {its} of {self}"
                raise SourceError(where, expected=expected, found=error_text(error)) from None
        if hashlib.sha256(b"".join(found.values())).hexdigest() != self.sha256:
            raise SourceError(where, expected=str(self), found="other bytes")
        return found

    def _answer(self) -> bytes:
        """Return what npm fetches, from wherever it is set up to do so."""
        where = f"npm package {self.name}@{self.version}"
        if (npm := which("npm")) is None:
            found = "no such program"
            raise SourceError(where, expected="npm to fetch it", found=found, hint=_HINT)
        with TemporaryDirectory() as folder:
            command = [npm, "pack", "--loglevel=error", f"--pack-destination={folder}"]
            try:
                run(  # noqa: S603 - our own words
                    [*command, f"{self.name}@{self.version}"],
                    capture_output=True,
                    check=True,
                    text=True,
                )
                archive = (Path(folder) / self._archive).read_bytes()
            except (OSError, CalledProcessError) as error:
                said = getattr(error, "stderr", None) or str(error)
                found = f"no answer ({said.splitlines()[0]})"
                raise SourceError(where, expected="a package", found=found, hint=_HINT) from None
        if not self._is_right(archive):
            expected, found = f"{self} with its checksum", "other bytes"
            raise SourceError(where, expected=expected, found=found, hint=_HINT)
        return archive

    def _is_right(self, archive: bytes) -> bool:
        return base64.b64encode(hashlib.sha512(archive).digest()).decode() == self.sha512


def _cache() -> Path:
    """Return the folder where programs keep what they can fetch again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penta"
