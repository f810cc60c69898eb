"""Proofs as answers: no card of a size is better, or is worth a given value at every roll."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Annotated, Any

from generator.catalogue.entry import CardStatus, Entry, make_entry
from generator.catalogue.record import Announced, KnownRecords
from generator.catalogue.store import Catalogue
from generator.proof.problem import MAX_VALUE, MinimumValueProblem
from generator.proof.proof import Engine, ProofResult, claim_text, find_or_refute
from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, wrapped_lines
from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_verdict import summary_text
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from solver.question import Count, OneOf, Within, question
from solver.search import Report, Search

_SYMBOLS = 6
EngineName = Annotated[str, OneOf([engine.value for engine in Engine])]


@dataclass(frozen=True, slots=True, repr=False)
class Proof(Answer):
    """What is proved of *title*: that there is no better card, unless there is one.

    *subject* describes in JSON what it is about, and *further* is what comes last there.
    """

    title: str
    claim: str
    result: ProofResult
    subject: dict[str, Any]
    further: dict[str, Any]

    @property
    def summary(self) -> str:
        """Whether it is proved, and by what."""
        return f"{self.title}: {self._verdict}"

    @property
    def _verdict(self) -> str:
        by = " and ".join(self.result.methods).replace(Engine.CP_SAT.value, "CP-SAT")
        return f"proved by {by}" if self.result.is_proof else "not proved"

    def lines(self, *, drawn: bool) -> Iterable[StyledLine]:  # noqa: ARG002 - there is no outline
        """Return the verdict, as wrapped text."""
        why = f": {self.result.reason}" if self.result.reason else ""
        text = f"{self.title}: {self._verdict}: {self.claim}{why}"
        return wrapped_lines(text)

    def to_json(self) -> dict[str, Any]:
        """Return the claim, and what it is proved by."""
        return {
            **self.subject,
            "proved": self.result.is_proof,
            "claim": self.claim,
            "methods": list(self.result.methods),
            "reason": self.result.reason,
            "layouts": self.result.tile_sets,
            "cases": self.result.cases,
            **self.further,
        }

    @property
    def outcome(self) -> Outcome:
        """No if there is a better card, or the card is not flat."""
        return Outcome.YES if self.result.is_proof else Outcome.NO


@dataclass(frozen=True, slots=True, repr=False)
class CardProof(Proof):
    """A proof about a card: its *entry* in a catalogue, if it is proved to be the best.

    It has *announced* what it is once it is in a catalogue: whether it is a record there.
    """

    entry: Entry | None = field(kw_only=True)
    announced: Announced | None = field(default=None, kw_only=True)

    @property
    def notes(self) -> Sequence[str]:
        """That the card is a record."""
        return [str(each) for each in self.announced or () if each]

    def kept_in(self, catalogue: str, known: KnownRecords) -> "CardProof":
        """Add the entry, if there is one, to the file *catalogue*; return what is to be said of it.

        *known* are the records without it.
        """
        (announced,) = known.announced([self.entry]) if self.entry else (Announced(None, None),)
        if self.entry is not None:
            with Catalogue(catalogue) as opened:
                opened.add(self.entry)
        further = {**self.further, **announced.to_json()}
        return replace(self, further=further, announced=announced)


def check_size(rows: int, cols: int) -> None:
    """Raise `CardError` unless a card can have *rows* and *cols*."""
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        expected = f"1x1 to {MAX_SIDE}x{MAX_SIDE} cells"
        raise CardError("size", expected=expected, found=f"{rows}x{cols}")


@question
def prove(
    card: Card, *, points: Points | None = None, engine: EngineName = "both", title: str = "card"
) -> Search[CardProof]:
    """Return a search for a proof that no card of this size is as flat as *card* and richer.

    *engine* is one of "exhaustion", "cp-sat" and "both". Without *points*, those of the card count.

    >>> print(prove(Card.parse("3x5:ACABBCBBCBCBAAC"), engine="exhaustion").run())
    card: proved by exhaustion: flat at 7; on no card of its size is every roll
    worth 8 or more
    """
    points = points or card.points or default_points()

    def work(_report: Report[CardProof]) -> CardProof:
        fairness, entry = CardFairness(Survey(card, points)), None
        value = fairness.optimum.least
        if fairness.optimum.variance:
            result = ProofResult(None, ())
            claim = f"it is not flat: {summary_text(fairness)}"
        else:
            problem = MinimumValueProblem(card.rows, card.cols, card.symbols, points, value + 1)
            result = find_or_refute(problem, Engine(engine))
            claim = claim_text(value, points)
            if result.card:
                claim = f"every roll is worth more on {result.card}"
            else:
                entry = replace(make_entry(fairness), status=CardStatus.PROVED, proof=claim)
        subject = {**card.to_json(points), "value": value}
        better = {"better": str(result.card) if result.card else None}
        return CardProof(title, claim, result, subject, better, entry=entry)

    return Search(work, label="proving", noun="proofs")


@question
def prove_size(  # noqa: PLR0913 - what varies comes first
    rows: Count,
    cols: Count,
    value: Annotated[int, Within(1, MAX_VALUE)],
    *,
    symbols: Annotated[int, Within(1, 26)] = _SYMBOLS,
    points: Points | None = None,
    engine: EngineName = "both",
) -> Search[Proof]:
    """Return a search for a proof that on no card of a size is every roll worth *value* or more.

    >>> prove_size(13, 13, 18).run().outcome
    <Outcome.YES: 0>
    """
    letters = ascii_uppercase[:symbols]
    problem = MinimumValueProblem(rows, cols, letters, points or default_points(), value)

    def work(_report: Report[Proof]) -> Proof:
        result = find_or_refute(problem, Engine(engine))
        size = f"{rows}x{cols}"
        claim = f"on no {size} card of {symbols} symbols is every roll worth {value} or more"
        if result.card:
            claim = f"every roll is worth {value} or more on {result.card}"
        subject = {"rows": rows, "cols": cols, "symbols": symbols, "value": value}
        found = {"card": str(result.card) if result.card else None}
        return Proof(f"{size} cards", claim, result, subject, found)

    return Search(work, label="proving", noun="proofs")
