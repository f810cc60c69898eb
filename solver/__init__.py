"""Searches and referees for pentomino games: one folder a game, over the floor they share."""

DISTRIBUTION = "penta-fives"  # the package registry has another program named penta
MARK = "Made by penta"  # in every file that it writes: how it knows them again


def penta_version() -> str:
    """Return the version of penta that is installed.

    Raises `PackageNotFoundError` where it was installed under the name that it had before.
    """
    from importlib.metadata import version  # takes longer than `solve` has for it

    return version(DISTRIBUTION)
