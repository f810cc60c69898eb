"""The folder of the page without a server: what a static host, or any web server, hands out.

All of a version stands in folders that are named by their content, so that no file of one version
is ever taken for that of another. Beside them stand the first page and the service worker, which
name a version.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from solver import MARK
from solver.errors import SourceError, error_text, quoted
from solver.files.output_file import check_writable, write_all_atomic
from solver.web.export.page_version import INDEX, SERVICE_WORKER, VERSION_FOLDER

_KIND = "export"
_OURS = re.compile(rb'content="%s"(?s:.*)src="penta-[0-9a-f]+/frame\.js"' % MARK.encode())


def check_folder(folder: Path) -> None:
    """Raise `SourceError` unless the page can be written to *folder*.

    It is new, or empty, or has a page that penta has exported before, perhaps in part.
    """
    where = f"{_KIND} {quoted(str(folder))}"
    with _readable(folder):
        if folder.exists() and not folder.is_dir():
            raise SourceError(where, expected="a folder", found="a file")
        if folder.is_dir() and not _is_ours(folder):
            expected = "a new folder, an empty one, or one that penta has exported"
            raise SourceError(where, expected=expected, found="a folder with other files")
        parent = next(one for one in (folder, *folder.absolute().parents) if one.is_dir())
    check_writable([(_KIND, str(parent / INDEX))], sources=())


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files*, those of a version of the page, to *folder*; `SourceError` if that fails.

    The first page and the service worker come last: until then, visitors get the older version.
    That stays until the next export, for visitors who have just come.
    """
    older = _named_versions(folder)
    with _readable(folder):
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
    for is_last in (False, True):
        part = {name: content for name, content in files.items() if ("/" not in name) == is_last}
        write_all_atomic({str(folder / name): part[name] for name in part}, kind=_KIND)
    needed = older | {name.partition("/")[0] for name in files}
    with _readable(folder):
        for path in folder.iterdir():
            if VERSION_FOLDER.fullmatch(path.name) and path.name not in needed:
                shutil.rmtree(path, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Return whether *folder* is empty, or has an exported page or the beginning of one.

    Hidden files do not count: those of Git, of a desktop, and ours until they have their names.
    """
    names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    if INDEX in names:
        return _OURS.search((folder / INDEX).read_bytes()) is not None
    return all(map(VERSION_FOLDER.fullmatch, names))


def _named_versions(folder: Path) -> set[str]:
    """Return the folders that the service worker in *folder* names, if there is one."""
    with suppress(OSError, UnicodeDecodeError):
        text = (folder / SERVICE_WORKER).read_text("utf-8")
        return {found[0] for found in VERSION_FOLDER.finditer(text)}
    return set()


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """Raise `SourceError` where *folder* cannot be read or made in the block."""
    try:
        yield
    except OSError as error:
        where, expected = f"{_KIND} {quoted(str(folder))}", "a folder that can be written"
        raise SourceError(where, expected=expected, found=error_text(error)) from None
