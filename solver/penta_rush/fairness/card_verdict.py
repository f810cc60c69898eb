"""The verdict on a card, with its measures: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from solver.drawing.scene import printable_text
from solver.drawing.styled_text import (
    MAX_WIDTH,
    StyledLine,
    capitalised,
    display_width,
    plain_line,
    plural,
    unbroken,
    unbroken_items,
    wrapped,
    wrapped_lines,
)
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import QUANTILES, Distribution, format_percent
from solver.penta_rush.fairness.limits import FairnessLimits, Judgement
from solver.penta_rush.legend import Legend
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.survey.card_survey import RollSurvey, Survey
from solver.search import Advance

MAX_LISTED_ROLLS = 10  # of the worst, of the best, of those that share a property
VERDICTS = {True: "fair", False: "not fair", None: "undecided"}
SYMBOL_COLUMNS = (
    "Pairs: how often two cells with the symbol share an edge. Patch: the cells of the largest"
    " group of them that hang together. Mean: the mean best score of the throws that show it."
)
_MAX_NAME = 40  # columns, of a symbol beside its figures
_DOTS = "..."


class CardVerdict(NamedTuple):
    """A card's *title* and statistics, held beside *limits*, and how *people* do on it if asked."""

    title: str
    fairness: CardFairness
    limits: FairnessLimits
    people: CardPeople | None = None

    @property
    def judgement(self) -> Judgement:
        """Whether the card keeps its limits, None if there are none for it; and why not."""
        return self.limits.judge(self.fairness)

    def measure(self, progress: Advance, *, counts_packings: bool, deadline: float | None) -> None:
        """Survey the card now, and report *progress*; other arguments as in `Survey.search`."""
        self.fairness.survey.search(
            counts_packings=counts_packings, progress=progress, deadline=deadline
        )
        self.fairness.measure_players(progress=progress, deadline=deadline)
        if self.people:
            self.people.measure(progress=progress, deadline=deadline)

    def lines(self) -> Iterator[StyledLine]:
        """Yield the verdict, why the card is not fair, and its statistics."""
        judgement = self.judgement
        hints = ["--min-mean and the other limits can be given"] * (judgement.is_fair is None)
        yield from verdict_lines(self.title, judgement, hints)
        if judgement.is_fair is not None and judgement.basis:
            yield from wrapped_lines(f"{capitalised(judgement.basis)}.")
        yield from map(plain_line, self._measures())

    def _measures(self) -> Iterator[str]:
        """Yield the statistics of the card, line by line, the most telling ones first."""
        fairness, legend = self.fairness, self.fairness.card.legend
        yield ""
        ends = (f"{float(share):.0%}" for share in QUANTILES)
        rows = {"": ["mean", "sd", "least", *ends, "most"]}
        for name, figures in fairness.distributions.items():
            mean, sd, *values = figures.figures
            rows[name] = [f"{float(mean):.2f}", f"{sd:.2f}", *map(str, values)]
        greatest = max(figures.greatest for figures in fairness.distributions.values())
        width = max(7, 2 + len(str(greatest)))
        wide = max(7, *(1 + len(text) for row in rows.values() for text in row[:2]))
        for name, (mean_text, sd_text, *texts) in rows.items():
            others = "".join(f"{text:>{width}}" for text in texts)
            yield f"{name:<11}{mean_text:>{wide}}{sd_text:>{wide}}{others}"
        yield from wrapped("The figure below 25%: in a quarter of the throws it is this or less.")
        yield ""
        duds = ["none, every roll has a packing"]
        if fairness.duds:
            share = f"({format_percent(fairness.dud_chance)} % of throws)"
            duds = [*first_rolls(fairness.duds, legend), share]
        yield from wrapped(unbroken_items(duds), first="duds         ")
        five = f"can be packed in {format_percent(fairness.five_chance)} % of throws"
        yield f"five shapes  {five}"
        players = (
            f"{name} {'not computed' if mean is None else f'{float(mean):.2f}'}"
            for name, mean in fairness.player_means.items()
        )
        yield from wrapped(unbroken_items(players, ", "), first="players      ")
        for name, extreme in extreme_rolls(fairness).items():
            rolls = (f"{legend.roll_text(row.roll)} {row.optimum}" for row in extreme)
            yield from wrapped(unbroken_items(rolls), first=f"{name:<13}")
        yield from self.people.lines() if self.people else ()
        yield ""
        yield from _symbol_table(fairness)
        yield ""
        yield "shape   points  placements  in a best packing"
        for shape, points, placements, in_best in fairness.shapes:
            best = "not computed" if in_best is None else f"{format_percent(in_best):>5} %"
            yield f"{shape:<6}  {points:>6}  {placements:>10}  {best}"
        yield ""
        yield from wrapped(", ".join(map(str, fairness.dead_cells)) or "none", first="dead cells  ")
        yield "placements through each cell:"
        digits = len(str(max(fairness.placements_per_cell.values())))
        for row in _placement_grid(fairness):
            yield " ".join(f"{count:>{digits}}" for count in row)

    def to_json(self) -> dict[str, Any]:
        """Return the statistics and the verdict; chances and means are floats here."""
        fairness, judgement = self.fairness, self.judgement
        optimum, best = fairness.optimum, fairness.optimum.to_json()
        random_cards = judgement.random_cards
        quantiles = best.pop("quantiles")
        return {
            **fairness.card.to_json(fairness.survey.points),
            **best,
            "duds": [str(roll) for roll in fairness.duds],
            "dud_chance": float(fairness.dud_chance),
            "fair": judgement.is_fair,
            "reasons": judgement.reasons,
            "limits": [limit.to_json() for limit in judgement.checked],
            "limits_from": judgement.basis or None,
            "random_cards": random_cards and random_cards.to_json(),
            "quantiles": quantiles,
            "distribution": {
                str(value): float(chance) for value, chance in optimum.chances.items()
            },
            "five_chance": float(fairness.five_chance),
            "placements": fairness.placements.to_json(),
            "players": {name: _as_float(mean) for name, mean in fairness.player_means.items()},
            **({"people": self.people.to_json()} if self.people else {}),
            "rolls": rolls_json(fairness.survey.rows),
            "symbols": [
                {**symbol._asdict(), "mean": float(symbol.mean)} for symbol in fairness.symbols
            ],
            "symbol_gap": float(fairness.symbol_gap),
            "shapes": [
                {"shape": shape, "points": points, "placements": count, "best": _as_float(in_best)}
                for shape, points, count, in_best in fairness.shapes
            ],
            "cells": _placement_grid(fairness),
            "dead_cells": [list(cell) for cell in fairness.dead_cells],
            "exact": {
                "mean": str(optimum.mean),
                "variance": str(optimum.variance),
                "dud_chance": str(fairness.dud_chance),
                "five_chance": str(fairness.five_chance),
            },
        }

    def known_lines(self) -> Iterator[StyledLine]:
        """Yield what is known of a card whose survey did not end in time."""
        yield verdict_line(self.title, "undecided")
        rows, legend = self.fairness.survey.known, self.fairness.card.legend
        if not rows:
            yield plain_line("  no roll is surveyed yet")
            return
        so_far = Distribution.of_rolls((row.optimum for row in rows), (row.ways for row in rows))
        figures = f"mean {float(so_far.mean):.2f}, {so_far.least} to {so_far.greatest}"
        text = f"best score of {plural(len(rows), 'roll')} surveyed so far: {figures}"
        yield from wrapped_lines(text, first="  ")
        duds = first_rolls([row.roll for row in rows if not row.optimum], legend)
        yield from wrapped_lines(unbroken_items(duds or ["none"]), first="  duds so far  ")

    def known_json(self) -> dict[str, Any]:
        """Return what is known of a card whose survey did not end in time."""
        survey = self.fairness.survey
        card = survey.card.to_json(survey.points)
        return {**card, "fair": None, "rolls": rolls_json(survey.known)}


