"""The puzzle variant of Penta-Rush and its solitaire: one card, twelve rounds, nothing erased."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
