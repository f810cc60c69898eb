"""What a suggested move does to the pile, against counting by the words of the rules."""

from random import Random

import pytest

import data
from solver.geometry.polyomino import SHAPES, pentominoes, placements
from solver.pent_up.record import Colour, Record, TileMove
from solver.pent_up.rules import Pile, game_result
from solver.pent_up.strategy.program import greedy_move
from solver.pent_up.strategy.reason import reason_of
from tests.solver.pent_up.strategy.support import late_position


def highest(pile: Pile, shape: str) -> int:
    """Return the level to which a tile of this *shape* goes; the table always has room."""
    for level in range(pile.height + 1, 1, -1):
        for cells in placements(pentominoes()[shape], pile.cells_of_height(level - 1)):
            if len({pile.top_tile(cell) for cell in cells}) > 1:
                return level
    return 1


def touches(move: TileMove, other: TileMove) -> bool:
    pairs = ((a, b) for a in move.cells for b in other.cells)
    return any(abs(a.row - b.row) + abs(a.col - b.col) == 1 for a, b in pairs)


@pytest.mark.parametrize("left", [1, 2, 9, 16, 24])
def test_the_figures_of_a_move_are_those_of_the_pile(left: int) -> None:
    lowest = left % 2 == 0
    position = late_position(left, seed=left)
    pile = Pile(position.moves())
    move = position.as_move(greedy_move(position, Random(left), lowest=False))
    after = Pile([*pile.moves, move])
    found = reason_of(pile, move, lowest=lowest).to_json()

    other = Colour.BLACK if move.colour is Colour.WHITE else Colour.WHITE
    used = {each.shape for each in pile.moves if each.colour is other}
    own_left = [shape for shape in SHAPES if shape not in used]
    assert found["height_before"] == pile.height
    assert found["other_before"] == max((highest(pile, one) for one in own_left), default=0)
    levels = {shape: highest(after, shape) for shape in own_left}
    assert found["other_after"] == max(levels.values(), default=0)
    assert [*found["other_tiles"]] == [
        shape for shape, level in levels.items() if level == found["other_after"]
    ]
    for colour in Colour:
        theirs = [each for each in pile.moves if each.colour is colour]
        beside = [each for each in theirs if each.level == move.level and touches(move, each)]
        tops = [
            each
            for each in theirs
            if any(pile.height_at(c) and pile.moves[pile.top_tile(c)] is each for c in move.cells)
        ]
        assert found["beside"][colour.value] == len(beside)
        assert found["below"][colour.value] == len(tops)
    winner, level = game_result(after.moves, lowest=lowest)
    assert (found["leader"], found["leader_level"]) == (winner and winner.value, level)


def test_a_move_of_the_sample_takes_the_higher_levels_away() -> None:
    duel = Record.parse(data.samples("records")["duel"].read_text("utf-8"))
    assert reason_of(Pile(duel.moves[:12]), duel.moves[12], lowest=False).to_json() == {
        "height_before": 4,
        "below": {"white": 1, "black": 1},
        "beside": {"white": 1, "black": 0},
        "other_before": 3,
        "other_after": 1,
        "other_tiles": "INVWXY",
        "leader": "black",
        "leader_level": 4,
        "says": ["lies", "below", "beside", "takes", "leads"],
    }


@pytest.mark.parametrize("left", [1, 2, 9, 16, 24])
def test_the_sentences_have_the_figures_that_are_told_and_no_others(left: int) -> None:
    position = late_position(left, seed=left)
    pile = Pile(position.moves())
    move = position.as_move(greedy_move(position, Random(left), lowest=False))
    reason = reason_of(pile, move, lowest=False)
    figures, said = reason.to_json(), reason.says
    assert figures["says"] == [*said]
    place, *_ = said
    assert (place == "opens") == (move.level == pile.height + 1)
    assert (place == "joins") == (1 < move.level == pile.height)
    assert ("below" in said) == (move.level > 1)
    assert ("beside" in said) == any(figures["beside"].values())
    assert len({"takes", "gives", "keeps"} & said.keys()) == bool(figures["other_tiles"])
    assert ("takes" in said) == (0 < figures["other_after"] < figures["other_before"])
    assert ("leads" in said) == (figures["leader"] is not None)
