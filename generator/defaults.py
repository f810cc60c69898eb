"""Fill in the options that were left out: from the card or the checkpoint given, or by a trial."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, sqrt
from string import ascii_uppercase
from time import perf_counter
from typing import Any

from generator.annealing.schedule import AnnealingSchedule
from generator.card_symmetry import ORDERS
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from generator.spec import CardSetSpec, CompleteSpec, GenerationSpec
from generator.targets import flattest_target, mean_random_optimum
from solver.errors import CardError, ConstraintError, UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import check_room
from solver.penta_rush.legend import PLAIN_LEGEND
from solver.penta_rush.points import MAX_POINTS, Points, default_points
from solver.penta_rush.rules import most_points
from solver.question import SEED_LIMIT, drawn_seed
from solver.runtime.arrays import HAS_NUMPY

_SECONDS = Fraction(60)
# Of the mean best score of random cards: where people find as much on each roll as on random cards,
# the best scores are a little lower.
_TARGET_FOR_PEOPLE = Fraction(95, 100)
_DIFFERING_SHARE = Fraction(3, 5)  # of the cells; random cards of six symbols differ in 5 of 6
_MAX_STEPS = 10**15  # as of --steps
_USUAL_SYMMETRIES = ("mirrors", "quarter-turn", "half-turn")  # the first that a card can have
_TURNS = ("half-turn", "quarter-turn")  # are better where people count, or where none may be seen
_SYMMETRIC_CELLS, _SYMMETRIC_SYMBOLS = 64, 5
# On some cards, one in three gets stuck where its steps are 20 times as fast. In plain Python one
# of them takes all of the time, and stays where a search of so few steps does.
_TRIAL_REPLICAS = 4 if HAS_NUMPY else 1
_TRIAL_STEPS = 10  # to begin with
_TRIAL_S, _MAX_TRIAL_S = 0.2, 0.35  # for its last steps; those before take as long
_TRIAL_SHARE = 0.4  # of a round: the first steps, from a random card, take ten times as long
_TRIAL_TEMPERATURE = 7.0
_TIME_SHARE = 0.9  # of the time that the steps may take: the machine may be busier than it was


def complete_spec(
    asked: GenerationSpec,
    card_set: CardSetSpec | None = None,
    *,
    checkpoint: str | None = None,
    jobs: int = 1,
    show_note: Callable[[str], None] = lambda _: None,
) -> tuple[CompleteSpec, list[str]]:
    """Return the spec of what is *asked* for, without gaps, and notes on what was chosen.

    What the file *checkpoint* holds of it is kept. *jobs* threads are to search, and search for
    the best target. *show_note* shows how the trials go.
    """
    notes: list[str] = []
    like, constraints, target = asked.like, asked.constraints, asked.target
    points = asked.points or (like and like.points) or default_points()
    _check_reachable("--least-mean", asked.least_mean, points)
    _check_reachable("--target", None if target == "best" else target, points)
    rows, cols = _size(asked.rows, asked.cols, like)
    check_room(rows, cols, "card")
    card_set = card_set and _with_differing_cells(card_set, rows * cols)
    legend = asked.names if asked.names is not None else like.legend if like else PLAIN_LEGEND
    named = len(legend.names) if legend and like is None else None
    letters = _letters(asked.symbols or named, like)
    if asked.names and "".join(asked.names.to_json()) != letters:
        found = f"{len(legend.names)}"
        raise CardError("--names", expected=f"a name for each of {letters}", found=found)
    header = Checkpoint.read_header(checkpoint) if checkpoint else {}
    seed, steps = asked.seed, asked.steps
    if seed is None:
        seed = _kept_number(header, "seed", SEED_LIMIT)
        seed = drawn_seed() if seed is None else seed
        notes.append(f"seed {seed}")
    if steps is None:
        steps = _kept_number(header, "steps", _MAX_STEPS + 1)
    if target is None:
        mean = mean_random_optimum(rows, cols, letters, points, even=constraints.even)
        mean *= 1 if asked.people is None else _TARGET_FOR_PEOPLE
        target, note = _richer_target(mean, asked.richness, points)
        notes += [note] if note else []
    kept_target = _kept_number(header, "target", MAX_POINTS) if target == "best" else None
    spec = CompleteSpec(
        target=Fraction(kept_target or 1) if target == "best" else Fraction(target),
        steps=steps or 1,
        seed=seed,
        rows=rows,
        cols=cols,
        symbols=letters,
        points=points,
        constraints=constraints,
        population=asked.population,
        like=like,
        card_set=card_set,
        legend=legend,
        people=None if asked.people is None else Fraction(asked.people),
    )
    spec = replace(spec, constraints=_layout_constraints(asked, spec, header))
    if target == "best" and kept_target is None:
        least_mean = Fraction(asked.least_mean or 0)
        flattest = flattest_target(spec, least_mean, steps=steps, jobs=jobs, show_note=show_note)
        spec = replace(spec, target=Fraction(flattest))
    if steps is None:
        schedule, seconds = AnnealingSchedule.for_spec(spec), asked.seconds or _SECONDS
        spec = replace(spec, steps=_estimate_steps(schedule, seconds, jobs, show_note))
    return spec, notes


def _layout_constraints(
    asked: GenerationSpec, spec: CompleteSpec, header: Mapping[str, Any]
) -> LayoutConstraints:
    """Return the constraints of *spec*; as *asked*, a new card is scattered and symmetric."""
    scatter, name = asked.scatter, spec.constraints.symmetry
    is_new = spec.like is None and spec.card_set is None
    if is_new and asked.any_symmetry and name is None:
        if header:
            scatter = "scatter" in header if scatter is None else scatter
            name = _kept_symmetry(header)
        else:
            scatter = True if scatter is None else scatter
            name = _usual_symmetry(spec, is_seen=not scatter)
    return replace(spec.constraints, scatter=bool(scatter), symmetry=name)


def _check_reachable(where: str, value: Fraction | int | None, points: Points) -> None:
    """Raise `ConstraintError` if *value* is more than the most that a roll can be worth."""
    if value is not None and value > (most := most_points(points)):
        hint = "five different tiles earn no more"
        found = f"{float(value):.11g}"
        raise ConstraintError(where, expected=f"at most {most}", found=found, hint=hint)


def _richer_target(
    random_mean: Fraction, richness: Fraction | int, points: Points
) -> tuple[Fraction, str | None]:
    """Return the target *richness* above *random_mean*; and a note, if no card is worth that."""
    asked = Fraction(round(random_mean + richness))
    target = min(max(asked, Fraction(1)), Fraction(most_points(points)))
    if target == asked or not richness:
        return target, None
    return target, (
        f"penta: random cards are worth {float(random_mean):.2f}, so that --richness"
        f" {float(richness):g} asks for {asked}; the target is {target}"
    )


def _kept_number(header: Mapping[str, Any], name: str, limit: int) -> int | None:
    """Return the number in the *header* of a checkpoint, below *limit*; None if there is none."""
    text = header.get(name)
    if not (isinstance(text, str) and re.fullmatch("[0-9]{1,20}", text)):
        return None
    return number if (number := int(text)) < limit else None


def _kept_symmetry(header: Mapping[str, Any]) -> str | None:
    """Return the symmetry in the *header* of a checkpoint; None if there is none."""
    name = header.get("symmetry")
    return name if isinstance(name, str) and name in ORDERS else None


def _size(rows: int | None, cols: int | None, like: Card | None) -> tuple[int, int]:
    """Return the size of the card to be made: that of *like*, if it is given."""
    if like is None:
        return rows or CompleteSpec.rows, cols or CompleteSpec.cols
    size = rows or like.rows, cols or like.cols
    if size != (like.rows, like.cols):
        raise CardError(
            "--like", expected=f"a card of {size[0]}x{size[1]}", found=f"{like.rows}x{like.cols}"
        )
    return size


def _with_differing_cells(card_set: CardSetSpec, cells: int) -> CardSetSpec:
    """Return *card_set* with how many of all *cells* must differ, if that was not given."""
    least = card_set.min_differing_cells or ceil(_DIFFERING_SHARE * cells)
    if least > cells:
        raise ConstraintError("--apart", expected=f"at most all {cells} cells", found=f"{least}")
    return replace(card_set, min_differing_cells=least)


def _letters(symbols: int | None, like: Card | None) -> str:
    """Return the symbols on the dice: those of *like*, and more if need be."""
    if like is None:
        return ascii_uppercase[: symbols or len(CompleteSpec.symbols)]
    missing = max((symbols or 3) - len(like.symbols), 0)
    others = [letter for letter in ascii_uppercase if letter not in like.symbols]
    letters = sorted([*like.symbols, *others[:missing]])
    if symbols and len(letters) != symbols:
        raise CardError("--like", expected=f"{symbols} symbols", found=str(len(letters)))
    return "".join(letters)


def _usual_symmetry(spec: CompleteSpec, *, is_seen: bool) -> str | None:
    """Return the symmetry of a card for which none is asked: a small card needs none to be flat.

    *is_seen* says whether equal symbols may show it.
    """
    if spec.rows * spec.cols < _SYMMETRIC_CELLS or len(spec.symbols) < _SYMMETRIC_SYMBOLS:
        return None
    # On an odd side, a whole line would stay where it is in a mirror, and show few symbols.
    is_even = spec.rows % 2 == spec.cols % 2 == 0
    names = _USUAL_SYMMETRIES[0 if is_even else 1 :]
    for name in names if is_seen and spec.people is None else _TURNS:
        constraints = replace(spec.constraints, symmetry=name)
        try:
            propose(spec.rows, spec.cols, spec.symbols, constraints, random.Random(spec.seed))
        except (ConstraintError, UndecidedError):
            continue
        return name
    return None


def _estimate_steps(
    schedule: AnnealingSchedule,
    seconds: Fraction | int,
    jobs: int,
    show_note: Callable[[str], None],
) -> int:
    """Return about how many steps *jobs* threads do for *schedule* in *seconds*."""
    objective = schedule.objective
    advance = partial(objective.advance, temperature=_TRIAL_TEMPERATURE)
    replicas: list[Any] = [
        objective.new_replica(random.Random(f"{schedule.seed}/{number}"), schedule.like)
        for number in range(min(_TRIAL_REPLICAS, schedule.population))
    ]
    enough = _TRIAL_SHARE * objective.steps_per_round
    start = perf_counter()
    replicas = [advance(replica, steps=0) for replica in replicas]
    start_s = perf_counter() - start  # before the first step
    steps, elapsed_s = _TRIAL_STEPS, 0.0
    while elapsed_s < _TRIAL_S or (steps <= enough and elapsed_s < _MAX_TRIAL_S):
        least = min(replica.energy for replica in replicas)
        show_note(f"off by {sqrt(objective.energy_per_throw(least)):.2f} in a trial")
        start = perf_counter()
        replicas = [advance(replica, steps=steps) for replica in replicas]
        elapsed_s, steps = max(perf_counter() - start - start_s, 1e-9), 2 * steps
    step_s, start_s = elapsed_s / (len(replicas) * (steps // 2)), start_s / len(replicas)
    # Each replica starts twice: when it is new, and in its round.
    left_s = float(seconds) * min(jobs, schedule.population) - 2 * schedule.population * start_s
    return max(1, round(left_s * _TIME_SHARE / step_s))
