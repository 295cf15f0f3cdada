"""Discord's refusals in a sentence each: what is wrong, and the remedy."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord

from performer.chats.discord.bot.client import ServerTrouble, Slowed, read_retry_after_s
from performer.chats.discord.bot.credential import TOKEN_REFUSED
from performer.chats.discord.bot.rate_limits import RequestsPaused
from performer.chats.discord.hub import About, DiscordFailed, Trouble
from performer.chats.discord.wire.calls import AddReaction, Call, Send
from performer.core.text import make_printable

_MOST_SAID: Final = 200
_SERVER: Final = 500
_KNOWN: Final[dict[int, str]] = {
    int(code): words
    for code, words in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}
"""What Discord's error codes mean."""
_REFUSED: Trouble = "discord_error"
_PLACE: About = "place"
_OF_WORDS: Final = frozenset({200000, 200001})
_A_DAY_S: Final = 86_400.0
_A_WHILE_S: Final = 5.0
"""Where a slowed channel does not say when it takes the next message."""
BANNED_S: Final = 30.0
"""Where a ban does not say how long it lasts: five within a minute, and nothing is asked for ten."""
_MISSING_ACCESS: Final = 50001
_MISSING_PERMISSION: Final = 50013


@contextmanager
def raise_discord_failed(call: Call[Any]) -> Iterator[None]:
    """Raise what Discord or the network raises as DiscordFailed.

    It is `link` when nothing was reached, `unknown_outcome` when what may not be done twice may have been done, and
    else `discord_error`.
    """
    try:
        yield
    except (RequestsPaused, discord.RateLimited, discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise _make_failure(error, call) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        sentence = f"Discord's answer cannot be read ({type(error).__name__})."
        raise DiscordFailed("discord_error" if call.repeats else "unknown_outcome", sentence, call.method) from error


def _make_failure(error: Exception, call: Call[Any]) -> DiscordFailed:
    kind, about, again_in_s = _REFUSED, _PLACE, 0.0
    match error:
        case discord.RateLimited(retry_after=again_in_s):
            about, sentence = "moment", f"Discord takes no more of these for {again_in_s:.0f} s: try later."
        case Slowed():
            again_in_s = error.again_in_s if 0.0 < error.again_in_s < _A_DAY_S else _A_WHILE_S
            about, sentence = "moment", f"{_KNOWN[error.code]}: it takes the next message in {again_in_s:.0f} s."
        case ServerTrouble(again_in_s=again_in_s):
            kind = _REFUSED if call.repeats else "unknown_outcome"
            about, sentence = "moment", f"{_describe_refusal(error, call)}."
        case discord.HTTPException(status=429):
            again_in_s = read_retry_after_s(error.response.headers) or BANNED_S
            about, sentence = "moment", f"{_describe_refusal(error, call)}."
        case discord.HTTPException():
            about, sentence = "words" if error.code in _OF_WORDS else _PLACE, f"{_describe_refusal(error, call)}."
        case aiohttp.ClientConnectorError():
            kind, sentence = "link", "Discord cannot be reached: is the network up?"
        case aiohttp.ClientError() | OSError() if call.repeats:
            kind, sentence = "link", f"The connection to Discord broke ({type(error).__name__})."
        case aiohttp.ClientError() | OSError():
            kind, sentence = "unknown_outcome", "The connection to Discord broke; it may have been sent."
        case RequestsPaused(again_in_s=again_in_s):
            about, sentence = "moment", f"{error}."
        case _:
            sentence = f"{error}."
    return DiscordFailed(kind, sentence, call.method, about=about, again_in_s=again_in_s)


def make_timeout_failure(call: Call[Any], within_s: float, *, is_out: bool) -> DiscordFailed:
    """Return the failure of a call that took too long; `is_out`: a request was not answered, and may have been done."""
    if is_out and not call.repeats:
        what = f"Discord did not answer within {within_s:g} s, and may have done it: look first."
        return DiscordFailed("unknown_outcome", what, call.method)
    return DiscordFailed("deadline", f"Discord did not do it within {within_s:g} s: try later.", call.method)


def _describe_refusal(error: discord.HTTPException, call: Call[Any]) -> str:
    if error.code in _KNOWN:
        return _KNOWN[error.code]
    match error.status:
        case 401:
            return TOKEN_REFUSED
        case 403:
            return _describe_forbidden(error, call)
        case 404:
            return f"Discord knows no such thing ({error.code})"
        case 429:
            return "Discord has had too many requests from here: try later"
        case status if status >= _SERVER:
            return f"Discord itself has trouble (HTTP {error.status}): try later"
        case _:
            return f"Discord does not take it ({error.code}): {make_printable(error.text)[:_MOST_SAID]}"


def _describe_forbidden(error: discord.HTTPException, call: Call[Any]) -> str:
    """Return which permission is missing."""
    where = getattr(call, "channel_id", None) or getattr(call, "guild_id", None)
    place = f" in {where}" if where else ""
    if error.code == _MISSING_ACCESS:
        return f"The bot cannot see what is there{place}: give its role View Channel"
    if error.code == _MISSING_PERMISSION:
        return f"The bot may not do this{place}: give its role {_list_permissions(call)}"
    return f"Discord forbids it ({error.code}){place}: {make_printable(error.text)[:_MOST_SAID]}"


def _list_permissions(call: Call[Any]) -> str:
    match call:
        case Send():
            needed = ["Send Messages", "Send Messages in Threads"]
            needed += ["Embed Links"] if call.cards else []
            needed += ["Attach Files"] if call.pictures else []
            needed += ["Read Message History"] if call.reply_to else []
        case AddReaction():
            needed = ["Add Reactions", "Read Message History"]
        case _:
            needed = ["View Channel", "Read Message History"]
    return ", ".join(needed[:-1]) + f" and {needed[-1]}"
