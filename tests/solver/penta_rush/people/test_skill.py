"""Skills as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PentaError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.people.skill import Skill
from tests.support import cases


@cases(
    "text shown",
    ("0.2", "0.2"),
    (" .25 ", "0.25"),
    ("0.2,I=0.5,x=.1", "0.2,I=0.5,X=0.1"),
    ("I=0.5, 0.2", "0.2,I=0.5"),
    (",".join(f"{shape}=0.3" for shape in SHAPES), "0.3"),
)
def test_a_skill_is_a_chance_for_all_and_chances_by_shape(text: str, shown: str) -> None:
    skill = Skill.parse(text)
    assert str(skill) == shown
    assert Skill.parse(str(skill)) == skill


@cases(
    "text message",
    ("I=0.5", "expected a chance for each shape, found none for F, L, N, .* as in 0.2,I=0.5"),
    (
        "0.2,0.3",
        "expected one skill, found '0.2,0.3' .'rush check' takes a chance for each player.",
    ),
    ("0.2,I=0.3,i=0.4", "expected each shape once, found I again"),
    ("20", "expected a chance from 0 to below 1, found 20 .with a point, 0.2 is 20 %."),
    ("20%", "expected a chance from 0 to below 1, found 20% .with a point, 0.2 is 20 %."),
    ("0,2", "found '0,2' .with a point, 0.2."),
    ("0.2,", "expected a chance such as 0.2, .* found ''"),
    ("1", "expected a chance from 0 to below 1, found 1"),
    ("-0.1", "expected a chance from 0 to below 1"),
    ("nan", "expected a chance from 0 to below 1"),
    ("0.2,B=0.3", "expected a letter of FILNPTUVWXYZ, found 'B'"),
    ("good", "expected a chance such as 0.2"),
    ("", "expected a chance such as 0.2"),
)
def test_what_is_no_skill_is_refused(text: str, message: str) -> None:
    with pytest.raises(PentaError, match=message):
        Skill.parse(text, source="--skill")


@cases(
    "text skills",
    ("0.2", ["0.2"]),
    ("0.25, 0.25,.1", ["0.25", "0.25", "0.1"]),
    ("0.2,I=0.5,X=0", ["0.2,I=0.5,X=0.0"]),
)
def test_several_chances_are_those_of_several_players(text: str, skills: list[str]) -> None:
    assert list(map(str, Skill.parse_several(text))) == skills


@cases(
    "text message",
    ("0.2,0.3,I=0.5", "expected a chance for each player, or .* found '0.2,0.3,I=0.5' .give each"),
    ("I=0.5", "expected a chance for each shape"),
    ("0,2", "found '0,2' .with a point, 0.2."),
    ("0.2,", "expected a chance such as 0.2, .* found ''"),
    ("0.2,,0.3", "expected a chance such as 0.2, .* found ''"),
)
def test_what_is_no_skill_of_several_players_is_refused(text: str, message: str) -> None:
    with pytest.raises(PentaError, match=message):
        Skill.parse_several(text, source="--skill")


@given(st.lists(st.floats(0, 1, exclude_max=True), min_size=12, max_size=12))
def test_a_skill_is_read_from_its_own_text(chances: list[float]) -> None:
    assert Skill.parse(str(Skill(tuple(chances)))) == Skill(tuple(chances))


def test_a_skill_has_twelve_chances_below_one() -> None:
    with pytest.raises(PentaError, match="expected 12 chances, found 1"):
        Skill((0.2,))
    with pytest.raises(PentaError, match="skill, F: expected a chance from 0 to below 1, found 1"):
        Skill.even(1)
