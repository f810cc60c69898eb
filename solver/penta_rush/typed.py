"""What a person hands in for a card, a roll, dice or a game: read, and refused with hints."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import data
from solver.errors import GameError, PointsError, RollError, SourceError, quoted
from solver.files.input_text import Named, printable, read_named
from solver.files.json_reader import parse_json
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.card_id import is_card_id
from solver.penta_rush.dice import Roll
from solver.penta_rush.legend import Legend
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.symbol_name import LETTERS_HINT, Reading, is_letter
from solver.question import question

if TYPE_CHECKING:  # no solver of a roll reads a game
    from solver.penta_rush.puzzle.game import PuzzleGame

NamedCard = Named[Card]
DEFAULT_CARD = "meadow"

_SHEET_HINT = "'penta generate sheet' prints a card"
_OTHER_FILES = dict.fromkeys((".pdf", ".svg", ".png", ".jpg", ".jpeg", ".webp"), _SHEET_HINT)
_OTHER_FILES |= {".json": "--json > card.json writes JSON"}
_OTHER_FILES |= dict.fromkeys((".csv", ".tsv", ".xlsx", ".ods", ".html", ".docx"), "as in card.txt")


@question
def read_card(name: str | Path, *, reading: Reading | None = None) -> NamedCard:
    """Return the card that *name* stands for: a file, '-' for standard input, a sample or an id.

    A text may also be the digits of a printed code, and nothing else. *reading* says how to take
    what could be letters or words. Raises `SourceError` or `CardError`.

    >>> read_card("meadow").title, read_card("2x5:ABCDEFABCD").title
    ('card meadow', 'a 2x5 card')
    """
    name = str(name)
    if is_card_id(name):
        card = Card.parse(name)
        return Named(f"a {card.rows}x{card.cols} card", card)
    other = "a card id (2x5:ABCDEFABCD)"
    parser = partial(_card_of_text, reading=reading)
    return read_named(parser, name, kind="card", samples="cards", other=other)


def _card_of_text(text: str, *, source: str, reading: Reading | None) -> Card:
    if (digits := text.strip()).isdecimal():
        from solver.penta_rush.printed_code import parse_code  # few cards are digits

        if coded := parse_code(digits):
            return coded
    return Card.parse(text, source=source, reading=reading)


def sharing_legend(named: Sequence[NamedCard]) -> list[NamedCard]:
    """Return the cards with one legend, if any of them has one."""
    from solver.penta_rush.player_cards import with_shared_legend  # no single card needs it

    cards = with_shared_legend([card for _, card in named])
    return [Named(title, card) for (title, _), card in zip(named, cards, strict=True)]


def cards_in(kind: str, name: str, cards: Sequence[Card]) -> list[NamedCard]:
    """Return *cards* with the title of what they are in: a *kind* of file, and its *name*."""
    return [Named(f"{kind} {printable(name)}", card) for card in cards]


def read_points(name: str | None) -> Points | None:
    """Return the tile values in the file *name*, or '-' for standard input; None for None."""
    return None if name is None else read_named(Points.parse, name, kind="points").value


def common_points(cards: Sequence[NamedCard], given: Points | None = None) -> Points:
    """Return the points that count on *cards*: those *given*, or those that the cards have.

    Raises `PointsError` where none are given and the cards have different ones.
    """
    title_of = {card.tile_points: title for title, card in reversed(cards)}
    if given is None and len(title_of) > 1:
        found = " and ".join(f"{points.line} ({title})" for points, title in title_of.items())
        hint = "--points says which count"
        raise PointsError("cards", expected="all for the same points", found=found, hint=hint)
    return given or next(iter(title_of), default_points())


def points_notes(cards: Sequence[NamedCard], given: Points | None, whose: str) -> list[str]:
    """Return notes on the points of *cards*: that they count, or that those of *whose* do."""
    if given is None:
        points = common_points(cards)
        note = f"{_titles(cards)}: made for the points {points.line}, which count"
        return [] if points == default_points() else [note]
    others = [named for named in cards if named.value.points not in (None, given)]
    return [
        f"{_titles([named for named in others if named.value.points == points])}: made for the "
        f"points {points.line}, but those of {whose} count"
        for points in dict.fromkeys(card.points for _, card in others if card.points)
    ]


def _titles(cards: Sequence[NamedCard]) -> str:
    return ", ".join(dict.fromkeys(title for title, _ in cards))


def read_roll(
    words: Sequence[str], card: Card, *, reading: Reading | None = None, command: str = ""
) -> Roll | None:
    """Return the roll that *words* on a command line are, in the symbols of *card*.

    None if the first of them is a roll, so that the others are too much. Raises `RollError`; where
    one of them is a card, the hint is how *command* takes one.
    """

    def parse(text: str) -> Roll:
        roll = card.legend.parse_roll(text, reading=reading, letters_hint=LETTERS_HINT)
        check_on_card(roll, card, typed=text)
        return roll

    try:
        return parse(",".join(words))
    except RollError:
        cards = [word for word in words if _is_named_card(word)]
        if cards:
            others = " ".join(word for word in words if word not in cards) or "ROLL"
            hint = f"did you mean '{command} {others} --card {cards[0]}'?"
            found = f"the card {cards[0]}"
            raise RollError("roll", expected="symbols", found=found, hint=hint) from None
        if len(words) == 1:
            raise
    parse(words[0])
    return None


def _is_named_card(word: str) -> bool:
    try:
        return is_card_id(word) or word in data.samples("cards") or Path(word).is_file()
    except OSError:  # longer than the name of a file may be
        return False


def dice_symbols(text: str, card: Card, *, reading: Reading | None = None) -> str:
    """Return the letters of the symbols in *text*: names of the legend of *card*, or any letters.

    Raises `RollError` where a word is no symbol, or could be two.
    """
    legend = card.legend
    words = legend.words(text)
    if "," not in text and not any(legend.fits(word, reading) for word in words):
        words = [*"".join(words)]
    return "".join(sorted({_symbol(word, legend, text, reading) for word in words}))


def _symbol(word: str, legend: Legend, text: str, reading: Reading | None) -> str:
    fits = [] if reading is Reading.LETTERS else legend.fits(word, reading)
    shows_letters = legend.shows_letters or reading is Reading.LETTERS
    if not fits and is_letter(word) and shows_letters:
        return word.upper()
    if len(fits) == 1:
        return fits[0]
    shown = ", ".join(known for _, known in legend.names)
    expected = f"symbols of the card ({shown}) or letters" if legend else "letters A-Z"
    if fits:
        expected = " or ".join(map(legend.name, fits))
    raise RollError(f"dice {quoted(text)}", expected=expected, found=quoted(word))


@question
def parse_puzzle_game(text: str, *, source: str = "game") -> "PuzzleGame":
    """Return the game in *text*, as a referee reads it or as ``rush play`` saves it.

    One that was saved has its next roll, if any, on the table. Its rounds may break rules. Raises
    `GameError`, or the error of the card or of a roll in it.
    """
    from solver.penta_rush.play.session import GameKind, Session
    from solver.penta_rush.puzzle.game import PuzzleGame

    def refused(found: str, hint: str) -> GameError:
        expected = "a game of the puzzle variant or a solitaire"
        return GameError(source, expected=expected, found=found, hint=hint)

    value = parse_json(text, source, GameError)
    fields = value if isinstance(value, dict) else {}
    if "game" in fields and "seed" in fields:
        session = Session.from_json(value, source)
        if session.kind is GameKind.STANDARD:
            hint = "penta rush total judges it when it is over"
            raise refused("an unfinished standard game", hint)
        session.check_seed_and_timer(source)
        roll = None if session.is_over else Roll.parse("".join(session.next_throws()[-1]))
        return replace(session.puzzle_game, roll=roll)
    if isinstance(fields.get("players"), list) and "card" not in fields:
        raise refused("a standard game", "penta rush total judges it")
    if "outlines" in fields:
        raise refused("a sheet", "penta rush score judges it")
    return PuzzleGame.from_json(value, source)


def check_card_file(name: str | None) -> str | None:
    """Return *name*; raise `SourceError` if its ending promises something else than a text."""
    ending = Path(name or "").suffix.lower()
    if hint := _OTHER_FILES.get(ending):
        where, expected = f"card {quoted(name)}", "an ending for a text"
        raise SourceError(where, expected=expected, found=quoted(ending), hint=hint)
    return name
