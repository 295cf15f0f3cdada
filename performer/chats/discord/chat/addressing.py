"""Addressing: whether a message concerns the performer; and Discord's markdown made readable."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from typing import Final

from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Me, Message, MessageCreated
from performer.core.pattern_file import PatternFile
from performer.core.recent_dict import RecentDict

MOST_READ: Final = 4_000
"""Characters of a message, Discord's own limit for those who pay."""
SPOILER: Final = "(spoiler)"

_PATTERN: Final = PatternFile(__file__).patterns
_BEGIN, _END = "\ue000", "\ue001"
_PLACE: Final = re.compile(f"{_BEGIN}([0-9]+){_END}")
_KINDS: Final = {"@&": "@role", "#": "#channel"}


_MOST_OWN: Final = 500
"""Messages of its own that are recognised in a reply."""
_MOST_NAMES: Final = 20
"""The performer may have another name on each server."""
_LEAST_NAME: Final = 2
"""Letters; a name of one would be heard in every line."""


def make_readable(content: str, names: Mapping[str, str]) -> str:
    """Return what a reader of the channel sees: names for numbers, words for signs, and nothing of a spoiler.

    Line breaks stay; what is beyond MOST_READ characters is left out. `names` has the people whom the text mentions, by
    their numbers.
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(next(group for group in found.groups() if group is not None))
        return f"{_BEGIN}{len(kept) - 1}{_END}"

    text = _PATTERN["kept"].sub(keep, content[:MOST_READ].replace(_BEGIN, "").replace(_END, ""))
    text = _PATTERN["spoiler"].sub(SPOILER, text)
    text = _PATTERN["angles"].sub(r"\1", _PATTERN["link"].sub(r"\1", text))
    text = _PATTERN["single"].sub("", _PATTERN["doubled"].sub("", _PATTERN["heading"].sub("", text)))
    text = _PATTERN["thing"].sub(_name_thing, _PATTERN["time"].sub(_format_time, text))
    text = _PATTERN["mention"].sub(lambda found: "@" + names.get(found[1], "somebody"), text)
    return _PLACE.sub(lambda found: kept[int(found[1])], text).strip()[:MOST_READ]


def _name_thing(found: re.Match[str]) -> str:
    """Return a role or channel as what it is, an emoji and a command by its name."""
    kind, emoji, command = found.groups()
    return _KINDS[kind] if kind else emoji or command


def _format_time(found: re.Match[str]) -> str:
    try:
        return datetime.fromtimestamp(int(found[1]), UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return "some time"


class Addressing(Enum):
    """The ways in which a message concerns the performer."""

    NOT = "not"
    LISTENS = "listens"
    """The performer may answer: somebody wrote where every line is heard."""
    DIRECT = "direct"
    """Somebody speaks to the performer."""


class AddressFilter:
    """Finds out how each message concerns the performer; bots, and the performer itself, never do."""

    def __init__(self, settings: DiscordSettings, monitored: MonitoredChannels) -> None:
        self._settings = settings
        self._monitored = monitored
        self._names: list[str] = []
        """What the performer is called at Discord."""
        self._own: RecentDict[str, None] = RecentDict(_MOST_OWN)
        self._me: Me | None = None

    def set_own_user(self, me: Me) -> None:
        """Set the performer's own account at Discord."""
        self._me = me
        self._learn_name(me.name)

    def is_own(self, message: Message) -> bool:
        """Return whether the performer itself wrote a message."""
        return self._me is not None and message.author.id == self._me.user_id

    def add_own(self, message: Message) -> None:
        """Add a message of the performer's: who replies to it, or uses its name, speaks to the performer."""
        self._learn_name(message.author.name)
        self._own[message.message_id] = None

    def classify(self, created: MessageCreated, text: str) -> Addressing:
        """Return how a message concerns the performer; `text` is the message made readable."""
        message = created.message
        if message.author.bot or self.is_own(message) or self._settings.denies(message.channel_id, created.parent_id):
            return Addressing.NOT
        if message.guild_id is None:
            return Addressing.DIRECT if self._settings.direct_messages else Addressing.NOT
        if self._is_addressed(message):
            return Addressing.DIRECT
        if not self.is_fully_heard(created):
            return Addressing.NOT
        called = _make_words_pattern((*self._settings.keywords, *self._names))
        return Addressing.DIRECT if called and called.search(text) else Addressing.LISTENS

    def is_fully_heard(self, created: MessageCreated) -> bool:
        """Return whether every line of a message's channel is heard; a thread counts as its channel."""
        places = created.message.channel_id, created.parent_id
        return not self._settings.denies(*places) and any(each in self._monitored for each in places)

    def strip_address(self, text: str) -> str:
        """Return a line without the performer's name at its beginning, if something follows."""
        for name in self._names:
            if text.casefold().startswith(f"@{name}".casefold()):
                return text[len(name) + 1 :].lstrip(" ,:\n") or text
        return text

    def _learn_name(self, name: str) -> None:
        if name not in self._names and len(self._names) < _MOST_NAMES:
            self._names.append(name)

    def _is_addressed(self, message: Message) -> bool:
        if message.reply_to is not None and message.reply_to in self._own:
            return True
        return self._me is not None and any(person.id == self._me.user_id for person in message.mentions)


@lru_cache(maxsize=4)
def _make_words_pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return a pattern that finds any of the words, whole, in any case."""
    known = {" ".join(word.split()) for word in words if len(word.strip()) >= _LEAST_NAME}
    if not known:
        return None
    each = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{each})(?!\w)", re.IGNORECASE)
