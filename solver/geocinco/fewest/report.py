"""The fewest tokens as text for people and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geocinco.board_view import board_lines
from solver.geocinco.fewest.answer import FewestAnswer, built_state
from solver.geocinco.report import listed_lines, note_line, wrapped_lines


def fewest_json(answer: FewestAnswer) -> dict[str, Any]:
    """Return the answer of ``fewest``."""
    build = answer.build
    counted = {} if answer.sets is None else {"sets": answer.sets}
    return {
        "tokens": answer.tokens,
        "bridges": answer.problem.bridges,
        "proven": answer.proven,
        "slots": list(build.tokens) if build else [],
        "towers": list(build.towers) if build else [],
        "laid": [list(bridge) for bridge in build.bridges] if build else [],
        "bound": answer.bound,
        "colour": answer.problem.colour,
        **counted,
    }


def fewest_text(answer: FewestAnswer, *, title: str, drawn: bool) -> Iterator[StyledLine]:
    """Yield the board with the new tokens marked, what they are, and whether fewer cannot do."""
    problem, build = answer.problem, answer.build
    if build is None:
        yield from board_lines(problem.state, drawn=drawn)
    else:
        after = built_state(problem.state, problem.colour, build)
        yield from board_lines(after, marked=build.tokens, drawn=drawn)
    yield plain_line("")
    yield from wrapped_lines(f"{title}, {problem.colour}: {proof_text(answer)}")
    if build:
        yield from listed_lines("towers", build.towers)
        yield from listed_lines("tokens", build.tokens)
        yield from listed_lines("bridges", map("-".join, build.bridges))
    if answer.sets is not None:
        takes = "takes" if answer.sets == 1 else "take"
        yield from wrapped_lines(f"{plural(answer.sets, 'set')} of five towers {takes} no more")
    yield note_line()


def proof_text(answer: FewestAnswer) -> str:
    """Return what *answer* is, and what is proven of it."""
    build, bridges = answer.build, answer.problem.bridges
    limit = f"at most {plural(bridges, 'bridge')}" if bridges else "no bridge"
    proof = "proven by both engines" if answer.proven else "not proven by a second engine"
    if build is None:
        if answer.stopped and answer.bound is not None:
            return f"nothing was found with {limit} until CP-SAT was stopped"
        return f"five towers in one network are impossible with {limit}, {proof}"
    laid = f" and {plural(len(build.bridges), 'bridge')}" if build.bridges else ""
    more = f"{plural(len(build.tokens), 'further token')}{laid}"
    text = f"{more} make five towers in one network"
    if answer.stopped:
        if not answer.bound:
            return f"{text} with {limit}; CP-SAT was stopped before it had proven anything"
        known = f"{answer.bound} or more are needed with {limit}"
        return f"{text}; when CP-SAT was stopped, it had proven that {known}"
    return f"{text}, the fewest tokens with {limit}, {proof}"
