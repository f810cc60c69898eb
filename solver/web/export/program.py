"""penta as a zip archive for Python in a browser: the program, its data, and what it imports."""

import io
from collections.abc import Iterator
from importlib.metadata import files as installed_files
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import solver
from solver.errors import SourceError

_ROOT = Path(solver.__file__).parents[1]
_MODULES = ("cli.py", "penta.py")
_PACKAGES = ("data", "solver", "generator")
_LEFT_OUT = {"box", "photo", "printing"}  # packages that take compiled code
# Without compiled code, fonts, photos and catalogues; and with one learned table of two, as the
# whole is to stay small.
_KEPT = {".css", ".json", ".py", ".pyi", ".toml", ".txt"}
_TABLES = {"solitaire.xz"}
# How terminals differ from what wcwidth says, and click's tests and completion of commands.
_NEVER = ("_known_", "shell_completion", "testing")
_LIBRARIES = ("click", "lazy_loader", "wcwidth")  # all that is imported on the way to an answer


def program_zip() -> bytes:
    """Return the archive; the same program gives the same bytes."""
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, path in sorted({**dict(_own_files()), **dict(_library_files())}.items()):
            file.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED, 9)
    return archive.getvalue()


def _own_files() -> Iterator[tuple[str, Path]]:
    for name in _MODULES:
        yield name, _ROOT / name
    for package in _PACKAGES:
        for path in (_ROOT / package).rglob("*"):
            below = path.relative_to(_ROOT)
            is_shown = "page" in below.parts and path.name != "page.toml"  # files of the browser
            is_wanted = path.suffix in _KEPT or path.name in _TABLES
            if is_wanted and not is_shown and _LEFT_OUT.isdisjoint(below.parts):
                yield below.as_posix(), path


def _library_files() -> Iterator[tuple[str, Path]]:
    """Yield the modules of the libraries, and their licences."""
    for library in _LIBRARIES:
        spec = find_spec(library)
        if spec is None or spec.origin is None:
            raise SourceError(f"library {library}", expected="an installed one", found="none")
        folder = Path(spec.origin).parent
        for path in folder.rglob("*.py"):
            if not path.name.startswith(_NEVER):
                yield path.relative_to(folder.parent).as_posix(), path
        for file in installed_files(library) or ():
            if "LICEN" in file.name.upper():
                yield file.as_posix(), Path(str(file.locate()))
