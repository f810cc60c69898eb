"""The verdicts that are shown: on a card, and on a set of cards."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Self

from solver.drawing.text_grid import StyledLine
from solver.errors import UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.fairness import card_report, set_report
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_limits import CardJudgement, FairnessLimits
from solver.penta_rush.fairness.match_chance import MatchChances
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.set_limits import SetLimits


class CardVerdict(NamedTuple):
    """A card's *title* and statistics, held beside *limits*."""

    title: str
    fairness: CardFairness
    limits: FairnessLimits

    @property
    def judgement(self) -> CardJudgement:
        """Whether the card keeps its limits, and why not."""
        return self.limits.judge(self.fairness)

    @property
    def is_fair(self) -> bool | None:
        """Whether the card keeps its limits; None if there are none for it."""
        return self.judgement.is_fair

    def to_json(self) -> dict[str, Any]:
        """Return the statistics and the verdict as JSON."""
        return card_report.card_fairness_json(self.fairness, self.judgement)


class SetVerdict(NamedTuple):
    """The fairness of *cards* with these *titles* as a set, held beside *limits*.

    *match* is None where its tables would be too large.
    """

    titles: Sequence[str]
    cards: Sequence[Card]
    fairness: SetFairness
    match: MatchChances | None
    limits: SetLimits

    @classmethod
    def of_cards(cls, cards: Sequence[CardVerdict], limits: SetLimits) -> Self:
        """Return the verdict on the set of these *cards*, whose surveys are done."""
        fairness = SetFairness.from_surveys([card.fairness.survey for card in cards])
        match = None
        with suppress(UndecidedError):
            match = fairness.match
        titles, of_set = [card.title for card in cards], [card.fairness.card for card in cards]
        return cls(titles, of_set, fairness, match, limits)

    @property
    def is_fair(self) -> bool | None:
        """Whether the set keeps its limits; None if only the match could say."""
        return self.limits.judge(self.fairness, self.match)[0]

    def to_json(self) -> dict[str, Any]:
        """Return the verdict and how fair the set is as JSON."""
        return {
            **set_report.set_verdict_json(self.limits, self.fairness, self.match),
            **set_report.set_fairness_json(self.fairness, self.match, self.cards),
        }

    def lines(self, *, lists_criteria: bool) -> Iterator[StyledLine]:
        """Yield the verdict and how fair the set is, perhaps by the exact criteria as well."""
        yield from set_report.format_set(
            self.fairness, self.match, self.cards, self.titles, self.limits
        )
        if lists_criteria:
            yield from set_report.criteria_lines(self.fairness, self.cards[0].legend)
