"""A game of Pent-Up in the terminal: what the players see, and what they may type."""

from collections.abc import Iterator
from math import inf
from typing import ClassVar

from solver.console.play.terminal_game import HELP_AND_QUIT, Remark, TerminalGame
from solver.drawing.styled_text import MAX_WIDTH, StyledLine, plain_line, plural
from solver.geometry.cell import Cell, names_of
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.pent_up.answer import LegalMoves, result_text
from solver.pent_up.pile_view import Frame, frame_around, view_from_above
from solver.pent_up.play.placement import (
    EXAMPLE,
    TypedTile,
    chosen_move,
    is_tile,
    listed_moves,
    parse_listed,
    parse_tile,
)
from solver.pent_up.play.session import SEARCH, START, Session
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import tiles_per_level
from solver.pent_up.strategy.answer import SuggestedMove

_MARGIN = 2  # cells of the table that are drawn around the pile, so that they have names
_MAX_COLS = 17  # of a drawing that is to have a margin: two of them stand side by side
_LINES_BESIDE = 4  # what was done above the board, and what is typed below it
_LINES_BESIDE_PILE = 10  # what was done, the letters of the cols, the table of tiles, the prompt
_LINES_BELOW = 3  # an answer: what was typed for it, how to lay a tile, the prompt


