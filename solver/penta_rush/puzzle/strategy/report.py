"""Advice and simulation results as text and as JSON."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import (
    MAX_WIDTH,
    StyledLine,
    display_width,
    plain_line,
    plural,
    wrapped_lines,
)
from solver.geometry.cell import names_of
from solver.penta_rush.card_json import card_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.puzzle.report import card_text
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.symbol_label import legend_text

if TYPE_CHECKING:
    from solver.penta_rush.puzzle.strategy.advice import RatedMove
    from solver.penta_rush.puzzle.strategy.simulation import SimulationResult

_DECIMALS = 4


def advice_json(moves: Sequence["RatedMove"], playouts: int) -> dict[str, Any]:
    """Return *moves*, the best first, and how many *playouts* each had."""
    return {
        "playouts": playouts,
        "options": [
            {
                **move.round.to_json(),
                "mean": round(move.mean, _DECIMALS),
                "error": round(move.error, _DECIMALS),
                "estimate": round(move.estimate, _DECIMALS),
            }
            for move in moves
        ],
    }


def advice_text(
    state: PuzzleState, roll: Roll, moves: Sequence["RatedMove"], *, drawn: bool
) -> Iterator[StyledLine]:
    """Yield the *moves* for *roll*, with the first, the best, drawn on the card after *state*."""
    best = moves[0].round
    verb = "Circle" if best.circled else "Cross"
    where = f" on {names_of(best.cells)}" if best.cells else ", without drawing"
    rolled = f"Round {len(state.rounds) + 1}, roll {state.card.legend.roll_text(roll)}."
    advice = f"{verb} {best.shape}{where}."
    if display_width(f"{rolled} {advice}") <= MAX_WIDTH:
        yield plain_line(f"{rolled} {advice}")
    else:
        yield from wrapped_lines(rolled)
        yield plain_line(advice)
    yield plain_line("")
    yield from card_text(state.card, (*state.rounds, best), drawn=drawn)
    yield from legend_text(state.card)
    yield plain_line("")
    yield plain_line("expected final score")
    for move in moves:
        verb = "circle" if move.round.circled else "cross"
        mean = f"{round(move.mean, 2) + 0.0:6.2f} ± {move.error:.2f}"  # no -0.00
        cells = names_of(move.round.cells) or "not drawn"
        yield plain_line(f"{mean}  {verb:<6} {move.round.shape}  {cells}")


def simulation_json(result: "SimulationResult") -> dict[str, Any]:
    """Return the answer of ``puzzle simulate``."""
    spec, optima = result.spec, result.optima
    return {
        **card_json(spec.card, spec.points),
        "policy": spec.policy.label,
        "seed": spec.seed,
        "games": len(result.games),
        "mean": round(result.mean, _DECIMALS),
        "error": round(result.error, _DECIMALS),
        "perfect": round(result.perfect, _DECIMALS),
        "distribution": [[score, count] for score, count in result.distribution.items()],
        "scores": result.scores,
        "hindsight": {
            "mean": round(fmean(optima), _DECIMALS),
            "share": None if result.share is None else round(result.share, _DECIMALS),
            "scores": list(optima),
        }
        if optima
        else None,
    }


def simulation_text(
    result: "SimulationResult", *, title: str, width: int = 0
) -> Iterator[StyledLine]:
    """Yield a *result*: one line per score with a bar of up to *width*, then the mean."""
    games = plural(len(result.games), "game")
    yield plain_line(f"{games} on {title}, policy {result.spec.policy.label}")
    yield plain_line("")
    most = max(result.distribution.values())
    for score, count in result.distribution.items():
        bar = "█" * max(1, round(width * count / most)) if width else ""
        yield plain_line(f"{score:>3} {count:>{len(str(most))}} {bar}".rstrip())
    yield plain_line("")
    yield plain_line(f"Mean {result.mean:.2f} ± {result.error:.2f} (standard error)")
    yield plain_line(f"Perfect {result.perfect:.1%} of games")
    if result.optima:
        best = fmean(result.optima)
        if result.share is None:
            yield plain_line("In hindsight 0.00: with these rolls no game can score")
        else:
            yield plain_line(f"In hindsight {best:.2f}; the mean is {result.share:.1%} of it")
