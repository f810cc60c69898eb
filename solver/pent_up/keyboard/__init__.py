"""Pent-Up played in the terminal: two people at one keyboard, or one against the program."""
