"""Answers to interactions, in time and in effect once each; and the app commands that Discord offers."""

import hashlib
import json
import logging
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from performer.chats.discord.bot.calls.write import NO_PREVIEWS, NOBODY, format_message_body
from performer.chats.discord.bot.context import CallContext
from performer.chats.discord.bot.interaction_events import DEFER_AFTER_S, PendingInteraction
from performer.chats.discord.bot.rate_limits import RequestsPaused
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import Answer, Command, Option, SyncCommands

_TYPES: Final = {"text": 3, "whole": 4, "flag": 5, "person": 6, "channel": 7, "role": 8, "number": 10}
_SUBCOMMAND: Final = 1
_CHAT_INPUT: Final = 1
_ON_SERVERS, _WITH_THE_BOT = 0, 1
_BY_SERVERS: Final = 0
_MANAGE_GUILD: Final = 1 << 5


async def sync_commands(context: CallContext, call: SyncCommands) -> bool:
    """Set the commands that Discord offers, if they have changed, and return whether they have."""
    payload = format_commands(call, with_direct_messages=context.policy.settings.direct_messages)
    name = f"discord.commands.{context.me.application_id}"
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    if await context.keeps.kept(name) == digest:
        return False
    path = "/applications/{application_id}/commands"
    await context.rest.ask("PUT", path, body=payload, application_id=context.me.application_id)
    await context.keeps.keep(name, digest)
    return True


def format_commands(call: SyncCommands, *, with_direct_messages: bool) -> list[dict[str, Any]]:
    """Return commands as Discord has them: those of two words are subcommands of their first."""
    by_first: dict[str, list[Command]] = {}
    for command in call.commands:
        by_first.setdefault(command.name.split()[0], []).append(command)
    return [_format_command(name, those, call.method, with_direct_messages) for name, those in by_first.items()]


def _format_command(name: str, those: list[Command], method: str, with_direct_messages: bool) -> dict[str, Any]:
    is_alone = len(those) == 1 and those[0].name == name
    if not is_alone and any(each.name == name for each in those):
        raise DiscordFailed("bad_arguments", f"The command '{name}' is there twice.", method)
    parts = [each.name.partition(" ")[2] for each in those]
    subcommands = [
        {"type": _SUBCOMMAND, "name": part, "description": each.description, "options": _format_options(each)}
        for part, each in zip(parts, those, strict=True)
    ]
    return {
        "type": _CHAT_INPUT,
        "name": name,
        "description": those[0].description if is_alone else ", ".join(parts)[:100],
        "options": _format_options(those[0]) if is_alone else subcommands,
        "default_member_permissions": str(_MANAGE_GUILD) if all(each.for_managers for each in those) else None,
        "contexts": [_ON_SERVERS, _WITH_THE_BOT] if with_direct_messages else [_ON_SERVERS],
        "integration_types": [_BY_SERVERS],
        "nsfw": False,
    }


def _format_options(command: Command) -> list[dict[str, Any]]:
    """Return options as Discord wants them, those that must be given first."""
    return [_format_option(each) for each in sorted(command.options, key=lambda each: not each.is_required)]


def _format_option(option: Option) -> dict[str, Any]:
    return {
        "type": _TYPES[option.type],
        "name": option.name,
        "description": option.description,
        "required": option.is_required,
        **({"autocomplete": True} if option.offers_choices else {}),
        **({} if option.max_length is None else {"max_length": option.max_length}),
    }


_log = logging.getLogger(__name__)

_CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"
_FOLLOWUPS: Final = "/webhooks/{webhook_id}/{webhook_token}"
_MESSAGE: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
_SAY, _DEFER, _DEFER_BUTTON, _CHANGE, _CHOICES = 4, 5, 6, 7, 8
_PRIVATE: Final = 1 << 6
_DEFERRALS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "command": (_DEFER, {"flags": _PRIVATE}),
    "button": (_DEFER_BUTTON, {}),
    "choices": (_CHOICES, {"choices": []}),
}
_ANSWERED_ALREADY: Final = 40060
_NETWORK: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, RequestsPaused)
_ORIGINAL: Final = "@original"
NOT_HERE: Final = "This does not work in this channel."


