"""Advice and simulations as a person reads them, and as a program does (JSON)."""

from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import Line, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush.card import format_card_id
from solver.penta_rush.dice import Roll
from solver.penta_rush.puzzle.game import round_json
from solver.penta_rush.puzzle.report import card_text
from solver.penta_rush.puzzle.rules import PuzzleState

if TYPE_CHECKING:
    from solver.penta_rush.puzzle.strategy.advice import Advice
    from solver.penta_rush.puzzle.strategy.simulation import SimulationResult

_DECIMALS = 4


def advice_json(advice: "Advice") -> dict[str, Any]:
    """Return the options of an *advice*, the best first, and how many playouts each had."""
    return {
        "playouts": advice.playouts,
        "options": [
            {
                **round_json(one.round),
                "mean": round(one.mean, _DECIMALS),
                "error": round(one.error, _DECIMALS),
                "estimate": round(one.estimate, _DECIMALS),
            }
            for one in advice.options
        ],
    }


def advice_text(state: PuzzleState, roll: Roll, advice: "Advice", *, drawn: bool) -> Iterator[Line]:
    """Yield the *advice* for *roll*, the best option drawn on the card after what was played."""
    best = advice.options[0].round
    done = "Circle" if best.circled else "Cross"
    where = f" on {names_of(best.cells)}" if best.cells else ", without drawing"
    yield plain_line(f"Round {len(state.rounds) + 1}, roll {roll}. {done} {best.shape}{where}.")
    yield plain_line("")
    yield from card_text(state.card, (*state.rounds, best), drawn=drawn)
    yield plain_line("")
    yield plain_line("final score to expect")
    for one in advice.options:
        done = "circle" if one.round.circled else "cross"
        mean = f"{one.mean:6.2f} ± {one.error:.2f}"
        told = names_of(one.round.cells) or "not drawn"
        yield plain_line(f"{mean}  {done:<6} {one.round.shape}  {told}")


def simulation_json(simulation: "SimulationResult") -> dict[str, Any]:
    """Return the answer of ``puzzle simulate``."""
    series, optima = simulation.series, simulation.optima
    return {
        "card": format_card_id(series.card),
        "policy": series.policy.label,
        "seed": series.seed,
        "games": len(simulation.games),
        "mean": round(simulation.mean, _DECIMALS),
        "error": round(simulation.error, _DECIMALS),
        "perfect": round(simulation.perfect, _DECIMALS),
        "distribution": [[score, count] for score, count in simulation.distribution.items()],
        "scores": simulation.scores,
        "hindsight": {
            "mean": round(fmean(optima), _DECIMALS),
            "share": round(simulation.mean / fmean(optima), _DECIMALS),
            "scores": list(optima),
        }
        if optima
        else None,
    }


def simulation_text(simulation: "SimulationResult", *, title: str, width: int = 0) -> Iterator[Line]:
    """Yield a *simulation*: a line a score with a bar of up to *width*, and the mean."""
    count, series = len(simulation.games), simulation.series
    yield plain_line(f"{plural(count, 'game')} on {title}, policy {series.policy.label}")
    yield plain_line("")
    most = max(simulation.distribution.values())
    for score, times in simulation.distribution.items():
        bar = "█" * max(1, round(width * times / most)) if width else ""
        yield plain_line(f"{score:>3} {times:>{len(str(most))}} {bar}".rstrip())
    yield plain_line("")
    yield plain_line(f"Mean {simulation.mean:.2f} ± {simulation.error:.2f} (standard error)")
    yield plain_line(f"Perfect {simulation.perfect:.1%} of games")
    if simulation.optima:
        best = fmean(simulation.optima)
        yield plain_line(f"In hindsight {best:.2f}; the mean is {simulation.mean / best:.1%} of it")
