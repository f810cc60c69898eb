"""The limits of a fair set of cards: the tolerances of its verdict.

No set of different cards meets all of the exact criteria F0 to F4; the limits are on what players
can notice: who wins, and by how many points. `docs/fairness.md` has the arguments.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from solver.penta_rush.fairness.limits import CheckedLimit, Judgement
from solver.penta_rush.fairness.match_chance import MatchChances
from solver.penta_rush.fairness.set_fairness import SetFairness


class WinShare(NamedTuple):
    """How many of their matches *card* wins against all others of *cards*; a tie is shared."""

    card: int
    cards: tuple[int, ...]
    share: Fraction

    @property
    def gap(self) -> Fraction:
        """How far the share is from an even one."""
        return abs(self.share - Fraction(1, len(self.cards)))


def win_shares(match: MatchChances, *sizes: int) -> list[WinShare]:
    """Return the share of each card whenever these *sizes*, numbers of cards, play.

    By default they are those of the limit: all play, or any two.
    """
    sizes = sizes or tuple(dict.fromkeys((len(match.wins), 2)))
    return [
        WinShare(card, cards, share)
        for size in sizes
        for cards, shares in match.shares.items()
        if len(cards) == size
        for card, share in zip(cards, shares, strict=True)
    ]


@dataclass(frozen=True)
class SetLimits:
    """The limits that a fair set keeps; None is no limit.

    *max_win_gap* is for a match of five rounds: how far a card's share of the wins may be from an
    even one, when all play and when any two do. In a hundred matches of two fair cards the share of
    either strays by 0.05 (its standard deviation) by chance alone. *max_mean_gap* is in points a
    round; the fifth of five rounds counts twice, so that 0.15 make 0.9 points in a match.
    """

    max_win_gap: Fraction | None = Fraction("0.03")
    max_mean_gap: Fraction | None = Fraction("0.15")

    def judge(self, fairness: SetFairness, match: MatchChances | None) -> Judgement:
        """Return whether the set is fair; undecided if the missing *match* would decide it.

        Without *match*, the means alone are checked.
        """
        mean_gap = fairness.criteria[0].distance
        means = CheckedLimit.of("gap between two means", mean_gap, self.max_mean_gap)
        if match is None:
            judgement = Judgement.of([means])
            is_open = judgement.is_fair and self.max_win_gap is not None
            return judgement._replace(is_fair=None) if is_open else judgement
        win_gap = max(share.gap for share in win_shares(match))
        wins = CheckedLimit.of("gap to an even win share", win_gap, self.max_win_gap)
        return Judgement.of([wins, means])
