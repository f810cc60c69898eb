"""Pent-Up: the record of a game, the referee, the legal moves, a pile in text and pictures."""
