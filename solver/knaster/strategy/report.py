"""Results of simulations and trainings as text and as JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.knaster.strategy.policy import Policy

if TYPE_CHECKING:
    from solver.knaster.strategy.simulation import SimulationResult
    from solver.knaster.strategy.training.training import TrainingSpec, TrainingState

THRESHOLDS = (50, 80, 100)  # points: good, super, spectacular, as the booklet says
_BIN, _MAX_BINS = 5, 30  # points that share a line of the histogram; lines
_DECIMALS = 4


def simulation_json(result: "SimulationResult") -> dict[str, Any]:
    """Return the answer of ``knaster simulate``."""
    spec = result.spec
    return {
        "policy": spec.policy.label,
        "plies": spec.plies if spec.policy is Policy.TABLE else None,
        "turns": spec.turns,
        "seed": spec.seed,
        "games": len(result.scores),
        "mean": round(result.mean, _DECIMALS),
        "error": None if result.error is None else round(result.error, _DECIMALS),
        "shares": {str(points): round(result.share(points), _DECIMALS) for points in THRESHOLDS},
        "distribution": [[score, count] for score, count in result.distribution.items()],
        "scores": list(result.scores),
    }


def simulation_text(result: "SimulationResult", *, width: int = 0) -> Iterator[StyledLine]:
    """Yield a *result*: some scores a line with a bar of up to *width*, then the mean."""
    spec = result.spec
    yield plain_line(f"{plural(len(result.scores), 'solitaire')}, {spec.title}")
    yield plain_line("")
    lowest, highest = min(result.scores), max(result.scores)
    size = _BIN
    while highest // size - lowest // size >= _MAX_BINS:  # lines may have a thousand points
        size *= 2
    counts = dict.fromkeys(range(lowest // size, highest // size + 1), 0)
    for score, count in result.distribution.items():
        counts[score // size] += count
    most, digits = max(counts.values()), max(3, len(str(highest)))
    for number, count in counts.items():
        bar = "█" * max(bool(count), round(width * count / most)) if width else ""
        first, last = number * size, min(number * size + size - 1, spec.values.max_score)
        scores = f"{first:>{digits}}" + (f"-{last}" if first < last else "").ljust(digits + 1)
        yield plain_line(f"{scores} {count:>{len(str(most))}} {bar}".rstrip())
    yield plain_line("")
    remark = "" if result.error is None else " (standard error)"
    yield plain_line(f"Mean {result.mean_text}{remark}")
    shares = (f"{points} and more in {result.share(points):.1%}" for points in THRESHOLDS)
    yield plain_line(", ".join(shares))


def training_json(spec: "TrainingSpec", state: "TrainingState") -> dict[str, Any]:
    """Return the answer of ``knaster train``."""
    return {
        "games": state.games,
        "mean": round(state.mean, _DECIMALS),
        **spec.to_json(),
    }


def training_text(state: "TrainingState") -> Iterator[StyledLine]:
    """Yield how far a training came."""
    yield plain_line(f"{plural(state.games, 'game')} played")
    yield plain_line(f"Mean {state.mean:.2f} of the last games that began without random moves")
