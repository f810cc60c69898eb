"""What the players see: the throw, the board, how all stand, where a token may go, help."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from solver.drawing.text_grid import (
    StyledLine,
    plain_line,
    plural,
    unbroken,
    wrapped,
    wrapped_around,
)
from solver.geocinco.answer import note_line, standing_lines
from solver.geocinco.board import BOARDS
from solver.geocinco.board_view import board_lines
from solver.geocinco.play.session import Done, Extra, Session, Step
from solver.geocinco.record import Contest, LayBridge, move_text
from solver.geocinco.rules.position import WINNING_TOWERS, extra_places, towers

_SLOT = re.compile(r"\b[A-E]\d[rygb]\d\b")
_HELP = {
    "C3r2": "lay a token on this slot; several slots, several tokens",
    "contest C3r2": "lay a token on another's there, and throw the dice for it",
    "bridge C3r1 C3g1": "lay a bridge between own tokens on these slots",
    "done": "end the turn, and keep a bridge that could be laid",
    "moves": "list where a token may go, and bridges that may be laid",
    "sides C3": "show the pentagons of C3 with the numbers of their sides",
    "hint": "show what the strongest program would do",
    "undo": "take back what a person laid last, and all after it",
    "show": "show the throw and the board again",
    "help": "show this help; ? does the same",
    "quit": "leave the game; q and exit do the same",
}


def greeting(session: Session) -> Iterator[str]:
    """Yield who plays, how far the game is, how it is won, and how to begin."""
    board, colours, tokens, programs, seed = session.settings
    players = [
        f"{colour} ({programs[colour]}, a program)" if colour in programs else colour
        for colour in colours
    ]
    name = "" if board.name == BOARDS[0] else f", board {board.name}"
    after = f", after {session.length}" if session.turns else ""
    yield from wrapped(f"Geocinco: {', '.join(players)}{name}, seed {seed}{after}")
    yield from wrapped(
        f"A turn lays {plural(tokens, 'token')}. Five towers in one network win. To lay a token, "
        "type its slot, like C3r2: side 2 of the red pentagon of C3. 'moves' lists where one may "
        "go, 'sides C3' shows the numbers of its sides, 'hint' helps, 'undo' takes back what was "
        "laid last, 'help' lists the rest."
    )


def help_text() -> Iterator[str]:
    """Yield what can be typed, one kind per line."""
    width = max(map(len, _HELP))
    return (f"  {typed:<{width}}  {meaning}" for typed, meaning in _HELP.items())


def turn_text(session: Session) -> str:
    """Return which turn it is, whose, the throw, and what is to be laid now."""
    turn = session.current
    text = f"Turn {session.number}, {turn.player} throws {turn.throw}: {_due_text(session)}"
    held = turn.state.held[turn.player]
    return f"{text}, {plural(held, 'bridge')} held" if held else text


def _due_text(session: Session) -> str:
    turn = session.current
    if turn.extra is not None:
        return f"{turn.extra.colour} lays an extra token"
    if not any(turn.places):
        return "a bridge may be laid"
    left = turn.tokens - turn.laid
    return f"{plural(left, 'token')} {'left ' if turn.laid else ''}to lay"


def board_text(session: Session, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield the board with the places of the next token marked, and how all stand."""
    yield from board_lines(session.state, marked=places(session), drawn=drawn)
    yield note_line()
    yield plain_line("")
    yield from standing_lines(session.state)


def places(session: Session) -> Collection[str]:
    """Return where the next token may go, on free slots or to contest another's."""
    if session.is_over:
        return ()
    extra = session.current.extra
    if extra is not None:
        return extra_places(session.state, extra.colour)
    free, contest = session.current.places
    return free | contest


def moves_text(session: Session) -> Iterator[str]:
    """Yield what may be laid now, by the names to type."""
    turn, in_order = session.current, session.settings.board.in_order
    if turn.extra is not None:
        yield from _listed("extra token", in_order(extra_places(turn.state, turn.extra.colour)))
        return
    free, contest = turn.places
    yield from _listed("free", in_order(free))
    yield from _listed(
        "contest", (f"{slot} ({turn.state.tokens[slot]})" for slot in in_order(contest))
    )
    yield from _listed("bridge", (f"{first} {second}" for _, first, second in turn.bridges))


def _listed(title: str, names: Iterable[str]) -> Sequence[str]:
    listed = ", ".join(map(unbroken, names))
    return wrapped_around(f"{title}: {listed}", first="  ", others="    ") if listed else ()


def news_text(before: Session, step: Step, after: Session) -> Iterator[str]:
    """Yield what a legal *step* did between two sessions, and the turns that were passed."""
    whose, turn = before.colour, before.current.player
    if before.is_program and not before.current.moves:
        yield f"turn {before.number}, {turn} throws {before.current.throw}"
    text = f"{whose}: {step_text(step)}"
    if isinstance(step, Contest):
        owner = before.state.tokens[step.slot]
        has_won = after.state.tokens[step.slot] == turn
        text += f": {turn if has_won else owner} wins"
    for colour in before.settings.players:
        more = len(towers(after.state, colour)) - len(towers(before.state, colour))
        if more > 0:
            text += f"; {plural(more, 'tower')} of {colour} built"
    fallen = before.state.bridges - after.state.bridges
    if fallen:
        text += f"; {plural(len(fallen), 'bridge')} of {min(fallen).colour} fallen"
    yield text
    yield from _lost_text(before, after)


def _lost_text(before: Session, after: Session) -> Iterator[str]:
    """Yield the tokens that could not be laid in the turns that ended between two sessions."""
    is_won = after.current.winner is not None
    players, tokens = after.settings.players, after.settings.tokens
    ended = after.turns[len(before.turns) :]
    for number, turn in enumerate(ended, start=before.number):
        laid = sum(not isinstance(move, LayBridge) for move in turn.moves)
        lost = tokens + turn.throw.has_plus - laid
        if lost and not is_won:
            player = players[(number - 1) % len(players)]
            thrown = f"turn {number}, {player} throws {turn.throw}"
            yield f"{thrown}: no place for {plural(lost, 'token')}"


def step_text(step: Step) -> str:
    """Return *step* in words, with the dice of a contest."""
    if isinstance(step, Done):
        return "done"
    return f"extra token {step.slot}" if isinstance(step, Extra) else move_text(step)


def hint_text(step: Step) -> str:
    """Return how *step* is typed; the dice of a contest are not known yet."""
    if isinstance(step, Contest):
        return f"contest {step.slot}"
    return step.slot if isinstance(step, Extra) else step_text(step)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return *text* with other *names* for some slots."""
    return _SLOT.sub(lambda match: names.get(match[0], match[0]), text)


def end_text(session: Session) -> str:
    """Return how the game ended, and in which turn."""
    winner, turn = session.current.winner, f"turn {session.number}"
    if winner is None:
        return f"The game is drawn in {turn}: nobody could lay a token for a whole round."
    return f"{winner} wins in {turn}: {WINNING_TOWERS} towers in one network."
