"""The commands that make cards of Penta-Rush: `penta generate`."""

import click

from solver.penta_rush.commands import examples


@click.group(epilog=examples("penta generate grey --seed 1 --seconds 60"))
def generate() -> None:
    """Make fair cards, keep them and print them."""
