"""Results of simulations as text and as JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geocinco.board import BOARD_NOTE

if TYPE_CHECKING:
    from solver.geocinco.strategy.simulation import SimulationResult, Wins

_DECIMALS = 4


def simulation_json(result: "SimulationResult") -> dict[str, Any]:
    """Return the answer of ``geo simulate``."""
    spec = result.spec
    return {
        "board": spec.board.name,
        "seed": spec.seed,
        "tokens": spec.tokens,
        "games": len(result.games),
        "players": [
            {"policy": policy.label, **_wins_json(wins)}
            for policy, wins in zip(spec.policies, result.players, strict=True)
        ],
        "colours": {colour: _wins_json(wins) for colour, wins in result.colours.items()},
        "undecided": result.undecided,
        "mean_turns": round(result.mean_turns, _DECIMALS),
    }


def simulation_text(result: "SimulationResult") -> Iterator[StyledLine]:
    """Yield a line for every player, by their turns, and every colour; and how long games were."""
    spec, count = result.spec, len(result.games)
    yield plain_line(f"{plural(count, 'game')} on the board {spec.board.name}")
    yield plain_line("")
    yield plain_line("player        games     wins    rate  95 % interval")
    for number, (policy, wins) in enumerate(zip(spec.policies, result.players, strict=True), 1):
        yield _wins_line(f"{number} {policy.label}", wins)
    yield plain_line("")
    yield plain_line("colour        games     wins    rate  95 % interval")
    for colour, wins in result.colours.items():
        yield _wins_line(colour, wins)
    yield plain_line("")
    turns = f"{result.mean_turns:.1f} turns a game, of all players together"
    nobody = f"; {plural(result.undecided, 'game')} without a winner" if result.undecided else ""
    yield plain_line(turns + nobody)
    yield plain_line(BOARD_NOTE)


def _wins_json(wins: "Wins") -> dict[str, Any]:
    rate = {name: round(share, _DECIMALS) for name, share in wins.rate._asdict().items()}
    return {"games": wins.games, "wins": wins.won, "rate": rate}


def _wins_line(name: str, wins: "Wins") -> StyledLine:
    share, low, high = wins.rate
    counts = f"{wins.games:>8,} {wins.won:>8,}"
    return plain_line(f"{name:<10} {counts}  {share:6.1%}  {low:.1%} to {high:.1%}")
