"""The verdict on a set of cards, with its measures: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple, Self

from solver.drawing.styled_text import MAX_WIDTH, StyledLine, plain_line, wrapped, wrapped_lines
from solver.errors import UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_verdict import CardVerdict, first_rolls, fitting, verdict_lines
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.likeness import (
    VisibleDifference,
    nearest_isomorph,
    visible_differences,
)
from solver.penta_rush.fairness.limits import Judgement
from solver.penta_rush.fairness.match_chance import HeadToHead, HeadToHeads, MatchChances
from solver.penta_rush.fairness.set_fairness import FairnessCriterion, SetFairness
from solver.penta_rush.fairness.set_limits import SetLimits, WinShare, win_shares
from solver.penta_rush.legend import Legend
from solver.penta_rush.people.subset import numbers_text, share_lines

# What each criterion asks of every two or more of the cards.
CRITERIA = {
    "F0": "the mean best scores are equal",
    "F1": "each best score is equally likely on every card",
    "F2": "each card comes first, second, ... equally often",
    "F3": "every order in which the cards may finish is equally likely",
    "F4": "the best scores are equal at every roll",
}
_THREE, _WORDS = 3, {2: "two", 3: "three"}


class SetVerdict(NamedTuple):
    """The fairness of *cards* with these *titles* as a set, held beside *limits*.

    *match* is None where its tables would be too large.
    """

    titles: Sequence[str]
    cards: Sequence[Card]
    fairness: SetFairness
    match: MatchChances | None = None
    limits: SetLimits = SetLimits()

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
    def judgement(self) -> Judgement:
        """Whether the set keeps its limits, None if only the match could say; and why not."""
        return self.limits.judge(self.fairness, self.match)

    @property
    def legend(self) -> Legend:
        """The names of the symbols, which the cards share."""
        return self.cards[0].legend

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two of the cards, by their numbers from 0."""
        return list(combinations(range(len(self.cards)), 2))

    def lines(self, *, lists_criteria: bool) -> Iterator[StyledLine]:
        """Yield the verdict and how fair the set is, perhaps by the exact criteria as well."""
        yield from verdict_lines(f"set of {len(self.cards)} cards", self.judgement)
        yield from map(plain_line, self._measures())
        if lists_criteria:
            head = "Exact criteria, each asked of every two or more of the cards; no tolerance:"
            yield from map(plain_line, ("", head))
            for criterion in self.fairness.criteria:
                name = f"{criterion.name} {criterion.description}: {CRITERIA[criterion.name]}"
                yield from wrapped_lines(name)
                yield from wrapped_lines(self.distance_text(criterion), first="     ")

    def _measures(self) -> Iterator[str]:
        """Yield the cards, the chances of every two cards, and how alike they look."""
        fairness, match = self.fairness, self.match
        means = [f"{float(fairness.mean(optima)):.2f}" for optima in fairness.optima]
        width = 2 + max(7, *map(len, means))
        wins = [f"{format_percent(win)} %" for win in match.wins] if match else ["-"] * len(means)
        yield ""
        yield f"card{'mean':>{width}}{'wins':>9}"
        for number, (title, mean, win) in enumerate(zip(self.titles, means, wins, strict=True)):
            figures = f"{number + 1:>4}{mean:>{width}}{win:>9}  "
            yield figures + fitting(title, MAX_WIDTH - len(figures))
        yield self.match_heading
        yield from wrapped(self.widest_text) if match else ()
        if self.threes:
            yield ""
            yield from share_lines(self.threes, len(self.cards), head="wins, when these play")
        yield ""
        yield "head to head    in a roll: win, tie, lose    in a match of five rounds"
        for pair in self.pairs:
            roll = _head_to_head_text(fairness.head_to_head[pair])
            five = _head_to_head_text(match.head_to_head[pair]) if match else "not computed"
            yield f"{pair[0] + 1} against {pair[1] + 1}     {roll}    {five}"
        if match is None:
            yield "the match is not computed: its tables would be too large"
        yield ""
        yield from wrapped(self.range_text)
        if closest := self.closest_text:
            yield from wrapped(closest)
        for pair in self.pairs:
            yield from wrapped(self._look_text(pair), first="  ")

    @property
    def match_heading(self) -> str:
        """What the shares of wins are shares of."""
        together = "both" if len(self.cards) == 2 else f"all {len(self.cards)}"  # noqa: PLR2004
        return f"Wins: of the matches of five rounds that {together} play."

    @property
    def widest_text(self) -> str:
        """Which shares of the wins are even, and which is not by most; empty without a match."""
        if self.match is None:
            return ""
        count, texts = len(self.cards), []
        sizes = list(range(count, 1, -1))
        even = [
            size for size in sizes if not any(share.gap for share in win_shares(self.match, size))
        ]
        if even == sizes:
            return "Every share of the wins is even, whichever of the cards play."
        if even:
            names = [f"all {size}" if size == count else f"any {_WORDS[size]}" for size in even]
            texts.append(f"The shares of the wins are even when {' or '.join(names)} play.")
        judged = win_shares(self.match)
        if any(share.gap for share in judged):
            texts.append(f"Widest gap: {self._widest_of(judged)} (ties are shared).")
        if self.threes and _THREE not in even:
            widest = self._widest_of(win_shares(self.match, _THREE))
            texts.append(f"The verdict leaves out matches of three: {widest}.")
        return " ".join(texts)

    def _widest_of(self, shares: Sequence[WinShare]) -> str:
        """Return which of *shares* is farthest from an even one, in words."""
        card, cards, share = max(shares, key=lambda share: (share.gap, share.share))
        among = "all" if len(cards) == len(self.cards) else f"cards {numbers_text(cards)}"
        even = format_percent(Fraction(1, len(cards)))
        won = f"card {card + 1} wins {format_percent(share)} %, {even} % would be even"
        return f"when {among} play, {won}"

    @property
    def threes(self) -> dict[tuple[int, ...], tuple[Fraction, ...]]:
        """The shares of the wins when three of four cards play; empty for other sets."""
        if self.match is None or len(self.cards) <= _THREE:
            return {}
        return {cards: wins for cards, wins in self.match.shares.items() if len(cards) == _THREE}

    @property
    def range_text(self) -> str:
        """How far apart the best scores of a roll are on the cards."""
        mean, worst, rolls = self.fairness.optimum_range
        where = f" ({', '.join(first_rolls(rolls, self.legend))})" if worst else ""
        apart = f"{float(mean):.2f} points apart on average, at worst {worst}{where}"
        return f"the best scores of a roll are {apart}"

    @property
    def closest_text(self) -> str:
        """Which two cards of one size differ in the fewest cells as they lie, and in how many.

        Also in how few two of them differ for players at different sides of a table. Empty if no
        two cards are of one size.
        """
        differences = visible_differences(self.cards)
        if not differences:
            return ""
        pair, least = min(differences.items(), key=lambda item: item[1].in_place)
        names = f"cards {numbers_text(pair)}"
        closest = names if len(differences) == 1 else f"the two most alike, {names},"
        turned = min(difference.turned for difference in differences.values())
        in_place = f"{closest} differ in {least.in_place} of {least.cells} cells as they lie"
        return f"{in_place}, and once one may be turned on the table, two differ in {turned}"

    def _look_text(self, pair: tuple[int, int]) -> str:
        """Return how alike two cards are once one is turned, flipped and relabelled."""
        nearest = nearest_isomorph(*(self.cards[card] for card in pair))
        names = f"cards {numbers_text(pair)}"
        if nearest is None:
            return f"{names} are of different sizes"
        name = self.legend.name
        letters = " ".join(f"{name(old)}-{name(new)}" for old, new in nearest.renamed)
        how = nearest.isometry + (f", relabelled {letters}" if letters else "")
        if not nearest.distance:
            return f"{names} are the same card: {how}"
        return f"{names} differ in at least {nearest.distance} cells ({how})"

    def distance_text(self, criterion: FairnessCriterion) -> str:
        """Return how far the set is from a criterion, and where."""
        if criterion.example is None:
            return "met"
        cards, card, place, roll = criterion.example
        text = f"cards {', '.join(str(number + 1) for number in cards)}"
        if card is not None:
            text += f": card {card + 1}, place {place}"
        if roll is not None:
            text += f": roll {self.legend.roll_text(roll)}"
        return f"{float(criterion.distance):.3f} away, {text}"

    def to_json(self) -> dict[str, Any]:
        """Return the verdict and how fair the set is; ``win_gap`` is null without the match."""
        judgement, match = self.judgement, self.match
        return {
            "fair": judgement.is_fair,
            "reasons": judgement.reasons,
            "win_gap": match and float(max(share.gap for share in win_shares(match))),
            "mean_gap": float(self.fairness.criteria[0].distance),
            "limits": {
                name: None if limit is None else float(limit)
                for name, limit in asdict(self.limits).items()
            },
            **self.fairness_json(),
        }

    def fairness_json(self) -> dict[str, Any]:
        """Return how fair the set is; cards are named by their numbers in it, from 0.

        *match* is null where its tables would be too large, ``visible`` where cards differ in size.
        """
        fairness, match, cards = self.fairness, self.match, self.cards
        differences = visible_differences(cards)
        is_one_size = len(differences) == len(self.pairs)
        looks = []
        for pair in self.pairs:
            nearest = nearest_isomorph(*(cards[card] for card in pair))
            looks.append(
                {
                    "cards": list(pair),
                    "in_place": differences[pair].in_place if pair in differences else None,
                    "differing": nearest and nearest.distance,
                    "motion": nearest and nearest.isometry,
                    "renaming": nearest and nearest.relabelling,
                }
            )
        return {
            "rungs": [_criterion_json(criterion) for criterion in fairness.criteria],
            "reached": fairness.reached and fairness.reached.name,
            "next": fairness.next_criterion and fairness.next_criterion.name,
            "head_to_head": _head_to_head_json(fairness.head_to_head),
            "spread": {
                "mean": float(fairness.optimum_range.mean),
                "worst": fairness.optimum_range.worst,
                "rolls": [str(roll) for roll in fairness.optimum_range.rolls],
            },
            "match": match
            and {
                "wins": [float(chance) for chance in match.wins],
                "wins_exact": [str(chance) for chance in match.wins],
                "subsets": [
                    {"cards": list(some), "wins": list(map(float, wins))}
                    for some, wins in match.shares.items()
                ],
                "head_to_head": _head_to_head_json(match.head_to_head),
            },
            "looks": looks,
            "visible": VisibleDifference.of_cards(cards).to_json() if is_one_size else None,
        }


def _criterion_json(criterion: FairnessCriterion) -> dict[str, Any]:
    cards, card, place, roll = criterion.example or (None,) * 4
    return {
        "rung": criterion.name,
        "asks": criterion.description,
        "met": criterion.met,
        "distance": float(criterion.distance),
        "exact": str(criterion.distance),
        "cards": cards and list(cards),
        "card": card,
        "place": place,
        "roll": roll and str(roll),
    }


def _head_to_head_json(head_to_heads: HeadToHeads) -> list[dict[str, Any]]:
    return [
        {
            "card": card,
            "against": opponent,
            **{name: float(chance) for name, chance in chances._asdict().items()},
        }
        for (card, opponent), chances in head_to_heads.items()
    ]


def _head_to_head_text(chances: HeadToHead) -> str:
    return "  ".join(f"{format_percent(chance):>5} %" for chance in chances)
