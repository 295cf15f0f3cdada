"""Orders to the running performer and its state, printed: all of it that needs no words read from the command line."""

from typing import TYPE_CHECKING

from performer.cli.control_client import ask_performer
from performer.core.text import make_printable

if TYPE_CHECKING:  # only a state that is printed needs them
    from rich.text import Text

    from performer.core.status_lines import State


def order(op: str, **arguments: object) -> None:
    """Ask the running performer for an operation, and print its answer."""
    print(make_printable(ask_performer(op, **arguments)))


def print_status() -> None:
    """Print how the running performer is doing."""
    print_state(ask_performer("status"))


def print_state(state: "State") -> None:
    """Print a state for people."""
    from performer.core.plain_console import make_plain_console

    make_plain_console().print(format_status(state), soft_wrap=True)


def format_status(state: "State") -> "Text":
    """Format a state for people, a line for each part."""
    from rich.text import Text

    from performer.core.status_lines import list_status_lines

    lines = list_status_lines(state)
    return Text("\n").join(Text.assemble((each.label, each.label_style), (each.text, each.style)) for each in lines)
