"""Games that were played, read for a fit: what each player had before him, and what he found.

Decision: outlines are taken in the order of the sheet. One counts that matches the roll and fits
beside those that count before it, up to five; the others say nothing of what was met in time. A
round in which the program gave a hint counts up to that moment: who finds little asks for one, so
that without these rounds people would seem better than they are.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solver.drawing.styled_text import plural
from solver.errors import PentaError, quoted
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.game import Game, Sheet
from solver.penta_rush.matching import FixedPlacement, MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.timing import Timing

Free = tuple[int, ...]  # how many placements of each shape are free, in the order of `SHAPES`


@dataclass(frozen=True)
class PlayedRound:
    """A *player* found these *shapes*, numbers in `SHAPES`; *time* says when, None if unknown.

    *free* has what is free beside each set of the outlines that may have been there: with times
    the first 0, 1, 2, ... of them; without, all subsets, by the bits of their numbers.
    """

    player: str
    shapes: tuple[int, ...]
    free: tuple[Free, ...]
    moments: tuple[float, ...] = ()  # of these shapes, in seconds
    time: Timing | None = None


@dataclass
class Playtest:
    """The *rounds* of games, and what was *left_out* of them or is special, by how often."""

    rounds: list[PlayedRound] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    games: int = 0
    cut: int = 0  # rounds that count up to a hint
    simulated: int = 0  # of these
    turned: int = 0  # rounds without times of the player who turned the timer

    @property
    def left_out(self) -> list[str]:
        """What was left out, a sentence for each reason."""
        texts = {
            "points": ("round", "{} known by the points alone: left out."),
            "hinted": ("round", "{} with hints at an unknown time: left out; p may be too high."),
            "outlines": ("outline", "{} left out: wrong, or no room beside those before."),
        }
        return [
            text.format(plural(count, noun))
            for key, (noun, text) in texts.items()
            if (count := self.counts[key])
        ]

    def sand(self, given: int | None) -> int:
        """Return the seconds of sand that chances are for: those *given*, or the most frequent.

        Of times without a sand nobody could say what chance they come to.
        """
        timed = [round_.time for round_ in self.rounds if round_.time]
        sands = Counter(time.sand for time in timed if time.sand)
        if given is None and timed and not sands:
            raise PentaError(
                "sand",
                expected="how many seconds the chances are for",
                found="times, and no sand timer in any game",
                hint="as in --sand 60",
            )
        return given or max(sands, key=lambda sand: (sands[sand], sand), default=1)

    def notes(self, given: int | None) -> list[str]:
        """Return what was left out, and how the rest is counted, where that is not evident."""
        rounds, sand = self.rounds, self.sand(given)
        notes = []
        if self.simulated:
            some = f"{self.simulated} of {self.games} games are simulated"
            said = "Simulated" if self.simulated == self.games else some
            notes.append(f"{said}, not played by people.")
        notes += self.left_out
        if self.cut:
            notes.append(f"{plural(self.cut, 'round')} counted up to the first hint.")
        timed = [round_.time for round_ in rounds if round_.time]
        if untimed := len(rounds) - len(timed):
            notes.append(
                f"{plural(untimed, 'round')} without times: each counts as one whole sand."
            )
        if self.turned:
            notes.append(
                f"{plural(self.turned, 'round')} of these by the player who turned the timer, who"
                " may have had longer."
            )
        if unhurried := sum(not time.hurried for time in timed):
            notes.append(
                f"{plural(unhurried, 'round')} in which no sand ran: counted by the seconds."
            )
        others = sorted({time.sand for time in timed if time.sand} - {sand})
        if others:
            seconds = " and ".join(map(str, others))
            notes.append(f"Also played with {seconds} s of sand: counted by the seconds.")
        if given and not timed:
            notes.append(f"No round has times: {given} s of sand change nothing.")
        return notes


def playtest(games: Sequence[Game], players: Sequence[str] = ()) -> Playtest:
    """Return the rounds of *games*, of these *players* or of all."""
    names = {player.name for game in games for player in game.players}
    for name in players:
        if name not in names:
            raise PentaError("player", expected=" or ".join(sorted(names)), found=quoted(name))
    read = Playtest(games=len(games), simulated=sum(game.simulated for game in games))
    for game in games:
        for player in game.players:
            for entry in player.rounds if player.name in (players or names) else ():
                if not isinstance(entry, Sheet):
                    read.counts["points"] += 1
                elif entry.time and entry.time.hints and entry.time.hinted is None:
                    read.counts["hinted"] += 1
                else:
                    alone = _before_hints(entry)
                    round_ = _played(player.name, alone)
                    read.rounds.append(round_)
                    read.cut += alone is not entry
                    read.turned += entry.timer and not entry.time
                    read.counts["outlines"] += len(alone.outlines) - len(round_.shapes)
    return read


def _before_hints(sheet: Sheet) -> Sheet:
    """Return *sheet* as it was when the program gave its first hint, or as it is without one."""
    time = sheet.time
    if not time or time.hinted is None:
        return sheet
    drawn = tuple(moment for moment in time.drawn if moment <= time.hinted)
    time = replace(time, seconds=time.hinted, drawn=drawn)
    return replace(sheet, outlines=sheet.outlines[: len(drawn)], time=time)


def _played(player: str, sheet: Sheet) -> PlayedRound:
    card, time = sheet.card, sheet.time
    placements = MatchingPlacements(RollProblem(card, sheet.roll, default_points())).fixed
    by_cells = {frozenset(placement.cells): placement for placement in placements}
    found: list[FixedPlacement] = []
    moments: list[float] = []
    for number, outline in enumerate(sheet.outlines):
        placement = by_cells.get(frozenset(row * card.cols + col for row, col in outline))
        is_free = placement and not any(placement.mask & other.mask for other in found)
        if placement and is_free and len(found) < MAX_PLACEMENTS:
            found.append(placement)
            moments += [time.drawn[number]] if time else []
    if time:
        sets = [found[:size] for size in range(len(found) + 1)]
    else:
        sets = [
            [placement for bit, placement in enumerate(found) if subset >> bit & 1]
            for subset in range(1 << len(found))
        ]
    shapes = tuple(SHAPES.index(placement.shape) for placement in found)
    return PlayedRound(
        player, shapes, tuple(_free(placements, there) for there in sets), tuple(moments), time
    )


def _free(placements: Sequence[FixedPlacement], there: Sequence[FixedPlacement]) -> Free:
    """Return what of *placements* is free beside those that are *there*; beside five, nothing."""
    used = 0
    for placement in there:
        used |= placement.mask
    is_full = len(there) == MAX_PLACEMENTS
    free = Counter(each.shape for each in placements if not (is_full or each.mask & used))
    return tuple(free[shape] for shape in SHAPES)
