"""How the commands of the puzzle variant read a game: a file, standard input or a sample.

A game that is still being played is read as ``penta rush play`` saves it. The roll on the table is
then the one that its dice show next.
"""

from dataclasses import replace
from typing import Any

from solver.errors import GameError
from solver.files.input_text import Named, read_named
from solver.files.json_reader import parse_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.options import tell_notes
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.puzzle.game import PuzzleGame

NamedPuzzle = Named[PuzzleGame]

_EXPECTED = "a game of the puzzle variant or a solitaire"


def named_puzzle(name: str) -> NamedPuzzle:
    """Return the game that *name* stands for: a file, '-' or a sample."""
    named = read_named(parse_any_puzzle_game, name, kind="game", samples="puzzles")
    tell_notes(*named.value.cards)
    return named


def parse_any_puzzle_game(text: str, *, source: str = "game") -> PuzzleGame:
    """Return the game in *text*, as a referee reads it or as ``rush play`` saves it.

    Its rounds may break rules. Raises `GameError`, or the error of the card or of a roll in it.
    """
    value = parse_json(text, source, GameError)
    if isinstance(value, dict) and "game" in value and "seed" in value:
        return _game_of(Session.from_json(value, source), source)
    _refuse_standard(value, source)
    return PuzzleGame.from_json(value, source)


def _game_of(session: Session, source: str) -> PuzzleGame:
    """Return the game of a *session* so far, with the next roll, if any, on the table."""
    if session.kind is GameKind.STANDARD:
        hint = "penta rush total judges it when it is over"
        raise GameError(source, expected=_EXPECTED, found="an unfinished standard game", hint=hint)
    session.check_seed_and_timer(source)
    if session.is_over:
        return session.puzzle_game
    return replace(session.puzzle_game, roll=Roll.parse("".join(session.next_throws()[-1])))


def _refuse_standard(value: Any, source: str) -> None:
    """Raise `GameError` if a JSON *value* is a game or a sheet of the standard game."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("players"), list) and "card" not in value:
        hint = "penta rush total judges it"
        raise GameError(source, expected=_EXPECTED, found="a standard game", hint=hint)
    if "outlines" in value:
        hint = "penta rush score judges it"
        raise GameError(source, expected=_EXPECTED, found="a sheet", hint=hint)
