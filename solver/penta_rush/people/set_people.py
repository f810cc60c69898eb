"""Who wins when people sit at the cards of a set, or at copies of one, and what makes it even."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.drawing.styled_text import unbroken, wrapped
from solver.errors import UndecidedError
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.head_start import TOLERANCE, HeadStart, PlayerPoints, head_start
from solver.penta_rush.people.skill import CAVEAT
from solver.penta_rush.people.subset import Players, Shares, numbers_text, share_lines, subsets
from solver.penta_rush.rules import round_multiplier
from solver.search import Advance, is_over

if TYPE_CHECKING:
    from solver.penta_rush.people.match import Match

RANKS = ("1st", "2nd", "3rd", "4th")
_DIGITS = 9  # of chances in JSON; further ones depend on the machine
_IN_MATCH = sum(map(round_multiplier, range(1, ROUNDS + 1)))  # how often a round's points count
HEAD_STARTS = (
    "Head start: the points before the first round with which each share of the wins is even to"
    f" within {100 * TOLERANCE:g} % of the matches. They count in the total, but not in rounds 1"
    " to 4, which decide between equal totals. In brackets, from how many to how many points that"
    " is so if the others keep theirs, where that is more than one number."
)


class PeopleMatch(NamedTuple):
    """A match of *players*: each one's chance to win and of each rank, and the head start for it.

    *error* is the greatest standard error of a chance to win; 0 if they are exact.
    """

    players: Players
    wins: Shares
    ranks: list[Shares]
    head_start: HeadStart
    error: float


@dataclass(frozen=True)
class SetPeople:
    """The *people* who play a match, each at the card with his title, and share the rolls.

    They sit at different cards, or all at copies of one.
    """

    people: tuple[CardPeople, ...]
    titles: tuple[str, ...]

    @cached_property
    def matches(self) -> dict[Players, PeopleMatch]:
        """The match of every two or more players, smaller ones first."""
        return self.measure()

    def measure(
        self, *, progress: Advance | None = None, deadline: float | None = None
    ) -> dict[Players, PeopleMatch]:
        """Find the `matches` now, and report *progress*.

        Left out are those whose tables would be too large, or that would begin after *deadline*.
        """
        found: dict[Players, PeopleMatch] = {}
        if self.are_copies:  # those at cards of their own are measured with these
            for people in {id(each): each for each in self.people}.values():
                people.measure(progress=progress, deadline=deadline)
        if self.is_whole:
            from solver.penta_rush.people.match import MAX_CELLS, Match

            if sum(row.outcome.most for each in self.people for row in each.rows) > MAX_CELLS:
                self.__dict__["matches"] = found
                return found
            rows = self.people[0].rows
            total = sum(row.ways for row in rows)
            outcomes = [[row.outcome.by_points for row in each.rows] for each in self.people]
            match = Match(outcomes, [row.ways / total for row in rows])
            asked = subsets(len(self.people))
            for done, players in enumerate(asked, start=1):
                if is_over(deadline):
                    break
                with suppress(UndecidedError):
                    found[players] = self._match(match, players, found)
                if progress:
                    progress(done, len(asked), 0, "(matches)")
        self.__dict__["matches"] = found
        return found

    def _match(
        self, match: "Match", players: Players, found: dict[Players, PeopleMatch]
    ) -> PeopleMatch:
        wins = match.wins(players, (0,) * len(players))
        error = self._error(match, players)
        first = None
        if len(players) > 2:  # noqa: PLR2004 - from the head starts of every two
            strongest = players[wins.index(max(wins))]
            against = [
                _given(found[min(pair), max(pair)].head_start, *pair) if pair[0] != pair[1] else 0
                for pair in ((player, strongest) for player in players)
            ]
            first = tuple(points - min(against) for points in against)

        def wins_with(points: PlayerPoints) -> Shares:
            return match.wins(players, points)

        start = head_start(players, wins_with, first, error=error)
        return PeopleMatch(players, wins, match.ranks(players), start, error)

    def _error(self, match: "Match", players: Players) -> float:
        """Return the greatest standard error of a chance to win of these *players*.

        Where rounds are simulated, the main error is that of a player's mean points, and has the
        effect of a head start. Players of the same skill at the same card share it.
        """
        by_people = {id(self.people[player]): self.people[player] for player in players}
        errors = [0.0] * len(players)
        for people in by_people.values():
            if not people.mean_error:
                continue
            more = tuple(int(self.people[player] is people) for player in players)
            less = tuple(-points for points in more)
            both = zip(match.wins(players, more), match.wins(players, less), strict=True)
            slopes = [(above - below) / 2 for above, below in both]
            of_match = _IN_MATCH * people.mean_error
            errors = [
                hypot(error, slope * of_match) for error, slope in zip(errors, slopes, strict=True)
            ]
        return max(errors)

    @property
    def is_whole(self) -> bool:
        """Whether all rolls of all players were measured in time."""
        return all(each.is_whole for each in self.people)

    @property
    def are_copies(self) -> bool:
        """Whether all players have copies of one card."""
        return all(each.survey is self.people[0].survey for each in self.people)

    @property
    def error(self) -> float:
        """The greatest standard error of a chance to win; 0 if all are exact."""
        return max((match.error for match in self.matches.values()), default=0.0)

    @property
    def notes(self) -> list[str]:
        """What a reader has to know of the figures, in sentences."""
        notes = []
        if self.are_copies:
            notes.append(
                f"All play copies of {self.titles[0]}. With one skill alone, what each roll brings"
                " is shown and drawn."
            )
        notes.append(
            "Points: expected of a match of five rounds, the fifth of which counts double. Then the"
            f" chance of each rank; equal players share their ranks evenly. {CAVEAT}"
        )
        if self.error:
            notes.append(
                "Some rolls have too many packings and are simulated: the standard error of a share"
                f" of the wins is up to {100 * self.error:.2f} %. Head starts are those that may be"
                " even, within two standard errors."
            )
        return notes

    @property
    def missing(self) -> str:
        """What was not computed, in a sentence; empty if all was."""
        if not self.is_whole:
            return "The matches of people are not computed in time."
        missing = len(subsets(len(self.people))) - len(self.matches)
        why = "time was short, or the tables would be too large"
        count = "1 match" if missing == 1 else f"{missing} matches"
        return f"Not computed: {count}, as {why}." if missing else ""

    @property
    def all_players(self) -> Players:
        """The numbers of all players."""
        return tuple(range(len(self.people)))

    def points(self, player: int) -> float:
        """Return the points that are expected of a *player* in a match."""
        return _IN_MATCH * self.people[player].mean

    def lines(self) -> Iterator[str]:
        """Yield the players with their ranks, who wins when some of them play, and head starts."""
        if self.is_whole:
            yield from self._player_lines()
            yield from (line for note in self.notes for line in wrapped(note))
        if some := {players: match.wins for players, match in self.some.items()}:
            yield ""
            yield from share_lines(some, len(self.people), head="wins, when these play")
        if self.matches:
            yield ""
            yield from wrapped(HEAD_STARTS)
            for match in self.matches.values():
                text = head_start_text(match.head_start)
                yield from wrapped(text, first=f"{numbers_text(match.players):<15}")
        yield from wrapped(self.missing)

    @property
    def some(self) -> dict[Players, PeopleMatch]:
        """The matches of some of the players, not of all."""
        return {key: match for key, match in self.matches.items() if key != self.all_players}

    def _player_lines(self) -> Iterator[str]:
        together = self.matches.get(self.all_players)
        heads = RANKS[: len(self.people)] if together else ()
        wide = max(8, *(2 + len(f"{self.points(each):.1f}") for each in self.all_players))
        yield f"player{'points':>{wide}}{''.join(f'{head:>9}' for head in heads)}  skill"
        for player, people in enumerate(self.people):
            ranks = together.ranks[player] if together else ()
            cells = "".join(f"{100 * chance:>7.1f} %" for chance in ranks)
            figures = f"{player + 1:>6}{self.points(player):>{wide}.1f}{cells}  "
            at = "" if self.are_copies else f", {self.titles[player]}"
            yield from wrapped(f"{people.skill}{at}", first=figures)

    def to_json(self) -> dict[str, Any] | None:
        """Return the players and their matches; players are named by their numbers from 0."""
        if not self.is_whole:
            return None
        return {
            "about": CAVEAT,
            "copies": self.are_copies,
            "players": [
                {"skill": str(people.skill), "points": round(self.points(player), _DIGITS)}
                for player, people in enumerate(self.people)
            ],
            "matches": [
                {
                    "players": list(match.players),
                    "wins": _rounded(match.wins),
                    "ranks": [_rounded(ranks) for ranks in match.ranks],
                    "error": round(match.error, _DIGITS),
                    "head_start": {
                        **match.head_start._asdict(),
                        "wins": _rounded(match.head_start.wins),
                        "even": match.head_start.least is not None,
                        "within": TOLERANCE,
                    },
                }
                for match in self.matches.values()
            ],
        }


def head_start_text(start: HeadStart) -> str:
    """Return what the players of a match get before its first round, and their wins then."""
    is_even = start.least is not None and start.greatest is not None
    digits = 1 if is_even else 2  # which may be 2.04 % from even
    wins = [f"{100 * share:.{digits}f} %" for share in start.wins]
    then = unbroken(f"wins {', '.join(wins)}")
    if start.least is None or start.greatest is None:
        return f"no whole points; nearest: {', '.join(_points_texts(start))}; {then}"
    ends = zip(start.least, start.greatest, strict=True)
    ranges = [f" ({least} to {most})" if least < most else "" for least, most in ends]
    if any(start.points):
        return f"{', '.join(_points_texts(start, ranges))}; {then}"
    weakest = start.wins.index(min(start.wins))
    more = start.greatest[weakest]
    up_to = f", up to {more} for player {start.players[weakest] + 1} may be given" if more else ""
    return f"none is needed{up_to}; {then}"


def _points_texts(start: HeadStart, ranges: Sequence[str] | None = None) -> Iterator[str]:
    for at, (player, given) in enumerate(zip(start.players, start.points, strict=True)):
        if given:
            yield unbroken(f"{given}{ranges[at] if ranges else ''} for player {player + 1}")


def _given(start: HeadStart, player: int, opponent: int) -> int:
    """Return how many points more than his *opponent* a *player* gets by a head start of two."""
    points = dict(zip(start.players, start.points, strict=True))
    return points[player] - points[opponent]


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, _DIGITS) for share in shares]
