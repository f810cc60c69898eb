"""A good move and the tally of a match, as a person reads them and as a program does (JSON)."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.drawing.text_grid import Line, picture, plain_line
from solver.geometry.cell import names_of
from solver.pent_up.pile_view import frame_around, height_grid, tile_patch
from solver.pent_up.play.match_score import MatchScore
from solver.pent_up.play.suggestion import Suggestion
from solver.pent_up.record import TileMove, move_json
from solver.pent_up.report import legend_lines
from solver.pent_up.rules import Pile

_DECIMALS = 4
_WIDTH = 25


def suggestion_json(move: TileMove, advice: Suggestion) -> dict[str, Any]:
    """Return a good *move*, and what the one who makes it may expect."""
    return {
        "move": move_json(move),
        "expected": _rounded(advice.odds._asdict()),
        "proved": advice.is_proved,
        "visits": advice.visits,
        "playouts": advice.playouts,
    }


def suggestion_text(
    pile: Pile, move: TileMove, advice: Suggestion, *, drawn: bool
) -> Iterator[Line]:
    """Yield a good *move* beside the heights of the *pile* before it, and what to expect."""
    frame = frame_around([*pile.cells, *move.cells])
    yield plain_line(f"{move.colour} lays {move.shape} on level {move.level}:")
    yield plain_line(f"  {names_of(move.cells)}")
    yield plain_line("")
    yield from picture(
        height_grid(pile, frame), [tile_patch(move)], drawn=drawn, origin=frame.origin
    )
    yield from legend_lines(pile)
    yield plain_line("")
    win, draw, lose = advice.odds
    if advice.is_proved:
        told = "wins" if win else "draws" if draw else "loses"
        yield plain_line(f"Proved: {move.colour} {told} when both play best")
    else:
        told = f"wins {win:.0%}, draws {draw:.0%}, loses {lose:.0%}"
        seen = f"{advice.visits:,} of {advice.playouts:,} playouts"
        yield plain_line(f"Expected: {move.colour} {told} ({seen})")


def match_json(tallies: Mapping[str, MatchScore]) -> dict[str, Any]:
    """Return the tally against each player, with its rates and their intervals."""
    return {
        against: {
            **tally._asdict(),
            "points": tally.points,
            "rates": {name: _rounded(rate._asdict()) for name, rate in tally.rates.items()},
        }
        for against, tally in tallies.items()
    }


def match_text(tallies: Mapping[str, MatchScore]) -> Iterator[Line]:
    """Yield the tally against each player, a table each."""
    for against, tally in tallies.items():
        counts = {**tally._asdict(), "points": tally.points}
        yield plain_line(f"{against:<8}  games    rate  95 % interval")
        for name, (share, low, high) in tally.rates.items():
            told = f"{share:7.1%}  {low:.1%} to {high:.1%}"
            yield plain_line(f"  {name:<6}{counts[name]:>7g}  {told}")


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(share, _DECIMALS) for name, share in shares.items()}
