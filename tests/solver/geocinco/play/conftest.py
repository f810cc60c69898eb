"""Programs that build, so that games are over soon and have contests and bridges."""

import pytest

from solver.geocinco.rules.position import NO_PLACES, Places, places
from solver.geocinco.rules.turn import TurnInProgress
from tests.solver.geocinco.play.support import patch_programs


@pytest.fixture
def builders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the random program, which hints too, build towers."""
    patch_programs(monkeypatch)


@pytest.fixture
def three_tokens_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no place for a token any more once three are laid."""

    def limited(turn: TurnInProgress) -> Places:
        if turn.laid == turn.tokens or len(turn.state.tokens) == 3:
            return NO_PLACES
        return places(turn.state, turn.player, turn.throw)

    monkeypatch.setattr(TurnInProgress, "places", property(limited))
