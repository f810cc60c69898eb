"""The card that a photo shows: the question, and the answer with what is in doubt."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

from solver import MARK
from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import CardError, SourceError, UndecidedError, quoted
from solver.files.input_text import printable
from solver.files.output_file import check_ending
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE
from solver.question import Within, question

if TYPE_CHECKING:
    from solver.penta_rush.photo.image_file import Photo
    from solver.penta_rush.photo.read_card import CardReading

Dot = tuple[float, float]  # x and y, in dots of the photo

_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
CORNERS = 4
_LEAST_SIDE = 4
_MOST_COORDINATE = 100_000
_HINT = (
    "no card was found in the photo; try more and even light, the whole card in view and nearer, "
    "nothing lying on it, or say where its corners are: --corners x,y x,y x,y x,y"
)


@dataclass(frozen=True, slots=True, repr=False)
class PhotoReading(Answer):
    """What was read from a *photo*. Only the file is named where the card was *written* to one."""

    reading: "CardReading"
    photo: "Photo"
    written: str | None = None

    @property
    def card(self) -> Card:
        """The card that was read."""
        return self.reading.card

    @property
    def notes(self) -> tuple[str, ...]:
        """What the printed code says, what is in doubt, and which cells are unsure."""
        return tuple(self.reading.notes)

    def __repr__(self) -> str:
        return f"<PhotoReading: {self.card}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is outlined
        """Yield the card as a text, or where it is written."""
        if self.written is None:
            return map(plain_line, self.card.text.splitlines())
        return iter([plain_line(written_text(self.card, self.written))])

    def to_json(self) -> dict[str, Any]:
        """Return the card, how sure each cell is, where it lies in the photo, and its code."""
        return self.reading.to_json()

    def file(self) -> bytes:
        """Return the contents of a file of the card."""
        return f"# {MARK}: penta rush read\n\n{self.card.text}".encode()

    def overlay(self, name: str) -> bytes:
        """Return what was read, drawn over the photo, for a file *name*."""
        from solver.penta_rush.photo.overlay import overlay_file

        return overlay_file(self.photo, self.reading, overlay_ending(name))


def written_text(card: Card, name: str) -> str:
    """Return what is said of a *card* that was written to the file *name*."""
    symbols = plural(len(card.symbols), "symbol")
    return f"{printable(name)}: a {card.rows}x{card.cols} card of {symbols}"


def overlay_ending(name: str) -> str:
    """Return the ending of the file *name*; raise `SourceError` if no overlay has it."""
    return check_ending(name, _ENDINGS, kind="overlay")


@question
def read_photo(  # noqa: PLR0913 - what a person may know of the card
    name: str,
    *,
    symbols: Annotated[int, Within(2, 26)] | None = None,
    size: tuple[int, int] | None = None,
    corners: Sequence[Dot] | None = None,
    at: Dot | None = None,
    needs_grid: bool = False,
) -> PhotoReading:
    """Return the card that the photo *name* shows, a file, a sample, or '-' for standard input.

    Known may be how many *symbols* there are, its *size* in rows and cols, and where its *corners*
    are, clockwise from the upper left one, or a dot *at* which it is. Unless one of them is, or it
    *needs_grid* to be drawn, a printed code alone is enough. Raises `SourceError` where the photo
    cannot be read, `UndecidedError` where there is no card in it.
    """
    if find_spec("cv2") is None:
        hint = "in a clone: pip install '.[photo]'"
        raise SourceError("photo", expected="OpenCV, to read it", found="none", hint=hint)
    import numpy as np

    from solver.penta_rush.photo import image_file
    from solver.penta_rush.photo.coded_card import code_anywhere, with_code
    from solver.penta_rush.photo.read_card import read_card

    photo = image_file.read_photo(name)
    known = None if corners is None else np.array(corners, np.float64)
    reading = read_card(photo, symbols=symbols, size=size, corners=known, at=at)
    if reading is None:
        alone = code_anywhere(photo.image)
        if alone is None or needs_grid or not {at, size, symbols} <= {None}:
            raise UndecidedError(_HINT)
        return PhotoReading(alone, photo)
    keeps_side = corners is not None
    coded = with_code(reading, photo, symbols=symbols, size=size, keeps_side=keeps_side)
    return PhotoReading(coded, photo)


@question
def parse_corners(texts: Sequence[str]) -> tuple[Dot, ...]:
    """Return the corners in *texts*, clockwise from the first; or raise `CardError`."""
    corners = tuple(parse_dot(text, "corners") for text in texts)
    turns = [
        _cross(corners[number - 2], corners[number - 1], corners[number])
        for number in range(CORNERS)
    ]
    if all(turn < 0 for turn in turns):  # counterclockwise: no photo shows the back
        first, second, third, fourth = corners
        return first, fourth, third, second
    if not all(turn > 0 for turn in turns):
        expected = "the corners of a quadrangle, one after the other around it"
        raise CardError("corners", expected=expected, found=quoted(" ".join(texts)))
    return corners


@question
def parse_size(text: str) -> tuple[int, int]:
    """Return the rows and cols in *text*, as many as a reading may have; or raise `CardError`."""
    match = re.fullmatch(r"(\d{1,2})[xX](\d{1,2})", text, re.ASCII)
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(_LEAST_SIDE <= side <= MAX_SIDE for side in sides):
        expected = f"{_LEAST_SIDE}x{_LEAST_SIDE} to {MAX_SIDE}x{MAX_SIDE}, rows before cols"
        raise CardError("size", expected=expected, found=quoted(text))
    return sides


@question
def parse_dot(text: str, where: str = "dot") -> Dot:
    """Return the dot ``x,y`` in *text*, called *where* in messages; or raise `CardError`."""
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        x = y = float("nan")
    if not max(abs(x), abs(y)) <= _MOST_COORDINATE:
        expected = "x,y in dots of the photo, such as 120,80"
        raise CardError(where, expected=expected, found=quoted(text))
    return x, y


def _cross(first: Dot, second: Dot, third: Dot) -> float:
    ahead = second[0] - first[0], second[1] - first[1]
    then = third[0] - second[0], third[1] - second[1]
    return ahead[0] * then[1] - ahead[1] * then[0]
