"""Searches and referees for pentomino games: one folder a game, over the floor they share."""
