"""The page as a folder of files: Python runs in the browser, and no server is asked."""

from collections.abc import Callable
from pathlib import Path

from solver.files.texts import Language


def export_page(
    folder: Path,
    *,
    announce: Callable[[str], None],
    runtime: Path | None = None,
    language: Language | None = None,
) -> int:
    """Write the page to *folder*, which is new or of an earlier export; return its size in bytes.

    Python and a reader of codes come from the folder *runtime*, or are fetched once; *announce* is
    then told so, in lines. The page speaks this *language*, or that of the browser. Raises
    `SourceError` where something cannot be read, fetched or written.
    """
    from solver.web.export.folder import check_folder, write_folder
    from solver.web.export.page_version import version_files
    from solver.web.export.runtime import read_runtime, runtime_files

    check_folder(folder)
    core = read_runtime(runtime) if runtime else runtime_files(announce)
    files = version_files(core, language)
    write_folder(folder, files)
    return sum(map(len, files.values()))
