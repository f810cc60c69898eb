"""Hindsight: the best that could have been made of twelve rolls, had they been known."""