class PentUpGame(TerminalGame[Session, TileMove]):
    """Plays *session*."""

    group = "penta up"
    help: ClassVar = {
        EXAMPLE: "lay tile F on these cells; the letter may be left out",
        "F k10": "lay F on its only place that covers k10, or more cells",
        "F 3": "lay F on the third place that 'moves F' lists",
        "F": "lay F on its only place",
        "moves": "show how many places each tile has, and on which level",
        "moves F": "list the places of F; 'moves F k10' only those on k10",
        "hint": "show a good move, after a search",
        "undo": "take back the last move typed, and the answer to it",
        "show": "show the board again",
        "resign": "give up the game",
        **HELP_AND_QUIT,
    }
    example = f"a tile and its cells, as in {EXAMPLE!r}"
    nothing_typed = "you have not laid a tile"
    completed = SHAPES
    is_redrawn = True

    @property
    def referee(self) -> str:
        """The command that judges the finished game; none knows of resignations."""
        return "" if self.session.resigned else "referee"

    def greeting(self) -> Iterator[str]:
        """Yield who plays, how the game is won, how far it is, and how to begin."""
        settings = self.session.settings
        yield "Pent-Up" + (f", after {self.session.length}" if self.session.moves else "")
        for colour in Colour:
            level = settings.programs.get(str(colour))
            time = f", {self._budget_text()} a move" if level == SEARCH else ""
            program = f"the {level} player, seed {settings.seed}{time}"
            yield f"{colour}: {program if level else 'a person'}"
        level = "lowest" if settings.lowest else "highest"
        yield f"More tiles on the {level} level win."
        yield f"Lay a tile by its letter and cells, like {EXAMPLE}; or type 'help'."

    def _is_choice(self, typed: str) -> bool:
        return is_tile(typed)

    def _act(self, word: str, rest: str) -> None:
        if word == "resign":
            self.session = self.session.with_resignation()
        elif not word:
            self._take(chosen_move(self.session, parse_tile(rest.lower())))
        elif rest:
            self._list_moves(parse_listed(rest, f"{word} {rest}"))
        else:
            position, pile = self.session.position, self.session.pile
            legal = [*map(position.as_move, position.placements())]
            self._console.show(self._fitting(LegalMoves(pile, legal, "")))

    def _list_moves(self, tile: TypedTile) -> None:
        """Show the moves of a tile by their numbers, in as many cols as fit."""
        shape, covering, _ = tile
        moves = listed_moves(self.session, shape, covering)
        where = f" that cover{'s' * (len(moves) == 1)} {names_of(covering)}" if covering else ""
        levels = {move.level for move in moves.values()}
        on_level = f" on level {max(levels)}" if levels else ""
        self._console.say(f"  {shape} has {plural(len(moves), 'place')}{where}{on_level}")
        entries = [f"{number:>4}  {names_of(move.cells)}" for number, move in moves.items()]
        width = max(map(len, entries), default=0)
        cols = max(1, (MAX_WIDTH + 2) // (width + 2))
        for start in range(0, len(entries), cols):
            row = entries[start : start + cols]
            self._console.say("  ".join(f"{entry:<{width}}" for entry in row).rstrip())

    def _program_step(self) -> TileMove:
        return self.session.program_move()

    def _hint(self) -> Remark:
        session, suggestion = self.session, self.session.suggestion()
        move, lowest = session.position.as_move(suggestion.placement), session.settings.lowest
        answer = SuggestedMove(session.pile, "", move, suggestion, lowest)
        moves = listed_moves(session, move.shape)
        number = next(number for number, listed in moves.items() if listed == move)
        how = plain_line(f"To lay it, type: {move.shape} {number}")
        return lambda: [*self._fitting(answer), how]

    def _fitting(self, answer: LegalMoves | SuggestedMove) -> list[StyledLine]:
        """Return the lines of *answer*, drawn as far as the terminal has room for that."""

        def draw(*, drawn: bool) -> list[StyledLine]:
            return [*answer.lines(drawn=drawn)]

        return self._console.fitting(draw, others=_LINES_BELOW, words=answer.words())

    def _step_texts(self, _before: Session, step: TileMove, _after: Session) -> Iterator[str]:
        yield f"{step.colour} lays {step.shape} on level {step.level}: {names_of(step.cells)}"

    def _undo_text(self, before: Session) -> str:
        taken_back = self.session.moves[len(before.moves) :]
        tiles = ", ".join(f"{move.colour}'s {move.shape}" for move in taken_back)
        return f"taken back: {tiles}"

    def _draw_board(self) -> None:
        """Show what was done, and the board, outlined if the terminal has room for that."""
        self._announce()
        self._console.show(self._console.fitting(self._board_text, others=_LINES_BESIDE))
        self._console.say()
        session = self.session
        if not session.is_over and session.settings.programs.get(session.player) == SEARCH:
            self._console.say(f"{session.player} is thinking, for {self._budget_text()}")

    def _board_text(self, *, drawn: bool) -> list[StyledLine]:
        """Return the pile from above with its heights, the tiles of each colour, and who leads."""
        session, pile = self.session, self.session.pile
        lines = view_from_above(pile, drawn=drawn, frame=self._frame())
        lines += map(plain_line, ("", *self._tiles_table()))
        if session.moves and not session.is_over:
            lines.append(plain_line(result_text(pile, lowest=session.settings.lowest)))
        return lines

    def _frame(self) -> Frame:
        """Return the cells of the pile, or where the first tile may go, and a margin."""
        ends = [START, Cell(START.row + PENTOMINO_SIZE - 1, START.col + PENTOMINO_SIZE - 1)]
        (top, left), rows, cols = frame_around(self.session.pile.cells or ends)
        most = self._console.rows - _LINES_BESIDE_PILE if self._console.rows else inf
        above, beside = (
            int(max(0, min(_MARGIN, (most - length) // 2)))
            for most, length in ((most, rows), (_MAX_COLS, cols))
        )
        return Frame(Cell(top - above, left - beside), rows + 2 * above, cols + 2 * beside)

    def _tiles_table(self) -> Iterator[str]:
        """Yield how many tiles each colour has on every level, and which it has left to lay."""
        levels = tiles_per_level(self.session.moves)
        order = range(len(levels), 0, -1)
        yield "level" + "".join(f"{level:>3}" for level in order) + "   tiles left"
        for colour in Colour:
            counts = "".join(f"{levels[level - 1][colour]:>3}" for level in order)
            laid = {move.shape for move in self.session.moves if move.colour is colour}
            left = " ".join(shape for shape in SHAPES if shape not in laid)
            yield f"{colour}{counts}   {left or 'none'}"

    def _budget_text(self) -> str:
        """Return how long a search may take."""
        seconds, steps = self.session.settings.budget
        return f"{seconds:g} s" if steps is None else plural(steps, "playout")

    def _show_end(self) -> None:
        """Show who has won the game, or that it is a draw, and why."""
        session = self.session
        if session.resigned is None:
            self._show_board()
            self._console.say(result_text(session.pile, lowest=session.settings.lowest))
        else:
            other = next(colour for colour in Colour if colour is not session.resigned)
            self._console.say(f"{session.resigned} resigns: {other} wins")
