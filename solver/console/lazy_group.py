"""The click group of every game: what all commands have in common, wherever they are defined.

It imports a subcommand only when it is asked for, so that each starts fast. An option that takes
one value is refused with two: click would keep the last, without a word.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from importlib import import_module
from typing import Any

import click

from solver.errors import quoted


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand that *args* begin with; raise if an option of it is repeated."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _check_given_once(click.Context(command, parent=ctx, info_name=name), rest)
        return name, command, rest

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


def _check_given_once(context: click.Context, args: list[str]) -> None:
    """Raise `click.UsageError` where *args* give one value too many to an option of a command.

    A flag may be repeated, but not be set and unset.
    """
    lists = copy(context.command)  # the command, if each option kept all its values
    lists.params = [_with_all_values(parameter) for parameter in context.command.params]
    try:
        values, _, given = lists.make_parser(context).parse_args(list(args))
    except click.UsageError:
        return  # the command itself says so
    if lists.get_help_option(context) in given:
        return
    for option in context.command.params:
        if not isinstance(option, click.Option) or option.multiple or option.count:
            continue
        typed = values.get(option.name or "", ())
        if option.is_flag and len(set(typed)) > 1:
            both = f"{option.opts[0]} and {option.secondary_opts[0]}"
            raise click.UsageError(f"Expected one of {both}, found both.", context)
        if not option.is_flag and len(typed) > 1:
            found = " and ".join(map(_value_text, typed))
            raise click.BadParameter(f"expected one value, found {found}.", context, option)


def _with_all_values(parameter: click.Parameter) -> click.Parameter:
    """Return a copy of *parameter* that, if it is an option, keeps every value it is given."""
    kept = copy(parameter)
    if isinstance(kept, click.Option) and not kept.count:
        kept.multiple = True
    return kept


def _value_text(value: Any) -> str:
    """Return a value as it was typed; some options may stand without one, or have several."""
    if isinstance(value, str):
        return quoted(value)
    return quoted(" ".join(value)) if isinstance(value, tuple) else "no value"


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
