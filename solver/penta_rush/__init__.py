"""Penta-Rush: the referee, the searches for the packings of a roll on a card, the commands."""
