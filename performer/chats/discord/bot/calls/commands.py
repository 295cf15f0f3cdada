"""App commands: Discord is told which there are, and only when that has changed."""

import hashlib
import json
from typing import Any, Final

from performer.chats.discord.bot.desk import Desk
from performer.chats.discord.io import DiscordFailed
from performer.chats.discord.wire.calls import Command, Option, SyncCommands

_TYPES: Final = {"text": 3, "whole": 4, "flag": 5, "person": 6, "channel": 7, "role": 8, "number": 10}
_SUBCOMMAND: Final = 1
_CHAT_INPUT: Final = 1
_ON_SERVERS, _WITH_THE_BOT = 0, 1
_BY_SERVERS: Final = 0
_MANAGE_GUILD: Final = 1 << 5


async def sync_commands(desk: Desk, call: SyncCommands) -> bool:
    """Have Discord offer exactly these commands; tell whether anything had to be changed."""
    payload = written(call, with_direct_messages=desk.door.takes_direct_messages)
    name = f"discord.commands.{desk.me.application_id}"
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    if await desk.keeps.kept(name) == digest:
        return False
    path = "/applications/{application_id}/commands"
    await desk.rest.ask("PUT", path, body=payload, application_id=desk.me.application_id)
    await desk.keeps.keep(name, digest)
    return True


def written(call: SyncCommands, *, with_direct_messages: bool) -> list[dict[str, Any]]:
    """Write commands as Discord has them: those of two words are subcommands of their first.

    Raises:
        DiscordFailed: when a word is a command and has subcommands too.
    """
    by_first: dict[str, list[Command]] = {}
    for command in call.commands:
        by_first.setdefault(command.name.split()[0], []).append(command)
    return [_written(name, those, call.method, with_direct_messages) for name, those in by_first.items()]


def _written(name: str, those: list[Command], method: str, with_direct_messages: bool) -> dict[str, Any]:
    is_alone = len(those) == 1 and those[0].name == name
    if not is_alone and any(each.name == name for each in those):
        raise DiscordFailed("bad_arguments", f"The command '{name}' is there twice.", method)
    parts = ", ".join(each.name.partition(" ")[2] for each in those)
    return {
        "type": _CHAT_INPUT,
        "name": name,
        "description": those[0].description if is_alone else parts[:100],
        "options": _options(those[0]) if is_alone else [_subcommand(each) for each in those],
        "default_member_permissions": str(_MANAGE_GUILD) if all(each.for_managers for each in those) else None,
        "contexts": [_ON_SERVERS, _WITH_THE_BOT] if with_direct_messages else [_ON_SERVERS],
        "integration_types": [_BY_SERVERS],
        "nsfw": False,
    }


def _subcommand(command: Command) -> dict[str, Any]:
    return {
        "type": _SUBCOMMAND,
        "name": command.name.partition(" ")[2],
        "description": command.description,
        "options": _options(command),
    }


def _options(command: Command) -> list[dict[str, Any]]:
    """Write options, those that must be given first, as Discord wants them."""
    return [_option(each) for each in sorted(command.options, key=lambda each: not each.is_required)]


def _option(option: Option) -> dict[str, Any]:
    written: dict[str, Any] = {
        "type": _TYPES[option.type],
        "name": option.name,
        "description": option.description,
        "required": option.is_required,
    }
    if option.offers_choices:
        written["autocomplete"] = True
    if option.max_length is not None:
        written["max_length"] = option.max_length
    return written
