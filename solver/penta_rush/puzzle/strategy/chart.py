"""The chart of a simulation: how often each score occurred, beside the best scores in hindsight."""

from statistics import fmean

from solver.drawing.chart import chart_file, chart_settings
from solver.penta_rush.puzzle.strategy.simulation import SimulationResult

_PLAYED, _HINDSIGHT = "#56b4e9", "#e69f00"


def scores_chart(result: SimulationResult, ending: str, *, title: str) -> bytes:
    """Return the scores on the card of this *title* as a file of this *ending*."""
    with chart_settings():
        from matplotlib.figure import Figure

        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        series = (
            ("played", result.scores, _PLAYED),
            ("in hindsight", result.optima, _HINDSIGHT),
        )
        for name, scores, colour in series:
            if scores:
                values = sorted(set(scores))
                percents = [100 * list(scores).count(value) / len(scores) for value in values]
                label = f"{name}, mean {fmean(scores):.2f}"
                axes.bar(values, percents, 0.86, color=colour, alpha=0.8, label=label)
        heading = f"Solitaires on {title}, policy {result.spec.policy.label}"
        axes.set_title(heading, loc="left", parse_math=False)
        axes.set(xlabel="score", ylabel="% of games")
        axes.legend(loc="upper left")
        axes.spines[["top", "right"]].set_visible(False)
        return chart_file(figure, ending)
