"""Files that are written: as a whole, or not at all."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from solver.errors import SourceError, error_text, quoted
from solver.files.origin import is_ours
from solver.runtime.interruption import deferred

_TEMPORARY_PREFIX = ".penta-"


def write_atomic(name: str, content: bytes, *, kind: str, is_private: bool = False) -> None:
    """Write *content* to the file *name*; the old content stays until all is written.

    *kind* is the word for it in messages. No other account can read a *private* one. Raises
    `SourceError` when it cannot be written.
    """
    write_all_atomic({name: content}, kind=kind, are_private=is_private)


@deferred()
def write_all_atomic(files: Mapping[str, bytes], *, kind: str, are_private: bool = False) -> None:
    """Write several *files*, contents by names; none is replaced before all are written.

    In the main thread a Ctrl-C waits for the end of it. No other account can read *private* ones.
    Raises `SourceError` when one of them cannot be written.
    """
    staged: list[tuple[str, Path, Path]] = []
    where = kind
    try:
        for name, content in files.items():
            path, where = check_path(name, kind=kind), f"{kind} {quoted(name)}"
            temporary = path.with_name(f"{_TEMPORARY_PREFIX}{os.urandom(8).hex()}")
            staged.append((where, temporary, path))
            with temporary.open("xb") as file:  # a new file has the usual mode
                if are_private:
                    temporary.chmod(0o600)
                file.write(content)
            if path.exists() and not are_private:
                temporary.chmod(path.stat().st_mode & 0o777)
        for where, temporary, path in staged:  # noqa: B007 - the error names it
            temporary.replace(path)
    except OSError as error:
        raise SourceError(
            where, expected="a file that can be written", found=error_text(error)
        ) from None
    finally:
        for _, temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def check_writable(targets: Iterable[tuple[str, str | None]], *, sources: Iterable[str]) -> None:
    """Raise `SourceError` unless each of *targets*, a kind and perhaps a name, can be written.

    It is tried, with a file that is gone again at once; call this before a search, not after it.
    No target may be the same file as another one, or as one of *sources*, the names of inputs.
    """
    taken = {path: "the file that is read" for path in map(_existing_file, sources) if path}
    for kind, name in targets:
        if name is None:
            continue
        path = check_path(name, kind=kind)
        if path in taken:
            where = f"{kind} {quoted(name)}"
            raise SourceError(where, expected="a file of its own", found=taken[path])
        _try_folder(path.parent, where=f"{kind} {quoted(name)}")
        taken[path] = f"the {kind}"


def check_replaceable(targets: Iterable[tuple[str, str | None]]) -> None:
    """Raise `SourceError` where one of *targets*, as of `check_writable`, is somebody else's file.

    It may be replaced where it is empty, or where penta has written it.
    """
    for kind, name in targets:
        if name is None or not (path := check_path(name, kind=kind)).exists() or is_ours(path):
            continue
        expected, found = "a new file or one of penta's", "a file that penta did not write"
        hint = "--force replaces it"
        raise SourceError(f"{kind} {quoted(name)}", expected=expected, found=found, hint=hint)


def check_new(name: str, *, kind: str, hint: str) -> None:
    """Raise `SourceError` where there is a file *name*; the *hint* says what to do instead."""
    if check_path(name, kind=kind).exists():
        where, expected = f"{kind} {quoted(name)}", "the name of a new file"
        raise SourceError(where, expected=expected, found="an existing one", hint=hint)


def _try_folder(folder: Path, *, where: str) -> None:
    """Raise `SourceError` unless a file can be written beside the target, as `write_atomic` does.

    Permissions do not tell: a superuser, a read-only disk and a full one go by other rules.
    """
    try:
        with NamedTemporaryFile(dir=folder, prefix=_TEMPORARY_PREFIX) as file:
            file.write(b"\0")
            file.flush()
    except OSError as error:
        found = f"no way to write in folder {str(folder)!r} ({error.strerror})"
        raise SourceError(where, expected="a file that can be written", found=found) from None


def numbered(name: str, count: int, *, kind: str) -> list[str]:
    """Return *count* names of files: *name* itself, or numbered ones made of it.

    Raises `SourceError` when *name* cannot be the name of a file.
    """
    if count == 1:
        return [name]
    check_path(name, kind=kind)
    path, width = Path(name), len(str(count))
    return [
        str(path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}"))
        for number in range(1, count + 1)
    ]


def check_ending(name: str, endings: Sequence[str], *, kind: str) -> str:
    """Return the ending of the file *name* in small letters, one of *endings*, such as ``.svg``.

    Raises `SourceError` when it has another one.
    """
    ending = Path(name).suffix.lower()
    if ending not in endings:
        *others, last = endings
        wanted = f"an ending {', '.join(others)} or {last}" if others else f"the ending {last}"
        found = quoted(ending) if ending else "none"
        raise SourceError(f"{kind} {quoted(name)}", expected=wanted, found=found)
    return ending


def check_path(name: str, *, kind: str) -> Path:
    """Return the path that *name* leads to, with links followed.

    Raises `SourceError` when it is clear beforehand that the file cannot be written.
    """
    where = f"{kind} {quoted(name)}"
    if not name or name == "-":
        raise SourceError(where, expected="the name of a file", found=quoted(name))
    try:
        path = Path(name).resolve()
        if path.exists() and not path.is_file():
            found = "a folder" if path.is_dir() else "a device"
        elif not path.parent.is_dir():
            found = f"no folder {str(path.parent)!r}"
        else:
            return path
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        found = error_text(error)
    raise SourceError(where, expected="a file that can be written", found=found)


def _existing_file(name: str) -> Path | None:
    """Return the path of the file *name*, with links followed, if there is such a file."""
    try:
        path = Path(name).resolve()
        return path if path.is_file() else None
    except (OSError, ValueError):  # a card id is longer than a name may be
        return None
