"""The options of the command that go together: some ask for work of another kind, and take only a few of the others."""

from collections.abc import Collection, Mapping
from typing import Final

import typer

from performer.core.errors import ConfigError

MODEL: Final = "MODEL"
_TYPED: Final = "COMMANDLINE"
_TAKES: Final[Mapping[str, tuple[str, ...]]] = {
    "--compare": ("--json",),
    "--fit": ("--seed",),
    "--bfcl": (MODEL, "--mode", "--limit", "--seed", "--json"),
    "--replay": (
        *("--group", "--tag", "--cases", "--limit", "--seed", "--mode"),
        *("--jobs", "--out", "--gate", "--json"),
    ),
}
"""By an option that asks for other work than the measurement of a model: all that has an effect beside it."""


def check_options(given: Collection[str]) -> None:
    """Check that options go together, by their names, and `MODEL` for that argument.

    Raises:
        ConfigError: for the first that would have no effect, with those that have.
    """
    for asking, takes in _TAKES.items():
        others = [each for each in given if each != asking and each not in takes] if asking in given else []
        for other in others:
            raise ConfigError(
                f"{asking} does not go together with {other}. Leave it out: {asking} takes {', '.join(takes)}."
            )


def list_given(context: typer.Context) -> list[str]:
    """Return what somebody typed: options by their names, and `MODEL` for that argument."""
    typed = [each for each in context.command.params if is_typed(context, each.name or "")]
    return [MODEL if each.param_type_name == "argument" else each.opts[0] for each in typed]


def is_typed(context: typer.Context, name: str) -> bool:
    """Whether somebody typed an option, by the name of its parameter."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == _TYPED
