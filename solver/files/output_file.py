"""Where a file goes: written whole, or not at all."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from solver.errors import SourceError, quoted


def write_atomic(name: str, content: bytes, *, kind: str) -> None:
    """Write *content* to the file *name*; what was there is replaced at once, or left as it is.

    *kind* is the word for it in messages. Raises `SourceError` when it cannot be written.
    """
    write_all_atomic({name: content}, kind=kind)


def write_all_atomic(files: Mapping[str, bytes], *, kind: str) -> None:
    """Write several *files*, contents by names; all are on the disk before one is replaced.

    Raises `SourceError` when one of them cannot be written.
    """
    staged: list[tuple[Path, Path]] = []
    where = kind
    try:
        for name, content in files.items():
            path, where = check_path(name, kind=kind), f"{kind} {quoted(name)}"
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
            with NamedTemporaryFile(dir=path.parent, prefix=".penta-", delete=False) as file:
                temporary = Path(file.name)
                staged.append((temporary, path))
                file.write(content)
            temporary.chmod(mode)
        for temporary, path in staged:
            temporary.replace(path)
    except OSError as error:
        raise _unusable(where, f"an error ({error.strerror})") from None
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def check_writable(targets: Iterable[tuple[str, str | None]], *, sources: Iterable[str]) -> None:
    """Raise `SourceError` unless each of *targets*, a kind and perhaps a name, can be written.

    None may be another one, or one of the *sources*, what is read, as it was typed.
    """
    taken = {path: "what is read" for path in map(_file, sources) if path}
    for kind, name in targets:
        if name is None:
            continue
        path = check_path(name, kind=kind)
        if path in taken:
            raise SourceError(
                f"{kind} {quoted(name)}", expected="a file of its own", found=taken[path]
            )
        taken[path] = f"the {kind}"


def numbered(name: str, count: int, *, kind: str) -> list[str]:
    """Return the names of so many files: the one asked for, or numbered ones.

    Raises `SourceError` where *name* can be none.
    """
    if count == 1:
        return [name]
    check_path(name, kind=kind)
    path, wide = Path(name), len(str(count))
    return [
        str(path.with_name(f"{path.stem}-{number:0{wide}}{path.suffix}"))
        for number in range(1, count + 1)
    ]


def check_path(name: str, *, kind: str) -> Path:
    """Return the file that *name* leads to, links followed.

    Raises `SourceError` where it can be told beforehand that it cannot be written.
    """
    where = f"{kind} {quoted(name)}"
    if not name or name == "-":
        raise SourceError(where, expected="the name of a file", found=quoted(name))
    try:
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            raise _unusable(where, "a folder" if path.is_dir() else "a device")
        if not path.parent.is_dir():
            raise _unusable(where, f"no folder {quoted(str(path.parent))}")
    except OSError as error:
        raise _unusable(where, f"an error ({error.strerror})") from None
    except ValueError as error:
        if isinstance(error, SourceError):
            raise
        raise _unusable(where, f"an error ({error})") from None
    return path


def _file(name: str) -> Path | None:
    """Return the file of this *name*, links followed; None where there is none."""
    try:
        path = Path(name).resolve()
        return path if path.is_file() else None
    except (OSError, ValueError):  # a card id is longer than a name may be
        return None


def _unusable(where: str, found: str) -> SourceError:
    return SourceError(where, expected="a file that can be written", found=found)


def _umask() -> int:
    """Return which permissions new files do not get; it can only be asked by setting it."""
    before = os.umask(0)
    os.umask(before)
    return before
