"""How the commands of the puzzle variant read a game: a file, standard input or a sample."""

from typing import NamedTuple

from solver.files.input_text import printable, read_text
from solver.penta_rush.puzzle.game import PuzzleGame, parse_puzzle_game


class NamedPuzzle(NamedTuple):
    """A game, and its name for messages."""

    title: str
    game: PuzzleGame


def named_puzzle(name: str) -> NamedPuzzle:
    """Return the game that *name* stands for: a file, '-' or a sample."""
    title = f"game {printable(name)}"
    text = read_text(name, kind="game", samples="puzzles")
    return NamedPuzzle(title, parse_puzzle_game(text, source=title))
