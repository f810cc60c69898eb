"""Results of simulations as text and as JSON."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geocinco.board import BOARD_NOTE

if TYPE_CHECKING:
    from solver.geocinco.strategy.simulation import SimulationResult

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
            {
                "colour": colour,
                "policy": policy.label,
                "wins": sum(game.winner == player for game in result.games),
                "rate": {
                    name: round(share, _DECIMALS)
                    for name, share in result.wins(player)._asdict().items()
                },
            }
            for player, (colour, policy) in enumerate(zip(spec.colours, spec.policies, strict=True))
        ],
        "undecided": result.undecided,
        "mean_turns": round(result.mean_turns, _DECIMALS),
    }


def simulation_text(result: "SimulationResult") -> Iterator[StyledLine]:
    """Yield a line for every player, in the order of their turns, and how long games were."""
    spec, count = result.spec, len(result.games)
    yield plain_line(f"{plural(count, 'game')} on the board {spec.board.name}")
    yield plain_line("")
    yield plain_line("player      policy       wins    rate  95 % interval")
    for player, (colour, policy) in enumerate(zip(spec.colours, spec.policies, strict=True)):
        rate = result.wins(player)
        wins = round(rate.share * count)
        interval = f"{rate.low:.1%} to {rate.high:.1%}"
        name = f"{player + 1} {colour}"
        yield plain_line(f"{name:<10}  {policy.label:<8} {wins:>8,}  {rate.share:6.1%}  {interval}")
    yield plain_line("")
    turns = f"{result.mean_turns:.1f} turns a game, of all players together"
    nobody = f"; {plural(result.undecided, 'game')} without a winner" if result.undecided else ""
    yield plain_line(turns + nobody)
    yield plain_line(BOARD_NOTE)
