"""The referee's answers: a judged sheet, and the totals of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, wrapped, wrapped_lines
from solver.drawing.text_grid import Patch, draw_grid, patch_style
from solver.errors import errors_within
from solver.files.input_text import Named
from solver.geometry.cell import names_of
from solver.penta_rush import rules
from solver.penta_rush.card import Card
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.game import Game, Sheet
from solver.penta_rush.points import Points
from solver.penta_rush.rules import OutlineRuling, Ruling, Standing, decided_by, round_multiplier
from solver.penta_rush.symbol_label import card_labels, key_line, legend_text, roll_lines
from solver.penta_rush.typed import common_points
from solver.question import question

_INDENT = " " * 11  # below the cells of an outline
# A verdict is printed in the words of its JSON value, unless plainer ones are here.
_RULING_TEXTS = {Ruling.HIGHEST_VALUE_DROPPED: "highest value dropped"}


@dataclass(frozen=True, slots=True, repr=False)
class JudgedSheet(Answer):
    """The rulings on the *outlines* of *sheet*, in its order, and the *points* of the round."""

    sheet: Sheet
    outlines: tuple[OutlineRuling, ...]
    points: int

    @property
    def outcome(self) -> Outcome:
        """No if an outline does not count."""
        is_right = all(outline.ruling is Ruling.COUNTED for outline in self.outlines)
        return Outcome.YES if is_right else Outcome.NO

    @property
    def notes(self) -> tuple[str, ...]:
        """How the text of the card was taken, where it could have meant something else."""
        return self.sheet.card.notes

    def __repr__(self) -> str:
        counted = (outline.shape for outline in self.outlines if outline.points)
        shapes = " ".join(filter(None, counted)) or "none"
        return f"<JudgedSheet: {self.points} points, counted: {shapes}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the card, one line per outline, and the points of the round."""
        sheet = self.sheet
        timer = ", timer turned" if sheet.timer else ""
        roll = sheet.card.legend.roll_text(sheet.roll)
        yield from roll_lines(sheet.card, f"Roll {roll}, round {sheet.round}{timer}", roll)
        yield plain_line("")
        patches = [
            Patch(outline_label(number), cells) for number, cells in enumerate(sheet.outlines)
        ]
        yield from draw_grid(card_labels(sheet.card), patches, drawn=drawn)
        yield from legend_text(sheet.card)
        yield key_line(sheet.card)
        cell_names = [names_of(cells) for cells in sheet.outlines]
        width = max(map(len, cell_names), default=0)
        for number, (outline, names) in enumerate(zip(self.outlines, cell_names, strict=True)):
            is_counted = outline.ruling is Ruling.COUNTED
            points = str(outline.points) if is_counted else "-"
            ruling = _RULING_TEXTS.get(outline.ruling, outline.ruling.value)
            reason = "" if is_counted else f": {outline.reason}"
            figures = f"  {outline.shape or '?'} {points:>3}  {names:<{width}}  "
            text, *others = wrapped(f"{ruling}{reason}", first=f"   {figures}", others=_INDENT)
            label = f"{outline_label(number):>3}"
            yield [(label, patch_style(number)), (text.removeprefix("   "), "")]
            yield from map(plain_line, others)
        yield plain_line(f"Points {self.points}{self._sum_text()}")

    def _sum_text(self) -> str:
        counted = [str(each.points) for each in self.outlines if each.ruling is Ruling.COUNTED]
        tiles = " + ".join(counted) or "0"
        multiplier = round_multiplier(self.sheet.round)
        if multiplier > 1:
            tiles = f"{multiplier} x ({tiles})"
        timer = " + 1 for the timer" if self.sheet.timer else ""
        return f" = {tiles}{timer}" if timer or len(counted) > 1 or multiplier > 1 else ""

    def to_json(self) -> dict[str, Any]:
        """Return the points, and the verdict on each outline."""
        outlines = [outline.to_json() for outline in self.outlines]
        return {"points": self.points, "outlines": outlines}


def outline_label(number: int) -> str:
    """Return the character that marks an outline of a sheet by its number, from 0.

    >>> outline_label(0), outline_label(9)
    ('1', 'a')
    """
    # One character each, so letters follow the digits.
    labels = "123456789" + ascii_lowercase + ascii_uppercase
    return labels[number % len(labels)]


@question
def judge(sheet: Sheet, *, points: Points | None = None) -> JudgedSheet:
    """Return the verdict on every outline of *sheet*; *points* as in `solve`."""
    return JudgedSheet(sheet, *rules.judge(sheet, points or sheet.card.tile_points))


@dataclass(frozen=True, slots=True, repr=False)
class Totals(Answer):
    """The points of all *players* of a game by round, and in all; *notes* on its cards."""

    players: tuple[Standing, ...]
    notes: tuple[str, ...] = ()

    @property
    def winners(self) -> list[Standing]:
        """Who wins: several if they are equal in rounds 1 to 4 as well."""
        return rules.winners(self.players)

    def __repr__(self) -> str:
        return f"<Totals: {', '.join(f'{each.name} {each.total}' for each in self.players)}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield one line per player, who wins, and why if the totals are equal."""
        players, winning = self.players, self.winners
        table = [["round", *map(str, range(1, ROUNDS + 1)), "total"]]
        table += [[player.name, *map(str, player.rounds), str(player.total)] for player in players]
        first, *others = (max(map(len, column)) for column in zip(*table, strict=True))
        for name, *numbers in table:
            aligned = (f"{number:>{width}}" for number, width in zip(numbers, others, strict=True))
            yield plain_line("   ".join([f"{name:<{first}}", *aligned]))
        names = " and ".join(player.name for player in winning)
        if len(players) == 1:  # a single player beats nobody
            yield from wrapped_lines(f"{names} has {winning[0].total}")
            return
        why = {
            "total": "",
            "rounds 1 to 4": f", by rounds 1 to 4 ({winning[0].first_four})",
            "tie": ", equal in rounds 1 to 4 as well",
        }[decided_by(players)]
        verb = "wins" if len(winning) == 1 else "win"
        yield from wrapped_lines(f"{names} {verb} with {winning[0].total}{why}")

    def to_json(self) -> dict[str, Any]:
        """Return the points of each player, who wins, and what decides that."""
        return {
            "players": [
                {"name": player.name, "rounds": list(player.rounds), "total": player.total}
                for player in self.players
            ],
            "winners": [player.name for player in self.winners],
            "decided_by": decided_by(self.players),
        }


@question
def total(game: Game, *, points: Points | None = None, title: str = "game") -> Totals:
    """Return the points of all players of *game*; *points* as in `solve`.

    Raises `GameError` where a round has more points than the tiles allow.
    """
    cards = sheet_cards(game)
    counted = common_points(cards, points)
    with errors_within(title):
        rules.check_possible(game, counted)
    notes = dict.fromkeys(note for _, card in cards for note in card.notes)
    return Totals(tuple(rules.standings(game, counted)), tuple(notes))


def sheet_cards(game: Game) -> list[Named[Card]]:
    """Return the cards of the sheets in *game*, each with whose sheets they are."""
    return [
        Named(f"sheets of {player.name}", entry.card)
        for player in game.players
        for entry in player.rounds
        if isinstance(entry, Sheet)
    ]
