"""The survey of a card: what every legal roll is worth on it, one card or millions."""
