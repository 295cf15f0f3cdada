"""Discord's refusals in a sentence each: what is wrong, and the remedy."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord

from performer.chats.discord.bot.client import Slowed
from performer.chats.discord.bot.credential import TOKEN_REFUSED
from performer.chats.discord.bot.rate_limits import RequestsPaused
from performer.chats.discord.hub import About, DiscordFailed, Trouble
from performer.chats.discord.wire.calls import AddReaction, Call, Send
from performer.core.text import make_printable

_MOST_SAID: Final = 200
_SERVER: Final = 500
_EXEMPT: Final = "To let it pass, exempt the bot's role from that rule in Server Settings, AutoMod"
_KNOWN: Final = {
    10003: "There is no such channel",
    10004: "There is no such server, or the bot is not on it",
    10008: "There is no such message: it may be deleted",
    10013: "There is no such person",
    10014: "There is no such emoji",
    10015: "This interaction can no longer be answered: it was 15 minutes ago. Use the command again",
    10062: "This interaction can no longer be answered: the answer came later than 3 s. Use it again",
    20016: "This channel is in slow mode, which binds the bot while its role lacks Bypass Slowmode",
    20028: "This channel has had too many messages just now",
    30046: "A message older than an hour can be changed only a few times: send a new one",
    40005: "The files are too large for Discord: send smaller ones",
    40060: "This interaction has been answered already",
    50005: "Only the bot's own messages can be changed",
    50006: "A message needs text, a card or a picture",
    50007: "This person takes no direct messages from the bot",
    50008: "Nobody can write in a channel of this kind",
    50027: "This interaction can no longer be answered: it was 15 minutes ago. Use the command again",
    50083: "This thread is archived: somebody has to open it again",
    90001: "Somebody here has blocked the bot, so it cannot react",
    160002: "The bot may not read this channel's history, and so cannot reply: give its role Read Message History",
    160005: "This thread is locked: a moderator has to unlock it",
    200000: f"The server's AutoMod blocked this message. {_EXEMPT}",
    200001: f"The server's AutoMod blocked this title. {_EXEMPT}",
}
_OF_WORDS: Final = frozenset({200000, 200001})
_A_DAY_S: Final = 86_400.0
_A_WHILE_S: Final = 5.0
"""Where a slowed channel does not say when it takes the next message."""
_MISSING_ACCESS: Final = 50001
_MISSING_PERMISSION: Final = 50013


@contextmanager
def raise_discord_failed(call: Call[Any]) -> Iterator[None]:
    """Raise what Discord or the network raises as DiscordFailed.

    Raises:
        DiscordFailed: with `link` when nothing was reached, `unknown_outcome` when what may not be done twice may have
            been done, and else `discord_error`.
    """
    try:
        yield
    except DiscordFailed:
        raise
    except RequestsPaused as held:
        raise DiscordFailed("discord_error", f"{held}.", call.method) from None
    except discord.RateLimited as limited:
        again_in_s = limited.retry_after
        sentence = f"Discord takes no more of these for {again_in_s:.0f} s: try later."
        raise DiscordFailed("discord_error", sentence, call.method, about="moment", again_in_s=again_in_s) from None
    except Slowed as slowed:
        raise _make_too_soon_failure(slowed, call) from None
    except discord.HTTPException as error:
        raise _make_refused_failure(error, call) from None
    except aiohttp.ClientConnectorError:
        raise DiscordFailed("link", "Discord cannot be reached: is the network up?", call.method) from None
    except (aiohttp.ClientError, OSError) as error:
        raise _make_broken_off_failure(error, call) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        kind: Trouble = "discord_error" if call.repeats else "unknown_outcome"
        sentence = f"Discord's answer cannot be read ({type(error).__name__})."
        raise DiscordFailed(kind, sentence, call.method) from error


def make_timeout_failure(call: Call[Any], within_s: float, *, is_out: bool) -> DiscordFailed:
    """Return the failure of a call that took too long; `is_out`: a request was not answered, and may have been done."""
    if is_out and not call.repeats:
        what = f"Discord did not answer within {within_s:g} s, and may have done it: look first."
        return DiscordFailed("unknown_outcome", what, call.method)
    return DiscordFailed("deadline", f"Discord did not do it within {within_s:g} s: try later.", call.method)


def _make_refused_failure(error: discord.HTTPException, call: Call[Any]) -> DiscordFailed:
    is_unknown = error.status >= _SERVER and not call.repeats
    kind: Trouble = "unknown_outcome" if is_unknown else "discord_error"
    about: About = "words" if error.code in _OF_WORDS else "place"
    return DiscordFailed(kind, f"{_describe_refusal(error, call)}.", call.method, about=about)


def _make_too_soon_failure(slowed: Slowed, call: Call[Any]) -> DiscordFailed:
    again_in_s = slowed.again_in_s if 0.0 < slowed.again_in_s < _A_DAY_S else _A_WHILE_S
    sentence = f"{_KNOWN[slowed.code]}: it takes the next message in {again_in_s:.0f} s."
    return DiscordFailed("discord_error", sentence, call.method, about="moment", again_in_s=again_in_s)


def _make_broken_off_failure(error: Exception, call: Call[Any]) -> DiscordFailed:
    if call.repeats:
        return DiscordFailed("link", f"The connection to Discord broke ({type(error).__name__}).", call.method)
    return DiscordFailed("unknown_outcome", "The connection to Discord broke; it may have been sent.", call.method)


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
