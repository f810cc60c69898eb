"""Results of trainings as text and as JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import StyledLine, plain_line, plural

if TYPE_CHECKING:
    from solver.knaster.strategy.training.training import TrainingSpec, TrainingState

_DECIMALS = 4


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
