"""Games of programs against each other."""

from collections.abc import Sequence
from random import Random

from solver.knaster.dice import throws
from solver.knaster.line_values import LineValues
from solver.knaster.record import Player, Record, Turn
from solver.knaster.rules import after_turn
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.player import PROGRAMS, Situation


def play_game(levels: Sequence[str], values: LineValues, rng: Random) -> Record:
    """Return the record of a game of programs of these *levels*; *rng* throws the dice too."""
    sheets = tuple(Sheet() for _ in levels)
    turns: list[tuple[Turn, ...]] = []
    is_last = is_over = False
    for throw in throws(rng):
        if is_over:
            break
        situations = (
            Situation(sheets, index, throw.roll, values, is_last=is_last)
            for index, _ in enumerate(levels)
        )
        turns.append(
            tuple(
                PROGRAMS[level](situation, rng)
                for level, situation in zip(levels, situations, strict=True)
            )
        )
        sheets = tuple(map(after_turn, sheets, turns[-1]))
        is_over, is_last = is_last, any(sheet.is_full for sheet in sheets)
    return Record(
        tuple(
            Player(f"{index} {level}", own)
            for index, (level, own) in enumerate(
                zip(levels, zip(*turns, strict=True), strict=True), start=1
            )
        )
    )
