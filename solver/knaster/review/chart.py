"""The chart of a review: each player's expected final score, turn by turn."""

from solver.drawing.chart import chart_file, chart_settings
from solver.drawing.text_grid import PALETTE
from solver.knaster.review.game_review import GameReview


def review_chart(review: GameReview, ending: str, *, title: str) -> bytes:
    """Return the chart of *review*, under this *title*, as a file of this *ending*."""
    with chart_settings():
        from matplotlib.figure import Figure

        figure = Figure((7.0, 4.0), layout="constrained")
        axes = figure.add_subplot()
        for number, player in enumerate(review.players):
            means = [player.start, *(reviewed.mean for reviewed in player.turns)]
            colour = PALETTE[number % len(PALETTE)]
            (line,) = axes.plot(range(len(means)), means, marker=".", color=colour)
            line.set_label(player.name)
        axes.set_title(f"Expected final score, {title}", loc="left", parse_math=False)
        axes.set(xlabel="turn", ylabel="expected final score")
        if len(review.players) > 1:
            for text in axes.legend(loc="best").get_texts():
                text.set_parse_math(False)
        axes.spines[["top", "right"]].set_visible(False)
        return chart_file(figure, ending)
