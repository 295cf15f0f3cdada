"""`performer discord token` and `discord-io`: keep the bot's token, or the link to Discord for another machine."""

import getpass
import logging
import re
import sys
from typing import Annotated, Final

import anyio
import typer

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.text import make_printable

_log = logging.getLogger(__name__)
cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
_MOST_CHARS: Final = 1000
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
    """Run the link to Discord for a performer on another machine, until Ctrl+C or SIGTERM."""
    from performer.chats.discord.bot.bot import DiscordBot
    from performer.chats.discord.bot.credential import BOT_TOKEN_FILE
    from performer.chats.discord.rpc import handshake, outgoing
    from performer.chats.discord.rpc.server import RpcEndpoint, serve_until_ended
    from performer.config.layers import load
    from performer.core.clock import SystemClock
    from performer.core.log import log_lines_to_stderr
    from performer.core.loopback import is_exposed

    host, port = _parse_address(listen)
    if public_host and not _PUBLIC.fullmatch(public_host):
        raise ConfigError(f"Option '--public-host' has value '{public_host}'. Expected a name, with :PORT if not 443.")
    home = Home.find()
    settings = load(home.config_file).config.discord
    home.make()
    token_file = home.data / handshake.IO_TOKEN_FILE
    secret = handshake.load_own_token(token_file)
    log_lines_to_stderr()
    if is_exposed(host):
        _log.warning(_EXPOSED, host)
    _print_line(f"Its token: in {handshake.VARIABLE} where that is set, else in {token_file}; a brain brings it.")
    clock = SystemClock()
    store = outgoing.FileKeyValueStore(home.data / outgoing.KEPT_FILE)
    bot = DiscordBot(clock, settings, home.config_file.with_name(BOT_TOKEN_FILE), store)
    endpoint = RpcEndpoint(host=host, port=port, public_host=public_host, token=secret)
    anyio.run(serve_until_ended, clock, bot, endpoint, _print_line)


def _parse_address(listen: str) -> tuple[str, int]:
    found = _PLACE.fullmatch(listen)
    if not found or int(found[2]) > _MOST_PORT:
        raise ConfigError(f"Option '--listen' has value '{listen}'. Expected HOST:PORT, such as 127.0.0.1:8770.")
    return found[1].strip("[]"), int(found[2])


def _print_line(line: str) -> None:
    print(make_printable(line), flush=True)


@cli.callback()
def discord() -> None:
    """Set up what the performer needs to go to Discord."""


@cli.command()
def token() -> None:
    """Keep the bot's token for the next start; it is asked for, or read from standard input, and shown nowhere."""
    from performer.chats.discord.bot.credential import BOT_TOKEN_FILE, keep_token

    file = Home.find().config_file.with_name(BOT_TOKEN_FILE)
    if sys.stdin is not None and not sys.stdin.isatty():
        given = sys.stdin.readline(_MOST_CHARS)
    else:
        given = getpass.getpass("The bot's token (it stays unseen while you paste it): ")
    try:
        kept = keep_token(given, file)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}. Set PERFORMER_HOME.") from None
    if kept.trouble:
        raise ConfigError(f"Nothing was kept: {kept.trouble}.")
    if kept.doubt:
        print(f"Mind that {kept.doubt}.")
    print(f"Kept in {file}, for you alone. The next start takes it; discord.enabled has it go there.")
