"""Surround, the puzzle of Pent-Up: a tile ringed by others, and these by others again."""
