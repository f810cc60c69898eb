"""A folder of art: an SVG or a PNG file for each symbol, named after its letter or its name.

And the picture of a back, which is one such file.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from solver.drawing.artwork import Artwork, artwork_of_png, artwork_of_svg
from solver.errors import SourceError, closest_match, error_text, quoted
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import is_letter, name_key, normalized_name

_MAX_BYTES = {".svg": 10_000_000, ".png": 10_000_000}
_OTHER_IMAGES = {".ai", ".avif", ".bmp", ".eps", ".gif", ".jpeg", ".jpg", ".pdf", ".svgz", ".tif"}
_OTHER_IMAGES |= {".tiff", ".webp"}


def read_art(folder: str, symbols: str, legend: Legend) -> dict[str, Artwork]:
    """Return the art in *folder* for each of *symbols*, A-Z, by letters.

    Other files are left alone. Raises `SourceError` when there is not one file for each symbol, or
    it cannot be read; it names a picture of another format that the symbol has instead. Where more
    than one is at fault, it names all.
    """
    where = f"art {quoted(folder)}"
    files: dict[str, Path] = {}
    others: list[str] = []
    for path in _images(folder, where):
        letter = _letter_of(path, legend)
        if letter is None:
            others.append(path.stem)
        elif letter in files:
            found = f"{quoted(files[letter].name)} and {quoted(path.name)}"
            raise SourceError(where, expected=f"one file for {letter}", found=found)
        else:
            files[letter] = path
    art, faults = dict[str, Artwork](), list[SourceError]()
    for letter in symbols:
        try:
            if letter not in files:
                raise _missing(letter, folder, legend, others)
            art[letter] = _artwork(files[letter], f"art {quoted(files[letter].name)}")
        except SourceError as error:
            faults.append(error)
    if len(faults) > 1:
        found = f"{len(faults)} faults: {'; '.join(map(str, faults))}"
        raise SourceError(where, expected="a picture for each symbol", found=found)
    if faults:
        raise faults[0]
    return art


def _missing(letter: str, folder: str, legend: Legend, others: Sequence[str]) -> SourceError:
    """Return the error of a symbol without a file; the names of *others* may be meant for it."""
    where = f"art {quoted(folder)}"
    for path in _paths(folder, where):
        if path.suffix.lower() in _OTHER_IMAGES and _letter_of(path, legend) == letter:
            return SourceError(where, expected="SVG and PNG files", found=quoted(path.name))
    own = legend.name(letter)
    names = quoted(f"{letter}.svg or {own}.png")[1:-1]
    near = closest_match(own, others)
    found = "none" if near is None else f"none, but one named {quoted(near)}"
    return SourceError(where, expected=f"a file {names}", found=found)


def art_notes(art: Mapping[str, Artwork], legend: Legend) -> Iterator[str]:
    """Yield which *art* was cut out of a large artboard, and which is the same, if any is."""
    cut_out = "".join(symbol for symbol, each in sorted(art.items()) if each.is_cut_out)
    if cut_out:
        which = legend.symbols_text(cut_out)
        yield f"art: cut out of an artboard of which it fills less than half: {which}"
    by_image: dict[bytes, str] = {}
    for symbol, each in sorted(art.items()):
        by_image[each.image] = by_image.get(each.image, "") + symbol
    for alike in by_image.values():
        if len(alike) > 1:
            yield f"art: one picture for several symbols: {legend.symbols_text(alike)}"


def art_files(folder: str) -> list[str]:
    """Return the names of the SVG and PNG files in *folder*; raises `SourceError` without one."""
    return [str(path) for path in _images(folder, f"art {quoted(folder)}")]


def read_back(name: str, kind: str = "back") -> Artwork:
    """Return the picture in the SVG or PNG file of this *name*; raises `SourceError`.

    It is for the back of a card, or in its middle if *kind* is "logo".
    """
    where = f"{kind} {quoted(name)}"
    if (ending := Path(name).suffix.lower()) not in _MAX_BYTES:
        raise SourceError(
            where, expected="an .svg or a .png", found=quoted(ending) if ending else "no ending"
        )
    return _artwork(Path(name), where, is_whole=True)


def _images(folder: str, where: str) -> Iterator[Path]:
    """Yield the SVG and PNG files in *folder*, sorted."""
    for path in _paths(folder, where):
        if path.suffix.lower() in _MAX_BYTES:
            yield path


def _paths(folder: str, where: str) -> list[Path]:
    """Return what is in *folder* and not hidden, sorted."""
    expected = "a folder with an SVG or a PNG file for each symbol"
    if not folder:  # which Path would take for this folder
        raise SourceError(where, expected=expected, found="no name")
    try:
        paths = sorted(Path(folder).iterdir())
    except FileNotFoundError:
        raise SourceError(where, expected=expected, found="no such folder") from None
    except NotADirectoryError:
        raise SourceError(where, expected=expected, found="a file") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise SourceError(where, expected=expected, found=error_text(error)) from None
    return [path for path in paths if not path.name.startswith(".")]


def _letter_of(path: Path, legend: Legend) -> str | None:
    """Return the letter of the symbol that *path* is named after, if it is one."""
    name = normalized_name(path.stem)
    letter_of = {name_key(own): letter for letter, own in legend.names}
    return letter_of.get(name_key(name)) or (name.upper() if is_letter(name) else None)


def _artwork(path: Path, where: str, *, is_whole: bool = False) -> Artwork:
    """Return the art in the file *path*, which *where* names; raises `SourceError`."""
    ending = path.suffix.lower()
    limit = _MAX_BYTES[ending]
    try:
        if not path.is_file():  # a pipe would never end
            raise SourceError(where, expected="a file", found="none")
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise SourceError(where, expected="a file", found=error_text(error)) from None
    if len(content) > limit:
        raise SourceError(where, expected=f"at most {limit} bytes", found="more")
    if ending == ".png":
        return artwork_of_png(content, where, is_whole=is_whole)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte 0x{content[error.start]:02x} at offset {error.start}"
        raise SourceError(where, expected="an SVG in UTF-8", found=found) from None
    return artwork_of_svg(text, where, is_whole=is_whole)
