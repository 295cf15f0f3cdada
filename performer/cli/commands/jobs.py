"""`performer errands` and `errands cancel`: the long calls that go on beside the show."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from performer.cli.control_client import ask_performer
from performer.core.text import format_json_lines, make_printable

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@cli.callback()
def errands(context: typer.Context) -> None:
    """List the long calls of the running performer that go on beside the show."""
    if context.invoked_subcommand:
        return
    under_way = [format_job(each) for each in ask_performer("errands.list")]
    print("\n\n".join(under_way) or "Nothing is under way.")


@cli.command("cancel")
def cancel(number: Annotated[int, typer.Argument(metavar="N", min=1, help="the number it is listed by")]) -> None:
    """End a long call; nothing is said of it."""
    print(make_printable(ask_performer("errands.cancel", number=number)))


def format_job(errand: Mapping[str, Any]) -> str:
    """Write one with all its arguments; no word in it can steer the terminal."""
    of = f" of {make_printable(errand['server'])}" if errand["server"] else ""
    lines = [
        f"{errand['number']}  {make_printable(errand['tool'])}{of}, for {errand['left_s']:.0f} seconds more at most"
    ]
    progress = _progress(errand)
    if progress:
        lines.append(f"   {progress}")
    return "\n".join((*lines, format_json_lines(errand["arguments"])))


def _progress(errand: Mapping[str, Any]) -> str:
    """Tell how far it is, as far as it said."""
    share = f"{errand['done']:g} of {errand['total']:g}" if errand["done"] is not None and errand["total"] else ""
    return ": ".join(filter(None, [share, make_printable(errand["progress"])]))
