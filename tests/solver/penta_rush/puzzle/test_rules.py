"""The puzzle variant: its games as text; its referee, each rule both broken and kept."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import BrokenInvariantError, GameError, PentaError, RollError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.rules import (
    ROUNDS,
    PuzzleRule,
    PuzzleState,
    check,
    decided_by,
    end_reason,
    first_violation,
    judge,
    winners,
)
from tests.fuzz import attempt
from tests.oracles import LETTERS, canonical, connected_sets
from tests.strategies import puzzles
from tests.support import Run, cases

POINTS = default_points()
CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB"))
ROUND = {"roll": "ABCDE", "shape": "I", "cells": [[0, c] for c in range(5)], "circled": True}
GOOD: dict[str, Any] = {"card": str(CARD), "players": {"Ann": {"rounds": [ROUND]}}}


def _cells(names: str) -> tuple[Cell, ...]:
    """Return the cells of ``a1 b1``."""
    return tuple(Cell(int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in names.split())


def _round(shape: str, cells: str, *, roll: str = "ABCDE", circled: bool = False) -> PuzzleRound:
    return PuzzleRound(Roll(roll), shape, _cells(cells), circled)


def _sample(name: str) -> PuzzleGame:
    return PuzzleGame.parse(data.samples("puzzles")[name].read_text("utf-8"))


@given(puzzles())
def test_a_game_is_read_back_from_its_json(game: PuzzleGame) -> None:
    assert PuzzleGame.parse(str(game)) == game


_SCALARS = st.none() | st.booleans() | st.integers(-2, 30) | st.sampled_from(["X", "AABCD", ""])
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["rounds", "roll", "shape", "cells", "circled", "timer", "Ann"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.fixed_dictionaries({"card": st.just(str(CARD)), "players": _VALUES}))
def test_any_value_is_a_game_or_a_named_error(value: dict[str, Any]) -> None:
    game = attempt(PuzzleGame.parse, json.dumps(value))
    assert game is None or PuzzleGame.parse(str(game)) == game


def _message(change: dict[str, Any], **of_round: Any) -> str:
    changed = json.loads(json.dumps({**GOOD, **change}))
    for player in changed["players"].values() if isinstance(changed["players"], dict) else ():
        for played in player["rounds"]:
            played.update(of_round)
    with pytest.raises(PentaError) as error:
        PuzzleGame.parse(json.dumps(changed))
    return str(error.value)


@cases(
    "of_round message",
    ({"roll": 5}, "game, Ann, round 1, roll: expected a string, found 5"),
    (
        {"roll": "AAAAB"},
        "game, Ann, round 1, roll 'AAAAB': expected at most 2 alike, found 4 x A (roll again)",
    ),
    (
        {"roll": "ABCDG"},
        "game, Ann, round 1, roll 'ABCDG': expected symbols of the card (ABCDEF), found 'G'",
    ),
    ({"shape": "Q"}, "game, Ann, round 1, shape: expected a letter of FILNPTUVWXYZ, found 'Q'"),
    (
        {"cells": 3},
        'game, Ann, round 1, cells: expected a list of cells [row, col] or "c4", found 3',
    ),
    (
        {"cells": [[3, 0]]},
        "game, Ann, round 1, cells: expected cells on the 3x6 card, found [3, 0] (a4)",
    ),
    (
        {"cells": [[0, 0], [0, 0]]},
        "game, Ann, round 1, cells: expected each cell once, found [0, 0] again",
    ),
    ({"circled": "yes"}, "game, Ann, round 1, circled: expected true or false, found 'yes'"),
    ({"timer": 1}, "game, Ann, round 1, timer: expected true or false, found 1"),
)
def test_a_bad_round_is_refused_with_its_place(of_round: dict[str, Any], message: str) -> None:
    assert _message({}, **of_round) == message


@cases(
    "change message",
    ({"players": []}, "game, players: expected an object with one player per name, found []"),
    ({"players": {}}, "game: expected 1 to 4 players, found 0"),
    (
        {"players": {name: {"rounds": []} for name in "ABCDE"}},
        "game: expected 1 to 4 players, found 5",
    ),
    (
        {"players": {"Ann": {"rounds": [ROUND]}, "Ben": {"rounds": []}}},
        "game, Ben: expected as many rounds as Ann played, 1, found 0",
    ),
    (
        {"players": {"Ann": {"rounds": [ROUND]}, "Ben": {"rounds": [{**ROUND, "roll": "BCDEF"}]}}},
        "game, Ben, round 1: expected one roll, ABCDE of Ann, found BCDEF",
    ),
    (
        {"players": {name: {"rounds": [{**ROUND, "timer": True}]} for name in ("Ann", "Ben")}},
        "game, round 1: expected one player to turn the timer, found Ann and Ben",
    ),
    ({"roll": "ABCDG"}, "game, roll 'ABCDG': expected symbols of the card (ABCDEF), found 'G'"),
    ({"roll": ""}, "game, roll '': expected 5 symbols, found 0"),
    ({"roll": False}, "game, roll: expected a string, found false"),
    ({"card": "medow"}, "game, card: expected a card id (2x5:ABCDEFABCD), found 'medow'"),
)
def test_a_bad_game_is_refused_with_a_reason(change: dict[str, Any], message: str) -> None:
    assert _message(change) == message


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(GameError, match="expected each name once, found 'Ann' again"):
        PuzzleGame((CARD,), (PuzzlePlayer("Ann", ()), PuzzlePlayer("Ann", ())))


def test_a_roll_on_the_table_must_show_symbols_of_the_card() -> None:
    with pytest.raises(RollError, match="symbols of the card"):
        PuzzleGame((CARD,), (PuzzlePlayer("Ann", ()),), Roll("ABCDG"))


def test_the_totals_of_the_worked_example_in_the_rules() -> None:
    verdict = judge(_sample("couple"), POINTS)
    assert verdict.violation is None
    assert verdict.over
    ann, ben = verdict.standings
    for player, expected in ((ann, (24, "1122344", 7)), (ben, (27, "11233444", 5))):
        circled = "".join(sorted(str(POINTS[shape]) for shape in player.circled))
        assert (player.points, circled, player.rings) == expected
    assert winners(verdict.standings) == [ben]


FIRST = _round("I", "a1 b1 c1 d1 e1", circled=True)


@cases(
    "played expected",
    (_round("L", "a2 a3 b3 c3 d3", roll="BCDEF", circled=True), None),
    (_round("L", "a2 a3 b3 c3 d3"), None),
    (
        _round("I", "a2 b2 c2 d2 e2", roll="BCDEF", circled=True),
        (PuzzleRule.USED, "I was circled in round 1"),
    ),
    (
        _round("L", ""),
        (PuzzleRule.UNDRAWN, "L is crossed without drawing, but F still fits on f1 d2 e2 f2 e3"),
    ),
    (_round("L", "", circled=True), (PuzzleRule.UNDRAWN, "L is circled, but has no cells")),
    (_round("L", "a2 b2 c2 a3 b3"), (PuzzleRule.SHAPE, "a2 b2 c2 a3 b3 is P, not L")),
    (_round("L", "a2 b2 c2 d2"), (PuzzleRule.SHAPE, "a2 b2 c2 d2 is no pentomino, not L")),
    (_round("L", "a1 a2 b2 c2 d2"), (PuzzleRule.OVERLAP, "a1 was drawn on in round 1")),
    (
        _round("L", "a2 a3 b3 c3 d3", circled=True),
        (
            PuzzleRule.WRONG_SYMBOLS,
            "a2 a3 b3 c3 d3 shows BCDEF, not ABCDE, so it cannot be circled",
        ),
    ),
)
def test_the_first_slip_is_named(
    played: PuzzleRound, expected: tuple[PuzzleRule, str] | None
) -> None:
    assert first_violation(PuzzleState(CARD, (FIRST,)), played, alone=True) == expected


def test_where_nothing_fits_a_cross_is_not_drawn() -> None:
    small = Card(("ABCDE", "BCDEA"))
    state = PuzzleState(small, (_round("V", "a1 b1 c1 c2 d2"),))
    assert state.first_fit() is None
    assert first_violation(state, _round("L", ""), alone=True) is None
    assert first_violation(state, _round("L", "a2 b2 d1 e1 e2"), alone=True) == (
        PuzzleRule.NOT_DUE,
        "no unused shape fits any more, so a cross is not drawn",
    )


def test_a_solitaire_has_no_timer() -> None:
    turned = PuzzleRound(Roll("ABCDE"), "I", FIRST.cells, circled=True, timer=True)
    assert first_violation(PuzzleState(CARD), turned, alone=False) is None
    assert first_violation(PuzzleState(CARD), turned, alone=True) == (
        PuzzleRule.TIMER,
        "a solitaire has no timer",
    )


def _game(*names: str, rounds: tuple[PuzzleRound, ...]) -> PuzzleGame:
    return PuzzleGame((CARD,), tuple(PuzzlePlayer(name, rounds) for name in names))


def test_a_round_in_which_nobody_circles_is_the_last_except_in_a_solitaire() -> None:
    drawn = (_round("V", "a1 a2 a3 b3 c3"), _round("P", "e1 f1 e2 f2 e3"))
    couple = judge(_game("Ann", "Ben", rounds=drawn), POINTS)
    assert couple.violation is not None
    assert couple.violation[:3] == (2, "Ann", PuzzleRule.OVER)
    assert couple.violation.reason == "nobody circled a shape in round 1"
    alone = judge(_game("Ann", rounds=drawn), POINTS)
    assert alone.violation is None
    assert not alone.over


def test_there_are_twelve_rounds() -> None:
    game = _sample("couple")
    ann = game.players[0]
    longer = (*ann.rounds, PuzzleRound(ann.rounds[0].roll, "F", (), circled=False))
    violation = judge(PuzzleGame(game.cards, (PuzzlePlayer("Ann", longer),)), POINTS).violation
    assert violation is not None
    assert violation.rule is PuzzleRule.TIMER  # her game with Ben has a timer
    untimed = tuple(PuzzleRound(each.roll, each.shape, each.cells, each.circled) for each in longer)
    violation = judge(PuzzleGame(game.cards, (PuzzlePlayer("Ann", untimed),)), POINTS).violation
    assert violation is not None
    assert violation == (ROUNDS + 1, "Ann", PuzzleRule.OVER, "all 12 rounds are played")


def test_an_illegal_plan_of_a_search_is_a_defect() -> None:
    wrong = _game("Ann", rounds=(_round("L", ""),))
    with pytest.raises(BrokenInvariantError, match="Ann, round 1: not drawn"):
        check(wrong, POINTS)


@given(puzzles())
def test_the_referee_and_brute_force_accept_the_same_rounds(game: PuzzleGame) -> None:
    for player, card in zip(game.players, game.player_cards, strict=True):
        for number, played in enumerate(player.rounds):
            state = PuzzleState(card, player.rounds[:number])
            if not _is_legal(state, played):
                assert first_violation(state, played, alone=False) is not None
                break
            assert first_violation(state, played, alone=False) is None


def _is_legal(state: PuzzleState, played: PuzzleRound) -> bool:
    used = {earlier.shape for earlier in state.rounds}
    taken = {cell for earlier in state.rounds for cell in earlier.cells}
    fitting = [
        cells
        for cells in connected_sets(frozenset(state.card.cells - taken), 5)
        if LETTERS[canonical(cells)] not in used
    ]
    if played.shape in used:
        return False
    if not played.cells:
        return not played.circled and not fitting
    shows = sorted(state.card[cell] for cell in played.cells)
    right = shows == list(played.roll.symbols) or not played.circled
    of_that_shape = [cells for cells in fitting if LETTERS[canonical(cells)] == played.shape]
    return right and frozenset(played.cells) in of_that_shape


def test_a_solitaire_has_no_winner(typed: Run) -> None:
    ann = _sample("couple").players[0]
    untimed = tuple(
        PuzzleRound(each.roll, each.shape, each.cells, each.circled) for each in ann.rounds
    )
    game = PuzzleGame(_sample("couple").cards, (PuzzlePlayer("Ann", untimed),))
    code, out, _ = typed("rush", "puzzle", "referee", "-", "--json", stdin=str(game))
    answer = json.loads(out)
    assert (code, answer["over"], answer["winners"], answer["decided_by"]) == (0, True, None, None)


def test_more_circled_shapes_decide_a_tie() -> None:
    rounds = tuple(
        PuzzlePlayer(
            name, (PuzzleRound(Roll("ABCDE"), shape, FIRST.cells, circled=True, timer=timer),)
        )
        for name, shape, timer in (("Ann", "I", False), ("Ben", "I", False))
    )
    standings = judge(PuzzleGame((CARD,), rounds), POINTS).standings
    assert [winner.name for winner in winners(standings)] == ["Ann", "Ben"]
    assert decided_by(standings) == "tie"
    ann, ben = standings
    more = type(ann)("Ann", "FL", "", 2, 4)
    assert winners([more, ben]) == [more]
    assert decided_by([more, ben]) == "circled shapes"
    assert decided_by([type(ann)("Ann", "X", "", 1, 5), ben]) == "points"


def test_a_game_is_not_over_before_the_first_round() -> None:
    assert end_reason([PuzzleState(CARD), PuzzleState(CARD)]) == ""


def test_a_broken_rule_exits_1_with_the_standings_before_it(typed: Run) -> None:
    game = json.loads(str(_sample("alone")))
    game["players"]["Eve"]["rounds"][3]["circled"] = True
    code, out, err = typed("rush", "puzzle", "referee", "-", "--json", stdin=json.dumps(game))
    answer = json.loads(out)
    assert (code, err) == (1, "")
    assert answer["violation"]["turn"] == 4
    assert answer["violation"]["rule"] == "wrong symbols"
    assert answer["players"][0]["points"] == 9
    assert answer["winners"] is None
