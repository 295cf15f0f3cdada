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
    from performer.chats.console_mirror import plain_console
    from performer.clock import SystemClock
    from performer.commands import fetching
    from performer.config import load
    from performer.home import Home
    from performer.models.ollama.pull_trouble import KEPT

    config = load(Home.find().config_file).config
    wishes = fetching.wishes(config, name, url)
    try:
        anyio.run(fetching.fetch, wishes, SystemClock(), plain_console())
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)


def models(*, as_json: Annotated[bool, typer.Option("--json", help="print what was found as JSON")] = False) -> None:
    """Show the models at hand: what each can do, which are in memory, and which one leads."""
    from performer.chats.console_mirror import plain_console
    from performer.clock import SystemClock
    from performer.commands import in_line, shelf, shelf_shown
    from performer.config import load
    from performer.guard.guard import own_guard
    from performer.home import Home

    home, clock = Home.find(), SystemClock()
    config = load(home.config_file).config
    guard = own_guard(config.guard, home)
    shelves = anyio.run(shelf.gather, config, clock)
    found = shelf_shown.passed(in_line.in_line(shelves, anyio.run(in_line.leading, home)), guard)
    if as_json:
        print(shelf_shown.as_json(found))
    else:
        shelf_shown.tell(found, plain_console(), clock.utc())
    sys.exit(1 if all(each.trouble for each in found) else 0)
