"""Is a card fair, and is a set of cards: the question, and the answer with all measures."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from solver.answer import Answer, Outcome
from solver.drawing.artwork import Artwork
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import CardError, PentaError, UndecidedError, quoted
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import check_room
from solver.penta_rush.fairness.card_fairness import CardFairness, card_fairness
from solver.penta_rush.fairness.card_verdict import (
    CardVerdict,
    fitting,
    roll_table_lines,
    rolls_json,
)
from solver.penta_rush.fairness.limits import FairnessLimits
from solver.penta_rush.fairness.set_fairness import MAX_CARDS, check_set
from solver.penta_rush.fairness.set_limits import SetLimits
from solver.penta_rush.fairness.set_verdict import SetVerdict
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.set_people import SetPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey
from solver.penta_rush.typed import NamedCard, common_points
from solver.question import Seconds, question
from solver.search import Report, Search

if TYPE_CHECKING:  # most reports are not drawn
    from solver.drawing.scene import Scene

_OUTCOMES = {True: Outcome.YES, False: Outcome.NO, None: Outcome.UNDECIDED}  # by whether it is fair
_MAX_LABEL = 40  # columns, of a name beside a progress bar
_MAX_TITLE = 24  # columns, of a name beside the chances of a player


@dataclass(frozen=True, slots=True, repr=False)
class FairnessReport(Answer):
    """The verdicts on *cards*, and on them as a set, if they are several.

    It has a table of all rolls if it *lists_rolls*, and for a set the exact criteria F0 to F4 if it
    *lists_criteria*. On its page *art*, by letters, takes the place of our symbols. *people* are
    those who play a match with the cards, if their skills were named. If the time ended before all
    cards were surveyed, *late* is a sentence that says how many rolls were; else it is empty.
    """

    cards: tuple[CardVerdict, ...]
    card_set: SetVerdict | None = None
    people: SetPeople | None = None
    lists_rolls: bool = False
    lists_criteria: bool = False
    art: Mapping[str, Artwork] = field(default_factory=dict)
    late: str = ""

    @property
    def outcome(self) -> Outcome:
        """Whether the set is fair, or the only card; undecided if there are no limits for it."""
        if self.late:
            return Outcome.UNDECIDED
        return _OUTCOMES[(self.card_set or self.cards[0]).judgement.is_fair]

    @property
    def reason(self) -> str:
        """Why it was not decided in time."""
        return self.late and f"{self.late}; more --seconds may do"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is outlined
        """Yield what there is to say about the set, then about each card."""
        people = list(map(plain_line, ("", *self.people.lines()))) if self.people else []
        if self.card_set:
            yield from self.card_set.lines(lists_criteria=self.lists_criteria)
            yield from people
        for number, verdict in enumerate(self.cards):
            if self.late:
                yield from verdict.known_lines()
                continue
            if number or self.card_set:
                yield plain_line("")
            yield from verdict.lines()
            if self.lists_rolls:
                yield from map(
                    plain_line, roll_table_lines(verdict.fairness.survey, verdict.people)
                )
        if not self.card_set:
            yield from people

    def to_json(self) -> dict[str, Any]:
        """Return the verdict and the statistics of the card, or of all cards and the set."""
        values = [card.known_json() if self.late else card.to_json() for card in self.cards]
        people = {"people": self.people.to_json()} if self.people else {}
        if len(values) == 1:
            return {**values[0], **people}
        return {"cards": values, "set": self.card_set and self.card_set.to_json(), **people}

    @property
    def title(self) -> str:
        """The titles of the cards."""
        return ", ".join(card.title for card in self.cards)

    def picture(self) -> "Scene | None":
        """Return the chart of the card, or of the set; None if the time ended."""
        return next(iter(self.pictures()), None)

    def pictures(self) -> "list[Scene]":
        """Return the chart of the set, if it is one, and that of each card; none if time ended."""
        from solver.penta_rush.fairness.chart import fairness_chart

        if self.late:
            return []
        of_set = []
        if self.card_set:
            from solver.penta_rush.fairness.set_chart import set_chart

            of_set = [set_chart(self.cards, self.card_set)]
        of_cards = (
            fairness_chart(each.fairness, title=each.title, people=each.people)
            for each in self.cards
        )
        return [*of_set, *of_cards]

    def page(self) -> bytes | None:
        """Return the report as a page of HTML; None if the time ended."""
        if self.late:
            return None
        from solver.penta_rush.fairness.report_page.page import format_page

        return format_page(self.cards, self.card_set, self.people, art=self.art).encode()

    @property
    def notes(self) -> Sequence[str]:
        """Which art was cut out of a large artboard."""
        if not self.art:
            return ()
        from solver.penta_rush.art_folder import art_notes

        return list(art_notes(self.art, self.cards[0].fairness.card.legend))


@dataclass(frozen=True, slots=True, repr=False)
class RollTable(Answer):
    """What every roll of the dice is worth on a card, by its *survey*."""

    survey: Survey

    @property
    def optima(self) -> dict[str, int]:
        """The best score of each roll, by its letters."""
        return {str(row.roll): row.optimum for row in self.survey}

    def __repr__(self) -> str:
        return f"<RollTable: {len(self.optima)} rolls on {self.survey.card}>"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - nothing is drawn
        """Yield one line of figures for each roll."""
        return map(plain_line, roll_table_lines(self.survey))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the figures of each roll."""
        return rolls_json(self.survey.rows)


