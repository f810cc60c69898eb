"""Knaster: two dice, a sheet of 5 x 5 cells, and twelve lines that make hands."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
