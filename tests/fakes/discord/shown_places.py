"""How Discord writes roles, channels and servers as JSON."""

from tests.fakes.discord.ids import time_of, written
from tests.fakes.discord.numbers import THREADS, Kind, Permission
from tests.fakes.discord.shown import member, person
from tests.fakes.discord.values import Body, Channel, Guild, Person, Role


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
    shown |= {
        "position": where.guild.channels.index(where),
        "permission_overwrites": _overwrites(where),
        "topic": where.topic or None,
    }
    shown |= {"nsfw": where.is_nsfw, "rate_limit_per_user": int(where.slow_mode_s)}
    if where.kind in {Kind.VOICE, Kind.STAGE}:
        shown |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    if where.kind == Kind.FORUM:
        shown |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
        shown |= {"default_forum_layout": 0}
    return shown


def _overwrites(where: Channel) -> list[Body]:
    assert where.guild is not None
    denied = {"id": where.guild.id, "type": 0, "allow": "0", "deny": str(int(Permission.SEND_MESSAGES))}
    return [*([denied] if where.is_read_only else []), *where.overwrites]


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
