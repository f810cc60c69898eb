"""Exact endings of Knaster: the expected final score of a sheet that is almost full, a fraction."""
