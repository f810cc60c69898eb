"""Penta-Rush played in the terminal: several players at one keyboard, or one alone."""
