"""Pent-Up: pentominoes stacked by two players, and the puzzles Climb and Surround."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
