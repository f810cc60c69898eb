"""Printed cards: the pages of a print job as an answer, and what is read for them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from generator.printing.card_art import card_back, card_layout
from generator.printing.cut_outs import BLANK_RULE, FACES, die_faces
from generator.printing.document import PrintJob, card_sizes, default_name, page_kind, printed_pages
from generator.printing.face_layout import LegendPart
from generator.printing.leaves import LeafPage, PlacedPiece
from generator.printing.pieces import PrintedCard, one_side, symbols_of_cards, tile_notes
from generator.printing.table_grid import TABLE_PAPER
from solver.answer import Answer
from solver.drawing.artwork import Artwork, covering
from solver.drawing.document import DEFAULT_DPI, Document, box_json, size_text
from solver.drawing.font import Fonts
from solver.drawing.output_profile import OutputProfile
from solver.drawing.scene import Box, Text, printable_text
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import RollError, quoted
from solver.files.input_text import STDIN
from solver.penta_rush.art_folder import art_notes
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import is_card_id
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.points import default_points
from solver.penta_rush.symbol_art import cut_short
from solver.penta_rush.symbol_name import LETTERS_HINT, Reading
from solver.question import question


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class CardSheets(Document[LeafPage], Answer):
    """Pages of cards whose border is printed *bleed* mm beyond their edge, and what goes with them.

    In JSON, *width* and *height* are those of the first page, and of each where they differ.
    """

    bleed: float

    def details(self) -> Iterator[StyledLine]:
        """Yield a line for each page."""
        number_width = len(str(len(self.pages)))
        kind_width = max(len(page_kind(page)) for page in self.pages)
        for number, page in enumerate(self.pages, start=1):
            kind, cards = page_kind(page), [piece for piece, _ in _cards(page)]
            if grid := page.grid:
                dots = f"{grid.cols} x {grid.rows} cells, {grid.width} x {grid.height} dots each"
                told = f"{dots}: {', '.join(card.name for card in cards)}"
            else:
                told = ", ".join(
                    f"{card.name} {card.size_text}"
                    + (f" (cells {round(card.cell or 0, 2):g})" if kind == "fronts" else "")
                    for card in cards
                )
            yield plain_line(f"{number:>{number_width}}  {kind:<{kind_width}}  {told}")

    def page_json(self, page: LeafPage) -> dict[str, Any]:
        """Return the boxes of *page*, and where its cards and its scale bar lie."""
        grid = page.grid
        size = {} if self.has_one_size else {"width": page.size.width, "height": page.size.height}
        return {
            "kind": page_kind(page),
            **size,
            **({"cols": grid.cols, "rows": grid.rows, "dpi": grid.dpi} if grid else {}),
            **({"hidden": grid.cell_json(grid.last)} if grid else {}),
            "trim": box_json(page.trim),
            "bleed": box_json(page.bleed),
            "scale_bar": box_json(page.scale_bar) if page.scale_bar else None,
            "cards": [
                {
                    "name": card.name,
                    "card": card.card,
                    **({"legend": card.legend.to_json()} if card.legend else {}),
                    "trim": box_json(trim),
                    "bleed": box_json(trim.grown(self.bleed)),
                    "cell": round(card.cell or 0, 4),
                    **(grid.cell_json(number) if grid else {}),
                }
                for number, (card, trim) in enumerate(_cards(page))
            ],
        }

    def contents(
        self,
        ending: str,
        *,
        dpi: int = DEFAULT_DPI,
        fonts: Fonts | None = None,
        profile: OutputProfile | None = None,
    ) -> list[bytes]:
        """Return the contents of the files; an image for an online table has dots of its own."""
        grid = self.pages[0].grid
        return super(CardSheets, self).contents(
            ending, dpi=grid.dpi if grid else dpi, fonts=fonts, profile=profile
        )


def _cards(page: LeafPage) -> list[PlacedPiece]:
    return [placed for placed in page.pieces if placed.piece.card]


@question
def sheet(job: PrintJob, *, advance: Callable[..., None] | None = None) -> CardSheets:
    """Return the pages of *job*, to cut out.

    *advance*, an `Advance`, is told how much of the answer key is solved. Raises `PaperError` for
    what does not fit, and `RollError` for a roll that a card cannot show.

    >>> card = Card.parse("3x4:ABCDBCDACDAB")
    >>> print(sheet(PrintJob(cards=(printed_card("small", card),))))
    1  fronts  small 120 x 92.5 (cells 23.84)
    """
    return CardSheets(
        pages=printed_pages(job, advance),
        paper=job.paper,
        title=", ".join(dict.fromkeys(name for name, _ in job.cards)),
        bleed=job.setup.style.bleed,
        remarks=list(job_remarks(job)),
    )


def job_remarks(job: PrintJob) -> Iterator[str]:
    """Yield what of *job* is left out: own symbols, faces of dice, legends, codes."""
    symbols = symbols_of_cards(job.cards)
    legend = job.cards[0].card.legend
    if legend and not job.style.symbols.art:
        yield from _symbol_notes(job, symbols, legend)
    yield from art_notes(job.style.symbols.art, legend)
    blanks = die_faces(symbols).count(" ") if job.die_edge else 0
    if blanks:
        left_over = f"leave {blanks} of {FACES} faces blank"
        shown = legend.symbols_text(symbols)
        yield f"dice: {len(symbols)} symbols ({shown}) {left_over}; {BLANK_RULE}"
    if job.paper == TABLE_PAPER and len(set(card_sizes(job))) > 1:
        yield "table: smaller cards lie in the middle of cells for the largest"
    if job.has_tiles:
        cell, points = one_side(job.cards, job.style), job.points or default_points()
        yield from tile_notes(cell, points, job.style)
    larger = "cells: --cell" if job.style.cell else "cards: --size"
    for name, thing in _left_out(job):
        yield f"{name}: no room for {thing}, which is left out (larger {larger})"
    for name, side in _cut_names(job):
        yield f"{name}: its {'name' if job.style.title is None else 'title'} is cut on the {side}"
    if job.style.back and job.has_backs:
        yield from dict.fromkeys(_cropped_backs(job, job.style.back))


def _symbol_notes(job: PrintJob, symbols: str, legend: Legend) -> Iterator[str]:
    """Yield how the *symbols* of cards with a *legend* are printed."""
    style, kinds = job.style.symbols.naming(legend), dict[str, list[str]]()
    for letter in symbols:
        name, text = legend.name(letter), style.text(letter)
        if not text:
            kind = "ours" if name == letter else "as named"
        elif text == letter:
            kind = "as letters"
        else:
            kind = "in words" if style.is_word(letter) else "emoji"
        kinds.setdefault(kind, []).append(name)
    told = "; ".join(f"{kind} ({', '.join(names)})" for kind, names in kinds.items())
    yield f"symbols: {told}; --art FOLDER prints pictures of your own"
    side = min(card_layout(name, card, job.style).side for name, card in job.cards)
    if cut := set(cut_short(style, side)).intersection(symbols):
        names = ", ".join(legend.name(letter) for letter in sorted(cut))
        larger = "--cell" if job.style.cell else "--size"
        yield f"symbols: no room in a cell for all of {names} (larger cells: {larger})"


def _left_out(job: PrintJob) -> Iterator[tuple[str, str]]:
    """Yield the name of each card of *job*, with each thing on it that was asked for in vain."""
    for name, card in job.cards:
        layout = card_layout(name, card, job.style)
        if job.style.has_legend and layout.part is not LegendPart.WHOLE:
            is_id_alone = layout.part is LegendPart.WITHOUT_ID
            yield name, "the card id" if is_id_alone else "the legend and the card id"
        if job.style.has_code and layout.code is None:
            yield name, "the code"


def _cut_names(job: PrintJob) -> Iterator[tuple[str, str]]:
    """Yield the name of each card of *job* that is not printed whole, with the side of the card."""
    for name, card in job.cards:
        layout, shown = card_layout(name, card, job.style), job.style.shown_name(name)
        if shown and layout.above and layout.above[0][0].text != shown:
            yield name, "face"
        if job.has_backs and not job.style.back:
            back = card_back(name, Box(0, 0, layout.width, layout.height), job.style)
            if any(isinstance(mark, Text) and mark.text != shown for mark in back):
                yield name, "back"


def _cropped_backs(job: PrintJob, back: Artwork) -> Iterator[str]:
    """Yield what is cut off of a *back* of the owner's own, for each form of a card."""
    for name, card in job.cards:
        layout = card_layout(name, card, job.style)
        place = Box(0, 0, layout.width, layout.height).grown(job.setup.style.bleed)
        shown = covering(back, place.width / place.height)
        kept = shown.width * shown.height / (back.width * back.height)
        if shown is not back:
            side = "height" if shown.width == back.width else "width"
            cut = f"{max(0.01, 1 - kept):.0%} of its {side}"
            yield f"back: cropped to {size_text(place)} mm, which cuts off {cut}"


