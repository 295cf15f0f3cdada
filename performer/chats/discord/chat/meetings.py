"""Meetings: in which channels it is known what was said before, and what has to wait in the others until it is."""

from collections import OrderedDict
from typing import Final

from performer.chats.discord.wire.happenings import MessageCreated, MessageDeleted, MessageEdited
from performer.clock import Clock

TALK_S: Final = 3600.0
"""Where not every line is heard, a conversation is over after so long without a word to the performer."""
_MOST_MET: Final = 500
_MOST_HELD: Final = 200
"""Of a channel that is being met: a flood does not wait."""

Written = MessageCreated | MessageEdited | MessageDeleted


class Meetings:
    """Keeps which channels are met; a channel that is being met has what happens in it held back, in order."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._met: OrderedDict[str, float] = OrderedDict()
        """When each was last spoken in to the performer, or met."""
        self._held: dict[str, list[Written]] = {}

    def is_met(self, channel_id: str, *, hears_all: bool) -> bool:
        """Tell whether nothing of late was missed in a channel.

        Args:
            channel_id: Which one.
            hears_all: Whether every line of it is heard, or conversations with the performer alone.
        """
        return channel_id in self._met if hears_all else self.is_in_talk(channel_id)

    def is_in_talk(self, channel_id: str) -> bool:
        """Tell whether somebody has spoken to the performer in a channel of late."""
        return self._clock.now() - self._met.get(channel_id, -TALK_S) < TALK_S

    def talk(self, channel_id: str) -> None:
        """Take in that a channel is met, and that somebody speaks to the performer in it."""
        self._met[channel_id] = self._clock.now()
        self._met.move_to_end(channel_id)
        while len(self._met) > _MOST_MET:
            self._met.popitem(last=False)

    def begin(self, channel_id: str) -> bool:
        """Hold back from now on what happens in a channel; False when that is so already."""
        if channel_id in self._held:
            return False
        self._held[channel_id] = []
        return True

    def holds(self, happening: Written) -> bool:
        """Take in what happens, should its channel be one that is being met; tells whether it is."""
        held = self._held.get(_channel_id(happening))
        if held is None or len(held) >= _MOST_HELD:
            return False
        held.append(happening)
        return True

    def end(self, channel_id: str) -> list[Written]:
        """Take in that a channel is met now; gives what was held back."""
        self.talk(channel_id)
        return self._held.pop(channel_id)

    def lose_touch(self) -> None:
        """Take in that something may have been missed anywhere."""
        self._met.clear()


def _channel_id(happening: Written) -> str:
    match happening:
        case MessageDeleted(channel_id=channel_id):
            return channel_id
        case _:
            return happening.message.channel_id
