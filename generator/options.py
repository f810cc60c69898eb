"""The options of the commands that search for cards, `grey` and `white`."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

import generator
from solver import penta_rush
from solver.console.command import Delivered
from solver.console.number_types import ExactNumber, WholeNumber
from solver.console.options import (
    check_goes_with,
    jobs_option,
    parse_with,
    seed_option,
    with_options,
)
from solver.penta_rush.options import (
    CardOption,
    card_file_option,
    named_card,
    points_for,
    points_option,
    reading_option,
)


class Asked(NamedTuple):
    """What the options of a search ask for: what to make, who works, and where it is kept."""

    spec: generator.GenerationSpec
    workers: dict[str, Any]
    output: str | None
    catalogue: str | None


FOUR_DECIMALS = ExactNumber(most=10**6, decimals=4)


def _parse_names(text: str | None) -> Any:
    """Return the names that *text* lists, or those of the card that it names."""
    if text is None:
        return None
    return generator.listed_names(text) if "," in text else named_card(text).value.legend


class _Target(ExactNumber):
    """A number, or the word best in letters of either case."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return *value* as a fraction, or the word."""
        try:
            is_best = str(value).lower() == "best"
            return "best" if is_best else super().convert(value, param, ctx)
        except click.BadParameter as error:
            self.fail(error.message.replace("expected", "expected best or", 1), param, ctx)


_options = (
    click.option(
        "--rows",
        type=WholeNumber(1, penta_rush.MAX_SIDE),
        help="Rows; by default 10, or those of --like.",
    ),
    click.option(
        "--cols",
        type=WholeNumber(1, penta_rush.MAX_SIDE),
        help="Columns; by default 10, or those of --like.",
    ),
    click.option(
        "--symbols",
        type=WholeNumber(3, 26),
        help="Number of symbols; by default 6, or those of --like.",
    ),
    points_option,
    click.option(
        "--target",
        type=_Target(most=10**6, decimals=4),
        help="Aim for this best score at every roll, at most the greatest there is; 'best' for the"
        " one that makes the flattest card that 'rush check' calls fair, by a short search for"
        " each.",
    ),
    click.option(
        "--least-mean",
        type=FOUR_DECIMALS,
        metavar="M",
        help="With --target best, aim for a mean best score of M or more.",
    ),
    click.option(
        "--richness",
        type=ExactNumber(least=-1000, most=1000, decimals=4),
        default="0",
        show_default=True,
        help="Without --target, aim this far above random cards; richer cards are less flat.",
    ),
    click.option(
        "--for",
        "people",
        metavar="people[=P]",
        callback=parse_with(generator.parsed_players),
        help="Make the card flat for people, who meet each placement with the chance P, 0.2 unless"
        " given, and then for perfect play; 'perfect', the default, for that alone.",
    ),
    click.option("--uneven", is_flag=True, help="Let symbol counts differ by more than one."),
    click.option(
        "--most-touching",
        type=WholeNumber(1),
        metavar="N",
        help="Let at most N cells of one symbol touch.",
    ),
    click.option("--no-blocks", is_flag=True, help="Allow no 2x2 block of one symbol."),
    click.option(
        "--every-line", is_flag=True, help="Put each symbol into every row and every column."
    ),
    click.option(
        "--symmetry",
        type=click.Choice([*generator.ORDERS, "none"], case_sensitive=False),
        help="Make the card symmetric up to relabelling its symbols; gives much flatter cards."
        "  [default for a new single card: what suits its size, a half-turn if it is scattered]",
    ),
    click.option(
        "--scatter/--no-scatter",
        default=None,
        help="Let the symbols lie as on a random card: hardly more equal neighbours, and no mirror"
        " or turn that is seen. --no-scatter makes it flatter, by a symmetry that shows.  [default:"
        " on for new single cards without --symmetry]",
    ),
    click.option(
        "--no-dead-cell", is_flag=True, help="Make every cell part of a placement of some roll."
    ),
    click.option(
        "--like",
        cls=CardOption,
        metavar="CARD",
        callback=parse_with(lambda name: None if name is None else named_card(name)),
        help="Start with CARD, or the nearest card that meets the constraints.",
    ),
    reading_option,
    click.option(
        "--names",
        metavar="NAMES",
        callback=parse_with(_parse_names),
        help="Call the symbols red,sun,star,... or as those of a card; by default as on --like.",
    ),
    seed_option("Seed of the search, to make the same card again."),
    click.option("--steps", type=WholeNumber(1, 10**15), help="Search for this many steps."),
    click.option(
        "--seconds",
        "trial_seconds",
        type=ExactNumber(above=0, most=10**8),
        metavar="S",
        help="Choose the steps so that they take about S seconds, besides a start of one or two; by"
        " default 60. A checkpoint keeps its steps.",
    ),
    click.option(
        "--population",
        type=WholeNumber(1, 10_000),
        default=8,
        show_default=True,
        help="Anneal this many cards side by side; they share the steps.",
    ),
    jobs_option(
        "Search with N threads, or processes for a set, instead of one per core; same card."
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Search on a Ray cluster instead; same card."
    ),
    click.option(
        "--checkpoint", metavar="FILE", help="Save the progress to FILE, and continue from there."
    ),
    card_file_option("Write the card to FILE."),
    click.option(
        "--catalogue",
        metavar="FILE",
        help="Add the card to the catalogue FILE, created if missing.",
    ),
)


def search_options(question: Callable[..., Delivered]) -> Callable[..., Delivered]:
    """Add the options of a search to a command; its *question* gets what they ask for, first.

    Raises `click.UsageError` if they do not go together.
    """

    @wraps(question)
    def ask(**values: Any) -> Delivered:
        def taken(*names: str) -> dict[str, Any]:
            return {name: values.pop(name) for name in names}

        target, steps, seconds = values["target"], values["steps"], values.pop("trial_seconds")
        if target is not None and values["richness"]:
            raise click.UsageError("--richness does not go with --target; give one of them.")
        check_goes_with("--target best", "least_mean", is_given=target == "best")
        if target == "best" and values["people"] is not None:
            raise click.UsageError("--target best does not go with --for people; name a score.")
        if steps is not None and seconds is not None:
            raise click.UsageError("--steps does not go with --seconds; give one of them.")
        check_goes_with("--steps", "cluster", is_given=steps is not None)
        points, like, symmetry = values.pop("points"), values.pop("like"), values.pop("symmetry")
        spec = generator.GenerationSpec(
            points=points_for(points, *([like] if like else [])),
            constraints=generator.LayoutConstraints(
                even=not values.pop("uneven"),
                symmetry=None if symmetry == "none" else symmetry,
                **taken("most_touching", "no_blocks", "every_line", "no_dead_cell"),
            ),
            any_symmetry=symmetry is None,
            **taken("people", "scatter"),
            like=like and like.value,
            seconds=seconds,
            **taken("rows", "cols", "symbols", "target", "least_mean", "richness"),
            **taken("names", "seed", "steps", "population"),
        )
        workers = taken("jobs", "cluster", "checkpoint")
        return question(Asked(spec, workers, **taken("output", "catalogue")), **values)

    return with_options(*_options)(ask)