@question
def printed_card(source: str, card: Card) -> PrintedCard:
    """Return *card* with a short name: that of the sample or the file *source*, or one of its own.

    A card from standard input or from an id has a name made from its cells.
    """
    is_nameless = source == STDIN or is_card_id(source)
    return PrintedCard(
        printable_text(default_name(card) if is_nameless else Path(source).stem), card
    )


def key_rolls(
    texts: Iterable[str], legend: Legend = PLAIN_LEGEND, *, reading: Reading | None = None
) -> tuple[Roll, ...] | Literal["all"]:
    """Return the rolls of an answer key, each once: AABCD, A,A,B,C,D, or several, AABCD,ABCDE.

    In the names of a *legend* red,red,sun,star,blue is one roll, and semicolons stand between
    several; *reading* says whether names or letters are meant where both could be. "all" is
    returned where one of *texts* is that: every legal roll of each card.
    """
    given = list(texts)
    typed = [text for text in given if text.strip().lower() != "all"]
    rolls: list[Roll] = []
    for text in typed:
        parts = text.split(";")
        for part in [",".join(parts)] if _is_one_roll(parts, legend, reading) else parts:
            pieces = part.split(",")
            if is_one := _is_one_roll(pieces, legend, reading):
                _check_length(part, pieces)
            rolls += (
                legend.parse_roll(piece.strip(), reading=reading, letters_hint=LETTERS_HINT)
                for piece in ([part] if is_one else pieces)
            )
    return "all" if len(typed) < len(given) else tuple(dict.fromkeys(rolls))


def _is_one_roll(parts: Sequence[str], legend: Legend, reading: Reading | None) -> bool:
    """Return whether *parts* are the dice of one roll, not rolls: a name of a die is no roll."""
    parts = [part.strip() for part in parts]
    if all(len(part) == 1 for part in parts):
        return True
    if not legend or reading is Reading.LETTERS:
        return False
    is_named = any(part and legend.fits(part, reading) for part in parts)
    is_none_whole = all(len(legend.words(part)) != DICE for part in parts)
    return is_named or is_none_whole if len(parts) == DICE else is_named and is_none_whole


def _check_length(part: str, pieces: Sequence[str]) -> None:
    """Raise `RollError` for dice of several rolls with commas alone."""
    if len(pieces) > DICE:
        hint = "commas between the dice of a roll, semicolons between rolls"
        found, where = str(len(pieces)), f"roll {quoted(part)}"
        raise RollError(where, expected=f"{DICE} symbols", found=found, hint=hint)
