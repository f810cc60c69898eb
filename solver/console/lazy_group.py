"""A click group that imports a subcommand only when it is asked for, so that each starts fast."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group with a table of the subcommands that other modules define.

    *lazy* maps the name of a subcommand to its place, such as ``solver.tiling.commands:tile``.
    """

    def __init__(self, *args: Any, lazy: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self._places = dict(lazy)
        # click lists these names, and suggests one of them for a misspelt one; it needs no more.
        self.commands.update({name: click.Command(name) for name in lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand of this name, imported now if another module defines it."""
        place = self._places.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; a usage error says in which one it was made."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            # click's parser leaves that out where an option has too few values, or one too many.
            name = ctx.invoked_subcommand
            command = self.get_command(ctx, name) if error.ctx is None and name else None
            if command is not None:
                error.ctx = click.Context(command, parent=ctx, info_name=name)
            raise


def commands_below(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield *command*, or all commands below it where it is a group, each after its full name.

    *path* is the full name of *command*, such as ``rush puzzle``.
    """
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        subcommand = command.get_command(context, name)
        if subcommand:
            yield from commands_below(subcommand, f"{path} {name}".lstrip())
