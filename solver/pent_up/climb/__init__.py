"""Climb, a puzzle of Pent-Up: the highest level that a legal game reaches, with a proof."""