async def answer_interaction(context: CallContext, call: Answer) -> None:
    """Answer an interaction of the last 15 minutes, or change its answer."""
    pending = context.interactions.find(call.interaction_id)
    if pending is None:
        what = "This interaction can no longer be answered: it was 15 minutes ago, or before a restart. Use it again."
        raise DiscordFailed("discord_error", what, call.method)
    async with pending.turn:
        if pending.state != "open":
            if pending.told.kind != "choices":  # for which there is but one chance
                await _change_answer(context, pending, call)
        elif pending.told.kind == "choices":
            pending.state = "answered"
            choices = [{"name": name, "value": value} for name, value in call.choices or ()]
            await _respond(context, pending, _CHOICES, {"choices": choices})
        else:
            is_change = pending.told.kind == "button" and call.updates_message
            answered, data = (_CHANGE, _format_change(call)) if is_change else (_SAY, _format_first(call))
            await _respond(context, pending, answered, data)
            pending.state = "answered"


async def defer_in_time(context: CallContext, pending: PendingInteraction) -> None:
    """Defer an interaction after two seconds, unless it was answered before; choices are then none."""
    await context.clock.sleep(DEFER_AFTER_S)
    async with pending.turn:
        if pending.state != "open":
            return
        await _respond_or_log(context, pending, *_DEFERRALS[pending.told.kind])
        pending.state = "deferred"


async def refuse_interaction(context: CallContext, pending: PendingInteraction) -> None:
    """Answer somebody in a channel that is shut."""
    if pending.told.kind == "choices":
        await _respond_or_log(context, pending, _CHOICES, {"choices": []})
    else:
        await _respond_or_log(context, pending, _SAY, {"content": NOT_HERE, "flags": _PRIVATE})


async def _respond_or_log(
    context: CallContext, pending: PendingInteraction, answered: int, data: dict[str, Any]
) -> None:
    try:
        await _respond(context, pending, answered, data)
    except _NETWORK as error:
        _log.info("An interaction of Discord's could not be answered in time (%s).", type(error).__name__)


async def _change_answer(context: CallContext, pending: PendingInteraction, call: Answer) -> None:
    """Change the answer; a deferred button gets a message of its own, unless the button's message is changed."""
    ask = partial(context.rest.ask, webhook_id=context.me.application_id, webhook_token=pending.token)
    is_button = pending.told.kind == "button"
    if is_button and not call.updates_message and pending.state == "deferred":
        sent = await ask("POST", _FOLLOWUPS, body=_format_first(call), params={"wait": "true"})
        pending.followup, pending.state = str(sent["id"]), "followed"
        return
    is_own = is_button and call.updates_message
    # What the new answer does not have is taken off the first one.
    replacement = {"content": "", "embeds": [], **format_message_body(call.content, call.cards)}
    body = _format_change(call) if is_own else replacement
    message_id = pending.followup if pending.followup and not is_own else _ORIGINAL
    await ask("PATCH", _MESSAGE, body=body, message_id=message_id)
    if pending.state == "deferred":
        pending.state = "answered"


async def _respond(context: CallContext, pending: PendingInteraction, answered: int, data: dict[str, Any]) -> None:
    """Send the first answer; that another one was first is no trouble."""
    body = {"type": answered, "data": data} if data else {"type": answered}
    number, token = pending.told.interaction_id, pending.token
    try:
        await context.rest.ask("POST", _CALLBACK, body=body, webhook_id=number, webhook_token=token)
    except discord.HTTPException as error:
        if error.code != _ANSWERED_ALREADY:
            raise


def _format_change(call: Answer) -> dict[str, Any]:
    """Return what a button's message becomes: without the buttons; what the answer does not have stays."""
    return {**format_message_body(call.content, call.cards), "components": [], "allowed_mentions": NOBODY}


def _format_first(call: Answer) -> dict[str, Any]:
    """Return a message of its own, for the person alone or for everybody."""
    flags = (_PRIVATE if call.is_private else 0) | (0 if call.cards else NO_PREVIEWS)
    return {**format_message_body(call.content, call.cards), "flags": flags}
