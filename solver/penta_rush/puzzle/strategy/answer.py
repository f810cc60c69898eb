"""Advice on the roll on the table, and simulations of solitaires: the questions and answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from solver.answer import Answer
from solver.drawing.chart import scores_chart
from solver.drawing.scene import Scene
from solver.drawing.styled_text import (
    MAX_WIDTH,
    StyledLine,
    display_width,
    plain_line,
    plural,
    wrapped_lines,
)
from solver.errors import GameError, quoted
from solver.files.input_text import Named
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame
from solver.penta_rush.puzzle.hindsight.known_rolls import is_spacious
from solver.penta_rush.puzzle.judged_game import card_text
from solver.penta_rush.puzzle.rules import PuzzleState, judge
from solver.penta_rush.puzzle.strategy.program import (
    DEFAULT_PLAYOUTS,
    ROLLOUT_PLAYOUTS,
    Level,
    RatedMove,
    SimulatedGame,
    SimulationSpec,
)
from solver.penta_rush.symbol_label import key_line, legend_text
from solver.penta_rush.symbol_name import LETTERS_HINT, Reading
from solver.penta_rush.typed import common_points
from solver.question import Count, Limit, Seed, question
from solver.search import Report, Search
from solver.simulation import Scores, collected, histogram_lines

if TYPE_CHECKING:
    from solver.penta_rush.puzzle.strategy.advice import PlayoutStatistics

_DECIMALS = 4


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
        if display_width(f"{rolled} {advice}") <= MAX_WIDTH:
            yield plain_line(f"{rolled} {advice}")
        else:
            yield from wrapped_lines(rolled)
            yield plain_line(advice)
        yield plain_line("")
        yield from card_text(state.card, (*state.rounds, best), drawn=drawn)
        yield from legend_text(state.card)
        yield key_line(state.card)
        yield plain_line("expected final score")
        for move in self.moves:
            verb = "circle" if move.round.circled else "cross"
            error = f" ± {move.error:.2f}" if self.playouts > 1 else ""
            mean = f"{round(move.mean, 2) + 0.0:6.2f}{error}"  # no -0.00
            cells = names_of(move.round.cells) or "not drawn"
            yield plain_line(f"{mean}  {verb:<6} {move.round.shape}  {cells}")

    def to_json(self) -> dict[str, Any]:
        """Return the moves, how many playouts each had, and what belongs to the card."""
        beside = self.state.card.to_json(self.points)
        del beside["card"]
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
            **beside,
        }


@question
def advise(  # noqa: PLR0913 - the state, and how it is searched
    game: PuzzleGame,
    roll: Roll | str | None = None,
    *,
    player: str | None = None,
    only_crosses: bool = False,
    points: Points | None = None,
    playouts: Limit = DEFAULT_PLAYOUTS,
    seed: Seed = 0,
    jobs: Count | None = None,
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

    def work(report: Report[Advice]) -> Advice:
        from solver.penta_rush.puzzle.strategy.advice import Decision
        from solver.runtime.parallel import cores

        decision = Decision.of(state, roll, points, only_crosses=only_crosses)

        def answer(statistics: "PlayoutStatistics") -> Advice:
            moves = tuple(decision.rated_moves(statistics))
            return Advice(state, roll, points, moves, statistics.playouts, playouts)

        for statistics in decision.run(playouts, seed, jobs or cores()):
            done = statistics.playouts
            report(done, playouts, done, answer=partial(answer, statistics))
        return answer(statistics)

    return Search(work, label="playing on", noun="playouts of each option")


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


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Answer):
    """The *games* of *spec* that were played, at least one, in the order of their numbers.

    *optima* are the best scores that their rolls allowed; empty if they were not asked for.
    """

    spec: SimulationSpec
    games: tuple[SimulatedGame, ...]
    optima: tuple[int, ...] = ()
    title: str = "card"

    @property
    def scores(self) -> Scores:
        """The score of each game."""
        return Scores(game.score for game in self.games)

    @property
    def perfect(self) -> float:
        """The share of games in which every shape was circled."""
        return self.scores.count(sum(self.spec.points.values)) / len(self.games)

    @property
    def share(self) -> float | None:
        """The mean as a share of the best in hindsight; None if unknown, or no game can score."""
        return self.scores.mean / fmean(self.optima) if any(self.optima) else None

    @property
    def _label(self) -> str:
        return f"on {self.title}, program {self.spec.level.label}"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield how often scores occurred, their mean, and how good that is in hindsight."""
        scores = self.scores
        yield plain_line(f"{plural(len(scores), 'game')} {self._label}")
        yield plain_line("")
        counts = {f"{score:>3}": count for score, count in scores.distribution.items()}
        yield from histogram_lines(counts, drawn=drawn)
        yield plain_line("")
        yield plain_line(scores.mean_line)
        yield plain_line(f"Perfect {self.perfect:.1%} of games")
        if self.share is not None:
            best = fmean(self.optima)
            yield plain_line(f"In hindsight {best:.2f}; the mean is {self.share:.1%} of it")
        elif self.optima:
            yield plain_line("In hindsight 0.00: with these rolls no game can score")

    def to_json(self) -> dict[str, Any]:
        """Return the scores, how often each occurred, their mean, and the scores in hindsight."""
        spec, scores, optima, share = self.spec, self.scores, self.optima, self.share
        return {
            **spec.card.to_json(spec.points),
            "program": spec.level.label,
            "seed": spec.seed,
            "games": len(scores),
            "mean": round(scores.mean, _DECIMALS),
            "error": round(scores.error or 0.0, _DECIMALS),
            "perfect": round(self.perfect, _DECIMALS),
            "distribution": [[score, count] for score, count in scores.distribution.items()],
            "scores": list(scores),
            "hindsight": {
                "mean": round(fmean(optima), _DECIMALS),
                "share": None if share is None else round(share, _DECIMALS),
                "scores": list(optima),
            }
            if optima
            else None,
        }

    def picture(self) -> Scene:
        """Return the chart of the scores."""
        scores = {"played": self.scores, "in hindsight": self.optima}
        series = {f"{name}, mean {fmean(each):.2f}": each for name, each in scores.items() if each}
        return scores_chart(series, heading=f"Solitaires {self._label}")


