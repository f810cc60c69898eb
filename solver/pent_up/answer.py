"""What can be asked of a record without a search: a verdict, its pile, the legal moves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, RefereeAnswer
from solver.drawing.styled_text import StyledLine, plain_line, plural, wrapped_lines
from solver.drawing.text_grid import Patch, outlined_grid, plain_grid
from solver.errors import PiecesError, RecordError, quoted
from solver.geometry.cell import names_of
from solver.pent_up.pile_view import (
    COLOUR_FILLS,
    EMPTY,
    GAME_OVER,
    Frame,
    format_counts,
    frame_around,
    heights_drawing,
    heights_legend,
    tile_patch,
    tiles_on_level,
    view_from_above,
)
from solver.pent_up.position import Position
from solver.pent_up.record import Colour, Record, TileMove, colour_to_move
from solver.pent_up.rules import Pile, Verdict, game_result, is_over, judge, tiles_per_level
from solver.question import Limit, question
from solver.violation import violation_json

if TYPE_CHECKING:
    from solver.drawing.scene import Scene


@dataclass(frozen=True, slots=True, repr=False)
class RefereeReport(RefereeAnswer):
    """What the referee says of *record*: its first illegal move, or who wins or leads."""

    record: Record
    verdict: Verdict
    title: str

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the illegal move, the pile from above, who wins."""
        record, title = self.record, self.title
        violation, pile = self.verdict
        if violation:
            move = record.moves[violation.turn - 1]
            whose = f"{move.colour}'s {move.shape}"
            yield plain_line(f"{title}: move {violation.turn}, {whose}, is illegal: {violation}")
            yield plain_line(f"Before it: {_size_text(pile)}")
        else:
            yield plain_line(f"{title}: legal: {_size_text(pile)}")
        yield plain_line("")
        yield from view_from_above(pile, drawn=drawn)
        yield plain_line("")
        yield plain_line("level   White   Black")
        for level, counts in reversed(list(enumerate(tiles_per_level(pile.moves), start=1))):
            numbers = "".join(f"{counts[colour]:>8}" for colour in Colour)
            yield plain_line(f"{level:>5}{numbers}")
        if record.resigned and not violation:
            winner = next(colour for colour in Colour if colour is not record.resigned)
            yield plain_line(f"{record.resigned} resigned: {winner} wins.")
            return
        if not is_over(pile.moves):
            yield plain_line(f"{colour_to_move(len(pile.moves))} to move")
        yield plain_line(result_text(pile, lowest=False))
        yield plain_line(f"By the lowest level: {result_text(pile, lowest=True)}")

    def to_json(self) -> dict[str, Any]:
        """Return the violation, the pile and its moves, the results, null until all are laid."""
        resigned = self.record.resigned
        violation, pile = self.verdict
        resignation = {} if resigned is None else {"resigned": resigned.value}
        return {
            **resignation,
            **violation_json(violation),
            **pile_json(pile),
            "moves": [move.to_json() for move in pile.moves],
            "over": is_over(pile.moves),
            "result": _result_json(pile, lowest=False),
            "lowest_result": _result_json(pile, lowest=True),
        }


@dataclass(frozen=True, slots=True, repr=False)
class PileView(Answer):
    """A *pile*, level by level and from above."""

    pile: Pile
    title: str

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the pile level by level, from the table up, and then from above."""
        return pile_text(self.pile, drawn=drawn)

    def to_json(self) -> dict[str, Any]:
        """Return the heights from the cell *origin* on, and the tiles by level."""
        return pile_json(self.pile)

    def picture(self) -> "Scene":
        """Return the pile, level by level."""
        from solver.pent_up.picture import pile_scene

        return pile_scene(self.pile)


@dataclass(frozen=True, slots=True, repr=False)
class LegalMoves(Answer):
    """The legal *moves* on *pile*; *listed*: the text has them one by one."""

    pile: Pile
    moves: Sequence[TileMove]
    title: str
    listed: bool = False

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the moves by level, from the highest down.

        For each level they are counted by tile, and a drawing shows the heights and the cells that
        some move covers.
        """
        yield from self._lines(partial(heights_drawing, drawn=drawn))
        yield from heights_legend(self.pile)

    def words(self) -> Iterator[StyledLine]:
        """Yield the lines without their drawings."""
        yield from self._lines(None)

    def _lines(self, draw: Callable[..., Iterable[StyledLine]] | None) -> Iterator[StyledLine]:
        pile, moves = self.pile, self.moves
        if is_over(pile.moves):
            yield plain_line(GAME_OVER)
            return
        colour = colour_to_move(len(pile.moves))
        yield plain_line(f"{colour} to move: {plural(len(moves), 'legal move')}")
        for level in sorted({move.level for move in moves}, reverse=True):
            on_level = [move for move in moves if move.level == level]
            shapes = [move.shape for move in on_level]
            counts = ", ".join(f"{shape} {shapes.count(shape)}" for shape in dict.fromkeys(shapes))
            if draw:
                yield plain_line("")
            yield from wrapped_lines(f"Level {level}: {counts}", others="  ")
            if draw:
                covered = sorted({cell for move in on_level for cell in move.cells})
                frame = frame_around([*pile.cells, *covered])
                yield from draw(pile, frame, [Patch("*", covered, fill=COLOUR_FILLS[colour])])
            if self.listed:
                for move in on_level:
                    yield plain_line(f"  {move.shape}  {names_of(move.cells)}")

    def to_json(self) -> dict[str, Any]:
        """Return the moves and whose they are; the colour is null when the game is over."""
        pile = self.pile
        colour = None if is_over(pile.moves) else colour_to_move(len(pile.moves)).value
        return {"colour": colour, "moves": [move.to_json() for move in self.moves]}

    def picture(self) -> "Scene":
        """Return the pile from above, with the cells that the moves may cover."""
        from solver.pent_up.picture import moves_scene

        return moves_scene(self.pile, self.moves)