def verdict_lines(
    title: str, judgement: Judgement, hints: Sequence[str] = ()
) -> Iterator[StyledLine]:
    """Yield the verdict on what has this *title*, why, and what was measured beside its limits."""
    yield verdict_line(title, VERDICTS[judgement.is_fair])
    for reason in (*judgement.reasons, *hints):
        yield from wrapped_lines(reason, first="  ")
    yield plain_line("")
    yield from judgement.limit_lines()


def verdict_line(title: str, verdict: str) -> StyledLine:
    """Return the *verdict* on what has this *title*, which is cut to the width of the line."""
    return [(fitting(title, MAX_WIDTH - len(verdict) - 2), ""), (": ", ""), (verdict, "bold")]


def summary_text(fairness: CardFairness) -> str:
    """Return what matters most about a card, on one line."""
    mean, sd, least, lowest, low, middle, high, highest, greatest = fairness.optimum.figures
    duds = plural(len(fairness.duds), "dud") if fairness.duds else "no duds"
    return (
        f"best score over {fairness.throws:,} throws: mean {float(mean):.2f}, sd {sd:.2f}, "
        f"{least} to {greatest}; median {middle}, half of throws {low} to {high}, "
        f"nine of ten {lowest} to {highest}; {duds}"
    )


def roll_table_lines(survey: Survey, people: CardPeople | None = None) -> Iterator[str]:
    """Yield one line of figures for each roll, or two where its name leaves no room for them.

    The last one is how many points *people* may expect.
    """
    means = {row.roll: row.mean for row in people.rows} if people and people.is_whole else {}
    most = "shapes" if means else "most shapes"
    head = f"ways  placements    packings  best packings  {most}  best score"
    wide = max(8, *(2 + len(f"{mean:.2f}") for mean in means.values())) if means else 0
    head += f"{'people':>{wide}}" if means else ""
    names = [survey.card.legend.roll_text(row.roll) for row in survey]
    width = max([5, *map(display_width, names)])
    is_long = width + 2 + len(head) > MAX_WIDTH
    yield ""
    yield f"{'roll':<5}  {head}" if is_long else f"{'roll':<{width}}  {head}"
    for name, row in zip(names, survey, strict=True):
        packings, optimal = (
            "not counted" if count is None else f"{count:,}"
            for count in (row.packings, row.optimal)
        )
        figures = (
            f"{row.ways:>4}  {row.placements:>10}  {packings:>10}  {optimal:>13}"
            f"  {row.max_size:>{len(most)}}  {row.optimum:>10}"
        )
        figures += f"{means[row.roll]:>{wide}.2f}" if means else ""
        if is_long:
            yield from wrapped(unbroken(name))
            yield f"{'':<5}  {figures}"
        else:
            yield f"{_padded(name, width)}  {figures}"


