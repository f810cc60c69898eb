"""The click group of every game: what all commands have in common, wherever they are defined.

It imports a subcommand only when it is asked for, so that each starts fast. An option that takes
one value is refused with two: click would keep the last, without a word.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from importlib import import_module
from typing import Any, ClassVar

import click

from solver.errors import closest_match, quoted


class LazyGroup(click.Group):
    """A group with a table of the subcommands that other modules define.

    *lazy* maps the name of a subcommand to its home, such as ``solver.tiling.commands:tile``.
    """

    # By which somebody may call a subcommand, in `small_letters`.
    other_names: ClassVar[Mapping[str, str]] = {}

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
        """Return the subcommand that *args* begin with; raise if an option of it is repeated.

        For an unknown name the message suggests the commands with that name, wherever they are.
        """
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.NoSuchCommand:
            meant = self._meant_commands(args[0]) or _commands_elsewhere(ctx, args[0])
            if not meant:
                raise
            *others, last = map(repr, meant)
            either = f"{', '.join(others)} or {last}" if others else last
            message = f"No such command {quoted(args[0])}. Did you mean {either}?"
            raise click.UsageError(message, ctx) from None
        if command is not None and not ctx.resilient_parsing:
            _check_given_once(click.Context(command, parent=ctx, info_name=name), rest)
        return name, command, rest

    def _meant_commands(self, typed: str) -> list[str]:
        """Return the full names of the commands below whose name is the most like *typed*."""
        by_name: dict[str, list[str]] = {}
        for name in self.list_commands(click.Context(self)):
            by_name[small_letters(name)] = [name]
        for other, name in self.other_names.items():
            by_name.setdefault(other, [name])
        for full_name, _ in commands_below(self, ""):
            words = full_name.split()
            for count in range(2, len(words) + 1):
                known = by_name.setdefault(small_letters(words[count - 1]), [])
                if words[:1] != known and (meant := " ".join(words[:count])) not in known:
                    known.append(meant)
        near = closest_match(small_letters(typed), by_name)
        return by_name[near] if near else []

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


def small_letters(text: str) -> str:
    """Return the letters of *text*, in small ones: how names are compared with what was typed.

    >>> small_letters("Pent-Up")
    'pentup'
    """
    return "".join(filter(str.isalnum, text.casefold()))


def _commands_elsewhere(context: click.Context, typed: str) -> list[str]:
    """Return the commands outside of a group whose name is *typed*, by their full names."""
    root = context.find_root()
    if context is root or not isinstance(root.command, LazyGroup):
        return []
    meant = root.command._meant_commands(typed)  # noqa: SLF001 - of the same class
    return [
        f"{root.command_path} {name}"
        for name in meant
        if small_letters(name.split()[-1]) == small_letters(typed)
    ]


def _check_given_once(context: click.Context, args: list[str]) -> None:
    """Raise `click.UsageError` where *args* give one value too many to an option of a command.

    A flag may be repeated, but not be set and unset.
    """
    keeping_all = copy(context.command)  # the command, if each option kept all its values
    keeping_all.params = [_with_all_values(parameter) for parameter in context.command.params]
    try:
        values, _, given = keeping_all.make_parser(context).parse_args(list(args))
    except click.UsageError:
        return  # the command itself says so
    if keeping_all.get_help_option(context) in given:
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
