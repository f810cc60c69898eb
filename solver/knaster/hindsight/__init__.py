"""Hindsight: the best that could have been made of rolls, had they been known."""