def rolls_json(rows: Sequence[RollSurvey]) -> list[dict[str, Any]]:
    """Return the figures of each roll."""
    return [
        {
            "roll": str(row.roll),
            "ways": row.ways,
            "placements": row.placements,
            "packings": row.packings,
            "optimal": row.optimal,
            "optimum": row.optimum,
            "most": row.max_size,
        }
        for row in rows
    ]


def extreme_rolls(fairness: CardFairness) -> dict[str, list[RollSurvey]]:
    """Return the ``worst`` rolls, the very worst first, and the ``best``, the very best first."""
    ordered = fairness.worst_first
    return {"worst": ordered[:MAX_LISTED_ROLLS], "best": ordered[: -MAX_LISTED_ROLLS - 1 : -1]}


def first_rolls(rolls: Sequence[Roll], legend: Legend) -> list[str]:
    """Return the names of the first of *rolls*, with dots for the others."""
    more = [_DOTS] if len(rolls) > MAX_LISTED_ROLLS else []
    return [*map(legend.roll_text, rolls[:MAX_LISTED_ROLLS]), *more]


def fitting(name: str, width: int) -> str:
    """Return *name* in at most *width* columns, its middle left out if it is longer.

    >>> fitting("card /home/anna/games/cards/meadow.txt", 24)
    'card /home...meadow.txt'
    """
    name = printable_text(name)
    if display_width(name) <= width:
        return name
    half = (width - len(_DOTS)) // 2
    return f"{_cut(name, half)}{_DOTS}{_cut(name[::-1], half)[::-1]}"


def _cut(text: str, width: int) -> str:
    while display_width(text) > width:
        text = text[:-1]
    return text


def _padded(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def _symbol_table(fairness: CardFairness) -> Iterator[str]:
    legend = fairness.card.legend
    names = [fitting(legend.name(symbol.symbol), _MAX_NAME) for symbol in fairness.symbols]
    width = max([6, *map(display_width, names)])
    yield f"{'symbol':<{width}}  cells  pairs  patch   mean"
    for name, (_, cells, pairs, patch, mean) in zip(names, fairness.symbols, strict=True):
        yield f"{_padded(name, width)}  {cells:>5}{pairs:>7}{patch:>7}  {float(mean):5.2f}"
    yield from wrapped(SYMBOL_COLUMNS)


def _as_float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _placement_grid(fairness: CardFairness) -> list[list[int]]:
    counts, cols = list(fairness.placements_per_cell.values()), fairness.card.cols
    return [counts[start : start + cols] for start in range(0, len(counts), cols)]
