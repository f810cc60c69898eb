"""Answers about the puzzle variant as a person reads them, and as a program does (JSON).

Nothing is searched or judged here, and nothing printed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from solver.drawing.text_grid import PALETTE, Line, Patch, colour, picture, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleJudgement, PuzzleStanding, decided_by, winners

_CROSSED = "\N{MULTIPLICATION SIGN}"  # what a crossed cell shows


def judgement_json(judgement: PuzzleJudgement) -> dict[str, Any]:
    """Return the answer of ``puzzle referee``.

    Nobody has won before the game is over, and who plays alone beats nobody.
    """
    breach, standings, over = judgement
    done = over and breach is None and len(standings) > 1
    return {
        "legal": breach is None,
        "breach": breach
        and {
            "player": breach.player,
            "round": breach.number,
            "rule": breach.rule.value,
            "reason": breach.reason,
        },
        "over": over,
        "players": [
            {
                "name": one.name,
                "points": one.points,
                "circled": list(one.circled),
                "crossed": list(one.crossed),
                "rings": one.rings,
            }
            for one in standings
        ],
        "winners": [one.name for one in winners(standings)] if done else None,
        "decided_by": decided_by(standings) if done else None,
    }


def judgement_text(
    game: PuzzleGame, judgement: PuzzleJudgement, points: Points, *, title: str, drawn: bool
) -> Iterator[Line]:
    """Yield a judged *game*: each player's card and rounds, the breach if any, and who wins."""
    breach, standings, over = judgement
    laid = len(standings[0].circled + standings[0].crossed)
    for player, standing in zip(game.players, standings, strict=True):
        yield plain_line(f"{player.name}, {plural(laid, 'round')} on a {_size(game.card)} card")
        yield plain_line("")
        yield from card_text(game.card, player.rounds[:laid], drawn=drawn)
        yield plain_line("")
        yield from rounds_text(player.rounds[:laid], points)
        yield plain_line(f"Points {standing.points}{_sum(standing, points)}")
        yield plain_line("")
    if breach:
        told = f"{title}, {breach.player}, round {breach.number}: illegal"
        yield plain_line(f"{told}: {breach.rule.value}: {breach.reason}")
    elif not over:
        yield plain_line(f"{title}: legal, and not over")
    else:
        yield plain_line(f"{title}: legal. {_won(standings)}")


def card_text(card: Card, rounds: Sequence[PuzzleRound], *, drawn: bool) -> list[Line]:
    """Return *card* with what *rounds* drew on it; crossed shapes show crosses, or small letters.

    A shape has the same colour here as in `rounds_text`.
    """
    crossed = {cell for played in rounds if not played.circled for cell in played.cells}
    grid = [
        "".join(
            _CROSSED if drawn and (row, col) in crossed else symbol
            for col, symbol in enumerate(line)
        )
        for row, line in enumerate(card.lines)
    ]
    patches = [
        Patch(_label(played), played.cells, number % len(PALETTE))
        for number, played in enumerate(rounds)
    ]
    return picture(grid, patches, drawn=drawn)


def rounds_text(rounds: Sequence[PuzzleRound], points: Points) -> Iterator[Line]:
    """Yield a line a round: its roll, its shape circled or crossed, its points and cells."""
    for number, played in enumerate(rounds):
        earned = str(points[played.shape]) if played.circled else "-"
        done = "circled" if played.circled else "crossed"
        where = names_of(played.cells) or "not drawn"
        ring = ", timer" if played.timer else ""
        yield [
            (f" {number + 1:>2}  {played.roll}  ", ""),
            (played.shape, colour(number)),
            (f" {done} {earned:>2}  {where}{ring}", ""),
        ]


def _label(played: PuzzleRound) -> str:
    return played.shape if played.circled else played.shape.lower()


def _size(card: Card) -> str:
    return f"{card.rows}x{card.cols}"


def _sum(standing: PuzzleStanding, points: Points) -> str:
    terms = [str(points[shape]) for shape in standing.circled]
    rings = [str(standing.rings)] if standing.rings else []
    told = f" ({plural(standing.rings, 'ring')})" if rings else ""
    return f" = {' + '.join(terms + rings)}{told}" if len(terms + rings) > 1 else ""


def _won(standings: Sequence[PuzzleStanding]) -> str:
    if len(standings) == 1:
        return f"Solitaire: {plural(standings[0].points, 'point')}."
    winning = winners(standings)
    why = {"points": "", "circled shapes": ", by circled shapes", "tie": ", circled as many"}
    verb = "wins" if len(winning) == 1 else "win"
    names = " and ".join(one.name for one in winning)
    return f"{names} {verb} with {winning[0].points}{why[decided_by(standings)]}."