@question
def simulate(  # noqa: PLR0913 - the setting of the games
    card: Card,
    *,
    level: Level = Level.VALUE,
    games: Count = 100,
    seed: Seed = 0,
    playouts: Count = ROLLOUT_PLAYOUTS,
    hindsight: bool | None = None,
    points: Points | None = None,
    jobs: Count | None = None,
    title: str = "card",
) -> Search[Simulation]:
    """Return the search that lets a program of this *level* play solitaires on *card*.

    The rolls of a game depend on the *seed* and its number alone. *playouts* are those of the
    rollout program in each round. With *hindsight*, which is the default on cards large enough for
    that to be fast, the best score is found that the rolls of each game allowed. The same whatever
    the *jobs*, by default one for each core. *points* as in `solve`. Raises `RollError` when the
    card shows fewer symbols than dice need.
    """
    counted = points or card.tile_points
    spec = SimulationSpec(card, counted, level, games=games, seed=seed, playouts=playouts)
    is_asked = is_spacious(card) if hindsight is None else hindsight

    def answer(played: Sequence[SimulatedGame], optima: Sequence[int] = ()) -> Simulation:
        # When it was stopped in hindsight, only the games whose best score was found.
        return Simulation(spec, tuple(played[: len(optima) or games]), tuple(optima), title)

    def work(report: Report[Simulation]) -> Simulation:
        from solver.penta_rush.puzzle.strategy import simulation
        from solver.runtime.parallel import cores

        played = collected(simulation.simulated_games(spec, jobs=jobs), report, answer, total=games)
        if not is_asked:
            return answer(played)
        optima = collected(
            simulation.hindsight_scores(spec, played, jobs=jobs or cores()),
            report,
            lambda found: answer(played, found),
            total=games,
            note=lambda _score: "in hindsight",
        )
        return answer(played, optima)

    return Search(work, label="playing", noun="games")
