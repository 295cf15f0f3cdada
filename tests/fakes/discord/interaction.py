"""Somebody uses a command, presses a button or types an option: what is told, and what came of it."""

import secrets
import time
from dataclasses import dataclass, field

from tests.fakes.discord import shown, shown_places
from tests.fakes.discord.numbers import ALL
from tests.fakes.discord.values import Body, Channel, Person, Post

ANSWER_S = 3.0
"""How long a bot has for its first answer."""
TOKEN_S = 15 * 60.0
"""How long it may go on answering."""

COMMAND, BUTTON, CHOICES = 2, 3, 4


@dataclass(kw_only=True, eq=False)
class Use:
    """An interaction, seen by the person."""

    id: str
    type: int
    person: Person
    channel: Channel
    data: Body
    message: Post | None = None
    """Of a button: what it stands under."""
    token: str = field(default_factory=lambda: "aW50ZXJhY3Rpb246" + secrets.token_urlsafe(48), repr=False)
    at_s: float = field(default_factory=time.monotonic)
    """When it was, of the monotonic clock."""
    callbacks: list[Body] = field(default_factory=list)
    """What the bot answered first: one, unless it tried again."""
    answered_after_s: float | None = None
    """When it did so; None before."""
    is_loading: bool = False
    """Whether the person sees that the bot is thinking."""
    original: Post | None = None
    """The answer as it stands; None before there is one."""
    follow_ups: list[Post] = field(default_factory=list)
    choices: list[Body] | None = None
    """What was offered for the option that is typed; None before."""
    is_expired: bool = False

    @property
    def is_private(self) -> bool:
        """Whether only the person sees the answer."""
        flags = int((self.callbacks[0].get("data") or {}).get("flags") or 0) if self.callbacks else 0
        return bool(flags & 64)

    @property
    def is_too_late(self) -> bool:
        """Whether the time for a first answer has passed without one."""
        return self.answered_after_s is None and time.monotonic() - self.at_s > ANSWER_S

    @property
    def is_over(self) -> bool:
        """Whether its token is good no more."""
        return self.is_expired or time.monotonic() - self.at_s > TOKEN_S

    @property
    def answers(self) -> list[Post]:
        """All that the person was shown, in order."""
        first = [self.original] if self.original is not None and self.original is not self.message else []
        return [*first, *self.follow_ups]

    @property
    def text(self) -> str:
        """The words of the newest answer; empty before there is one."""
        return self.answers[-1].content if self.answers else ""

    def expire(self) -> None:
        """Have its 15 minutes be over."""
        self.is_expired = True


def told(use: Use, bot: Person, cdn_url: str) -> Body:
    """Write an interaction as the gateway tells it."""
    channel, guild = use.channel, use.channel.guild
    body: Body = {
        "id": use.id,
        "application_id": bot.id,
        "type": use.type,
        "data": use.data,
        "token": use.token,
        "version": 1,
        "channel_id": channel.id,
        "channel": {**shown_places.channel(channel), "permissions": str(ALL)},
        "locale": "en-US",
        "app_permissions": str(guild.permissions(bot) if guild else ALL),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": guild.id if guild else "0"},
        "context": 0 if guild else 1,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if use.message is not None:
        body["message"] = shown.post(use.message, cdn_url)
    if guild is None:
        return body | {"user": shown.person(use.person)}
    member = shown.member(guild.members[use.person.id])
    about = {"id": guild.id, "locale": "en-US", "features": []}
    more = {"guild_id": guild.id, "guild": about, "guild_locale": "en-US"}
    return body | more | {"member": {**member, "permissions": str(guild.permissions(use.person))}}


def metadata(use: Use) -> Body:
    """Write what a message says of the interaction that it answers."""
    about: Body = {"id": use.id, "type": use.type, "user": shown.person(use.person)}
    about["authorizing_integration_owners"] = {}
    if use.type == COMMAND:
        about |= {"name": use.data["name"], "command_type": 1}
    if use.message is not None:
        about["interacted_message_id"] = use.message.id
    return about
