"""All that is in the fake Discord, and what happens there: every change is told to the bots that want to know."""

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from tests.fakes.discord import shown, shown_places
from tests.fakes.discord.ids import Ids, written
from tests.fakes.discord.numbers import NOTHING, ORDINARY, THREADS, Intent, Kind
from tests.fakes.discord.upload import Upload
from tests.fakes.discord.values import Body, Channel, Guild, Member, Person, Post, Role, Version

_MENTION = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_MOST_NOTED = 5000
_MOST_NONCES = 1000


class Telling(Protocol):
    """How bots are told of an event."""

    def __call__(self, event: str, data: Any, *, needs: Intent = ..., bare: Any = ...) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The bot was shown typing."""

    channel: Channel
    at_s: float


class World:
    """People, servers, channels and posts, by their numbers."""

    def __init__(self, token: str) -> None:
        self.ids = Ids()
        self.token = token
        self.cdn_url = ""
        self.bot = Person(id=self.ids.next(), name="Performer", is_bot=True)
        self.owner = Person(id=self.ids.next(), name="Streamer")
        self.people: dict[str, Person] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: list[Guild] = []
        self.channels: dict[str, Channel] = {}
        self.typing: deque[Typed] = deque(maxlen=_MOST_NOTED)
        self._nonces: dict[tuple[str, str], Post] = {}
        self.tell: Telling = _tells_nobody
        self.sees_content: Callable[[], bool] = lambda: True
        """Whether the portal lets the bot read what is not addressed to it."""

    def add_person(self, name: str, *, is_bot: bool = False) -> Person:
        who = Person(id=self.ids.next(), name=name, is_bot=is_bot)
        self.people[who.id] = who
        return who

    def add_guild(self, name: str, *, owner: Person | None = None) -> Guild:
        number = self.ids.next()
        everyone = Role(id=number, name="@everyone", permissions=int(ORDINARY))
        guild = Guild(id=number, name=name, owner=owner or self.owner, roles=[everyone])
        for each in (guild.owner, self.bot):
            guild.members[each.id] = Member(person=each)
        self.guilds.append(guild)
        self.tell("GUILD_CREATE", shown_places.whole_guild(guild, self.bot), needs=Intent.GUILDS)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0) -> Role:
        role = Role(id=self.ids.next(), name=name, permissions=permissions)
        guild.roles.append(role)
        told = {"guild_id": guild.id, "role": shown_places.role(role, len(guild.roles) - 1)}
        self.tell("GUILD_ROLE_CREATE", told, needs=Intent.GUILDS)
        return role

    def join(self, guild: Guild, who: Person, roles: Sequence[Role] = (), nick: str | None = None) -> Member:
        member = Member(person=who, roles=list(roles), nick=nick)
        guild.members[who.id] = member
        told = {**shown.member(member), "guild_id": guild.id}
        self.tell("GUILD_MEMBER_ADD", told, needs=Intent.MEMBERS)
        return member

    def add_channel(self, channel: Channel) -> Channel:
        """Put up a channel that was made by hand."""
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels.append(channel)
            self._tell_about(channel, "CREATE")
        return channel

    def dm(self, who: Person) -> Channel:
        """Find the channel of direct messages with a person, or open it."""
        for channel in self.channels.values():
            if channel.person is who:
                return channel
        return self.add_channel(Channel(id=self.ids.next(), name="", kind=Kind.DM, person=who))

    def drop_channel(self, channel: Channel) -> None:
        """Take a channel away."""
        del self.channels[channel.id]
        if channel.guild is not None:
            self._tell_about(channel, "DELETE")
            channel.guild.channels.remove(channel)

    def rename(self, channel: Channel, name: str) -> None:
        """Give a channel another name."""
        channel.name = name
        self._tell_about(channel, "UPDATE")

    def drop_guild(self, guild: Guild) -> None:
        """Take a server away from the bot."""
        self.guilds.remove(guild)
        for channel in guild.channels:
            del self.channels[channel.id]
        self.tell("GUILD_DELETE", {"id": guild.id}, needs=Intent.GUILDS)

    def _tell_about(self, channel: Channel, what: str) -> None:
        if channel.is_hidden:
            return
        is_thread = channel.kind in THREADS
        told = shown_places.channel(channel) | ({"newly_created": True} if is_thread and what == "CREATE" else {})
        self.tell(f"THREAD_{what}" if is_thread else f"CHANNEL_{what}", told, needs=Intent.GUILDS)

    def post(
        self,
        channel: Channel,
        author: Person,
        content: str,
        *,
        reply_to: Post | None = None,
        uploads: Sequence[Upload] = (),
        embeds: Sequence[Body] = (),
        components: Sequence[Body] = (),
        flags: int = 0,
        allowed: Body | None = None,
        nonce: str | None = None,
        ago_s: float = 0.0,
        **more: Any,
    ) -> Post:
        """Put a message into a channel and tell of it; `more` are further fields of a Post."""
        number = self.ids.next(ago_s=ago_s)
        version = Version(at_s=time.monotonic(), content=content, embeds=embeds, components=components)
        post = Post(
            id=number,
            channel=channel,
            author=author,
            versions=[version],
            reply_to=reply_to,
            uploads=list(uploads),
            flags=flags,
            nonce=nonce,
            mentions=self._pinged(content, reply_to, allowed),
            pings_everyone=bool(_EVERYONE.search(content)) and _allows(allowed, "everyone"),
            allowed_mentions=allowed,
            **more,
        )
        if not post.is_private:
            channel.put(post)
        if nonce is not None:
            self._nonces[channel.id, nonce] = post
            if len(self._nonces) > _MOST_NONCES:
                del self._nonces[next(iter(self._nonces))]
        if not ago_s:
            self._tell_of("MESSAGE_CREATE", post)
        return post

    def posted_with(self, channel: Channel, nonce: str) -> Post | None:
        """Find what the bot has posted with a nonce, if that is not long ago."""
        return self._nonces.get((channel.id, nonce))

    def edit(self, post: Post, *, is_silent: bool = False, **changed: Any) -> None:
        """Change a message and tell of it.

        Args:
            post: Which.
            is_silent: Whether it does not count as edited, as when Discord itself adds the preview of a link.
            changed: Fields of a Version.
        """
        post.versions.append(replace(post.versions[-1], at_s=time.monotonic(), **changed))
        if not is_silent:
            post.edited = written(datetime.now(UTC))
        self._tell_of("MESSAGE_UPDATE", post)

    def delete(self, posts: Sequence[Post]) -> None:
        """Take messages away and tell of it: one by one, or of several of a channel at once."""
        for post in posts:
            post.is_deleted = True
        channel = posts[0].channel
        where: Body = {"channel_id": channel.id} | ({"guild_id": channel.guild.id} if channel.guild else {})
        if len(posts) == 1:
            self._tell_in(channel, "MESSAGE_DELETE", {"id": posts[0].id, **where})
        else:
            self._tell_in(channel, "MESSAGE_DELETE_BULK", {"ids": [post.id for post in posts], **where})

    def type_in(self, channel: Channel, who: Person) -> None:
        """Have somebody be seen typing."""
        told: Body = {"channel_id": channel.id, "user_id": who.id, "timestamp": int(time.time())}
        if channel.guild is not None:
            told |= {"guild_id": channel.guild.id, "member": shown.member(channel.guild.members[who.id])}
        needs = Intent.GUILD_TYPING if channel.guild else Intent.DIRECT_TYPING
        self.tell("TYPING_START", told, needs=needs)

    def is_open(self, post: Post) -> bool:
        """Return whether a bot may read a message even without the intent for content."""
        is_own = post.author is self.bot
        return is_own or post.channel.guild is None or self.bot in post.mentions

    def _pinged(self, content: str, reply_to: Post | None, allowed: Body | None) -> list[Person]:
        named = [self.people[each] for each in _MENTION.findall(content) if each in self.people]
        if not _allows(allowed, "users"):
            named = [each for each in named if each.id in (allowed or {}).get("users", ())]
        if reply_to is not None and (allowed is None or allowed.get("replied_user", False)):
            named.append(reply_to.author)
        return list(dict.fromkeys(named))

    def _tell_of(self, event: str, post: Post) -> None:
        channel = post.channel
        if post.is_private:
            return
        more = self._around(post)
        full = shown.post(post, self.cdn_url) | more
        bare = None if self.is_open(post) else shown.post(post, self.cdn_url, with_content=False) | more
        self._tell_in(channel, event, full, bare)

    def _around(self, post: Post) -> Body:
        """Write what the gateway tells of a message besides itself: where, and who its people are there."""
        channel = post.channel
        more: Body = {"channel_type": int(channel.kind)}
        if channel.guild is None:
            return more
        members = channel.guild.members
        people = {each.id for each in (post.author, *post.mentions)}
        there = {each: shown.member(members[each], with_person=False) for each in people if each in members}
        named = [
            shown.person(each) | ({"member": there[each.id]} if each.id in there else {}) for each in post.mentions
        ]
        more |= {"guild_id": channel.guild.id, "mentions": named}
        return more | ({"member": there[post.author.id]} if post.author.id in there else {})

    def _tell_in(self, channel: Channel, event: str, data: Body, bare: Body | None = None) -> None:
        if channel.is_hidden:
            return
        self.tell(event, data, needs=Intent.GUILD_MESSAGES if channel.guild else Intent.DIRECT_MESSAGES, bare=bare)


def _allows(allowed: Body | None, what: str) -> bool:
    return allowed is None or what in allowed.get("parse", ())


def _tells_nobody(event: str, data: Any, *, needs: Intent = NOTHING, bare: Any = None) -> None:
    del event, data, needs, bare
