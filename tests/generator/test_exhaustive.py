"""What every roll of a small card can be worth at once: the exhaustion, and its claims."""

import json
from itertools import product

import pytest

import cli
import data
from generator.exhaustive import Demand, claim, unbeaten
from solver.geometry.polyomino import Cell, pentomino_of
from solver.penta_rush.card import Card, parse_card
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import survey, survey_many

FLAT = (1,) * 12
RISING = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8)


def _least_optimum(card: Card, points: Points, symbols: str) -> int:
    return min(row.optimum for row in survey(card, points, symbols=symbols))


def _greatest_of_all_cards(rows: int, cols: int, symbols: str, points: Points) -> int:
    """Return the greatest least optimum of all cards that begin with the first symbol."""
    cards = [
        Card(tuple("".join(cells)[at : at + cols] for at in range(0, rows * cols, cols)))
        for cells in product(symbols, repeat=rows * cols)
        if cells[0] == symbols[0]
    ]
    figures = survey_many(cards, points, symbols=symbols, heaviest=0)
    return int(figures[:, :, 2].min(axis=1).max())


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("rows", "cols"), [(2, 5), (3, 3), (5, 2)])
@pytest.mark.parametrize("values", [default_points().values, FLAT, RISING])
def test_all_cards_of_a_size_agree(rows: int, cols: int, values: tuple[int, ...]) -> None:
    points = Points(values)
    best = _greatest_of_all_cards(rows, cols, "ABC", points)
    assert Demand(rows, cols, "ABC", points, best + 1).exhaust().card is None
    if best:
        found = Demand(rows, cols, "ABC", points, best).exhaust().card
        assert found is not None
        assert _least_optimum(found, points, "ABC") == best


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_all_three_by_four_cards_agree() -> None:
    best = _greatest_of_all_cards(3, 4, "ABC", default_points())
    assert best == 6
    assert Demand(3, 4, "ABC", default_points(), 7).exhaust().card is None


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "value"),
    [(3, 5, "ABC", 7), (2, 6, "ABC", 4), (4, 3, "ABC", 6), (4, 5, "ABC", 11), (4, 4, "ABCD", 0)],
)
def test_a_card_that_meets_the_demand_passes_the_survey(
    rows: int, cols: int, symbols: str, value: int
) -> None:
    found = Demand(rows, cols, symbols, default_points(), value).exhaust()
    assert found.card is not None
    assert _least_optimum(found.card, default_points(), symbols) >= value


def _score(tile: frozenset[int], points: Points, *, cols: int) -> int:
    """Return what a *tile*, whose cells are numbered row by row, is worth."""
    shape = pentomino_of(Cell(*divmod(number, cols)) for number in tile)
    assert shape is not None
    return points[shape]


def test_layouts_are_minimal_and_different() -> None:
    points = default_points()
    layouts = list(Demand(4, 5, "ABC", points, 10).layouts())
    assert len(set(map(frozenset, layouts))) == len(layouts) > 0
    assert all(len(frozenset.union(*layout)) == 5 * len(layout) for layout in layouts)
    for layout in layouts:
        worth = [_score(tile, points, cols=5) for tile in layout]
        assert sum(worth) - min(worth) < 10 <= sum(worth)


def test_pocket_is_flat_at_14() -> None:
    card = parse_card(data.samples("cards")["pocket"].read_text(encoding="utf-8"))
    assert {row.optimum for row in survey(card, default_points())} == {14}


@pytest.mark.slow
def test_no_5x5_card_of_three_symbols_is_richer_than_14() -> None:
    assert unbeaten(5, 5, "ABC", default_points(), 14).card is None
    assert Demand(5, 5, "ABC", default_points(), 14).exhaust().card is not None


def test_prove_tells_its_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:ACABBCBBCBCBAAC", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["proved"], answer["claim"], answer["better"]) == (True, claim(7), None)


def test_prove_names_a_richer_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:AAAAAAAAAAAAABC", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["proved"]
    assert _least_optimum(parse_card(answer["better"]), default_points(), "ABC") > answer["value"]


def test_a_card_that_is_not_flat_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "meadow"]) == 1
    assert "not proved: it is not flat" in capsys.readouterr().out
