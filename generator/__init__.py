"""Cards made by search: fair cards and sets, a catalogue of the flattest, proofs, prints."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
