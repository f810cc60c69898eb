"""The table of records, and the command that stands below each card."""

import shlex
from dataclasses import replace
from fractions import Fraction

import pytest

from generator.catalogue.answer import record_json
from generator.catalogue.listing import made_by, record_table
from generator.constraints import LayoutConstraints
from generator.spec import CardSetSpec, CompleteSpec
from solver.drawing.styled_text import plain_text
from solver.penta_rush.card import Card
from tests.generator.catalogue.made import made

SPEC = CompleteSpec(
    target=Fraction(7),
    steps=2001,
    seed=1,
    rows=3,
    cols=5,
    symbols="ABC",
    constraints=LayoutConstraints(no_blocks=True, symmetry="half-turn"),
    like=Card(("AABBC", "BBCCA", "CCAAB")),
)
COMMAND = (
    "penta generate grey --rows 3 --cols 5 --symbols 3 --target 7 --population 8"
    " --like 3x5:AABBCBBCCACCAAB --no-blocks --seed 1 --steps 2001 --symmetry half-turn"
)


def _sorted(spec: CompleteSpec, done: int) -> dict[str, object]:
    """Return the options of *spec* as a catalogue keeps them."""
    options = {**spec.options, "done": done}
    return {name: options[name] for name in sorted(options)}


def test_the_command_has_the_options_that_the_card_was_found_with() -> None:
    assert made_by(_sorted(SPEC, 2008)) == COMMAND
    assert set(SPEC.command_line().split()) == set(COMMAND.split())


def test_the_command_of_a_set_makes_the_set() -> None:
    card_set = CardSetSpec(2, True, Fraction(1, 5), Fraction(1, 100), 9)  # noqa: FBT003
    command = made_by(_sorted(replace(SPEC, card_set=card_set), 2008)) or ""
    assert command.startswith("penta generate white --rows 3 ")
    assert " --cards 2 " in command
    assert " --within 0.01" in command


@pytest.mark.parametrize(
    "changes",
    [
        {"done": 2000},  # stopped
        {"done": None},
        {"done": "2008"},
        {"steps": "many"},
        {"steps": "9" * 5000},
        {"target": 7},
        {"seed; rm": "1"},
        {"even": True},
    ],
)
def test_there_is_no_command_for_what_no_search_writes(changes: dict[str, object]) -> None:
    assert made_by({**_sorted(SPEC, 2008), **changes}) is None
    assert made_by({}) is None


def test_what_a_stranger_wrote_into_a_catalogue_is_quoted_for_the_shell() -> None:
    command = made_by({**_sorted(SPEC, 2008), "seed": "1; rm x", "like": "$(rm x)"}) or ""
    assert "--seed '1; rm x'" in command
    assert shlex.split(command)[shlex.split(command).index("--like") + 1] == "$(rm x)"


def test_the_lines_of_a_table_are_narrow_but_for_card_ids_and_join_in_a_shell() -> None:
    found = made("3x5", "7", "1/4", seed=1, options=_sorted(SPEC, 2008))
    other = made("20x20", "7", "1/4", seed=1)
    lines = [plain_text(line) for line in record_table([found, other])]
    assert lines == [
        "3x5, 3 symbols",
        "least mean     sd   mean  least  greatest  symmetry      status",
        "         7   0.50   7.00      0         9  none          best known",
        "  3x5:AABBCAAAAAAAAAA",
        "  penta generate grey --rows 3 --cols 5 --symbols 3 --target 7 --population 8 \\",
        "    --like 3x5:AABBCBBCCACCAAB --no-blocks --seed 1 --steps 2001 \\",
        "    --symmetry half-turn",
        "",
        "20x20, 3 symbols",
        "least mean     sd   mean  least  greatest  symmetry      status",
        "         7   0.50   7.00      0         9  none          best known",
        f"  {other.entry.card}",
    ]
    assert shlex.split(" ".join(lines[4:7]).replace(" \\ ", " ")) == shlex.split(COMMAND)


def test_a_record_in_json_is_a_row_of_the_catalogue_and_what_makes_it_a_record() -> None:
    found = record_json(made("5x3", "15/2", "1/4", seed=1, options=_sorted(SPEC, 2008)))
    assert found["size"] == "3x5"
    assert found["least_mean"] == 7.5
    assert found["symmetry"] is None
    assert found["command"] == COMMAND
    assert found["found"]["card"].startswith("5x3:AABBC")
    assert {"card", "sd", "mean", "min", "max", "symbols", "status", "proof"} <= found.keys()
