"""`performer ears`: lists the models that understand speech, and gets and removes one."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from performer.core.command_line import COMMAND
from performer.core.files.home import Home

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_Name = Annotated[str, typer.Argument(help="tiny, base or small")]
_MB: Final = 1e6


@cli.command("list")
def list_all() -> None:
    """List the models that can be had, with their sizes and licences, and which are there."""
    from performer.core.clock import SystemClock
    from performer.speech.hearing.model_store import ModelStore

    store = ModelStore.open(SystemClock(), Home.find().ears_folder)
    for each in store.models:
        there = ", installed" if store.is_there(each) else ""
        print(f"{each.name:6} {each.size / _MB:4.0f} MB, {each.licence}{there}")


@cli.command()
def get(
    name: _Name,
    folder: Annotated[
        str, typer.Option("--from", metavar="FOLDER", help="with its files, for a machine without a network")
    ] = "",
) -> None:
    """Download a model; begun again, it goes on from where it stopped."""
    import anyio

    from performer.cli.voices import open_watcher
    from performer.core.clock import SystemClock
    from performer.core.large_download import KEPT
    from performer.core.plain_console import make_plain_console
    from performer.speech.hearing.model_store import ModelStore

    clock, console = SystemClock(), make_plain_console()
    store = ModelStore.open(clock, Home.find().ears_folder)
    source = Path(folder).expanduser().absolute() if folder else None

    async def install() -> None:
        with open_watcher(console, clock, name) as watcher:
            await store.get(name, source=source, show=watcher.show, note=watcher.note)

    try:
        anyio.run(install)
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)
    print(f"{name} is installed. To have it understand you: {COMMAND} config set mic.recognition {name}")


@cli.command()
def remove(name: _Name) -> None:
    """Remove a model from the disk."""
    import anyio

    from performer.core.clock import SystemClock
    from performer.speech.hearing.model_store import ModelStore

    anyio.run(ModelStore.open(SystemClock(), Home.find().ears_folder).remove, name)
    print(f"{name} is removed.")
