"""The cards that a search has made, as files, as a summary, as JSON and as catalogue entries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from itertools import combinations
from typing import Any, Self

from generator.catalogue.entry import Entry, format_tile_values, make_entry
from generator.orbit import orbit
from generator.set_arrangement import lay_out
from generator.spec import GenerationSpec
from solver.drawing.text_grid import StyledLine, plain_line
from solver.penta_rush.card import Card, format_card
from solver.penta_rush.fairness import card_report, set_report
from solver.penta_rush.fairness.card_fairness import CardFairness, FairnessLimits
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.visible_difference import VisibleDifference
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey


@dataclass(frozen=True)
class GenerationResult:
    """The *cards* that a search for *spec* has found after *steps_done* of its steps."""

    spec: GenerationSpec
    cards: Sequence[Card]
    steps_done: int

    @classmethod
    def of_search(cls, spec: GenerationSpec, cards: Sequence[Card], steps_done: int) -> Self:
        """Return the result of a search that found *cards*, or one to make an orbit of."""
        if spec.card_set and spec.card_set.search:
            constraints, symbols = spec.constraints, spec.symbols
            cards = lay_out(cards, lambda card: not constraints.violations(card, symbols))
        elif spec.card_set:
            cards = orbit(
                Survey(cards[0], spec.points, symbols=spec.symbols),
                spec.card_set.cards,
                min_differing_cells=spec.card_set.min_differing_cells,
            )
        return cls(spec, cards, steps_done)

    @cached_property
    def fairness(self) -> list[CardFairness]:
        """The measures of each card."""
        points, symbols = self.spec.points, self.spec.symbols
        return [CardFairness(Survey(card, points, symbols=symbols)) for card in self.cards]

    @cached_property
    def set_fairness(self) -> SetFairness | None:
        """How fair the cards are as a set; None for a single card."""
        if len(self.cards) == 1:
            return None
        return SetFairness.from_surveys([fairness.survey for fairness in self.fairness])

    @property
    def visible_difference(self) -> VisibleDifference | None:
        """In how many cells any two of the cards differ; None for a single card."""
        return VisibleDifference.of_cards(self.cards) if len(self.cards) > 1 else None

    @property
    def is_apart(self) -> bool:
        """Whether any two cards differ in as many cells as was asked for, also when turned."""
        card_set, difference = self.spec.card_set, self.visible_difference
        return not (card_set and difference and difference.turned < card_set.min_differing_cells)

    def files(self) -> Iterator[str]:
        """Yield the text of each card's file; comments hold its id, its origin and its survey."""
        for number, fairness in enumerate(self.fairness, start=1):
            lines = [str(fairness.card), *self._provenance()]
            if self.set_fairness:
                lines += [
                    f"card {number} of {len(self.cards)}",
                    *self._set_lines(self.set_fairness),
                ]
            lines.append(card_report.summary_text(fairness))
            lines += card_report.format_roll_table(fairness.survey.rows)
            comments = "".join(f"# {line}".rstrip() + "\n" for line in lines)
            yield f"{comments}\n{format_card(fairness.card)}"

    def summaries(self, names: list[str]) -> Iterator[StyledLine]:
        """Yield a line for each card, named by its file, and those for the set."""
        for name, fairness in zip(names, self.fairness, strict=True):
            yield plain_line(f"{name}: {card_report.summary_text(fairness)}")
        if self.set_fairness:
            yield from map(plain_line, self._set_lines(self.set_fairness))

    def to_json(self) -> dict[str, Any]:
        """Return the card or the set as JSON, with the spec and the number of steps done."""
        reasons = FairnessLimits().reasons
        cards = [
            card_report.card_fairness_json(fairness, reasons(fairness))
            for fairness in self.fairness
        ]
        made = {**self.spec.to_json(), "done": self.steps_done}
        if self.set_fairness is None:
            return {**cards[0], "made": made}
        set_json = set_report.set_fairness_json(self.set_fairness, None, self.cards)
        if self.visible_difference:
            set_json["visible"] = self.visible_difference.to_json()
        return {"cards": cards, "set": set_json, "made": made}

    def entries(self) -> Iterator[Entry]:
        """Yield the catalogue entry of each card."""
        options = {**self.spec.options, "done": self.steps_done}
        for fairness in self.fairness:
            yield replace(make_entry(fairness), seed=self.spec.seed, options=options)

    def _provenance(self) -> Iterator[str]:
        """Yield how the cards were made, line by line."""
        spec = self.spec
        command = f"penta generate {'white' if spec.card_set else 'grey'} {spec.command_line()}"
        yield f"Made by penta {version('penta')}: {command}"
        if spec.points != default_points():
            yield f"with --points {format_tile_values(spec.points)}"
        if self.steps_done < spec.steps:
            yield f"stopped after {self.steps_done:,} of {spec.steps:,} steps"

    def _set_lines(self, fairness: SetFairness) -> Iterator[str]:
        criteria = ", ".join(
            f"{name} met" if not distance else f"{name} {float(distance):.4f} away"
            for name, _, distance, _ in fairness.criteria
        )
        gap = float(fairness.optimum_range.mean)
        yield f"as a set: {criteria}; the best scores of a roll are {gap:.2f} apart on average"
        yield str(self.visible_difference)
        distances = [
            nearest.distance if (nearest := nearest_isomorph(*pair)) else len(pair[0].cells)
            for pair in combinations(self.cards, 2)
        ]
        least, most = min(distances), max(distances)
        if most == 0:
            yield "the cards are the same card up to turns, flips and relabelling"
        else:
            cells = f"{least}" if least == most else f"{least} to {most}"
            yield f"even turned, flipped and relabelled, any two cards differ in {cells} cells"
