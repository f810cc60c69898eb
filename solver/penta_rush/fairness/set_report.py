"""What is reported on how fair a set of cards is: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from solver.drawing.text_grid import MAX_WIDTH, StyledLine, plain_line, wrapped, wrapped_lines
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_report import VERDICTS, list_rolls, verdict_line
from solver.penta_rush.fairness.checked_limit import format_limits
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.match_chance import HeadToHead, HeadToHeads, MatchChances
from solver.penta_rush.fairness.set_fairness import Example, FairnessCriterion, SetFairness
from solver.penta_rush.fairness.set_limits import SetLimits, win_shares
from solver.penta_rush.fairness.text_layout import fitting
from solver.penta_rush.fairness.visible_difference import VisibleDifference, visible_differences
from solver.penta_rush.legend import Legend

# What each criterion asks of every two or more of the cards.
CRITERIA = {
    "F0": "the mean best scores are equal",
    "F1": "each best score is equally likely on every card",
    "F2": "each card comes first, second, ... equally often",
    "F3": "every order in which the cards may finish is equally likely",
    "F4": "the best scores are equal at every roll",
}


def set_fairness_json(
    fairness: SetFairness, match: MatchChances | None, cards: Sequence[Card]
) -> dict[str, Any]:
    """Return how fair *cards* are as a set, named by their places in it, from 0.

    *match* is null where its tables would be too large, ``visible`` where cards differ in size.
    """
    differences = visible_differences(cards)
    pairs = list(combinations(range(len(cards)), 2))
    visible = VisibleDifference.of_cards(cards) if len(differences) == len(pairs) else None
    return {
        "rungs": [_criterion_json(criterion) for criterion in fairness.criteria],
        "reached": fairness.reached.name if fairness.reached else None,
        "next": fairness.next_criterion.name if fairness.next_criterion else None,
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
            "head_to_head": _head_to_head_json(match.head_to_head),
        },
        "looks": [
            {
                "cards": list(pair),
                "in_place": differences[pair].in_place if pair in differences else None,
                "differing": nearest.distance if nearest else None,
                "motion": nearest.isometry if nearest else None,
                "renaming": nearest.relabelling if nearest else None,
            }
            for pair in pairs
            for nearest in [nearest_isomorph(*(cards[card] for card in pair))]
        ],
        "visible": visible and visible.to_json(),
    }


def set_verdict_json(
    limits: SetLimits, fairness: SetFairness, match: MatchChances | None
) -> dict[str, Any]:
    """Return the verdict on a set; ``fair`` and ``win_gap`` are null where they need the match."""
    is_fair, reasons = limits.judge(fairness, match)
    gaps = [float(share.gap) for share in win_shares(match)] if match else None
    return {
        "fair": is_fair,
        "reasons": reasons,
        "win_gap": gaps and max(gaps),
        "mean_gap": float(fairness.criteria[0].distance),
        "limits": {
            name: None if limit is None else float(limit)
            for name, limit in (
                ("max_win_gap", limits.max_win_gap),
                ("max_mean_gap", limits.max_mean_gap),
            )
        },
    }


def format_set(
    fairness: SetFairness,
    match: MatchChances | None,
    cards: Sequence[Card],
    titles: Sequence[str],
    limits: SetLimits,
) -> Iterator[StyledLine]:
    """Yield how fair *cards* are as a set whose players share the rolls, the verdict first."""
    is_fair, reasons = limits.judge(fairness, match)
    yield verdict_line(f"set of {len(cards)} cards", VERDICTS[is_fair])
    for reason in reasons:
        yield from wrapped_lines(reason, first="  ")
    yield plain_line("")
    yield from format_limits(limits.checked(fairness, match))
    yield from map(plain_line, _detail_lines(fairness, match, cards, titles))


def criterion_text(criterion: FairnessCriterion) -> str:
    """Return a criterion in words, with its name."""
    return f"{criterion.name} {criterion.description}: {CRITERIA[criterion.name]}"


def distance_text(criterion: FairnessCriterion, legend: Legend) -> str:
    """Return how far a set is from a criterion, and where."""
    if criterion.example is None:
        return "met"
    return f"{float(criterion.distance):.3f} away, {_example_text(criterion.example, legend)}"


def match_heading(cards: int) -> str:
    """Return what the shares of wins of a set are shares of."""
    together = "both" if cards == 2 else f"all {cards}"  # noqa: PLR2004
    return f"Wins: of the matches of five rounds that {together} play."


def widest_text(match: MatchChances) -> str:
    """Return which share of the wins is farthest from an even one."""
    widest = max(win_shares(match), key=lambda share: (share.gap, share.share))
    if not widest.gap:
        return "Every share of the wins is even, also when any two play alone."
    card, cards, share = widest
    among = "all" if len(cards) == len(match.wins) else f"cards {cards[0] + 1} and {cards[1] + 1}"
    even = format_percent(Fraction(1, len(cards)))
    won = f"card {card + 1} wins {format_percent(share)} %, {even} % would be even"
    return f"Widest gap: when {among} play, {won} (ties are shared)."


def closest_text(cards: Sequence[Card]) -> str | None:
    """Return which two cards of one size differ in the fewest cells as they lie, and in how many.

    Also in how few two of them differ for players at different sides of a table. None if no two
    cards are of one size.
    """
    differences = visible_differences(cards)
    if not differences:
        return None
    (first, second), least = min(differences.items(), key=lambda item: item[1].in_place)
    names = f"cards {first + 1} and {second + 1}"
    closest = names if len(differences) == 1 else f"the two most alike, {names},"
    turned = min(difference.turned for difference in differences.values())
    in_place = f"{closest} differ in {least.in_place} of {least.cells} cells as they lie"
    return f"{in_place}, and once one may be turned on the table, two differ in {turned}"


def look_text(pair: tuple[int, int], cards: Sequence[Card]) -> str:
    """Return how alike two cards are once one is turned, flipped and relabelled."""
    nearest = nearest_isomorph(cards[pair[0]], cards[pair[1]])
    names = f"cards {pair[0] + 1} and {pair[1] + 1}"
    if nearest is None:
        return f"{names} are of different sizes"
    name = cards[pair[0]].legend.name
    renamed = sorted(nearest.relabelling.items())
    letters = " ".join(f"{name(old)}-{name(new)}" for old, new in renamed if old != new)
    how = nearest.isometry + (f", relabelled {letters}" if letters else "")
    if not nearest.distance:
        return f"{names} are the same card: {how}"
    return f"{names} differ in at least {nearest.distance} cells ({how})"


def range_text(fairness: SetFairness, legend: Legend) -> str:
    """Return how far apart the best scores of a roll are on the cards."""
    mean, worst, rolls = fairness.optimum_range
    where = f" ({list_rolls(rolls, legend)})" if worst else ""
    apart = f"{float(mean):.2f} points apart on average, at worst {worst}{where}"
    return f"the best scores of a roll are {apart}"


def _detail_lines(
    fairness: SetFairness, match: MatchChances | None, cards: Sequence[Card], titles: Sequence[str]
) -> Iterator[str]:
    """Yield the cards, the chances of every two cards, and how alike they look."""
    pairs, legend = list(combinations(range(len(cards)), 2)), cards[0].legend
    means = [f"{float(fairness.mean(optima)):.2f}" for optima in fairness.optima]
    width = 2 + max(7, *map(len, means))
    wins = [f"{format_percent(win)} %" for win in match.wins] if match else ["-"] * len(cards)
    yield ""
    yield f"card{'mean':>{width}}{'wins':>9}"
    for number, (title, mean, win) in enumerate(zip(titles, means, wins, strict=True), start=1):
        figures = f"{number:>4}{mean:>{width}}{win:>9}  "
        yield figures + fitting(title, MAX_WIDTH - len(figures))
    yield match_heading(len(cards))
    if match:
        yield from wrapped(widest_text(match))
    yield ""
    yield "head to head    in a roll: win, tie, lose    in a match of five rounds"
    for pair in pairs:
        roll = _head_to_head_text(fairness.head_to_head[pair])
        five = _head_to_head_text(match.head_to_head[pair]) if match else "not computed"
        yield f"{pair[0] + 1} against {pair[1] + 1}     {roll}    {five}"
    if match is None:
        yield "the match is not computed: its tables would be too large"
    yield ""
    yield from wrapped(range_text(fairness, legend))
    if closest := closest_text(cards):
        yield from wrapped(closest)
    for pair in pairs:
        yield from wrapped(look_text(pair, cards), first="  ")


def criteria_lines(fairness: SetFairness, legend: Legend) -> Iterator[StyledLine]:
    """Yield the exact criteria F0 to F4, and how far the cards are from each."""
    yield plain_line("")
    yield plain_line("Exact criteria, each asked of every two or more of the cards; no tolerance:")
    for criterion in fairness.criteria:
        yield from wrapped_lines(criterion_text(criterion))
        yield from wrapped_lines(distance_text(criterion, legend), first="     ")


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
            "win": float(chances.win),
            "tie": float(chances.tie),
            "lose": float(chances.lose),
        }
        for (card, opponent), chances in head_to_heads.items()
    ]


def _example_text(example: Example, legend: Legend) -> str:
    text = f"cards {', '.join(str(card + 1) for card in example.cards)}"
    if example.card is not None:
        text += f": card {example.card + 1}, place {example.place}"
    return text if example.roll is None else f"{text}: roll {legend.roll_text(example.roll)}"


def _head_to_head_text(chances: HeadToHead) -> str:
    return "  ".join(f"{format_percent(chance):>5} %" for chance in chances)
