"""What a game's page.toml says: its screens, its jobs, and whether it is played at tables.

A game has a page when its folder has page/page.toml.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from solver.errors import PageError
from solver.files.json_reader import (
    Fields,
    Json,
    Optional,
    Table,
    list_of,
    parse_toml,
    read_bool,
    read_integer,
)
from solver.web.job_spec import JobSpec, read_jobs
from solver.web.table.spec import TableSpec, read_table

GAMES = Path(__file__).parents[1]

_SCREEN: Table = {
    "id": Json.as_text,
    "module": Json.as_text,
    "title": Optional(Json.as_text, ""),
    "icon": Optional(Json.as_text, ""),
    "opens": Optional(Json.as_text, ""),
    "server": Optional(read_bool, default=False),
}
_PAGE: Table = {
    "title": Optional(Json.as_text, ""),
    "order": Optional(read_integer, 0),
    "screens": Optional(
        list_of(lambda json: Fields(json, _SCREEN), "[[screens]]", each="screen"), []
    ),
    "jobs": Optional(read_jobs, {}),
    "table": Optional(read_table),
}


class GamePage(NamedTuple):
    """What a page.toml says: where the game stands in the list, its entry, its jobs, its tables."""

    order: int
    entry: Mapping[str, Any]
    jobs: Mapping[str, JobSpec]
    table: TableSpec | None


def read_game_pages(games: Path = GAMES) -> list[GamePage]:
    """Return the page of each of the *games* that has one, in the order of their names.

    Raises `PageError` at a wrong page.toml, and where two games have a job of one name.
    """
    pages: list[GamePage] = []
    jobs: set[str] = set()
    for path in sorted(games.glob("*/page/page.toml")):
        game = path.parents[1].name
        where = f"{game}/page/page.toml"
        page = parse_page(path.read_text("utf-8"), game=game, source=where)
        if twice := sorted(jobs & page.jobs.keys()):
            found = f"{twice[0]!r} in another game"
            raise PageError(where, expected="a name of its own for each job", found=found)
        jobs |= page.jobs.keys()
        pages.append(page)
    return pages


def parse_page(text: str, *, game: str, source: str) -> GamePage:
    """Return what *text*, the page.toml of *game*, says; raise `PageError` where it is wrong."""
    table = parse_toml(text, source, PageError, expected='lines like title = "Penta-Rush"')
    title, order, screens, jobs, at_tables = Fields(Json(table, source, PageError), _PAGE).values()
    addressed = [{**screen, "module": f"./{game}/{screen['module']}"} for screen in screens]
    return GamePage(order, {"game": game, "title": title, "screens": addressed}, jobs, at_tables)
