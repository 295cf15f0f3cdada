"""`performer discord-io`: holds the link to Discord for a brain on another machine."""

import logging
import re
from typing import Annotated, Final

import anyio
import typer

from performer.errors import ConfigError
from performer.printable import printable

_log = logging.getLogger(__name__)

_PLACE: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[\w.-]+):([0-9]{1,5})", re.ASCII)
_PUBLIC: Final = re.compile(r"[\w.-]+(:[0-9]{1,5})?", re.ASCII)
_MOST_PORT: Final = 65535
_EXPOSED: Final = (
    "Other machines can reach it on '%s', and what is said is not encrypted, the token neither: put a TLS proxy in"
    " front and name it with --public-host, or take an SSH tunnel; the README tells how."
)


def discord_io(
    listen: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="where a brain finds it; port 0 takes any that is free")
    ] = "127.0.0.1:8770",
    public_host: Annotated[
        str, typer.Option(metavar="NAME", help="by which a brain asks for it: a TLS proxy's, or a container's")
    ] = "",
) -> None:
    """Hold the link to Discord for a performer on another machine, until Ctrl+C or SIGTERM."""
    from performer.chats.discord.bot.bot import Bot
    from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
    from performer.chats.discord.rpc import kept, token
    from performer.chats.discord.rpc.holding import hold
    from performer.chats.discord.rpc.server import Place
    from performer.clock import SystemClock
    from performer.config import load
    from performer.entrance.hosts import is_exposed
    from performer.home import Home
    from performer.log import log_lines_here

    host, port = _place(listen)
    if public_host and not _PUBLIC.fullmatch(public_host):
        raise ConfigError(f"Option '--public-host' has value '{public_host}'. Expected a name, with :PORT if not 443.")
    home = Home.find()
    settings = load(home.config_file).config.discord
    home.make()
    token_file = home.data / token.IO_TOKEN_FILE
    secret = token.own_token(token_file)
    log_lines_here()
    if is_exposed(host):
        _log.warning(_EXPOSED, host)
    _tell(f"Its token: in {token.VARIABLE} where that is set, else in {token_file}; a brain brings it.")
    clock = SystemClock()
    bot = Bot(clock, settings, home.config_file.with_name(BOT_TOKEN_FILE), kept.KeptInFile(home.data / kept.KEPT_FILE))
    anyio.run(hold, clock, bot, Place(host=host, port=port, public_host=public_host, token=secret), _tell)


def _place(listen: str) -> tuple[str, int]:
    found = _PLACE.fullmatch(listen)
    if not found or int(found[2]) > _MOST_PORT:
        raise ConfigError(f"Option '--listen' has value '{listen}'. Expected HOST:PORT, such as 127.0.0.1:8770.")
    return found[1].strip("[]"), int(found[2])


def _tell(line: str) -> None:
    print(printable(line), flush=True)
