"""How a long search reports its progress, to whoever wants to know."""

from typing import Protocol


class Progress(Protocol):
    """Called with the steps done, the steps in all, how much was found, and perhaps a note."""

    def __call__(self, done: int, total: int, count: int, note: str = "", /) -> None:
        """Report this progress."""
