"""What was made: one card or a set, its files, what it is worth, and what made it.

file  a card with its id, what made it and its survey as comments
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from generator.catalogue.entry import Entry, make_entry
from generator.spec import GenerationSpec, provenance
from solver.drawing.text_grid import Line, plain_line, text_of
from solver.penta_rush.card import Card, format_card, format_card_id
from solver.penta_rush.fairness import card_report, set_report
from solver.penta_rush.fairness.card_fairness import CardFairness, FairnessLimits
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.survey.card_survey import survey


@dataclass(frozen=True)
class GenerationResult:
    """The *cards* that were made by *order*, with *done* of its steps."""

    order: GenerationSpec
    cards: list[Card]
    done: int

    @cached_property
    def fairness(self) -> list[CardFairness]:
        """The measures of each card."""
        order = self.order
        return [CardFairness(survey(card, order.points, symbols=order.symbols)) for card in self.cards]

    @cached_property
    def grade(self) -> SetFairness | None:
        """How fair the cards are as a set, if they are several."""
        return SetFairness.from_surveys([one.survey for one in self.fairness]) if len(self.cards) > 1 else None

    def files(self) -> Iterator[str]:
        """Yield the text of each card's file: what is not the card itself is comments."""
        for number, one in enumerate(self.fairness, start=1):
            lines = [format_card_id(one.card), *self._provenance]
            if self.grade:
                lines += [f"card {number} of {len(self.cards)}", *self._rungs(self.grade)]
            lines += [card_report.summary_text(one), *map(text_of, card_report.format_roll_table(one.survey.rows))]
            comments = "".join(f"# {line}".rstrip() + "\n" for line in lines)
            yield f"{comments}\n{format_card(one.card)}"

    def summaries(self, names: list[str]) -> Iterator[Line]:
        """Yield a line on each card, which is in the file of this name, and on the set."""
        for name, one in zip(names, self.fairness, strict=True):
            yield plain_line(f"{name}: {card_report.summary_text(one)}")
        if self.grade:
            yield from map(plain_line, self._rungs(self.grade))

    def json(self) -> dict[str, Any]:
        """Return all of it: the card, or the cards and the set, and what made them."""
        reasons = FairnessLimits().reasons
        each = [card_report.card_fairness_json(one, reasons(one)) for one in self.fairness]
        made = {**self.order.to_json(), "done": self.done}
        if self.grade is None:
            return {**each[0], "made": made}
        together = set_report.set_fairness_json(self.grade, None, self.cards)
        return {"cards": each, "set": together, "made": made}

    def entries(self) -> Iterator[Entry]:
        """Yield the entry of each card for a catalogue."""
        options = {**self.order.options, "done": self.done}
        for one in self.fairness:
            yield make_entry(one, seed=self.order.seed, options=options)

    @property
    def _provenance(self) -> list[str]:
        kind = "grey" if self.order.card_set is None else "white"
        return list(provenance(self.order, f"penta generate {kind}", steps_done=self.done))

    def _rungs(self, grade: SetFairness) -> Iterator[str]:
        rungs = ", ".join(
            f"{rung.name} {'met' if rung.met else f'{float(rung.distance):.4f} away'}"
            for rung in grade.criteria
        )
        yield f"as a set: {rungs}; spread of a throw {float(grade.optimum_range.mean):.2f}"
        differing = [
            found.distance if (found := nearest_isomorph(one, other)) else len(one.cells)
            for one, other in combinations(self.cards, 2)
        ]
        if max(differing) == 0:
            yield "the cards are one card in disguise"
        else:
            least, most = min(differing), max(differing)
            told = f"{least}" if least == most else f"{least} to {most}"
            yield f"as alike as two can be laid and renamed, they differ in {told} cells"
