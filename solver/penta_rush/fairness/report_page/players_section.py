"""Who wins when people play a match: their ranks, matches of some of them, and head starts."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from solver.penta_rush.fairness.report_page.markup import html, number, percent, table
from solver.penta_rush.people.set_people import HEAD_STARTS, RANKS, SetPeople, head_start_text
from solver.penta_rush.people.subset import Players, numbers_text, share_rows


def players_section(people: SetPeople) -> Iterator[str]:
    """Yield the players with the chances of their ranks, who wins, and the head starts."""
    yield "<h2>A match of people</h2>"
    if people.is_whole:
        together = people.matches.get(people.all_players)
        rows = []
        for player, each in enumerate(people.people):
            ranks = together.ranks[player] if together else ()
            name = html(f"{player + 1} {people.titles[player]}")
            points = number(people.points(player))
            rows.append([name, html(str(each.skill)), points, *map(percent, ranks)])
        heads = RANKS[: len(people.people)] if together else ()
        yield table("The players", ("player", "skill", "points", *heads), rows)
        yield f'<p class="note">{html(" ".join(people.notes))}</p>'
    if some := {players: match.wins for players, match in people.some.items()}:
        yield share_table("Wins, when these play", some, len(people.people))
    if people.matches:
        starts = [
            [numbers_text(match.players), html(head_start_text(match.head_start))]
            for match in people.matches.values()
        ]
        yield f'<div class="words">{table("Head starts", ("players", "points"), starts)}</div>'
        yield f'<p class="note">{html(HEAD_STARTS)}</p>'
    if people.missing:
        yield f"<p>{html(people.missing)}</p>"


def share_table(
    caption: str, shares: Mapping[Players, Sequence[Fraction | float]], count: int
) -> str:
    """Return a table of the *shares* of the wins, with a row a match and a col for each player."""
    rows = [*share_rows(shares, count, percent)]
    return table(caption, ["", *(f"{player + 1}" for player in range(count))], rows)
