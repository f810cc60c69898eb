"""The chart of a simulation: how often each score occurred."""

from solver.drawing.chart import chart_file, chart_settings
from solver.knaster.strategy.simulation import SimulationResult

_COLOUR, _MEAN_COLOUR = "#56b4e9", "#d55e00"


def scores_chart(result: SimulationResult, ending: str) -> bytes:
    """Return the scores as a file of this *ending*."""
    with chart_settings():
        from matplotlib.figure import Figure

        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        distribution = result.distribution
        percents = [100 * count / len(result.scores) for count in distribution.values()]
        axes.bar(list(distribution), percents, 0.86, color=_COLOUR)
        mean = f"mean {result.mean_text}"
        axes.axvline(result.mean, color=_MEAN_COLOUR, label=mean)
        axes.set_title(f"Solitaires of Knaster, {result.spec.title}", loc="left")
        axes.set(xlabel="score", ylabel="% of games")
        axes.legend(loc="upper left")
        axes.spines[["top", "right"]].set_visible(False)
        return chart_file(figure, ending)
