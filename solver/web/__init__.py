"""The page in the browser: the games' pages, and the server that shows them and runs their jobs."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
