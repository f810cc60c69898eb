"""Reviews: what the rolls of a game gave, what its moves lost, and what it could have made."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver.answer import Answer
from solver.drawing.chart import line_chart
from solver.drawing.scene import Scene
from solver.drawing.styled_text import StyledLine, plain_line, plural, side_by_side, wrapped
from solver.drawing.text_grid import patch_style
from solver.knaster.answer import legal_verdict, player_index
from solver.knaster.game_review.reviewer import PlayerReview, ReviewedTurn, review_players
from solver.knaster.hindsight.answer import Plan, best_known_plan, best_plan
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import JSON_DECIMALS, Record, loss_text, rounded
from solver.knaster.rules import after_turn
from solver.knaster.sheet_view import sheet_lines
from solver.knaster.strategy.program import Plies
from solver.question import question
from solver.search import Report, Search

_SHOWN_DECIMALS = 2
_MOVE_WIDTH = 37  # of each of two moves side by side
_BAR_WIDTH, _BAR_GAP = 6, 2  # of a loss, and behind it
_FULL_BAR = 5.0  # points lost: the bar of more is no longer
_LOSS_STYLE = patch_style(4)  # vermilion


@dataclass(frozen=True, slots=True, repr=False)
class GameReview(Answer):
    """The reviews of *players* by advice *plies* rolls ahead; *over*, with the best *plan*."""

    players: tuple[PlayerReview, ...]
    plies: int
    over: bool
    plan: Plan | None
    values: LineValues
    title: str = "record"

    def __repr__(self) -> str:
        sums = (
            f"{each.name} luck {each.luck:+.2f} skill {each.skill:+.2f}" for each in self.players
        )
        return f"<GameReview: {', '.join(sums)}>"

    def to_json(self) -> dict[str, Any]:
        """Return the review as JSON; of several players each has his own part, under his name."""
        head = {"plies": self.plies, "over": self.over}
        tail: dict[str, Any] = {"hindsight": None}
        if plan := self.plan:
            turns = [turn.to_json() for turn in plan.turns]
            tail = {"hindsight": {"score": plan.score, "proven": plan.proven, "turns": turns}}
        players = {player.name: _player_json(player) for player in self.players}
        if len(players) == 1:
            return {**head, **next(iter(players.values())), **tail}
        return {**head, "players": players, **tail}

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield for each player a table of his turns, his worst moves, and the sums."""
        for number, player in enumerate(self.players):
            if number:
                yield plain_line("")
            if len(self.players) > 1:
                yield plain_line(player.name)
                yield plain_line("")
            shown = player.rounded(_SHOWN_DECIMALS)
            yield from _table(shown, drawn=drawn)
            if player.turns:
                lost = f"{len(player.losing_moves())} of {plural(len(player.turns), 'move')} lost"
                worst = " The worst, with * where they change the sheet:"
                yield plain_line("")
                yield plain_line(f"{lost} something.{worst if player.losing_moves() else ''}")
            for reviewed in player.worst_moves():
                yield plain_line("")
                yield from _worst_move_text(shown.turns[reviewed.number - 1], self.values)
            yield plain_line("")
            yield from _sums(shown, over=self.over)
        if plan := self.plan:
            proof = "" if plan.proven else " (best known)"
            yield plain_line(_sum_text("Best with these rolls", f"{plan.score}{proof}"))

    def picture(self) -> Scene:
        """Return the chart of the expected final scores."""
        series = {
            player.name: [player.start, *(reviewed.mean for reviewed in player.turns)]
            for player in self.players
        }
        heading, labels = f"Expected final score, {self.title}", ("turn", "expected final score")
        return line_chart(series, heading=heading, labels=labels)


@question
def review(
    record: Record,
    *,
    player: str | None = None,
    plies: Plies = 2,
    values: LineValues | None = None,
    title: str = "record",
) -> Search[GameReview]:
    """Return the search that tells luck from skill in *record*, a legal game, over or not.

    The advice looks *plies* rolls ahead, 1 to 3. *values* are those of the lines, by default the
    bundled ones. Only *player* is shown if one is named: the others belong to the game, as one of
    them may have ended it. Raises `RecordError` at an illegal turn, and `SheetError` where there is
    no such player.
    """
    own = None if player is None else player_index(record, player, title)
    verdict = legal_verdict(record, title)
    values = values or default_line_values()

    def work(report: Report[GameReview]) -> GameReview:
        from solver.knaster.strategy.advisor import Advisor

        players = review_players(record, Advisor(values), plies=plies, progress=report)
        players = players if own is None else (players[own],)
        plan = None
        if verdict.over:
            plan = best_known_plan(record, values, best_plan(record.rolls, values=values).run())
        return GameReview(players, plies, verdict.over, plan, values, title)

    return Search(work, label="reviewing", noun="turns")


