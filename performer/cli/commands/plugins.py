"""`performer plugin`: the streamer's own tools, written and looked over without a show."""

from typing import Annotated

import anyio
import typer

from performer.core.command_line import COMMAND
from performer.core.files.home import Home
from performer.core.text import make_printable

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Your own tools, a Python file each.")


@cli.command("new")
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="of the tool, such as roll_dice")]) -> None:
    """Write a plug-in that works, to be changed into one of your own."""
    from performer.tools.plugins import write_skeleton

    file = write_skeleton(Home.find().plugins_folder, name)
    print(f"{file} is there: a tool that a running show has within some seconds. Change it as you like.")


@cli.command("list")
def list_() -> None:
    """List the tools of your plug-ins, and what is wrong with which file."""
    from performer.core.clock import SystemClock
    from performer.tools.plugins import read_plugins

    folder = Home.find().plugins_folder
    plugins = anyio.run(read_plugins, SystemClock(), folder)
    for tool in (tool for plugin in plugins for tool in plugin.tools):
        print(f"{tool.spec.name}: {make_printable(tool.spec.description)}")
    for refused in (refused for plugin in plugins for refused in plugin.refused):
        print(f"left out: {make_printable(refused.name)}: {make_printable(refused.reason)}")
    if not plugins:
        print(f"There is no plug-in in {folder}. `{COMMAND} plugin new NAME` writes one.")
