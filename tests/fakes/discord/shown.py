"""How Discord writes its things as JSON: documented fields, numbers as texts."""

import hashlib
import hmac
import re
from typing import Any
from urllib.parse import quote

from tests.fakes.discord.ids import time_of, written
from tests.fakes.discord.numbers import Flag
from tests.fakes.discord.upload import Upload
from tests.fakes.discord.values import Body, Channel, Member, Person, Post

_KEY = b"the fake signs its addresses"


def person(who: Person) -> Body:
    shown: Body = {"id": who.id, "avatar": None, "public_flags": 0}
    if who.is_bot:
        return shown | {"username": who.name, "discriminator": "4711", "global_name": None, "bot": True}
    return shown | {"username": _username(who.name), "discriminator": "0", "global_name": who.name}


def _username(name: str) -> str:
    return re.sub(r"[^a-z0-9_.]+", "_", name.lower())


def me(who: Person) -> Body:
    """Write the account of the bot itself, as only it sees it."""
    return {**person(who), "verified": True, "mfa_enabled": False, "flags": 0, "locale": "en-US", "email": None}


def member(who: Member, *, with_person: bool = True) -> Body:
    shown: Body = {
        "nick": who.nick,
        "avatar": None,
        "roles": [each.id for each in who.roles],
        "joined_at": written(time_of(who.person.id)),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    return shown | ({"user": person(who.person)} if with_person else {})


def signed(path: str, expires_at: float) -> str:
    """Sign an address of the CDN, as Discord does: until when, since when, and by whom."""
    until, since = f"{int(expires_at):x}", f"{int(expires_at) - 86_400:x}"
    return f"ex={until}&is={since}&hm={hmac.new(_KEY, f'{path}{until}{since}'.encode(), hashlib.sha256).hexdigest()}"


def upload(which: Upload, where: Channel, cdn_url: str, *, is_private: bool = False) -> Body:
    folder = "ephemeral-attachments" if is_private else "attachments"
    path = f"/{folder}/{where.id}/{which.id}/{quote(which.filename)}"
    url = f"{cdn_url}{path}?{signed(path, which.expires_at)}&"
    shown: Body = {
        "id": which.id,
        "filename": which.filename,
        "size": len(which.data) if which.told_size is None else which.told_size,
        "url": url,
        "proxy_url": url,
    }
    shown |= {"content_type": which.content_type}
    if which.description:
        shown["description"] = which.description
    return shown | ({"width": which.width, "height": which.height} if which.width else {})


def post(which: Post, cdn_url: str, *, with_content: bool = True, with_reply: bool = True) -> Body:
    """Write a message as REST gives it.

    Args:
        which: The message.
        cdn_url: Where its files are.
        with_content: False as for a bot that may not read it.
        with_reply: Whether the message that it answers is written out.
    """
    newest = which.versions[-1]
    shown: Body = {
        "id": which.id,
        "type": _type(which),
        "channel_id": which.channel.id,
        "author": person(which.author),
        "content": newest.content if with_content else "",
        "timestamp": written(time_of(which.id)),
        "edited_timestamp": which.edited,
        "tts": False,
        "mention_everyone": which.pings_everyone,
        "mentions": [person(each) for each in which.mentions],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": which.flags,
    }
    if with_content:
        shown |= _inside(which, cdn_url)
    if which.nonce is not None:
        shown["nonce"] = which.nonce
    if which.is_webhook:
        shown |= {"webhook_id": which.author.id, "application_id": which.author.id}
    if which.interaction is not None:
        shown["interaction_metadata"] = which.interaction
    if which.reply_to is not None:
        shown |= _reply(which.reply_to, cdn_url, with_content=with_content, in_full=with_reply)
    return shown


def _type(which: Post) -> int:
    if which.interaction is not None and which.interaction["type"] == 2:
        return 20
    return 19 if which.reply_to is not None else 0


def _inside(which: Post, cdn_url: str) -> Body:
    embeds: list[Any] = [] if which.flags & Flag.SUPPRESS_EMBEDS else [_embed(each) for each in which.embeds]
    files = [upload(each, which.channel, cdn_url, is_private=which.is_private) for each in which.uploads]
    return {"attachments": files, "embeds": embeds, "components": list(which.components)}


def _embed(which: Body) -> Body:
    return {"type": "rich", "content_scan_version": 0, **which}


def _reply(which: Post, cdn_url: str, *, with_content: bool, in_full: bool) -> Body:
    guild_id = {"guild_id": which.channel.guild.id} if which.channel.guild else {}
    refers = {"type": 0, "channel_id": which.channel.id, "message_id": which.id, **guild_id}
    shown: Body = {"message_reference": refers}
    if in_full:
        gone = which.is_deleted
        shown["referenced_message"] = (
            None if gone else post(which, cdn_url, with_content=with_content, with_reply=False)
        )
    return shown
