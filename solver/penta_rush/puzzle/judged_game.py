"""The referee's answer on a game of the puzzle variant, and how such a game is shown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.answer import RefereeAnswer
from solver.drawing.styled_text import (
    MAX_WIDTH,
    StyledLine,
    display_width,
    plain_line,
    plain_text,
    plural,
    wrapped,
    wrapped_lines,
)
from solver.drawing.text_grid import PALETTE, Patch, draw_grid, patch_style
from solver.files.input_text import Named
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleStanding, Verdict, decided_by, judge, winners
from solver.penta_rush.symbol_label import card_labels, key_line, legend_text
from solver.penta_rush.typed import common_points
from solver.question import question
from solver.violation import violation_json

_MAX_ROLL_WIDTH = 36  # columns, so that its shape and cells fit on the same line
_INDENT = " " * 5
_CROSSED = "\N{MULTIPLICATION SIGN}"  # what a crossed cell shows


@dataclass(frozen=True, slots=True, repr=False)
class JudgedPuzzle(RefereeAnswer):
    """What the referee says of *game*: its *verdict*, where tiles are worth *points*."""

    game: PuzzleGame
    verdict: Verdict
    points: Points
    title: str = "game"

    @property
    def notes(self) -> tuple[str, ...]:
        """How the texts of the cards were taken, where they could have meant something else."""
        return tuple(dict.fromkeys(note for card in self.game.cards for note in card.notes))

    def __repr__(self) -> str:
        *_, last = self.lines(drawn=False)
        return f"<JudgedPuzzle: {plain_text(last)}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield each player's card and rounds, the violation if any, who wins."""
        game, points, (violation, standings, over) = self.game, self.points, self.verdict
        rounds = len(standings[0].circled + standings[0].crossed)
        played = plural(rounds, "round")
        for player, card, standing in zip(game.players, game.player_cards, standings, strict=True):
            yield plain_line(f"{player.name}, {played} on a {card.rows}x{card.cols} card")
            yield plain_line("")
            yield from card_text(card, player.rounds[:rounds], drawn=drawn)
            yield from legend_text(card)
            yield key_line(card)
            yield from rounds_text(card, player.rounds[:rounds], points)
            yield plain_line(f"Points {standing.points}{_sum_text(standing, points)}")
            yield plain_line("")
        if violation:
            where = f"{self.title}, {violation.player}, round {violation.turn}"
            text = f"{where}: illegal: {violation}"
            yield from wrapped_lines(text)
        elif not over:
            yield plain_line(f"{self.title}: legal, not over yet")
        else:
            yield from wrapped_lines(f"{self.title}: legal. {_result_text(standings)}")

    def to_json(self) -> dict[str, Any]:
        """Return the violation, and how all players stand before it.

        There are winners only once a game of several players is over.
        """
        violation, standings, over = self.verdict
        is_won = over and violation is None and len(standings) > 1
        return {
            **violation_json(violation),
            "over": over,
            "players": [
                {
                    "name": standing.name,
                    "points": standing.points,
                    "circled": list(standing.circled),
                    "crossed": list(standing.crossed),
                    "rings": standing.rings,
                }
                for standing in standings
            ],
            "winners": [winner.name for winner in winners(standings)] if is_won else None,
            "decided_by": decided_by(standings) if is_won else None,
        }


@question
def referee(game: PuzzleGame, *, points: Points | None = None, title: str = "game") -> JudgedPuzzle:
    """Return what the referee says of *game*, a puzzle variant or a solitaire, as far as it goes.

    *points* are the values of the tiles, by default those that the cards were made for, or else the
    bundled ones.
    """
    points = common_points([Named(title, card) for card in game.cards], points)
    return JudgedPuzzle(game, judge(game, points), points, title)


def card_text(card: Card, rounds: Sequence[PuzzleRound], *, drawn: bool) -> list[StyledLine]:
    """Return *card* with the shapes of *rounds*; crossed ones show crosses, or small letters.

    A shape has the same colour here as in `rounds_text`.
    """
    crossed = {cell for played in rounds if not played.circled for cell in played.cells}
    grid = [
        [
            _CROSSED if drawn and (row, col) in crossed else label
            for col, label in enumerate(labels_of_row)
        ]
        for row, labels_of_row in enumerate(card_labels(card))
    ]
    labels = [played.shape if played.circled else played.shape.lower() for played in rounds]
    patches = [
        Patch(label, played.cells, number % len(PALETTE))
        for number, (label, played) in enumerate(zip(labels, rounds, strict=True))
    ]
    return draw_grid(grid, patches, drawn=drawn)


def rounds_text(card: Card, rounds: Sequence[PuzzleRound], points: Points) -> Iterator[StyledLine]:
    """Yield one line per round: its roll, its shape circled or crossed, its points and cells.

    Rolls whose names would make a line too long stand on lines of their own.
    """
    texts = [card.legend.roll_text(played.roll) for played in rounds]
    widest = max(map(display_width, texts), default=0)
    is_wide = widest > _MAX_ROLL_WIDTH
    for number, (played, text) in enumerate(zip(rounds, texts, strict=True)):
        earned = str(points[played.shape]) if played.circled else "-"
        done = "circled" if played.circled else "crossed"
        where = names_of(played.cells) or "not drawn"
        ring = ", timer" if played.timer else ""
        beginning = f" {number + 1:>2}  {text}{' ' * (widest - display_width(text))}  "
        if is_wide:
            first, *others = wrapped(text.replace(",", ", "), width=MAX_WIDTH - len(_INDENT))
            yield plain_line(f" {number + 1:>2}  {first}")
            yield from (plain_line(f"{_INDENT}{line}") for line in others)
            beginning = _INDENT
        yield [
            (beginning, ""),
            (played.shape, patch_style(number)),
            (f" {done} {earned:>2}  {where}{ring}", ""),
        ]


def _sum_text(standing: PuzzleStanding, points: Points) -> str:
    terms, note = [points[shape] for shape in standing.circled], ""
    if standing.rings:
        terms.append(standing.rings)
        note = f" ({plural(standing.rings, 'ring')})"
    return f" = {' + '.join(map(str, terms))}{note}" if len(terms) > 1 else ""


def _result_text(standings: Sequence[PuzzleStanding]) -> str:
    if len(standings) == 1:
        return f"Solitaire: {plural(standings[0].points, 'point')}."
    why = {
        "points": "",
        "circled shapes": ", with more circled shapes",
        "tie": " each, with equally many circled shapes",
    }
    winning = winners(standings)
    verb = "wins" if len(winning) == 1 else "win"
    names = " and ".join(winner.name for winner in winning)
    return f"{names} {verb} with {winning[0].points}{why[decided_by(standings)]}."
