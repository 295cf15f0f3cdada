"""The chat lines that wait: gathered, a channel a cue, so that one turn answers one conversation.

A fair choice among the lines of a crowd: everybody gets one in before anybody gets a second.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import KW_ONLY, replace
from typing import Final

from performer.core.cues import ChatCue, ChatLine
from performer.core.values import dataclass


def choose_fairly(lines: Sequence[ChatLine], most: int) -> list[ChatLine]:
    """Choose at most so many lines, and give them in the order in which they came.

    Everybody's first choice is the newest line that speaks to the performer, or else the newest. Where there are more
    people than lines to be chosen, those go first who spoke to the performer, then those who wrote last.
    """
    if len(lines) <= most:
        return list(lines)
    rank_of = _ranks(lines)
    chosen = sorted(range(len(lines)), key=rank_of.__getitem__)[:most]
    return [lines[place] for place in sorted(chosen)]


def _ranks(lines: Sequence[ChatLine]) -> dict[int, tuple[int, bool, int]]:
    """Return each line by its place its round, whether it speaks to nobody special, and how many came after it."""
    rounds: dict[str, int] = {}
    ranks: dict[int, tuple[int, bool, int]] = {}
    for place in sorted(range(len(lines)), key=lambda place: (not lines[place].direct, -place)):
        line = lines[place]
        who = line.author_id or line.author
        ranks[place] = rounds.get(who, 0), not line.direct, -place
        rounds[who] = rounds.get(who, 0) + 1
    return ranks


MOST_LINES: Final = 20
"""About a screenful of a channel: more lines than that nobody could answer in one turn."""
MOST_CHANNELS: Final = 8

DropLines = Callable[[str, tuple[ChatLine, ...], int], None]
"""Says why lines will never become a turn: the reason, the lines as far as they are still known, and how many."""


@dataclass(eq=False)
class ChatLines:
    """Keeps the newest lines of the newest channels; of a crowded one a fair choice of its people."""

    drop: DropLines
    """Told of all lines that leave otherwise than by `take`."""
    _: KW_ONLY
    direct_age_s: float = math.inf
    age_s: float = math.inf

    def __post_init__(self) -> None:
        self._channels: dict[str, list[ChatLine]] = {}
        self._crowded_out = 0

    def put(self, cue: ChatCue) -> None:
        """Add lines; where there is no room, one goes of whoever wrote most, or the channel that is quiet longest.

        Lines that were crowded out are told of by `tell_crowded`: a flood of them must not become a flood of events.
        """
        for line in cue.lines:
            waiting = [*self._channels.pop(line.channel, []), line]
            self._channels[line.channel] = choose_fairly(waiting, MOST_LINES)
            self._crowded_out += len(waiting) - len(self._channels[line.channel])
        while len(self._channels) > MOST_CHANNELS:
            quietest = next(iter(self._channels))
            self._let_go(quietest, self._channels[quietest], f"{MOST_CHANNELS} newer channels are waiting")

    def joins(self, cue: ChatCue) -> bool:
        """Whether a cue only adds to what waits in its channels, and nothing of it speaks to the performer.

        No turn comes sooner of such lines.
        """
        return all(not line.direct and line.channel in self._channels for line in cue.lines)

    def waiting(self) -> list[ChatCue]:
        """List the channels' lines, each as a cue, in the order in which their oldest lines came."""
        gathered = [ChatCue(lines=tuple(lines)) for lines in self._channels.values()]
        return sorted(gathered, key=lambda cue: cue.at_s)

    def take(self, cue: ChatCue) -> None:
        """Remove a channel's lines."""
        del self._channels[cue.lines[0].channel]
        self.publish_crowded()

    def forget(self, channel: str, messages: Collection[str]) -> None:
        """Drop lines that their authors took back; what they said is told to nobody."""
        lines = self._channels.get(channel, [])
        kept = [line for line in lines if not line.message or line.message not in messages]
        if len(kept) < len(lines):
            self._keep(channel, kept)
            self.drop("taken back by its author", (), len(lines) - len(kept))

    def reword(self, channel: str, message: str, text: str) -> None:
        """Replace the text of a line that waits by what its author made of it."""
        for place, line in enumerate(self._channels.get(channel, ())):
            if message and line.message == message:
                self._channels[channel][place] = replace(line, text=text)

    def expires_s(self) -> float:
        """Return the instant at which the first line has waited for too long; inf: none will."""
        return min((self._expires_s(line) for lines in self._channels.values() for line in lines), default=math.inf)

    def drop_expired(self, now_s: float) -> None:
        """Drop lines that have waited for too long."""
        for channel, lines in tuple(self._channels.items()):
            old = [line for line in lines if self._expires_s(line) <= now_s]
            for direct, age_s in ((True, self.direct_age_s), (False, self.age_s)):
                self._let_go(
                    channel, [line for line in old if line.direct is direct], f"waited longer than {age_s:g} s"
                )
            if old:
                self.publish_crowded()

    def clear(self, reason: str) -> None:
        """Remove all of them."""
        for channel, lines in tuple(self._channels.items()):
            self._let_go(channel, lines, reason)
        self.publish_crowded()

    def publish_crowded(self) -> None:
        """State how many lines gave way since the last time."""
        if self._crowded_out:
            count, self._crowded_out = self._crowded_out, 0
            self.drop(f"{count} older line{'s' if count > 1 else ''} gave way to newer ones", (), count)

    def _expires_s(self, line: ChatLine) -> float:
        return line.at_s + (self.direct_age_s if line.direct else self.age_s)

    def _let_go(self, channel: str, lines: list[ChatLine], reason: str) -> None:
        if not lines:
            return
        gone = {id(line) for line in lines}
        self._keep(channel, [line for line in self._channels[channel] if id(line) not in gone])
        self.drop(reason, tuple(lines), len(lines))

    def _keep(self, channel: str, lines: list[ChatLine]) -> None:
        """Replace the lines that wait in a channel."""
        if lines:
            self._channels[channel] = lines
        else:
            del self._channels[channel]
