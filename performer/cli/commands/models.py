"""`performer pull` and `performer models`: gets a model, and shows those that are there."""

import sys
from typing import Annotated

import anyio
import typer


def pull(
    name: Annotated[str, typer.Argument(help="as https://ollama.com/library writes it; the recommended one")] = "",
    url: Annotated[
        str,
        typer.Option(metavar="URL", help="the Ollama that is to have it; else the first configured one"),
    ] = "",
) -> None:
    """Have Ollama download a model; begun again, it goes on from where it stopped."""
    from performer.chats.console.output import make_plain_console
    from performer.cli.models import download
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.files.home import Home
    from performer.models.ollama.pull import KEPT

    config = load(Home.find().config_file).config
    wishes = download.list_download_requests(config, name, url)
    try:
        anyio.run(download.fetch, wishes, SystemClock(), make_plain_console())
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)


def models(*, as_json: Annotated[bool, typer.Option("--json", help="print what was found as JSON")] = False) -> None:
    """Show the models at hand: what each can do, which are in memory, and which one leads."""
    from performer.chats.console.output import make_plain_console
    from performer.cli.models import installed, table
    from performer.cli.models import installed as shelf
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.files.home import Home
    from performer.guard.guard import make_guard

    home, clock = Home.find(), SystemClock()
    config = load(home.config_file).config
    guard = make_guard(config.guard, home)
    shelves = anyio.run(shelf.list_installed, config, clock)
    found = table.mask_words(installed.put_leader_first(shelves, anyio.run(installed.find_leading_model, home)), guard)
    if as_json:
        print(table.format_json(found))
    else:
        table.print_installed(found, make_plain_console(), clock.utc())
    sys.exit(1 if all(each.trouble for each in found) else 0)
