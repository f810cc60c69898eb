"""The bundled files: pieces, tile values, samples, which people can edit; fonts, an ICC profile."""

from pathlib import Path

_FOLDER = Path(__file__).parent
_SAMPLES = {".txt", ".json", ".db", ".jpg", ".toml", ".ttf"}


def read(name: str) -> str:
    """Return the text of the bundled file *name*, such as ``points.toml``."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def read_bytes(name: str) -> bytes:
    """Return the content of the bundled file *name*, which is no text.

    In a browser the largest are missing, as libraries are: a `ModuleNotFoundError` says so.
    """
    try:
        return (_FOLDER / name).read_bytes()
    except FileNotFoundError:
        raise ModuleNotFoundError(f"no bundled file {name}", name=name) from None


def samples(folders: str | tuple[str, ...]) -> dict[str, Path]:
    """Return the files of one or several *folders* by their names without ending, each sorted.

    >>> list(samples("cards"))[:3]
    ['autumn', 'harbour', 'heath']
    """
    listed = (folders,) if isinstance(folders, str) else folders
    files = (path for folder in listed for path in sorted((_FOLDER / folder).iterdir()))
    return {path.stem: path for path in files if path.suffix in _SAMPLES}