@question
def roll_table(
    card: Card, *, points: Points | None = None, symbols: str | None = None
) -> RollTable:
    """Return what every roll is worth on *card*; arguments as in `card_fairness`."""
    return RollTable(card_fairness(card, points=points, symbols=symbols).survey)


@question
def check(  # noqa: PLR0913 - what is judged, and by which measures
    cards: Sequence[Card | NamedCard],
    *,
    points: Points | None = None,
    symbols: str = "",
    limits: FairnessLimits | None = None,
    set_limits: SetLimits | None = None,
    lists_rolls: bool = False,
    lists_criteria: bool = False,
    counts_packings: bool = True,
    skill: Skill | Sequence[Skill] | None = None,
    art: Mapping[str, Artwork] | None = None,
    limit_s: Seconds | None = None,
) -> Search[FairnessReport]:
    r"""Return the search that judges whether a card is fair, or several *cards* as a set.

    *cards* may have titles, for messages. The dice show *symbols*, by default those of the first
    card. After *limit_s* seconds packings are counted no longer; the answer is undecided unless the
    best score of every roll is known by then. Unless it *counts_packings*, as the table of rolls,
    the JSON and the page have them, it takes half the time. With a *skill*, the answer also tells
    how people of that skill do on each card, and who wins a match; with several, one for each
    player, a single card is that of all players. The page shows *art*, by letters, instead of our
    symbols. Other arguments as in `card_fairness`. Raises
    `CardError` where there is no room for a pentomino, or the cards are no set.

    >>> check([Card.parse("ABCDE BCDEA CDEAB DEABC".replace(" ", "\n"))]).run().outcome
    <Outcome.NO: 1>
    """
    if not cards:
        raise CardError("cards", expected=f"1 to {MAX_CARDS}", found="none")
    named = list(_named(cards))
    counted = common_points(named, points)
    try:
        surveys = [Survey(card, counted, symbols) for _, card in named]
        if len(named) > 1:
            check_set(surveys)
    except CardError as error:
        where = _with_title(error.where, named)
        found, hint = error.found, error.hint
        raise CardError(where, expected=error.expected, found=found, hint=hint) from None
    skills = _skills_of_players(skill, len(named))
    titles = [fitting(title, _MAX_TITLE) for title, _ in named]
    people, at_cards = _seated(surveys, skills, titles)
    verdicts = tuple(
        CardVerdict(title, CardFairness(survey), limits or FairnessLimits(), at_card)
        for (title, _), survey, at_card in zip(named, surveys, at_cards, strict=True)
    )

    def work(report: Report[FairnessReport]) -> FairnessReport:
        answer = FairnessReport(
            verdicts, lists_rolls=lists_rolls, lists_criteria=lists_criteria, art=art or {}
        )
        deadline = None if limit_s is None else time.monotonic() + limit_s
        try:
            for verdict in verdicts:
                label = fitting(verdict.title, _MAX_LABEL)

                def progress(done: int, total: int, found: int, note: str = "", /) -> None:
                    report(done, total, found, f"{label} {note}")  # noqa: B023 - called at once

                verdict.measure(progress, counts_packings=counts_packings, deadline=deadline)
        except UndecidedError as error:
            return replace(answer, late=str(error))
        if people:
            people.measure(progress=report, deadline=deadline)
            answer = replace(answer, people=people)
        if len(verdicts) == 1:
            return answer
        return replace(answer, card_set=SetVerdict.of_cards(verdicts, set_limits or SetLimits()))

    return Search(work, label="judging", noun="rolls")


def _named(cards: Sequence[Card | NamedCard]) -> Iterator[NamedCard]:
    """Yield *cards* with titles; raise `CardError` if one has no room for a pentomino."""
    for number, card in enumerate(cards, start=1):
        title = f"card {number}" if len(cards) > 1 else "card"
        named = NamedCard(title, card) if isinstance(card, Card) else card
        check_room(named.value.rows, named.value.cols, named.title)
        yield named


def _skills_of_players(skill: Skill | Sequence[Skill] | None, cards: int) -> list[Skill]:
    """Return the skill of the player at each of several *cards*, or of all players of one card."""
    if skill is None:
        return []
    skills = [skill] if isinstance(skill, Skill) else list(skill)
    if cards > 1 and len(skills) not in {1, cards}:
        expected = f"one for all players, or {cards}, one for each card"
        raise PentaError("skill", expected=expected, found=str(len(skills)))
    if not 1 <= len(skills) <= MAX_CARDS:
        raise PentaError("skill", expected=f"1 to {MAX_CARDS} players", found=str(len(skills)))
    return skills * cards if len(skills) == 1 else skills


def _seated(
    surveys: Sequence[Survey], skills: Sequence[Skill], titles: Sequence[str]
) -> tuple[SetPeople | None, Sequence[CardPeople | None]]:
    """Return the people of a match, if there is one, and those at each card, if alone."""
    if len(skills) == len(surveys):
        at_cards = tuple(map(CardPeople, surveys, skills))
        return SetPeople(at_cards, tuple(titles)) if len(skills) > 1 else None, at_cards
    of_skill = {skill: CardPeople(surveys[0], skill) for skill in skills}
    all_of_one = tuple(of_skill[skill] for skill in skills)
    people = SetPeople(all_of_one, (titles[0],) * len(skills)) if skills else None
    return people, [None] * len(surveys)


def _with_title(where: str, cards: Sequence[NamedCard]) -> str:
    """Return *where* with the title of a card instead of its id, by which nobody named it."""
    for title, card in cards:
        for name in (f"card {quoted(str(card))}", f"card {card}"):
            where = where.replace(name, title)
    return where
