"""The cards that a search has made, as files, as a summary, as JSON and as catalogue entries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, zip_longest
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from generator.catalogue.entry import Entry, make_entry
from generator.orbit import orbit
from generator.set_arrangement import lay_out
from generator.spec import CompleteSpec, GenerationSpec
from solver import MARK, VERSION
from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.files.input_text import printable
from solver.files.output_file import numbered, write_all_atomic
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.card_verdict import CardVerdict, roll_table_lines, summary_text
from solver.penta_rush.fairness.likeness import VisibleDifference, nearest_isomorph
from solver.penta_rush.fairness.limits import FairnessLimits
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.set_verdict import SetVerdict
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey

if TYPE_CHECKING:  # cards that are made are seldom drawn, and kept only where there is SQLite
    from generator.catalogue.record import Announced, KnownRecords
    from solver.drawing.scene import Scene
    from solver.search import Advance


_FAR = Fraction(1, 2)  # points: the least means of records are that far apart


@dataclass(frozen=True, repr=False)
class GeneratedCards(Answer):
    """The *cards* that a search for *spec* has found after *steps_done* of its steps.

    *fairness* are the measures of each card, *people* how they do on each if it is made for them,
    and *set_fairness* is how fair several are as a set.
    Without any there was no time to survey the cards, and they are shown without statistics.
    *asked* is what was asked for, and *remarks* are notes of the search on it.
    *names* are the files in which they were written, and *announced* the records that they set in a
    catalogue. With *has_tables* a set is shown with the table of all rolls.
    """

    spec: CompleteSpec
    cards: Sequence[Card]
    steps_done: int
    fairness: Sequence[CardFairness] = ()
    people: Sequence[CardPeople] = ()
    set_fairness: SetFairness | None = None
    asked: GenerationSpec = GenerationSpec()  # noqa: RUF009 - it is frozen
    remarks: Sequence[str] = ()
    names: Sequence[str] = ()
    announced: "Sequence[Announced]" = ()
    is_catalogued: bool = True
    has_tables: bool = False

    @classmethod
    def unmeasured(
        cls,
        spec: CompleteSpec,
        cards: Sequence[Card],
        steps_done: int,
        asked: GenerationSpec = GenerationSpec(),  # noqa: B008 - it is frozen
        remarks: Sequence[str] = (),
    ) -> Self:
        """Return the cards that a search has found, with their points and the symbols' names."""
        points = None if spec.points == default_points() else spec.points
        named = [replace(card, legend=spec.legend, points=points) for card in cards]
        return cls(spec, named, steps_done, asked=asked, remarks=tuple(remarks))

    @property
    def is_measured(self) -> bool:
        """Whether the cards are measured."""
        return bool(self.fairness)

    @property
    def lowest_mean(self) -> Fraction:
        """The mean best score of the card, or of the poorest of a set."""
        return min(fairness.optimum.mean for fairness in self.fairness)

    @property
    def visible_difference(self) -> VisibleDifference | None:
        """In how many cells any two of the cards differ; None for a single card."""
        return VisibleDifference.of_cards(self.cards) if len(self.cards) > 1 else None

    def in_full(self) -> Self:
        """Return this answer with all that its files would hold."""
        return replace(self, has_tables=True)

    def measured(self, *, people_limit_s: float = 30.0, progress: "Advance | None" = None) -> Self:
        """Return the cards, laid out as a set if one was asked for, or the orbit of the one found.

        They are measured, with *progress* by rolls, and all that the answer says is worked out,
        which may take seconds: how people do, *people_limit_s* at most, which are enough for a card
        of 12x12 cells.
        """
        spec, cards = self.spec, self.cards
        if spec.card_set and spec.card_set.search:
            constraints, symbols = spec.constraints, spec.symbols
            least = spec.card_set.min_differing_cells
            cards = lay_out(cards, least, lambda card: not constraints.violations(card, symbols))
        elif spec.card_set:
            cards = orbit(
                Survey(cards[0], spec.points, symbols=spec.symbols),
                spec.card_set.cards,
                min_differing_cells=spec.card_set.min_differing_cells,
            )
        made = self.unmeasured(spec, cards, self.steps_done, self.asked, self.remarks)
        surveys = [Survey(card, spec.points, symbols=spec.symbols) for card in made.cards]
        for survey in surveys:
            survey.search(progress=progress)
        set_fairness = SetFairness.from_surveys(surveys) if len(surveys) > 1 else None
        made = replace(made, fairness=[*map(CardFairness, surveys)], set_fairness=set_fairness)
        for fairness in made.fairness:
            fairness.measure_players(progress=progress)
        if spec.people is not None:
            skill = Skill.even(float(spec.people))
            made = replace(made, people=[CardPeople(survey, skill) for survey in surveys])
            deadline = monotonic() + people_limit_s
            for people in made.people:
                people.measure(deadline=deadline)
        _ = made.to_json()
        return made

    @property
    def title(self) -> str:
        """The title of the picture."""
        return self.summary

    def picture(self) -> "Scene":
        """Return the cards, side by side."""
        from solver.penta_rush.card_picture import cards_side_by_side

        return cards_side_by_side(self.cards)

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - there is no outline
        """Yield the files, those of a set without the table of all rolls; or what was kept."""
        if self.names:
            yield from map(plain_line, self.summaries(list(self.names)))
            return
        short = len(self.cards) > 1 and not self.has_tables
        yield from map(plain_line, "\n".join(self.files(short=short)).splitlines())

    @property
    def summary(self) -> str:
        """How many cards there are, how large, and how flat the first is."""
        measures = "not measured"
        if self.is_measured:
            mean, sd, *_ = self.fairness[0].optimum.figures
            measures = f"mean best score {float(mean):.2f}, sd {sd:.2f}"
        size = f"{self.spec.rows}x{self.spec.cols}"
        return f"{plural(len(self.cards), 'card')} of {size}: {measures}"

    @property
    def outcome(self) -> Outcome:
        """No if the cards are not as they were asked for."""
        return Outcome.NO if self.is_measured and [*self.shortfalls()] else Outcome.YES

    @property
    def notes(self) -> list[str]:
        """What differs from what was asked for, and which cards are records."""
        notes = list(self.remarks)
        if not self.is_catalogued:
            notes.append("the cards are not in the catalogue, as they are not measured")
        notes += (str(each) for announced in self.announced for each in announced if each)
        if self.is_measured:
            about = (*self._distance_from_target(), *self.shortfalls())
            notes += (f"penta: {remark}" for remark in about)
        return notes

    def kept(
        self, names: Sequence[str], catalogue: str | None, known: "KnownRecords | None"
    ) -> Self:
        """Write the cards to the files *names* and to a *catalogue*; return this answer, kept.

        *known* are the records without them. Raises `SourceError` where a file cannot be written.
        """
        entries = list(self.entries()) if catalogue is not None else []
        announced = [] if known is None else known.announced(entries)
        # A set that is not made of its card yet has fewer cards than files.
        files = dict(zip(names, map(str.encode, self.files() if names else ()), strict=False))
        write_all_atomic(files, kind="card")
        if catalogue is not None and entries:
            from generator.catalogue.store import Catalogue

            with Catalogue(catalogue) as opened:
                for entry in entries:
                    opened.add(entry)
        is_catalogued = catalogue is None or self.is_measured
        return replace(self, names=names, announced=announced, is_catalogued=is_catalogued)

    def shortfalls(self) -> Iterator[str]:
        """Yield in what the cards of a set are not as was asked for."""
        card_set, difference, fairness = self.spec.card_set, self.visible_difference, None
        if card_set and difference:
            found, least = difference.least(turned=card_set.turned), card_set.min_differing_cells
            if found < least:
                yield f"the cards are less far --apart than asked for: {difference}"
        if card_set and card_set.search and (fairness := self.set_fairness):
            gap = max(each.distance for each in fairness.criteria if each.name == "F2")
            if gap > card_set.place_tolerance:
                within = f"--within {float(card_set.place_tolerance):g}"
                yield f"the chance of a place is up to {float(gap):.4f} from even, not {within}"
        least_mean = self.asked.least_mean
        if least_mean is not None and (mean := self.lowest_mean) < least_mean:
            yield f"the mean is {float(mean):g}, less than --least-mean {float(least_mean):g}"

    def _distance_from_target(self) -> Iterator[str]:
        """Yield how far the card, or the poorest of a set, is from the target asked for.

        A card of the best target is held beside the limits of a fair one of its size, if there are
        any.
        """
        target = self.asked.target
        if target == "best":
            poorest = min(self.fairness, key=lambda fairness: fairness.optimum.mean)
            judged = FairnessLimits().judge(poorest)
            if judged.is_fair is False:
                reasons = "; ".join(judged.reasons)
                yield f"'penta rush check' does not call this card fair: {reasons}"
        elif target is not None and abs(gap := self.lowest_mean - target) >= _FAR:
            side = "below" if gap < 0 else "above"
            yield (
                f"the mean is {float(self.lowest_mean):.2f},"
                f" {float(abs(gap)):.2f} {side} --target {float(target):g}"
            )

    def files(self, *, short: bool = False) -> Iterator[str]:
        """Yield the text of each card's file; comments hold its id, its origin and its survey.

        The text is *short* without the table of all rolls.
        """
        for number, card in enumerate(self.cards):
            lines = [str(card), *self._provenance()]
            if len(self.cards) > 1:
                lines.append(f"card {number + 1} of {len(self.cards)}")
            if self.is_measured:
                lines += self._set_lines(self.set_fairness) if self.set_fairness else []
                lines.append(summary_text(self.fairness[number]))
                lines += [people.summary for people in self.people[number : number + 1]]
            if self.is_measured and not short:
                lines += roll_table_lines(self.fairness[number].survey)
            comments = "".join(f"# {line}".rstrip() + "\n" for line in lines)
            yield f"{comments}\n{card.text}"

    def summaries(self, names: list[str]) -> Iterator[str]:
        """Yield a line for each card, named by its file, and those for the set."""
        if not self.is_measured:
            yield f"{', '.join(map(printable, names[: len(self.cards)]))}: not measured"
            return
        for name, fairness, people in zip_longest(names, self.fairness, self.people):
            yield f"{printable(name)}: {summary_text(fairness)}"
            yield from [people.summary] if people else ()
        if self.set_fairness:
            yield from self._set_lines(self.set_fairness)

    def to_json(self) -> dict[str, Any]:
        """Return the card or the set as JSON, with the spec and the number of steps done."""
        made = {"made": {**self.spec.to_json(), "done": self.steps_done}}
        cards = [card.to_json() for card in self.cards]
        if self.is_measured:
            limits = FairnessLimits()
            cards = [
                CardVerdict("card", each, limits, people).to_json()
                for each, people in zip_longest(self.fairness, self.people)
            ]
        records = [each.to_json() for each in self.announced] or [{} for _ in cards]
        if len(cards) == 1:
            return {**cards[0], **made, **records[0]}
        kept = [{**card, **record} for card, record in zip(cards, records, strict=True)]
        answer: dict[str, Any] = {"cards": kept}
        if self.set_fairness:
            answer["set"] = SetVerdict((), self.cards, self.set_fairness).fairness_json()
        return {**answer, **made}

    def entries(self) -> Iterator[Entry]:
        """Yield the catalogue entry of each card."""
        options = {**self.spec.options, "done": self.steps_done}
        for fairness in self.fairness:
            yield replace(make_entry(fairness), seed=self.spec.seed, options=options)

    def _provenance(self) -> Iterator[str]:
        """Yield how the cards were made, line by line."""
        spec = self.spec
        yield f"{MARK} {VERSION}: {spec.command_line()}"
        if spec.points != default_points():
            yield f"with --points {spec.points.line}"
        if self.steps_done < spec.steps:
            yield f"stopped after {self.steps_done:,} of {spec.steps:,} steps"
        if not self.is_measured:
            yield "not measured: penta rush check does that"

    def _set_lines(self, fairness: SetFairness) -> Iterator[str]:
        criteria = ", ".join(
            f"{name} met" if not distance else f"{name} {float(distance):.4f} away"
            for name, _, distance, _ in fairness.criteria
        )
        gap = float(fairness.optimum_range.mean)
        yield f"as a set: {criteria}; the best scores of a roll are {gap:.2f} apart on average"
        yield str(self.visible_difference)
        distances = [
            nearest.distance if (nearest := nearest_isomorph(*pair)) else len(pair[0].cells)
            for pair in combinations(self.cards, 2)
        ]
        least, most = min(distances), max(distances)
        if most == 0:
            yield "the cards are the same card up to turns, flips and relabelling"
        else:
            cells = f"{least}" if least == most else f"{least} to {most}"
            yield f"even turned, flipped and relabelled, any two cards differ in {cells} cells"


def card_files(output: str, cards: int) -> list[str]:
    """Return the names of the files for *cards* at *output*: itself, or numbered ones."""
    return numbered(output, cards, kind="card")
