"""The bundled files, which people can read and edit: pieces, tile values, samples."""

from pathlib import Path

_FOLDER = Path(__file__).parent
_SAMPLES = {".txt", ".json", ".db", ".jpg"}


def read(name: str) -> str:
    """Return the text of the bundled file *name*, such as ``points.toml``."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def read_bytes(name: str) -> bytes:
    """Return the content of the bundled file *name*, which is no text."""
    return (_FOLDER / name).read_bytes()


def samples(folder: str) -> dict[str, Path]:
    """Return the files of the sample *folder* by their names without ending, sorted.

    >>> list(samples("cards"))
    ['autumn', 'harbour', 'meadow', 'orchard', 'pocket', 'prairie', 'spring', 'summer', 'winter']
    """
    files = (path for path in (_FOLDER / folder).iterdir() if path.suffix in _SAMPLES)
    return {path.stem: path for path in sorted(files)}
