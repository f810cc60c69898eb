"""How the commands of the puzzle variant read a game: a file, standard input or a sample."""

from solver.files.input_text import Named, read_named
from solver.penta_rush.puzzle.game import PuzzleGame, parse_puzzle_game

NamedPuzzle = Named[PuzzleGame]


def named_puzzle(name: str) -> NamedPuzzle:
    """Return the game that *name* stands for: a file, '-' or a sample."""
    return read_named(parse_puzzle_game, name, kind="game", samples="puzzles")
