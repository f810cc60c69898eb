"""The limits of a fair set of cards: how far apart players may be who always reach the optimum.

The criteria F0 to F4 are exact, and no set of different cards meets all of them. What players can
notice is less exact: who wins, and by how many points. docs/fairness.md has the figures behind the
defaults.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from solver.penta_rush.fairness.checked_limit import CheckedLimit, reasons
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


def win_shares(match: MatchChances) -> list[WinShare]:
    """Return the share of each card when all play, and of each of every two that play alone."""
    all_cards = tuple(range(len(match.wins)))
    shares = [WinShare(card, all_cards, share) for card, share in enumerate(match.wins)]
    if len(all_cards) > 2:  # noqa: PLR2004 - two play alone
        for pair in combinations(all_cards, 2):
            for card, opponent in (pair, pair[::-1]):
                win, tie, _ = match.head_to_head[card, opponent]
                shares.append(WinShare(card, pair, win + tie / 2))
    return shares


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

    def checked(self, fairness: SetFairness, match: MatchChances | None) -> list[CheckedLimit]:
        """Return each measure of the set beside its limit; without *match*, the means alone."""
        mean_gap = fairness.criteria[0].distance
        means = CheckedLimit.at_most("gap between two means", mean_gap, self.max_mean_gap)
        if match is None:
            return [means]
        win_gap = max(share.gap for share in win_shares(match))
        return [CheckedLimit.at_most("gap to an even win share", win_gap, self.max_win_gap), means]

    def judge(
        self, fairness: SetFairness, match: MatchChances | None
    ) -> tuple[bool | None, list[str]]:
        """Return whether the set is fair, and the reasons why it is not.

        It is None, undecided, if only the *match* that is missing could say.
        """
        found = reasons(self.checked(fairness, match))
        if not found and match is None and self.max_win_gap is not None:
            return None, []
        return not found, found
