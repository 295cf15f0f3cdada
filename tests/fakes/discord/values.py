"""What there is in the fake Discord: people, servers, channels, and what was posted there."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.discord.numbers import ALL, Flag, Kind, Permission
from tests.fakes.discord.upload import Upload

Body = dict[str, Any]

MOST_KEPT = 2000
"""Posts that a channel keeps, so that a flood does not fill the memory of whoever measures his own."""


@dataclass(kw_only=True, eq=False)
class Person:
    """Somebody with an account, or a bot."""

    id: str
    name: str
    is_bot: bool = False
    takes_dms: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(kw_only=True, eq=False)
class Role:
    """A role of a server."""

    id: str
    name: str
    permissions: int = 0


@dataclass(kw_only=True, eq=False)
class Member:
    """A person on a server."""

    person: Person
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(kw_only=True, eq=False)
class Guild:
    """A server."""

    id: str
    name: str
    owner: Person
    roles: list[Role] = field(repr=False)
    """The first is @everyone."""
    blocked_words: tuple[str, ...] = ()
    """What its AutoMod lets nobody write."""
    channels: list["Channel"] = field(default_factory=list, repr=False)
    """Threads too."""
    members: dict[str, Member] = field(default_factory=dict, repr=False)

    def permissions(self, person: Person) -> int:
        """Return what somebody may do on it."""
        member = self.members.get(person.id)
        mine = self.roles[0].permissions
        for role in member.roles if member else ():
            mine |= role.permissions
        return ALL if person is self.owner or mine & Permission.ADMINISTRATOR else mine


@dataclass(frozen=True, kw_only=True)
class Version:
    """How a post was, from an instant on."""

    at_s: float
    """Of the monotonic clock."""
    content: str
    embeds: Sequence[Body] = ()
    components: Sequence[Body] = ()


@dataclass(kw_only=True, eq=False)
class Post:
    """A message, with all that was ever in it."""

    id: str
    channel: "Channel"
    author: Person
    versions: list[Version]
    edited: str | None = None
    reply_to: "Post | None" = None
    uploads: list[Upload] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    mentions: list[Person] = field(default_factory=list)
    """Who is pinged by it."""
    pings_everyone: bool = False
    allowed_mentions: Body | None = None
    """As the bot gave them; None when it said nothing of them."""
    reactions: list[str] = field(default_factory=list)
    interaction: Body | None = None
    """What Discord says of the command that it answers."""
    is_webhook: bool = False
    is_deleted: bool = False

    @property
    def content(self) -> str:
        return self.versions[-1].content

    @property
    def embeds(self) -> Sequence[Body]:
        return self.versions[-1].embeds

    @property
    def components(self) -> Sequence[Body]:
        return self.versions[-1].components

    @property
    def texts(self) -> list[str]:
        """All that it has said, the first version first."""
        return [version.content for version in self.versions]

    @property
    def is_silent(self) -> bool:
        return bool(self.flags & Flag.SILENT)

    @property
    def is_private(self) -> bool:
        return bool(self.flags & Flag.EPHEMERAL)

    @property
    def buttons(self) -> list[Body]:
        """The buttons under it, in order."""
        rows = [row.get("components", []) for row in self.components if row.get("type") == 1]
        return [each for row in rows for each in row if each.get("type") == 2]


@dataclass(kw_only=True, eq=False)
class Channel:
    """A place where people write."""

    id: str
    name: str
    kind: Kind = Kind.TEXT
    guild: Guild | None = None
    parent: "Channel | None" = None
    topic: str = ""
    is_nsfw: bool = False
    person: Person | None = None
    """Of direct messages: with whom."""
    is_hidden: bool = False
    """Whether the bot may not see it."""
    is_read_only: bool = False
    """Whether the bot may not write there."""
    slow_mode_s: float = 0.0
    """How long everybody without Bypass Slowmode has to wait between two messages; the bot is without it."""
    free_at_s: float = 0.0
    """Of the monotonic clock: when the bot may write again."""
    is_archived: bool = False
    overwrites: list[Body] = field(default_factory=list, repr=False)
    """Exceptions to what roles may do; shown, while `is_read_only` and `is_hidden` are kept to."""
    posts: dict[str, Post] = field(default_factory=dict, repr=False)
    newest_id: str = "0"

    def put(self, post: Post) -> None:
        """Take a post; the one that came first is forgotten when there are too many."""
        is_past = int(post.id) < int(self.newest_id)
        self.posts[post.id] = post
        if len(self.posts) > MOST_KEPT:
            del self.posts[next(iter(self.posts))]
        if is_past:
            self.posts = dict(sorted(self.posts.items(), key=lambda each: int(each[0])))
        else:
            self.newest_id = post.id

    def in_order(self) -> list[Post]:
        """Return what stands there, the oldest first."""
        return [post for post in self.posts.values() if not post.is_deleted]
