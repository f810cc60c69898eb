"""Advice on the roll on the table, and simulations of solitaires: the questions and answers."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.text_grid import StyledLine, display_width, plain_line
from solver.errors import GameError, quoted
from solver.files.input_text import Named
from solver.geometry.cell import names_of
from solver.penta_rush.card_json import beside_card_json, notes_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame
from solver.penta_rush.puzzle.judged_game import card_text
from solver.penta_rush.puzzle.rules import PuzzleState, judge
from solver.penta_rush.puzzle.strategy.policy import RatedMove
from solver.penta_rush.reading import LETTERS_HINT, Reading
from solver.penta_rush.symbol_label import legend_text
from solver.penta_rush.typed import common_points
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.penta_rush.puzzle.strategy.advice import Decision, PlayoutStatistics

DEFAULT_PLAYOUTS = 200
_DECIMALS = 4
_MAX_WIDTH = 80  # characters of a line


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Answer):
    """What may be done with *roll* in *state*: the *moves*, the best first.

    They were rated by *playouts* of each, of which as many were *wanted*. Tiles are worth *points*.
    """

    state: PuzzleState
    roll: Roll
    points: Points
    moves: tuple[RatedMove, ...]
    playouts: int
    wanted: int

    @property
    def notes(self) -> tuple[str, ...]:
        """How the card was taken, and whether nothing was played out."""
        is_estimate = self.wanted and not self.playouts
        estimate = "interrupted before any playout: this is the estimate alone"
        return (*self.state.card.notes, *[estimate] * bool(is_estimate))

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the moves, with the first, the best, drawn on the card."""
        state, best = self.state, self.moves[0].round
        verb = "Circle" if best.circled else "Cross"
        where = f" on {names_of(best.cells)}" if best.cells else ", without drawing"
        rolled = f"Round {len(state.rounds) + 1}, roll {state.card.legend.roll_text(self.roll)}."
        advice = f"{verb} {best.shape}{where}."
        if display_width(f"{rolled} {advice}") <= _MAX_WIDTH:
            yield plain_line(f"{rolled} {advice}")
        else:
            yield from (plain_line(line) for line in textwrap.wrap(rolled, _MAX_WIDTH))
            yield plain_line(advice)
        yield plain_line("")
        yield from card_text(state.card, (*state.rounds, best), drawn=drawn)
        yield from legend_text(state.card)
        yield plain_line("")
        yield plain_line("expected final score")
        for move in self.moves:
            verb = "circle" if move.round.circled else "cross"
            mean = f"{round(move.mean, 2) + 0.0:6.2f} ± {move.error:.2f}"  # no -0.00
            cells = names_of(move.round.cells) or "not drawn"
            yield plain_line(f"{mean}  {verb:<6} {move.round.shape}  {cells}")

    def to_json(self) -> dict[str, Any]:
        """Return the moves, how many playouts each had, and what belongs to the card."""
        card = self.state.card
        return {
            "playouts": self.playouts,
            "options": [
                {
                    **move.round.to_json(),
                    "mean": round(move.mean, _DECIMALS),
                    "error": round(move.error, _DECIMALS),
                    "estimate": round(move.estimate, _DECIMALS),
                }
                for move in self.moves
            ],
            **beside_card_json(card, self.points),
            **notes_json(card),
        }


def advise(  # noqa: PLR0913 - the state, and how it is searched
    game: PuzzleGame,
    roll: Roll | str | None = None,
    *,
    player: str | None = None,
    only_crosses: bool = False,
    points: Points | None = None,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int = 0,
    jobs: int | None = None,
    reading: Reading | None = None,
    title: str = "game",
) -> Search[Advice]:
    """Return the search for what *player* should do with *roll* after *game*.

    By default that is the first player, and the roll on the table of the game. The moves, or with
    *only_crosses* the crosses, are rated by the mean final score of as many *playouts*, games that
    are played to their end. The same for the same *seed*, whatever the *jobs*, threads, by default
    one for each core. *reading* says how the text of a roll is taken. Raises `GameError` where the
    game breaks a rule or is over, there is no roll or no such player, and `RollError` for a roll
    that the card cannot show.
    """
    card = game.cards[0]  # all of them have one legend
    counted = common_points([Named(title, each) for each in game.cards], points)
    if isinstance(roll, str):
        roll = card.legend.parse_roll(roll, reading=reading, letters_hint=LETTERS_HINT)
    if (roll := roll or game.roll) is None:
        hint = "--roll says it"
        raise GameError(title, expected="a roll on the table", found="none", hint=hint)
    state = _state_of(game, player, counted, title)
    return advise_in(
        state, roll, counted, only_crosses=only_crosses, playouts=playouts, seed=seed, jobs=jobs
    )


def advise_in(  # noqa: PLR0913 - the state, and how it is searched
    state: PuzzleState,
    roll: Roll,
    points: Points,
    *,
    only_crosses: bool = False,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int = 0,
    jobs: int | None = None,
) -> Search[Advice]:
    """Return the search for what to do with *roll* in *state*; arguments as in `advise`."""
    decisions: list[Decision] = []

    def prepare() -> None:
        from solver.penta_rush.puzzle.strategy.advice import Decision

        decisions.append(Decision.of(state, roll, points, only_crosses=only_crosses))
        if playouts:
            decisions[0].compile()

    def work(report: Report[Advice]) -> Advice:
        from solver.penta_rush.puzzle.strategy.advice import PlayoutBudget
        from solver.runtime.parallel import cores

        (decision,) = decisions

        def answer(statistics: "PlayoutStatistics") -> Advice:
            moves = tuple(decision.rated_moves(statistics))
            return Advice(state, roll, points, moves, statistics.playouts, playouts)

        for statistics in decision.run(PlayoutBudget(playouts, seed, jobs or cores())):
            done = statistics.playouts
            latest = statistics
            report(done, playouts, done, answer=lambda latest=latest: answer(latest))
        return answer(latest)

    return Search(work, label="playing on", noun="playouts of each option", prepare=prepare)


def _state_of(game: PuzzleGame, player: str | None, points: Points, title: str) -> PuzzleState:
    """Return the state of *player*, by default the first, in a legal game with a round left."""
    verdict = judge(game, points)
    if verdict.violation:
        number, name, rule, _ = verdict.violation
        where = f"{title}, {name}, round {number}"
        raise GameError(where, expected="a legal round", found=rule.value)
    states = {
        each.name: PuzzleState(card, each.rounds)
        for each, card in zip(game.players, game.player_cards, strict=True)
    }
    player = next(iter(states)) if player is None else player
    if player not in states:
        expected = f"one of {', '.join(states)}"
        raise GameError(f"{title}, player", expected=expected, found=quoted(player))
    if verdict.over:
        raise GameError(title, expected="a round left to play", found="a game that is over")
    return states[player]
