"""`performer discord token`: the bot's token goes into a file of its own, without ever standing on a screen."""

import getpass
import sys
from typing import Final

import typer

cli = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_MOST_CHARS: Final = 1000


@cli.callback()
def discord() -> None:
    """See to what the performer needs to go to Discord."""


@cli.command()
def token() -> None:
    """Keep the bot's token for the next start; it is asked for, or read from standard input, and shown nowhere."""
    from performer.chats.discord.bot.credential import BOT_TOKEN_FILE, keep_token
    from performer.errors import ConfigError
    from performer.home import Home

    file = Home.find().config_file.with_name(BOT_TOKEN_FILE)
    try:
        kept = keep_token(_asked(), file)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}. Set PERFORMER_HOME.") from None
    if kept.trouble:
        raise ConfigError(f"Nothing was kept: {kept.trouble}.")
    if kept.doubt:
        print(f"Mind that {kept.doubt}.")
    print(f"Kept in {file}, for you alone. The next start takes it; discord.enabled has it go there.")


def _asked() -> str:
    if sys.stdin is not None and not sys.stdin.isatty():
        return sys.stdin.readline(_MOST_CHARS)
    return getpass.getpass("The bot's token (it stays unseen while you paste it): ")
