"""How Discord writes its things as JSON: documented fields, numbers as texts."""

import hashlib
import hmac
from typing import Any
from urllib.parse import quote

from tests.fakes.discord.ids import time_of, written
from tests.fakes.discord.values import (
    THREADS,
    Body,
    Channel,
    Flag,
    Guild,
    Kind,
    Member,
    Person,
    Post,
    Role,
    Upload,
)

_KEY = b"the fake signs its addresses"


def person(who: Person) -> Body:
    shown: Body = {"id": who.id, "username": who.name.lower().replace(" ", "_"), "discriminator": "0", "avatar": None}
    shown |= {"global_name": None if who.is_bot else who.name, "public_flags": 0}
    return shown | ({"bot": True} if who.is_bot else {})


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


def role(which: Role, position: int) -> Body:
    return {
        "id": which.id,
        "name": which.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(which.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel(where: Channel) -> Body:
    shown: Body = {"id": where.id, "type": int(where.kind), "flags": 0}
    shown["last_message_id"] = where.newest_id if where.posts else None
    if where.person is not None:
        return shown | {"recipients": [person(where.person)]}
    assert where.guild is not None
    shown |= {"guild_id": where.guild.id, "name": where.name, "parent_id": where.parent.id if where.parent else None}
    if where.kind in THREADS:
        return shown | _thread(where)
    shown |= {"position": where.guild.channels.index(where), "permission_overwrites": [], "topic": where.topic or None}
    shown |= {"nsfw": where.is_nsfw, "rate_limit_per_user": 0}
    if where.kind in {Kind.VOICE, Kind.STAGE}:
        shown |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    if where.kind == Kind.FORUM:
        shown |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
        shown |= {"default_forum_layout": 0}
    return shown


def _thread(where: Channel) -> Body:
    assert where.guild is not None
    about = {
        "archived": where.is_archived,
        "auto_archive_duration": 1440,
        "archive_timestamp": written(time_of(where.id)),
        "locked": False,
        "create_timestamp": written(time_of(where.id)),
    }
    counts = {"message_count": len(where.posts), "member_count": 1, "total_message_sent": len(where.posts)}
    return {"owner_id": where.guild.owner.id, "rate_limit_per_user": 0, "thread_metadata": about, **counts}


def guild(which: Guild) -> Body:
    """Write a server as REST gives it."""
    return {
        "id": which.id,
        "name": which.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": which.owner.id,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(each, position) for position, each in enumerate(which.roles)],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "max_members": 500_000,
    }


def whole_guild(which: Guild, bot: Person) -> Body:
    """Write a server as the gateway tells it to a bot that has just come."""
    there = [each for each in which.channels if not each.is_hidden]
    return guild(which) | {
        "joined_at": written(time_of(which.id)),
        "large": False,
        "unavailable": False,
        "member_count": len(which.members),
        "members": [member(which.members[bot.id])],
        "channels": [channel(each) for each in there if each.kind not in THREADS],
        "threads": [channel(each) for each in there if each.kind in THREADS and not each.is_archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def signed(path: str, expires_at: float) -> str:
    """Sign an address of the CDN, as Discord does: until when, since when, and by whom."""
    until, since = f"{int(expires_at):x}", f"{int(expires_at) - 86_400:x}"
    return f"ex={until}&is={since}&hm={hmac.new(_KEY, f'{path}{until}{since}'.encode(), hashlib.sha256).hexdigest()}"


def upload(which: Upload, where: Channel, cdn_url: str, *, is_private: bool = False) -> Body:
    folder = "ephemeral-attachments" if is_private else "attachments"
    path = f"/{folder}/{where.id}/{which.id}/{quote(which.filename)}"
    url = f"{cdn_url}{path}?{signed(path, which.expires_at)}&"
    shown: Body = {"id": which.id, "filename": which.filename, "size": len(which.data), "url": url, "proxy_url": url}
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
