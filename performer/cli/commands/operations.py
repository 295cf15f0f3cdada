"""`performer say`, `hush`, `pause`, `resume` and `react`: orders to the performer that runs."""

from typing import Annotated, Any

import typer

from performer.cli.control_client import ask_performer


def say(text: Annotated[str, typer.Argument(help="what to say, word for word")]) -> None:
    """Have the running performer say something."""
    _order("say", text=text)


def hush() -> None:
    """Have the running performer be silent at once."""
    _order("hush")


def pause(
    reason: Annotated[str, typer.Option(metavar="TEXT", help="told wherever the pause is shown")] = "as asked",
) -> None:
    """Have the running performer keep quiet until it is resumed."""
    _order("pause", reason=reason)


def resume(
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="go on whatever else holds: an OBS scene, a program, nobody there")
    ] = False,
) -> None:
    """Have the running performer go on."""
    _order("resume", all=everything)


def react() -> None:
    """Have the running performer say something about what is on the screen."""
    _order("react")


def _order(op: str, **arguments: Any) -> None:
    print(ask_performer(op, **arguments))
