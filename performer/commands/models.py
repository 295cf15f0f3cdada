"""`performer pull` and `performer models`: gets a model, and shows those that are there."""

import sys
from typing import Annotated

import anyio
import typer


def pull(
    name: Annotated[str, typer.Argument(help="as https://ollama.com/library writes it; the recommended one")] = "",
    url: Annotated[str, typer.Option(metavar="URL", help="of another Ollama than the configured one")] = "",
) -> None:
    """Have Ollama download a model; begun again, it goes on from where it stopped."""
    from performer.chats.console_mirror import plain_console
    from performer.clock import SystemClock
    from performer.commands import fetching
    from performer.config import load
    from performer.home import Home

    config = load(Home.find().config_file).config
    wish = fetching.wished(config, name, url)
    try:
        anyio.run(fetching.fetch, wish, SystemClock(), plain_console())
    except KeyboardInterrupt:
        print("Stopped. What has come is kept: the same command goes on from there.", file=sys.stderr)
        sys.exit(130)
