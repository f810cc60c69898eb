"""Which score every roll of a small card can reach at once: the search, and `generate prove`."""

import json
from itertools import product

import pytest

import cli
import data
from generator.exhaustive import MinimumValueProblem, claim_text, prove_unimprovable
from solver.geometry.cell import Cell
from solver.geometry.polyomino import pentomino_of
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey, survey_many

FLAT = (1,) * 12
RISING = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8)


def _least_optimum(card: Card, points: Points, symbols: str) -> int:
    return min(row.optimum for row in Survey(card, points, symbols=symbols))


def _highest_of_all_cards(rows: int, cols: int, symbols: str, points: Points) -> int:
    """Return the greatest least optimum of all cards that begin with the first symbol."""
    cards = [
        Card(tuple("".join(cells)[at : at + cols] for at in range(0, rows * cols, cols)))
        for cells in product(symbols, repeat=rows * cols)
        if cells[0] == symbols[0]
    ]
    figures = survey_many(cards, points, symbols=symbols, max_counted=0)
    return int(figures[:, :, 2].min(axis=1).max())


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("rows", "cols"), [(2, 5), (3, 3), (5, 2)])
@pytest.mark.parametrize("values", [default_points().values, FLAT, RISING])
def test_the_search_agrees_with_the_survey_of_all_cards_of_a_size(
    rows: int, cols: int, values: tuple[int, ...]
) -> None:
    points = Points(values)
    best = _highest_of_all_cards(rows, cols, "ABC", points)
    assert MinimumValueProblem(rows, cols, "ABC", points, best + 1).solve().card is None
    if best:
        found = MinimumValueProblem(rows, cols, "ABC", points, best).solve().card
        assert found is not None
        assert _least_optimum(found, points, "ABC") == best


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_the_search_agrees_with_the_survey_of_all_3x4_cards() -> None:
    best = _highest_of_all_cards(3, 4, "ABC", default_points())
    assert best == 6
    assert MinimumValueProblem(3, 4, "ABC", default_points(), 7).solve().card is None


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "value"),
    [(3, 5, "ABC", 7), (2, 6, "ABC", 4), (4, 3, "ABC", 6), (4, 5, "ABC", 11), (4, 4, "ABCD", 0)],
)
def test_a_card_that_meets_the_minimum_passes_the_survey(
    rows: int, cols: int, symbols: str, value: int
) -> None:
    found = MinimumValueProblem(rows, cols, symbols, default_points(), value).solve()
    assert found.card is not None
    assert _least_optimum(found.card, default_points(), symbols) >= value


def _score(tile: frozenset[int], points: Points, *, cols: int) -> int:
    """Return what a *tile*, whose cells are numbered row by row, is worth."""
    shape = pentomino_of(Cell(*divmod(number, cols)) for number in tile)
    assert shape is not None
    return points[shape]


def test_tile_sets_are_minimal_and_different() -> None:
    points = default_points()
    tile_sets = list(MinimumValueProblem(4, 5, "ABC", points, 10).tile_sets())
    assert len(set(map(frozenset, tile_sets))) == len(tile_sets) > 0
    assert all(len(frozenset.union(*tile_set)) == 5 * len(tile_set) for tile_set in tile_sets)
    for tile_set in tile_sets:
        scores = [_score(tile, points, cols=5) for tile in tile_set]
        assert sum(scores) - min(scores) < 10 <= sum(scores)


def test_pocket_is_flat_at_14() -> None:
    card = Card.parse(data.samples("cards")["pocket"].read_text(encoding="utf-8"))
    assert {row.optimum for row in Survey(card, default_points())} == {14}


@pytest.mark.slow
def test_no_5x5_card_of_three_symbols_is_richer_than_14() -> None:
    assert prove_unimprovable(5, 5, "ABC", default_points(), 14).card is None
    assert MinimumValueProblem(5, 5, "ABC", default_points(), 14).solve().card is not None


def test_prove_prints_its_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:ACABBCBBCBCBAAC", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["proved"], answer["claim"], answer["better"]) == (True, claim_text(7), None)


def test_prove_names_a_richer_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "3x5:AAAAAAAAAAAAABC", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["proved"]
    assert _least_optimum(Card.parse(answer["better"]), default_points(), "ABC") > answer["value"]


def test_a_proof_that_takes_longer_than_asked_is_undecided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    card = "5x6:" + "ABCABCBCABCACABCAB" + "ABCABCBCABCA"  # minutes
    assert cli.run(["generate", "prove", card, "--seconds", "0.3"]) == 3
    out, err = capsys.readouterr()
    assert (out, err) == ("", "penta: undecided: there was no answer within 0.3 s\n")


def test_a_card_that_is_not_flat_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["generate", "prove", "meadow"]) == 1
    assert "not proved: it is not flat" in capsys.readouterr().out
