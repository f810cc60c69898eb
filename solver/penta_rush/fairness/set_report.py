"""What is reported on how fair a set of cards is: lines for a person, JSON for a program."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_report import list_rolls
from solver.penta_rush.fairness.distribution import format_percent
from solver.penta_rush.fairness.isomorphism import nearest_isomorph
from solver.penta_rush.fairness.match_chance import HeadToHead, HeadToHeads, MatchChances
from solver.penta_rush.fairness.set_fairness import FairnessCriterion, SetFairness, Witness


def set_fairness_json(
    fairness: SetFairness, match: MatchChances | None, cards: Sequence[Card]
) -> dict[str, Any]:
    """Return how fair *cards* are as a set, named by their places in it, from 0.

    *match* is null where its tables would be too large.
    """
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
                "differing": nearest.distance if nearest else None,
                "motion": nearest.isometry if nearest else None,
                "renaming": nearest.relabelling if nearest else None,
            }
            for pair in combinations(range(len(cards)), 2)
            for nearest in [nearest_isomorph(*(cards[card] for card in pair))]
        ],
    }


def format_set(
    fairness: SetFairness, match: MatchChances | None, cards: Sequence[Card], titles: Sequence[str]
) -> Iterator[StyledLine]:
    """Yield how fair *cards* are as a set whose players share the rolls."""
    reached, following = fairness.reached, fairness.next_criterion
    verdict = (
        f"the set reaches {reached.name}, {reached.description}"
        if reached
        else "the set is not fair"
    )
    missing = f"; {following.name} is {float(following.distance):.3f} away" if following else ""
    yield plain_line("")
    yield [(verdict, "bold"), (missing, "")]
    yield from map(plain_line, _detail_lines(fairness, match, cards, titles))


def _detail_lines(
    fairness: SetFairness, match: MatchChances | None, cards: Sequence[Card], titles: Sequence[str]
) -> Iterator[str]:
    """Yield the cards, the criteria, the chances of every two cards, and how alike they look."""
    pairs = list(combinations(range(len(cards)), 2))
    for number, title in enumerate(titles, start=1):
        yield f"  {number}  {title}"
    yield ""
    yield "criterion                  distance"
    for criterion in fairness.criteria:
        distance = "met" if criterion.met else f"{float(criterion.distance):.3f}"
        witness = f"  {_witness_text(criterion.witness)}" if criterion.witness else ""
        yield f"{criterion.name} {criterion.description:<22}  {distance}{witness}"
    mean, worst, rolls = fairness.optimum_range
    where = f" ({list_rolls(rolls)})" if worst else ""
    yield ""
    apart = f"{float(mean):.2f} points apart on average, at worst {worst}{where}"
    yield f"the best scores of a roll are {apart}"
    yield ""
    yield "head to head    in a roll: win, tie, lose    in a match of five rounds"
    for pair in pairs:
        roll = _head_to_head_text(fairness.head_to_head[pair])
        five = _head_to_head_text(match.head_to_head[pair]) if match else "not computed"
        yield f"{pair[0] + 1} against {pair[1] + 1}     {roll}    {five}"
    if match:
        wins = (f"card {card} {format_percent(win)} %" for card, win in enumerate(match.wins, 1))
        yield f"chance to win the match when all play: {', '.join(wins)}"
    else:
        yield "the match is not computed: its tables would be too large"
    yield ""
    for pair in pairs:
        yield _look_text(pair, cards)


def _criterion_json(criterion: FairnessCriterion) -> dict[str, Any]:
    cards, card, place, roll = criterion.witness or (None,) * 4
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


def _witness_text(witness: Witness) -> str:
    text = f"cards {', '.join(str(card + 1) for card in witness.cards)}"
    if witness.card is not None:
        text += f": card {witness.card + 1}, place {witness.place}"
    return text if witness.roll is None else f"{text}: roll {witness.roll}"


def _head_to_head_text(chances: HeadToHead) -> str:
    return "  ".join(f"{format_percent(chance):>5} %" for chance in chances)


def _look_text(pair: tuple[int, int], cards: Sequence[Card]) -> str:
    nearest = nearest_isomorph(cards[pair[0]], cards[pair[1]])
    names = f"cards {pair[0] + 1} and {pair[1] + 1}"
    if nearest is None:
        return f"{names} are of different sizes"
    letters = " ".join(f"{old}-{new}" for old, new in sorted(nearest.relabelling.items()))
    how = f"{nearest.isometry}, relabelled {letters}"
    if not nearest.distance:
        return f"{names} are the same card: {how}"
    return f"{names} differ in at least {nearest.distance} cells ({how})"
