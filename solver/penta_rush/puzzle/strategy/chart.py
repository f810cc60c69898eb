"""The picture of a simulation: how often each score came, beside the optimum in hindsight.

matplotlib draws. Same input, same bytes: no date, no version, none of a user's own settings.
"""

from io import BytesIO
from pathlib import Path
from statistics import fmean

from solver.errors import SourceError, quoted
from solver.penta_rush.puzzle.strategy.simulation import SimulationResult

_TELLTALE = {
    "svg": ("Date", "Creator"),
    "png": ("Software",),
    "pdf": ("CreationDate", "Creator", "Producer"),
}
_GAINED, _POSSIBLE = "#56b4e9", "#e69f00"


def form_of(name: str) -> str:
    """Return the form of a plot, svg, png or pdf, by the ending of its *name*.

    Raises `SourceError` when it has another one.
    """
    ending = Path(name).suffix.lower()
    form = ending.removeprefix(".")
    if form not in _TELLTALE:
        expected = "an ending .svg, .png or .pdf"
        raise SourceError(f"plot {quoted(name)}", expected=expected, found=quoted(ending))
    return form


def picture(simulation: SimulationResult, form: str, *, title: str) -> bytes:
    """Return the scores on the card of this *title* as a file of *form*, as of `form_of`.

    Raises `SourceError` when matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        found, hint = "it is not installed", "pip install 'penta[plot]'"
        raise SourceError("plot", expected="matplotlib", found=found, hint=hint) from None
    with mpl.rc_context(), BytesIO() as file:
        mpl.rcdefaults()
        mpl.rc("font", family="DejaVu Sans")  # comes with matplotlib
        mpl.rc("svg", hashsalt="penta", fonttype="none")
        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        kinds = (
            ("played", simulation.scores, _GAINED),
            ("in hindsight", simulation.optima, _POSSIBLE),
        )
        for name, scores, colour in kinds:
            if scores:
                seen = sorted(set(scores))
                shares = [100 * list(scores).count(score) / len(scores) for score in seen]
                label = f"{name}, mean {fmean(scores):.2f}"
                axes.bar(seen, shares, 0.86, color=colour, alpha=0.8, label=label)
        told = f"Solitaires on {title}, policy {simulation.spec.policy.label}"
        axes.set_title(told, loc="left", parse_math=False)
        axes.set(xlabel="score", ylabel="% of games")
        axes.legend(loc="upper left")
        axes.spines[["top", "right"]].set_visible(False)
        metadata = dict.fromkeys(_TELLTALE[form])
        figure.savefig(file, format=form, metadata=metadata, dpi=150)
        return file.getvalue()
