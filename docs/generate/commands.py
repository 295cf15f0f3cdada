"""The commands: usage, sentence, arguments and options of each, made from the command line itself."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import typer.main

import run
from docs.generate.markdown import cell, code, table
from performer.cli.main import cli

_START: Final = "python3 run.py"
_SET_UP: Final = ("test", "check", "docs", "add", "lock")
"""The words that run.py takes itself."""


def commands() -> str:
    """Return every command of the performer, then those of run.py."""
    root: Any = typer.main.get_command(cli)
    return "\n".join([*_below(root, ()), *_of_set_up()])


def _below(group: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Yield what is told of each command in a group; of a group that is a command itself, that first."""
    for name, command in group.commands.items():
        if command.hidden:
            continue
        where = (*path, name)
        yield from _one(command, where)
        if hasattr(command, "commands"):
            yield from _below(command, where)


def _one(command: Any, path: Sequence[str]) -> Iterator[str]:
    """Yield heading, usage, help and parameters of one command."""
    given = [each for each in command.params if each.name != "help" and not each.hidden]
    usage = [_START, *path, *(_placeholder(each) for each in given if _is_argument(each))]
    if not all(_is_argument(each) for each in given):
        usage.append("[OPTIONS]")
    if hasattr(command, "commands"):
        usage.append("[COMMAND]" if command.invoke_without_command else "COMMAND")
    yield f"{'#' * (len(path) + 1)} {' '.join(path)}\n\n```text\n{' '.join(usage)}\n```\n"
    yield f"{_help(command)}\n"
    if given:
        yield f"{table(('given', 'default', 'what it does'), (_row(each) for each in given))}\n"


def _help(command: Any) -> str:
    """Return a command's help; its single lines are one paragraph each."""
    parts = (command.help or "").strip().split("\n\n")
    return "\n\n".join(" ".join(part.replace("\b", "").split()) for part in parts if part.strip())


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _placeholder(argument: Any) -> str:
    """Return how an argument stands in a usage line; one that may be left out stands in brackets."""
    name = (argument.metavar or argument.name.upper()).strip("[].") + ("..." if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _row(parameter: Any) -> tuple[str, str, str]:
    """Return a parameter's row: how it is written, what holds without it, and its sentence."""
    if _is_argument(parameter):
        return code(_placeholder(parameter)), "must be given" if parameter.required else "", parameter.help or ""
    ways = "`, `".join([*parameter.opts, *parameter.secondary_opts])
    takes = "" if parameter.is_flag else f" {cell(parameter.metavar or 'VALUE')}"
    return f"`{ways}{takes}`", _default(parameter), parameter.help or ""


def _default(option: Any) -> str:
    """Return what holds without an option."""
    value = option.default
    if option.is_flag:
        return code((option.opts if value else option.secondary_opts)[0]) if option.secondary_opts else ""
    return code(str(value)) if isinstance(value, int | float | str) else ""


def _of_set_up() -> Iterator[str]:
    """Yield what run.py says of the words that it takes itself."""
    lines = [
        each for each in (run.__doc__ or "").splitlines() if each.startswith(tuple(f"{_START} {w}" for w in _SET_UP))
    ]
    rows = [(code(line[: line.index("  ")]), line[line.index("  ") :].strip()) for line in lines]
    yield f"## Of the checkout\n\nThese words are run.py's own.\n\n{table(('command', 'what it does'), rows)}\n"