@question
def referee(record: Record, *, title: str = "record") -> RefereeReport:
    """Return what the referee says of *record*.

    >>> referee(Record(()))
    <RefereeReport: record: legal: 0 moves, 0 levels high>
    """
    return RefereeReport(record, judge(record), title)


@question
def pile_after(record: Record, *, upto: Limit | None = None, title: str = "record") -> PileView:
    """Return the pile after the first *upto* moves of *record*, by default all of them.

    Raises `RecordError` when the record has fewer moves, or when one of them is illegal.
    """
    return PileView(legal_pile(record, upto=upto, title=title), title)


@question
def legal_moves(
    record: Record, *, upto: Limit | None = None, tile: str | None = None, title: str = "record"
) -> LegalMoves:
    """Return the legal moves after *record*, of all tiles or of the *tile* of this letter.

    Raises `PiecesError` where the side to move has no such tile left, and as `pile_after` does.

    >>> len(legal_moves(Record(()), tile="X").moves)
    1
    """
    pile = legal_pile(record, upto=upto, title=title)
    position = Position.from_moves(pile.moves)
    shapes = position.tiles_left if tile is None else _tile(tile, position)
    moves = [position.as_move(placement) for placement in position.placements(shapes)]
    return LegalMoves(pile, moves, title, listed=tile is not None)


def legal_pile(record: Record, *, upto: int | None, title: str) -> Pile:
    """Return the pile after the first *upto* moves of a record; see `pile_after`."""
    if upto is not None and upto > len(record.moves):
        raise RecordError(title, expected=f"{upto} moves", found=str(len(record.moves)))
    violation, pile = judge(record.upto(upto))
    if violation:
        raise RecordError(
            f"{title}, move {violation.turn}",
            expected="a legal move",
            found=str(violation),
            hint=f"--upto {violation.turn - 1} leaves it out",
        )
    return pile


def _tile(letter: str, position: Position) -> str:
    """Return the shape of this *letter*, in any case, one of those left to the side to move."""
    shape = letter.upper()
    if len(shape) != 1 or shape not in position.tiles_left:
        colour = colour_to_move(len(position.placed))
        expected = f"a tile that {colour} has left ({position.tiles_left or 'none'})"
        raise PiecesError("tile", expected=expected, found=quoted(letter))
    return shape


def pile_json(pile: Pile) -> dict[str, Any]:
    """Return a pile as JSON: its heights from the cell *origin* on, and its tiles by level."""
    frame = frame_around(pile.cells)
    return {
        "laid": len(pile.moves),
        "height": pile.height,
        "origin": list(frame.origin),
        "heights": [list(map(pile.height_at, row)) for row in frame.cells],
        "levels": [
            {
                "level": level,
                **{colour.value: counts[colour] for colour in Colour},
                "tiles": [move.to_json() for move in tiles_on_level(pile, level)],
            }
            for level, counts in enumerate(tiles_per_level(pile.moves), start=1)
        ],
    }


def result_text(pile: Pile, *, lowest: bool) -> str:
    """Return who wins, or leads in a game that goes on, and on which level; see `game_result`."""
    winner, level = game_result(pile.moves, lowest=lowest)
    if winner is None or level is None:
        outcome = "a draw" if is_over(pile.moves) else "even"
        return f"{outcome}, as many tiles of each colour on every level"
    counts = tiles_per_level(pile.moves)[level - 1]
    verb = "wins" if is_over(pile.moves) else "leads"
    return f"{winner} {verb} on level {level}, {max(counts.values())} to {min(counts.values())}"


def pile_text(pile: Pile, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield *pile* level by level, from the table up, and then from above."""
    frame = frame_around(pile.cells)
    for level, counts in enumerate(tiles_per_level(pile.moves), start=1):
        yield plain_line(f"Level {level}: {format_counts(counts)}")
        yield from level_text(tiles_on_level(pile, level), frame, drawn=drawn)
        yield plain_line("")
    yield plain_line(f"From above: {_size_text(pile)}")
    yield from view_from_above(pile, drawn=drawn)


def level_text(moves: Iterable[TileMove], frame: Frame, *, drawn: bool) -> list[StyledLine]:
    """Return the tiles of *moves*, which lie side by side, as they lie on *frame*."""
    tiles = [tile_patch(move) for move in moves]
    label = {cell: patch.label for patch in tiles for cell in patch.cells}
    grid = ["".join(label.get(cell, EMPTY) for cell in row) for row in frame.cells]
    if drawn:
        return outlined_grid(grid, tiles, origin=frame.origin)
    return plain_grid(grid, origin=frame.origin)


def _size_text(pile: Pile) -> str:
    return f"{plural(len(pile.moves), 'move')}, {plural(pile.height, 'level')} high"


def _result_json(pile: Pile, *, lowest: bool) -> dict[str, Any] | None:
    if not is_over(pile.moves):
        return None
    winner, level = game_result(pile.moves, lowest=lowest)
    return {"winner": winner and winner.value, "level": level}
