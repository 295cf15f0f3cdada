"""Answers of a session: kept for a while, so that a call that is asked again is answered again and not done again.

The past: the last events, numbered, so that a brain that was away for a moment gets what it missed.
"""

import hashlib
from collections import deque
from dataclasses import dataclass
from typing import Final

from performer.chats.discord.rpc.protocol import Id, format_envelope, make_event_payload
from performer.chats.discord.wire.values import DiscordEvent

MOST: Final = 2_000


class EventHistory:
    """Keeps the last events as they go over the wire.

    Args:
        most: How many.
    """

    def __init__(self, most: int = MOST) -> None:
        self.last = 0
        """The number of the newest; 0 when there was none."""
        self._kept: deque[str] = deque(maxlen=most)

    def add(self, event: DiscordEvent) -> None:
        """Keep one more, under the next number."""
        self.last += 1
        self._kept.append(format_envelope(str(self.last), event.op, make_event_payload(event)))

    def after(self, seen: int) -> tuple[int, str | None]:
        """Give how many events after a number are not kept any more, and the first that is; None: it was the last."""
        first = self.last - len(self._kept) + 1
        missed = max(first - 1 - seen, 0)
        at = seen + missed - (first - 1)
        return missed, self._kept[at] if at < len(self._kept) else None


MOST_IDS: Final = 10_000
"""Calls of which it is known that they were asked; of older ones nothing is."""
MOST_KEPT: Final = 16 * 1024 * 1024
"""Characters of all kept answers together."""
LONGEST: Final = 64 * 1024
"""Characters of an answer that is kept; a longer one is only kept when its call may not be done again."""


@dataclass
class _Known:
    """A call that was asked."""

    of: bytes
    """What was asked."""
    answer: str | None = None
    """None while it is under way, and when it is not kept any more."""
    is_done: bool = False
    repeats: bool = False


class AnswerCache:
    """Remembers what was asked, and what it came to; within bounds, the oldest goes first."""

    def __init__(self) -> None:
        self._known: dict[Id, _Known] = {}
        self._size = 0

    def begin(self, id_: Id, asked: str, *, repeats: bool) -> bool:
        """Take a call in; false when it is known, under way or done, and is not to be done now."""
        if id_ in self._known:
            return False
        self._known[id_] = _Known(of=_digest(asked), repeats=repeats)
        self._tidy()
        return True

    def is_known(self, id_: Id) -> bool:
        """Tell whether this call was asked before."""
        return id_ in self._known

    def is_other(self, id_: Id, asked: str) -> bool:
        """Tell whether this id was given to another call before."""
        known = self._known.get(id_)
        return known is not None and known.of != _digest(asked)

    def end(self, id_: Id, answer: str) -> None:
        """Keep what a call came to."""
        known = self._known.get(id_)
        if known is None:
            return
        known.is_done = True
        if known.repeats and len(answer) > LONGEST:
            del self._known[id_]  # whoever asks for it again gets it anew
            return
        known.answer = answer
        self._size += len(answer)
        self._tidy()

    def is_under_way(self, id_: Id) -> bool:
        """Tell whether a call is being done."""
        known = self._known.get(id_)
        return known is not None and not known.is_done

    def answer(self, id_: Id) -> str | None:
        """Give what a call came to; None when that is not known, or not any more."""
        known = self._known.get(id_)
        return known.answer if known else None

    def _tidy(self) -> None:
        while len(self._known) > MOST_IDS or self._size > MOST_KEPT:
            is_crowded = len(self._known) > MOST_IDS
            done = (each for each in self._known.items() if each[1].is_done and (each[1].answer or is_crowded))
            oldest = next(done, None)
            if oldest is None:
                return
            self._drop(*oldest)

    def _drop(self, id_: Id, known: _Known) -> None:
        """Forget an answer; the call itself too, if it may be done again or is one too many."""
        self._size -= len(known.answer or "")
        known.answer = None
        if known.repeats or len(self._known) > MOST_IDS:
            del self._known[id_]


def _digest(asked: str) -> bytes:
    return hashlib.blake2b(asked.encode(), digest_size=16).digest()
