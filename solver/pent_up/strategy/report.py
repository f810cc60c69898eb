"""Suggested moves and match scores as text for a person, and as JSON values."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line
from solver.geometry.cell import names_of
from solver.pent_up.pile_view import frame_around, heights_drawing, heights_legend, tile_patch
from solver.pent_up.record import TileMove
from solver.pent_up.rules import Pile
from solver.pent_up.strategy.match_score import MatchScore
from solver.pent_up.strategy.suggestion import Suggestion

_DECIMALS = 4


def suggestion_json(move: TileMove, suggestion: Suggestion) -> dict[str, Any]:
    """Return a suggested *move* as JSON, with what the side to move may expect of it."""
    return {
        "move": move.to_json(),
        "expected": _rounded(suggestion.odds._asdict()),
        "proved": suggestion.is_proved,
        "visits": suggestion.visits,
        "playouts": suggestion.playouts,
    }


def suggestion_text(
    pile: Pile, move: TileMove, suggestion: Suggestion, *, drawn: bool
) -> Iterator[StyledLine]:
    """Yield a suggested *move* beside the heights of the *pile* before it, and what to expect."""
    frame = frame_around([*pile.cells, *move.cells])
    yield plain_line(f"{move.colour} lays {move.shape} on level {move.level}:")
    yield plain_line(f"  {names_of(move.cells)}")
    yield plain_line("")
    yield from heights_drawing(pile, frame, [tile_patch(move)], drawn=drawn)
    yield from heights_legend(pile)
    yield plain_line("")
    win, draw, lose = suggestion.odds
    if suggestion.is_proved:
        outcome = "wins" if win else "draws" if draw else "loses"
        yield plain_line(f"Proved: {move.colour} {outcome} when both play best")
    else:
        odds = f"wins {win:.0%}, draws {draw:.0%}, loses {lose:.0%}"
        visits = f"{suggestion.visits:,} of {suggestion.playouts:,} playouts"
        yield plain_line(f"Expected: {move.colour} {odds} ({visits})")


def match_json(scores: Mapping[str, MatchScore]) -> dict[str, Any]:
    """Return the score against each player as JSON, with its rates and their intervals."""
    return {
        against: {
            **score._asdict(),
            "points": score.points,
            "rates": {name: _rounded(rate._asdict()) for name, rate in score.rates.items()},
        }
        for against, score in scores.items()
    }


def match_text(scores: Mapping[str, MatchScore]) -> Iterator[StyledLine]:
    """Yield a table of the score against each player."""
    for against, score in scores.items():
        counts = {**score._asdict(), "points": score.points}
        yield plain_line(f"{against:<8}  games    rate  95 % interval")
        for name, (share, low, high) in score.rates.items():
            interval = f"{low:.1%} to {high:.1%}"
            yield plain_line(f"  {name:<6}{counts[name]:>7g}  {share:7.1%}  {interval}")


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(share, _DECIMALS) for name, share in shares.items()}
