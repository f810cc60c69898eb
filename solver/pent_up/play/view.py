"""What the players see: the board, what each has on every level and has left, places, help."""

from collections.abc import Iterator, Mapping, Sequence

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.pent_up.pile_view import (
    Frame,
    frame_around,
    heights_drawing,
    heights_legend,
    patches_from_above,
)
from solver.pent_up.play.session import HUMAN, SEARCH, START, Session, Settings
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.report import result_text
from solver.pent_up.rules import tiles_per_level
from solver.pent_up.strategy.budget import SearchBudget

_MARGIN = 2  # cells of the table that are drawn around the pile, so that they have names
_MAX_COLS = 17  # of a drawing that is to have a margin: two of them stand side by side
_WIDTH = 79  # cols
_HELP = {
    "F c4 c5 d5 d6 e5": "lay tile F on these cells; the letter may be left out",
    "F c4": "lay F on its only place that covers c4; so with more cells",
    "F 3": "lay F on the third place that 'moves F' lists",
    "F": "lay F on its only place",
    "moves": "show how many places each tile has, and on which level",
    "moves F": "list the places of F; 'moves F c4' only those on c4",
    "hint": "show a good move, after a search",
    "undo": "take back the last move typed, and the answer to it",
    "show": "show the board again",
    "resign": "give up the game",
    "help": "show this help; ? does the same",
    "quit": "leave the game; q and exit do the same",
}


def greeting(session: Session) -> Iterator[str]:
    """Yield who plays, how the game is won, how far it is, and how to begin."""
    settings = session.settings
    after = f", after {session.length}" if session.moves else ""
    yield f"Pent-Up{after}"
    for colour in Colour:
        yield f"{colour}: {_player_text(settings, colour)}"
    level = "lowest" if settings.lowest else "highest"
    yield f"More tiles on the {level} level win."
    yield "Lay a tile by its letter and its cells, like F c4 c5 d5 d6 e5; or type 'help'."


def help_text() -> Iterator[str]:
    """Yield what can be typed, one kind per line."""
    width = max(map(len, _HELP))
    return (f"  {typed:<{width}}  {meaning}" for typed, meaning in _HELP.items())


def board_text(session: Session, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield the pile from above with its heights, and for each colour its tiles and who leads."""
    pile = session.pile
    yield from heights_drawing(pile, _frame(session), patches_from_above(pile), drawn=drawn)
    yield from heights_legend(pile)
    yield plain_line("")
    yield from map(plain_line, _tiles_table(session))
    if session.moves and not session.is_over:
        yield plain_line(result_text(pile, lowest=session.settings.lowest))


def move_text(move: TileMove) -> str:
    """Return which tile *move* lays, and where."""
    return f"{move.colour} lays {move.shape} on level {move.level}: {names_of(move.cells)}"


def places_text(
    shape: str, places: Mapping[int, TileMove], covering: Sequence[Cell]
) -> Iterator[str]:
    """Yield the *places* of the tile of this *shape* by their numbers, in as many cols as fit."""
    where = f" that cover{'s' * (len(places) == 1)} {names_of(covering)}" if covering else ""
    levels = {move.level for move in places.values()}
    on_level = f" on level {max(levels)}" if levels else ""
    yield f"  {shape} has {plural(len(places), 'place')}{where}{on_level}"
    entries = [f"{number:>4}  {names_of(move.cells)}" for number, move in places.items()]
    width = max(map(len, entries), default=0)
    cols = max(1, (_WIDTH + 2) // (width + 2))
    for start in range(0, len(entries), cols):
        yield "  ".join(f"{entry:<{width}}" for entry in entries[start : start + cols]).rstrip()


def end_text(session: Session) -> str:
    """Return who has won the game, or that it is a draw, and why."""
    if session.resigned is not None:
        other = next(colour for colour in Colour if colour is not session.resigned)
        return f"{session.resigned} resigns: {other} wins"
    return result_text(session.pile, lowest=session.settings.lowest)


def budget_text(budget: SearchBudget) -> str:
    """Return how long a search may take."""
    return f"{budget.seconds:g} s" if budget.steps is None else plural(budget.steps, "playout")


def _player_text(settings: Settings, colour: Colour) -> str:
    player = settings.player(colour)
    if player == HUMAN:
        return "a person"
    time = f", {budget_text(settings.budget)} a move" if player == SEARCH else ""
    return f"the {player} player, seed {settings.seed}{time}"


def _frame(session: Session) -> Frame:
    """Return the cells to draw: those of the pile, or where the first tile may go, and a margin."""
    ends = [START, Cell(START.row + PENTOMINO_SIZE - 1, START.col + PENTOMINO_SIZE - 1)]
    (top, left), rows, cols = frame_around(session.pile.cells or ends)
    margin = max(0, min(_MARGIN, (_MAX_COLS - cols) // 2))
    return Frame(Cell(top - margin, left - margin), rows + 2 * margin, cols + 2 * margin)


def _tiles_table(session: Session) -> Iterator[str]:
    """Yield how many tiles each colour has on every level, and which it has left to lay."""
    levels = tiles_per_level(session.moves)
    order = range(len(levels), 0, -1)
    yield "level" + "".join(f"{level:>3}" for level in order) + "   tiles left"
    for colour in Colour:
        counts = "".join(f"{levels[level - 1][colour]:>3}" for level in order)
        laid = {move.shape for move in session.moves if move.colour is colour}
        left = " ".join(shape for shape in SHAPES if shape not in laid)
        yield f"{colour}{counts}   {left or 'none'}"
