"""The players of a table, and some of them: who plays a match, and what share each wins of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from solver.drawing.styled_text import display_width

Players = tuple[int, ...]  # by their numbers from 0, ascending
Shares = tuple[float, ...]  # of the wins, or a chance: one for each player


def subsets(count: int) -> list[Players]:
    """Return every two or more of *count* players, smaller subsets first.

    >>> subsets(3)
    [(0, 1), (0, 2), (1, 2), (0, 1, 2)]
    """
    sizes = range(2, count + 1)
    return [players for size in sizes for players in combinations(range(count), size)]


def numbers_text(players: Players) -> str:
    """Return the numbers of *players* from 1, as a sentence has them.

    >>> numbers_text((0, 1, 3))
    '1, 2 and 4'
    """
    *others, last = (str(player + 1) for player in players)
    return f"{', '.join(others)} and {last}" if others else last


def share_lines(
    shares: Mapping[Players, Sequence[Fraction | float]], count: int, *, head: str
) -> Iterator[str]:
    """Yield a table of the *shares* of the wins, with a line for each match and a col a player."""
    width = max(map(display_width, (head, *map(numbers_text, shares))))
    yield f"{head:<{width}}" + "".join(f"{player + 1:>9}" for player in range(count))
    for name, *cells in share_rows(shares, count, lambda share: f"{float(100 * share):.1f} %"):
        yield (f"{name:<{width}}" + "".join(f"{cell:>9}" for cell in cells)).rstrip()


def share_rows(
    shares: Mapping[Players, Sequence[Fraction | float]],
    count: int,
    shown: Callable[[Fraction | float], str],
) -> Iterator[list[str]]:
    """Yield for each match who play it, and the share of each of *count* players, as *shown*."""
    for players, by_player in shares.items():
        share_of = dict(zip(players, map(shown, by_player), strict=True))
        yield [numbers_text(players), *(share_of.get(player, "") for player in range(count))]
