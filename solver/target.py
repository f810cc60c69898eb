"""Where a file goes: written whole, or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from solver.errors import SourceError, shown


def write_whole(name: str, content: bytes, *, kind: str) -> None:
    """Write *content* to the file *name*; what was there is replaced at once, or left as it is.

    *kind* is the word for it in messages. Raises `SourceError` when it cannot be written.
    """
    where = f"{kind} {shown(name)}"
    if not name:
        raise SourceError(where, expected="a name", found="an empty one")
    path = Path(name)
    temporary: Path | None = None
    try:
        if path.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except (OSError, ValueError) as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SourceError(
            where, expected="a file that can be written", found=f"an error ({reason})"
        ) from None


def _umask() -> int:
    """Return which permissions new files do not get; it can only be asked by setting it."""
    before = os.umask(0)
    os.umask(before)
    return before