def _player_json(player: PlayerReview) -> dict[str, Any]:
    """Return the review of a player; what is rounded still adds up."""
    shown = player.rounded(JSON_DECIMALS)
    return {
        "start": shown.start,
        "luck": rounded(shown.luck),
        "skill": rounded(shown.skill),
        "mean": shown.mean,
        "score": player.score,
        "cut_off": shown.cut_off,
        "worst": [reviewed.number for reviewed in player.worst_moves()],
        "turns": [
            {
                **reviewed.turn.to_json(),
                "luck": rounded(reviewed.luck),
                "skill": rounded(reviewed.skill),
                "mean": reviewed.mean,
                "loss": reviewed.loss,
                "best": reviewed.best.to_json(),
            }
            for reviewed in shown.turns
        ],
    }


def _table(player: PlayerReview, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield a line per turn; where lines can be *drawn*, with a bar as long as its loss.

    What is rounded to 0 has no minus: the z of its format sees to that, here and below.
    """
    bar_width = _BAR_WIDTH if drawn else 0
    space = f"{'':{bar_width + _BAR_GAP}}" if drawn else ""
    yield plain_line(f"turn  roll    luck   skill    loss  expected  {space}move")
    for reviewed in player.turns:
        if player.cut_off is not None and reviewed is player.turns[-1]:
            yield plain_line(f"another ends the game, {player.cut_off:+z.2f} of the luck:")
        numbers = (
            f"{reviewed.number:>4}  {reviewed.turn.roll:>4}  {reviewed.luck:>+z6.2f}"
            f"  {reviewed.skill:>+z6.2f}  {loss_text(reviewed.loss):>6}"
            f"  {reviewed.mean:>z8.2f}  "
        )
        bar = "█" * min(bar_width, round(bar_width * reviewed.loss / _FULL_BAR))
        indent = len(numbers + space)
        first, *others = wrapped(reviewed.turn.action, first=" " * indent)
        yield [(numbers, ""), (f"{bar:<{len(space)}}", _LOSS_STYLE), (first.lstrip(), "")]
        yield from map(plain_line, others)


def _worst_move_text(reviewed: ReviewedTurn, values: LineValues) -> Iterator[StyledLine]:
    number, sheet, turn, best, *_ = reviewed
    yield plain_line(f"Turn {number}, roll {turn.roll}: {loss_text(reviewed.loss)} lost")
    sides = []
    for label, made in (("Played", turn), ("Better", best)):
        words = wrapped(made.action, first=f"{label}: ", width=_MOVE_WIDTH)
        after = after_turn(sheet, made)
        lines = sheet_lines(after, marked=made.changed_cells, values=values)
        sides.append(([*map(plain_line, words)], lines))
    height = max(len(texts) for texts, _ in sides)  # so that the sheets stand side by side
    blank = [plain_line("")]
    played, better = ([*texts, *blank * (height - len(texts)), *grid] for texts, grid in sides)
    yield from side_by_side(played, better)


def _sums(player: PlayerReview, *, over: bool) -> Iterator[StyledLine]:
    yield plain_line(_sum_text("Expected at the start", f"{player.start:z.2f}"))
    # Then what is left of skill is that the advice rates the best moves by one roll more.
    is_luck = bool(player.turns) and not player.losing_moves()
    luck = player.luck + player.skill if is_luck else player.luck
    yield plain_line(_sum_text("Luck of the rolls", f"{luck:+z.2f}"))
    if player.cut_off is not None:
        yield plain_line(f"  of it, as another ended the game: {player.cut_off:+z.2f}")
    if is_luck:
        yield plain_line("  and nothing else, as every move was the best")
    else:
        yield plain_line(_sum_text("Skill of the moves", f"{player.skill:+z.2f}"))
    if over:
        yield plain_line(_sum_text("Score", str(player.score)))
    else:
        yield plain_line(_sum_text("Expected now", f"{player.mean:z.2f}"))
        yield plain_line(_sum_text("Score so far", str(player.score)))


def _sum_text(label: str, value: str) -> str:
    number, dot, rest = value.partition(".")
    return f"{label:<24}{number:>5}{dot}{rest}"
