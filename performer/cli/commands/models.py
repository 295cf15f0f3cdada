"""`performer pull` and `performer models`: downloads a model, and lists the models at hand."""

import sys
from typing import Annotated

import anyio
import typer

from performer.core.files.home import Home


def pull(
    name: Annotated[str, typer.Argument(help="as https://ollama.com/library writes it; the recommended one")] = "",
    url: Annotated[
        str,
        typer.Option(metavar="URL", help="the Ollama that is to have it; else the first configured one"),
    ] = "",
) -> None:
    """Download a model with Ollama; begun again, it goes on from where it stopped."""
    from performer.cli.models.download import fetch, list_download_requests
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.plain_console import make_plain_console
    from performer.models.ollama.pull import KEPT

    requests = list_download_requests(load(Home.find().config_file).config, name, url)
    try:
        anyio.run(fetch, requests, SystemClock(), make_plain_console())
    except KeyboardInterrupt:
        print(f"Stopped. {KEPT}", file=sys.stderr)
        sys.exit(130)


def models(*, as_json: Annotated[bool, typer.Option("--json", help="print what was found as JSON")] = False) -> None:
    """Show the models at hand: what each can do, which are in memory, and which one leads."""
    from performer.cli.models.leading import find_leading_model
    from performer.cli.models.table import format_json, mask_words, print_installed
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.plain_console import make_plain_console
    from performer.guard.guard import make_guard
    from performer.models.installed import list_installed, put_leader_first

    home, clock = Home.find(), SystemClock()
    config = load(home.config_file).config
    guard = make_guard(config.guard, home)
    servers = anyio.run(list_installed, config.model, config.models, clock)
    found = mask_words(put_leader_first(servers, anyio.run(find_leading_model, home)), guard)
    if as_json:
        print(format_json(found))
    else:
        print_installed(found, make_plain_console(), clock.utc())
    sys.exit(1 if all(each.trouble for each in found) else 0)
