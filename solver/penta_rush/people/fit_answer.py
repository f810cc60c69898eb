"""`penta rush fit`: the skill of the people who played, and how sure that is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from solver.answer import Answer
from solver.drawing.styled_text import (
    StyledLine,
    display_width,
    plain_line,
    plural,
    unbroken_items,
    wrapped_lines,
)
from solver.errors import GameError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.game import Game
from solver.penta_rush.people.likelihood import Evidence
from solver.penta_rush.people.playtest import playtest
from solver.penta_rush.people.rate_fit import FEWEST, MOST_CHANCE, Estimate, RateFit, own_shapes
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.scoring import sheet_cards
from solver.penta_rush.timing import MAX_TIMER_S
from solver.question import Within, question

_DECIMALS = 3  # of a chance
_MODEL = "A model: each is met by chance, independently of the others."
_HEADS = ("", "rounds", "outlines", "p", "95 % interval")


class FittedGroup(NamedTuple):
    """What people did in these *rounds*: all of them, one player, or all with some shapes.

    The *estimate* is None where they have too few *outlines* for one.
    """

    name: str
    rounds: int
    outlines: int
    estimate: Estimate | None

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object, p and interval null without an estimate."""
        estimate = self.estimate.to_json() if self.estimate else {"p": None, "interval": None}
        return {"name": self.name, "rounds": self.rounds, "outlines": self.outlines, **estimate}


class FittedShape(NamedTuple):
    """How often a *shape* was found, and how often it is *expected* at one chance for all."""

    shape: str
    outlines: int
    expected: float
    estimate: Estimate
    is_own: bool  # or that of all shapes that have none of their own

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        counts = {"outlines": self.outlines, "expected": self.expected, "own": self.is_own}
        return {"shape": self.shape, **counts, **self.estimate.to_json()}


@dataclass(frozen=True, repr=False)
class SkillFit(Answer):
    """The chances that fit what *players* found best, in the time of *sand* seconds.

    *common* is one chance for all shapes; *shapes* have others where they differ for certain.
    *sand* is None where no round has times.
    """

    common: FittedGroup
    shapes: tuple[FittedShape, ...]
    players: tuple[FittedGroup, ...]
    sand: int | None
    is_simulated: bool
    remarks: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def skill(self) -> Skill:
        """The chances, rounded, as the option ``--skill`` takes them."""
        return Skill(tuple(_rounded(each.estimate.chance) for each in self.shapes))

    @property
    def summary(self) -> str:
        """The skill, and from how much it was found."""
        common = self.common
        return f"skill {self.skill}, {plural(common.outlines, 'outline')} in {_rounds(common)}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield the chances with their intervals, how often each shape was found, and the skill."""
        for remark in self.remarks:
            yield from wrapped_lines(remark)
        yield plain_line("")
        own = [each for each in self.shapes if each.is_own]
        rows = [self.common]
        rows += [FittedGroup(one.shape, 0, one.outlines, one.estimate) for one in own]
        others = next((each.estimate for each in self.shapes if not each.is_own), None)
        if own and others:
            count = self.common.outlines - sum(each.outlines for each in own)
            rows.append(FittedGroup("other shapes", 0, count, others))
        rows += self.players if len(self.players) > 1 else ()
        yield from map(plain_line, _table([_HEADS, *map(_cells, rows)]))
        yield plain_line("")
        found = (f"{one.shape} {one.outlines} of {one.expected:.1f}" for one in self.shapes)
        text = unbroken_items(found)
        yield from wrapped_lines(text, first="found of expected  ")
        sand = "the sand" if self.sand is None else f"{self.sand} s of sand"
        which = " and ".join(each.shape for each in own) or "No shape"
        verb = "differ" if len(own) > 1 else "differs"
        yield from wrapped_lines(
            f"p: the chance to meet a placement while {sand} {'run' if self.sand else 'runs'}."
            f" {_MODEL}"
            f" Expected: at the p of all shapes. {which} {verb} from the others, by a test at 5 %"
            " over all twelve."
        )
        yield plain_line("")
        if {0.0, MOST_CHANCE} & {*self.skill.chances}:
            yield from wrapped_lines(
                "At the edge of what can be, only the intervals say something: play more rounds."
            )
        yield plain_line(f"--skill {self.skill}")

    def to_json(self) -> dict[str, Any]:
        """Return the skill, and all that it was found from."""
        common = self.common.to_json()
        del common["name"]
        return {
            "skill": str(self.skill),
            **common,
            "sand": self.sand,
            "about": _MODEL,
            "simulated": self.is_simulated,
            "shapes": [each.to_json() for each in self.shapes],
            "players": [each.to_json() for each in self.players],
            "remarks": list(self.remarks),
        }


