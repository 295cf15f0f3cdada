"""The ear: tells of each message whether the performer listens to it, and whether it is spoken to itself."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from enum import Enum
from typing import Final

from performer.chats.discord.monitored import Monitored
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.happenings import MessageCreated
from performer.chats.discord.wire.values import Me, Message

_MOST_OWN: Final = 500
"""Messages of its own that it knows again in a reply."""
_MOST_NAMES: Final = 20
"""It may have another on each server."""
_LEAST_NAME: Final = 2
"""Letters; a name of one would be heard in every line."""


class Heed(Enum):
    """How a message concerns the performer."""

    NOT = "not"
    LISTENS = "listens"
    """It may answer: somebody wrote where every line is heard."""
    DIRECT = "direct"
    """It is spoken to."""


class Ear:
    """Hears monitored channels and their threads, and whoever speaks to it anywhere; never bots, and never itself.

    Args:
        settings: Where it listens, and for which words.
        monitored: The channels whose every line is heard.
        names: What it is called beside its name at Discord.
    """

    def __init__(self, settings: DiscordSettings, monitored: Monitored, names: Iterable[str] = ()) -> None:
        self._settings = settings
        self._denied = frozenset(settings.denied_channels)
        self._monitored = monitored
        self._names = list(names)
        self._own: OrderedDict[str, None] = OrderedDict()
        self._me: Me | None = None
        self._called = _any_of([*settings.keywords, *self._names])

    def become(self, me: Me) -> None:
        """Take in who it is at Discord."""
        self._me = me
        self._learn_name(me.name)

    def is_own(self, message: Message) -> bool:
        """Tell whether the performer itself wrote it."""
        return self._me is not None and message.author.id == self._me.user_id

    def wrote(self, message: Message) -> None:
        """Take in a message of its own: whoever replies to it, or calls it as it is shown there, speaks to it."""
        self._learn_name(message.author.name)
        self._own[message.message_id] = None
        while len(self._own) > _MOST_OWN:
            self._own.popitem(last=False)

    def heed(self, created: MessageCreated, text: str) -> Heed:
        """Tell how a message concerns it.

        Args:
            created: The message.
            text: What it says, made readable.
        """
        message = created.message
        if message.author.bot or self.is_own(message) or self._is_denied(created):
            return Heed.NOT
        if message.guild_id is None:
            return Heed.DIRECT if self._settings.direct_messages else Heed.NOT
        if self._is_addressed(message):
            return Heed.DIRECT
        if not self.hears_all(created):
            return Heed.NOT
        return Heed.DIRECT if self._called and self._called.search(text) else Heed.LISTENS

    def hears_all(self, created: MessageCreated) -> bool:
        """Tell whether every line of its channel is heard: a thread's when its channel's are."""
        places = created.message.channel_id, created.parent_id
        return not self._is_denied(created) and any(each in self._monitored for each in places)

    def unaddressed(self, text: str) -> str:
        """Leave out whom a line calls at its beginning, when that is the performer and something follows."""
        for name in self._names:
            if text.casefold().startswith(f"@{name}".casefold()):
                return text[len(name) + 1 :].lstrip(" ,:\n") or text
        return text

    def _learn_name(self, name: str) -> None:
        if name not in self._names and len(self._names) < _MOST_NAMES:
            self._names.append(name)
            self._called = _any_of([*self._settings.keywords, *self._names])

    def _is_denied(self, created: MessageCreated) -> bool:
        return created.message.channel_id in self._denied or created.parent_id in self._denied

    def _is_addressed(self, message: Message) -> bool:
        if message.reply_to is not None and message.reply_to in self._own:
            return True
        return self._me is not None and any(person.id == self._me.user_id for person in message.mentions)


def _any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """Make a pattern that finds any of the words, whole, in any case."""
    known = {" ".join(word.split()) for word in words if len(word.strip()) >= _LEAST_NAME}
    if not known:
        return None
    each = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{each})(?!\w)", re.IGNORECASE)
