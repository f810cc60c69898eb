"""Games of simulated people, in plain Python: the bundled sample is one of them.

``python -m tests.solver.penta_rush.people.simulated_game`` writes it anew.
"""

import json
from functools import cache
from random import Random

from solver.penta_rush.card import Card
from solver.penta_rush.dice import ROUNDS, Roll, roll_dice
from solver.penta_rush.game import Game, Player, Sheet
from solver.penta_rush.material import sample_card
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.timing import Timing
from tests.oracles import Outline, Penta, matching
from tests.support import ROOT

SAND = 60
SAMPLE = ROOT / "data" / "games" / "playtest.json"
SKILL = Skill.parse("0.15,P=0.4")  # of the players of the sample


@cache
def matching_in_order(card: Card, roll: Roll) -> list[Penta]:
    """Return every Penta-Rush of *roll* on *card*, by its cells."""
    found = matching(RollProblem(card, roll, default_points()))
    return sorted(found, key=lambda one: sorted(one[1]))


def simulated_sheet(  # noqa: PLR0913 - a row of settings
    rng: Random,
    card: Card,
    roll: Roll,
    skill: Skill,
    *,
    seconds: float = SAND,
    number: int = 1,
    turned: bool = False,
) -> Sheet:
    """Return what somebody of this *skill* outlines in round *number* within *seconds*.

    The sand runs against him, unless he has *turned* it himself.
    """
    rates = skill.rates
    met = [
        (round(rng.expovariate(rates[shape]) * SAND, 2), shape, cells)
        for shape, cells in matching_in_order(card, roll)
        if rates[shape]
    ]
    drawn: list[tuple[float, str, Outline]] = []
    for moment, shape, cells in sorted(met, key=lambda each: each[0]):
        fits = all(shape != other and not cells & there for _, other, there in drawn)
        if moment < seconds and fits and len(drawn) < 5:
            drawn.append((moment, shape, cells))
    moments, outlines = [], []
    for moment, _, cells in drawn:
        moments.append(moment)
        outlines.append(tuple(sorted(cells)))
    time = Timing(seconds, tuple(moments), SAND, hurried=not turned)
    return Sheet(card, roll, tuple(outlines), round=number, timer=turned, time=time)


def simulated_game(rng: Random, card: Card, skill: Skill, *names: str) -> Game:
    """Return a game in which the player who begins a round turns the sand timer."""
    sheets: dict[str, list[Sheet]] = {name: [] for name in names}
    for number in range(1, ROUNDS + 1):
        roll = roll_dice(card.symbols, rng)
        for at, name in enumerate(names):
            turned = at == (number - 1) % len(names)
            seconds = round(rng.uniform(40, 90), 2) if turned else SAND
            sheet = simulated_sheet(
                rng, card, roll, skill, seconds=seconds, number=number, turned=turned
            )
            sheets[name].append(sheet)
    return Game(tuple(Player(name, tuple(each)) for name, each in sheets.items()), simulated=True)


def sample_text() -> str:
    """Return the bundled sample, one round per line."""
    game = simulated_game(Random(5), sample_card("meadow"), SKILL, "Ann", "Ben", "Cleo", "Dan")
    text = json.dumps(game.to_json())
    for before, after in (('[{"card"', '[\n{"card"'), ('}, {"card"', '},\n{"card"')):
        text = text.replace(before, after)
    return text.replace('{"name"', '\n{"name"') + "\n"


if __name__ == "__main__":
    SAMPLE.write_text(sample_text(), encoding="utf-8")
