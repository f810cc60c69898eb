"""Searches and referees for pentomino games: one folder a game, over the floor they share."""

VERSION = "0.2.0"  # also of the package
MARK = "Made by penta"  # in every file that it writes: how it knows them again
