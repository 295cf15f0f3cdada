"""Answering: an interaction gets its answer in time, by itself if need be, and later ones change the first."""

import logging
from typing import Any, Final

import aiohttp
import discord

from performer.chats.discord.bot.breaker import Held
from performer.chats.discord.bot.calls.writing import NO_PREVIEWS, NOBODY, shown
from performer.chats.discord.bot.desk import Desk
from performer.chats.discord.bot.interactions import DEFER_AFTER_S, Pending
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.wire.calls import Answer

_log = logging.getLogger(__name__)

_CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"
_FOLLOWUPS: Final = "/webhooks/{webhook_id}/{webhook_token}"
_MESSAGE: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
_SAY, _DEFER, _DEFER_BUTTON, _CHANGE, _CHOICES = 4, 5, 6, 7, 8
_PRIVATE: Final = 1 << 6
_ANSWERED_ALREADY: Final = 40060
_NETWORK: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, Held)
_ORIGINAL: Final = "@original"
NOT_HERE: Final = "This does not work in this channel."


async def answer(desk: Desk, call: Answer) -> None:
    """Answer, or change the answer.

    Raises:
        DiscordFailed: when there is no such interaction, or it is older than 15 minutes.
    """
    pending = desk.interactions.find(call.interaction_id)
    if pending is None:
        what = "This interaction can no longer be answered: it was 15 minutes ago, or before a restart. Use it again."
        raise DiscordFailed("discord_error", what, call.method)
    async with pending.turn:
        if pending.told.kind == "choices":
            await _offer(desk, pending, call)
        elif pending.state == "open":
            await _first(desk, pending, call)
        else:
            await _later(desk, pending, call)


async def defer_in_time(desk: Desk, pending: Pending) -> None:
    """Say after two seconds that an answer is on its way, unless it was there before; choices are then none."""
    await desk.clock.sleep(DEFER_AFTER_S)
    async with pending.turn:
        if pending.state != "open":
            return
        await _respond_or_log(desk, pending, *_deferral(pending))
        pending.state = "deferred"


def _deferral(pending: Pending) -> tuple[int, dict[str, Any]]:
    match pending.told.kind:
        case "command":
            return _DEFER, {"flags": _PRIVATE}
        case "button":
            return _DEFER_BUTTON, {}
        case "choices":
            return _CHOICES, {"choices": []}


async def turn_away(desk: Desk, pending: Pending) -> None:
    """Answer somebody in a channel that is shut."""
    if pending.told.kind == "choices":
        await _respond_or_log(desk, pending, _CHOICES, {"choices": []})
    else:
        await _respond_or_log(desk, pending, _SAY, {"content": NOT_HERE, "flags": _PRIVATE})


async def _respond_or_log(desk: Desk, pending: Pending, answered: int, data: dict[str, Any]) -> None:
    try:
        await _respond(desk, pending, answered, data)
    except _NETWORK as error:
        _log.info("An interaction of Discord's could not be answered in time (%s).", type(error).__name__)


async def _offer(desk: Desk, pending: Pending, call: Answer) -> None:
    """Offer choices; there is but one chance."""
    if pending.state != "open":
        return
    pending.state = "answered"
    choices = [{"name": name, "value": value} for name, value in call.choices or ()]
    await _respond(desk, pending, _CHOICES, {"choices": choices})


async def _first(desk: Desk, pending: Pending, call: Answer) -> None:
    if pending.told.kind == "button" and call.updates_message:
        await _respond(desk, pending, _CHANGE, _changed(call))
    else:
        await _respond(desk, pending, _SAY, {**shown(call.content, call.cards), "flags": _flags(call)})
    pending.state = "answered"


async def _later(desk: Desk, pending: Pending, call: Answer) -> None:
    """Change what was answered; a button that was deferred gets a message of its own, unless its own is changed."""
    is_button = pending.told.kind == "button"
    if is_button and not call.updates_message and pending.state == "deferred":
        pending.followup = await _follow(desk, pending, call)
        pending.state = "followed"
        return
    body = _changed(call) if is_button and call.updates_message else _plain(call)
    is_own = is_button and call.updates_message
    message_id = pending.followup if pending.followup and not is_own else _ORIGINAL
    own, token = desk.me.application_id, pending.token
    await desk.rest.ask("PATCH", _MESSAGE, body=body, message_id=message_id, webhook_id=own, webhook_token=token)
    if pending.state == "deferred":
        pending.state = "answered"


async def _follow(desk: Desk, pending: Pending, call: Answer) -> str:
    body = {**shown(call.content, call.cards), "flags": _flags(call)}
    own, token, params = desk.me.application_id, pending.token, {"wait": "true"}
    raw = await desk.rest.ask("POST", _FOLLOWUPS, body=body, params=params, webhook_id=own, webhook_token=token)
    return str(raw["id"])


async def _respond(desk: Desk, pending: Pending, answered: int, data: dict[str, Any]) -> None:
    """Give the first answer; that another one was first is no trouble."""
    body = {"type": answered, "data": data} if data else {"type": answered}
    number, token = pending.told.interaction_id, pending.token
    try:
        await desk.rest.ask("POST", _CALLBACK, body=body, webhook_id=number, webhook_token=token)
    except discord.HTTPException as error:
        if error.code != _ANSWERED_ALREADY:
            raise


def _plain(call: Answer) -> dict[str, Any]:
    """Write an answer that takes the place of another one: what it does not have is taken off."""
    return {"content": "", "embeds": [], **shown(call.content, call.cards)}


def _changed(call: Answer) -> dict[str, Any]:
    """Write what a button's message becomes: without the buttons; what the answer does not have stays."""
    return {**shown(call.content, call.cards), "components": [], "allowed_mentions": NOBODY}


def _flags(call: Answer) -> int:
    return (_PRIVATE if call.is_private else 0) | (0 if call.cards else NO_PREVIEWS)
