"""The rules of the games: alike in all languages, and those of Knaster as its referee has them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

import data
from solver.files.texts import LANGUAGES, Language, RulesBlock, Texts
from solver.knaster.rules import Hand, hand_of

GAMES = ("geocinco", "knaster", "pent-up", "penta-rush")
# How many numbers a hand circles, as its rule says in each language.
COUNTS = {
    "en": ("circle one", "circle two", "circle three"),
    "de": ("eine einkreisen", "zwei einkreisen", "drei einkreisen"),
    "fr": ("entoure un nombre", "entoures-en deux", "entoures-en trois"),
}


def structure(rules: Sequence[RulesBlock]) -> list[str]:
    """Return what each block is, and of the figures which."""
    return [block.content if block.kind == "figure" else block.kind for block in rules]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_rules_of_all_games_with_the_same_headings_items_and_figures(
    language: Language,
) -> None:
    assert tuple(data.samples(f"rules/{language}")) == GAMES
    for game in GAMES:
        assert structure(Texts(language).rules(game)) == structure(Texts("en").rules(game)), game


def test_another_item_and_another_figure_are_found() -> None:
    rules = Texts("en").rules("knaster")
    for number, block in enumerate(rules):
        other = block._replace(kind="text") if block.kind == "item" else block._replace(content="")
        changed = [*rules[:number], other, *rules[number + 1 :]]
        is_seen = block.kind in {"item", "figure"}
        assert (structure(changed) != structure(rules)) is is_seen


def hands(language: Language) -> Iterator[tuple[str, list[int]]]:
    """Yield the rule of each hand of Knaster, and the example below it."""
    for (_, rule), (kind, content) in pairwise(Texts(language).rules("knaster")):
        if kind == "figure":
            yield rule, [int(word) for word in content.split()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_knaster_name_each_hand_with_its_circles_above_an_example(
    language: Language,
) -> None:
    found = {}
    for rule, numbers in hands(language):
        hand = hand_of(numbers)
        assert hand
        name, said = rule.split(",")[0], rule.rsplit(":")[-1]
        assert name == Texts(language)(f"printed.hands.{hand.name.lower()}")
        assert said.strip(" .") == COUNTS[language][hand.bonus - 1]
        found[hand] = numbers
    assert found.keys() == set(Hand)


def test_english_has_the_names_of_the_program() -> None:
    for hand in Hand:
        assert Texts("en")(f"printed.hands.{hand.name.lower()}").lower() == hand.label