@question
def fit(
    games: Sequence[Game],
    *,
    players: Sequence[str] = (),
    sand: Annotated[int, Within(1, MAX_TIMER_S)] | None = None,
) -> SkillFit:
    """Return the skill that fits best what these *players*, by default all, found in *games*.

    It is for *sand* seconds, by default those of most rounds. Raises `GameError` where the games
    say nothing.
    """
    if len(set(games)) < len(games):
        raise GameError("games", expected="each game once", found="one twice")
    read = playtest(games, players)
    seconds = read.sand(sand)
    evidence = Evidence(read.rounds, seconds)
    if not evidence.says_something:
        found = " ".join(["none.", *read.left_out]).removesuffix(".")
        raise GameError("games", expected="a sheet with something to find", found=found)
    common = RateFit.of(evidence)
    own = own_shapes(evidence)
    best = RateFit.of(evidence, own)
    estimates = [best.estimate(number) for number in range(len(best.groups))]
    expected = evidence.expected(common.rates)
    shapes = [
        FittedShape(
            shape,
            int(evidence.outlines[number]),
            float(expected[number]),
            estimates[own.index(shape)] if shape in own else estimates[-1],
            shape in own,
        )
        for number, shape in enumerate(SHAPES)
    ]
    names = dict.fromkeys(played.player for played in read.rounds)
    groups = []
    for name in names:
        rounds = [played for played in read.rounds if played.player == name]
        its_own = Evidence(rounds, seconds)
        count = int(its_own.outlines.sum())
        estimate = RateFit.of(its_own).estimate() if count >= FEWEST else None
        groups.append(FittedGroup(name, len(rounds), count, estimate))
    total = FittedGroup(
        "all shapes", len(read.rounds), int(evidence.outlines.sum()), common.estimate()
    )
    return SkillFit(
        total,
        tuple(shapes),
        tuple(groups),
        seconds if any(played.time for played in read.rounds) else None,
        read.simulated > 0,
        (f"{_rounds(total)} of {', '.join(names)}.", *read.notes(sand)),
        tuple(
            dict.fromkeys(note for g in games for _, card in sheet_cards(g) for note in card.notes)
        ),
    )


def _rounds(group: FittedGroup) -> str:
    return plural(group.rounds, "round")


def _rounded(chance: float) -> float:
    """Return *chance* in few digits, below 1; a small one is not rounded to 0."""
    digits = round(chance, _DECIMALS) if chance >= 10**-_DECIMALS else float(f"{chance:.2g}")
    return min(digits, MOST_CHANCE)


def _cells(row: FittedGroup) -> tuple[str, ...]:
    rounds = str(row.rounds) if row.rounds else ""
    estimate = row.estimate
    if estimate is None:
        return row.name, rounds, str(row.outlines), "-", f"fewer than {FEWEST} outlines"
    interval = f"{_shown(estimate.low)} to {_shown(estimate.high)}"
    return row.name, rounds, str(row.outlines), _shown(estimate.chance), interval


def _shown(chance: float) -> str:
    return f"{chance:.{_DECIMALS}f}" if chance >= 10**-_DECIMALS or not chance else f"{chance:.2g}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield *rows* in columns, the first and the last one to the left."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for name, *numbers, last in rows:
        padded = name + " " * (widths[0] - display_width(name))
        right = (f"{text:>{width}}" for text, width in zip(numbers, widths[1:], strict=False))
        yield "   ".join([padded, *right, last])
