"""The box of a game: which game, its cards and points, and how all of it is printed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Annotated, Literal, NamedTuple

from generator.box.boards import BOARD_RANGE, MOST_TIMER, least_board
from generator.generation import grey, white
from generator.printing.card_art import SMALLEST
from generator.printing.cut_outs import DEFAULT_EDGE, EDGE_RANGE
from generator.printing.leaves import Setup
from generator.printing.pieces import PrintedCard, symbols_of_cards
from generator.spec import CardSetSpec, GenerationSpec
from solver.drawing.font import Fonts
from solver.errors import BoxError
from solver.files.input_text import Named
from solver.files.texts import Language, Texts
from solver.penta_rush.art_folder import read_art
from solver.penta_rush.card import Card
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points
from solver.penta_rush.typed import sharing_legend
from solver.question import Within, check_fields
from solver.search import Advance

TIMER_RANGE, PIECE_RANGE = (0, 80), (5, 60)  # mm
MOST_TOKENS = 200


class BoxCards(NamedTuple):
    """The *white* faces and the *grey* one behind each, if any; all have one legend."""

    white: tuple[PrintedCard, ...]
    grey: PrintedCard | None

    @property
    def all(self) -> tuple[PrintedCard, ...]:
        """All faces, the grey one last."""
        return self.white if self.grey is None else (*self.white, self.grey)

    @property
    def legend(self) -> Legend:
        """The legend of all."""
        return self.white[0].card.legend

    @property
    def named(self) -> list[Named[Card]]:
        """All faces with their titles for messages."""
        return [Named(f"card {name}", card) for name, card in self.all]

    def lacking(self) -> Iterator[str]:
        """Yield which symbols of the dice a face does not show."""
        dice = symbols_of_cards(self.all)
        for name, card in dict.fromkeys(self.all):
            if lacks := [self.legend.name(each) for each in dice if each not in card.symbols]:
                shown = f"card {name}: lacks {', '.join(lacks)} of the other faces"
                yield f"{shown}; rolls with them have no answer on it"


class Generation(NamedTuple):
    """Cards that are made by search: one grey, or with *card_set* several white ones."""

    spec: GenerationSpec
    card_set: CardSetSpec | None

    def cards(self, advance: Advance | None) -> list[PrintedCard]:
        """Return the cards, which are the same every time, as the seed is given."""
        search = white(self.spec, self.card_set) if self.card_set else grey(self.spec)
        for done, total, found, note, _ in search.steps():
            if advance:
                advance(done, total, found, f"({search.label}) {note}")
        made = search.answer.cards if search.answer else ()
        names = (
            [f"card {number}" for number, _ in enumerate(made, 1)] if self.card_set else ["grey"]
        )
        return [PrintedCard(name, card) for name, card in zip(names, made, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxSpec:
    """A box of *game*, with this *title*, printed as *setup* says; the files *sources* were read.

    Rules and boards are in a *language*.

    Of Penta-Rush: the *white* faces, the *grey* one, the *names* of symbols, the *points* of the
    tiles, the folder *art*; the edge of a *die*, the side of the *board* and the diameter of the
    *timer*, in mm; *keys* are the rolls of the answer keys, and *skill* that of people in figures.
    Of Pent-Up: the side *cell* of a cell. Of Geocinco: the *tokens* and the *bridges* of a colour.
    Raises `BoxError` without a white face, for a board too small for its texts, and for a timer too
    large for its board.
    """

    game: Literal["penta-rush", "pent-up", "geocinco"] = "penta-rush"
    title: str
    setup: Setup
    language: Language = "en"
    sources: tuple[str, ...] = ()
    white: tuple[PrintedCard, ...] | Generation = ()
    grey: PrintedCard | Generation | None = None
    names: Legend = PLAIN_LEGEND
    points: Points | None = None
    art: str | None = None
    die: Annotated[float, Within(*EDGE_RANGE)] = DEFAULT_EDGE
    board: Annotated[float, Within(*BOARD_RANGE)] = 180.0
    timer: Annotated[float, Within(*TIMER_RANGE)] = 30.0
    keys: tuple[str, ...] = ("all",)
    skill: Skill = Skill.even(0.2)  # noqa: RUF009 - it is frozen
    cell: Annotated[float, Within(*PIECE_RANGE)] = 15.0
    tokens: Annotated[int, Within(1, MOST_TOKENS)] = 40
    bridges: Annotated[int, Within(1, MOST_TOKENS)] = 6

    def __post_init__(self) -> None:
        check_fields(self)
        if self.game == "penta-rush" and not self.white:
            raise BoxError("white", expected="at least one face", found="none")
        if self.game == "penta-rush":
            self._check_board()
        if self.timer > (most := self.board / MOST_TIMER):
            expected = f"at most {most:.4g} mm on a board of {self.board:g} mm"
            raise BoxError("timer", expected=expected, found=f"{self.timer:g} mm")

    def _check_board(self) -> None:
        """Raise `BoxError` where the texts of the board could not be read."""
        text = Texts(self.language)
        least = least_board(self.board, self.title, self.setup.style, text, timer=self.timer)
        if least is None:
            expected = "one that can be read on a board"
            raise BoxError("title", expected=expected, found=f"{len(self.title)} characters")
        if self.board < least:
            expected = f"at least {max(least, ceil(MOST_TIMER * self.timer))} mm"
            hint = f"for texts of {SMALLEST} mm{' and the timer' if self.timer else ''}"
            raise BoxError("board", expected=expected, found=f"{self.board:g} mm", hint=hint)

    def cards(self, advance: Advance | None) -> BoxCards:
        """Return the cards; those that are generated are made now."""
        made = self.white.cards(advance) if isinstance(self.white, Generation) else [*self.white]
        behind = self.grey.cards(advance)[0] if isinstance(self.grey, Generation) else self.grey
        together = [*made, *([behind] if behind else [])]
        named = sharing_legend([Named(f"card {name}", card) for name, card in together])
        cards = [
            PrintedCard(name, self._named(card, f"card {name}"))
            for (name, _), (_, card) in zip(together, named, strict=True)
        ]
        shown = symbols_of_cards(cards)
        unused = [f"{each} ({name})" for each, name in self.names.names if each not in shown]
        if unused:
            expected = f"names of symbols on the cards ({', '.join(shown)})"
            raise BoxError("names", expected=expected, found=", ".join(unused))
        return BoxCards(tuple(cards[: len(made)]), cards[-1] if behind else None)

    def _named(self, card: Card, where: str) -> Card:
        """Return *card* with the *names* of its symbols, if any are given."""
        if not self.names:
            return card
        if card.legend and card.legend != self.names:
            expected, found = "a card without own names", card.legend.symbols_text(card.symbols)
            raise BoxError(f"{where}, names", expected=expected, found=found)
        return replace(card, legend=self.names)

    def drawn(self, cards: BoxCards, fonts: Fonts | None) -> Setup:
        """Return the setup with the symbols of *cards*: their art, or their names in *fonts*."""
        style, legend = self.setup.style, cards.legend
        art = read_art(self.art, symbols_of_cards(cards.all), legend) if self.art else {}
        symbols = replace(style.symbols, art=art, fonts=fonts, legend=legend)
        return replace(self.setup, style=replace(style, symbols=symbols))
