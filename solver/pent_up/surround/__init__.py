"""Surround, a puzzle of Pent-Up: a tile in a ring of others, and these in a ring again."""
