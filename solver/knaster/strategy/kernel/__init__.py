"""Knaster as compiled code: positions, moves, their values, games and training."""
