"""Pent-Up: the record of a game, the referee, the moves there are, the commands."""
