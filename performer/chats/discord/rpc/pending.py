"""The calls to a Discord elsewhere that have no answer yet, in the order in which they were made."""

from collections import deque
from collections.abc import Callable
from dataclasses import field
from typing import Any, Final

import anyio

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import Id
from performer.chats.discord.wire.calls import Call
from performer.core.values import dataclass

UNKNOWN: Final = "It was asked, and the Discord elsewhere began anew before it answered; it may have been done."


@dataclass(eq=False)
class PendingCall:
    """One call that has no answer yet."""

    id: str
    call: Call[Any]
    text: str
    """The message that asks for it."""
    was_written: bool = False
    """Whether it may have reached the other side."""
    is_given_up: bool = False
    """Whether nobody waits for it any more."""
    payload: dict[str, Any] | None = None
    failed: DiscordFailed | None = None
    ended: anyio.Event = field(default_factory=anyio.Event)

    @property
    def may_be_done(self) -> bool:
        """Whether sending it again could do it twice."""
        return self.was_written and not self.call.repeats

    def read_value(self) -> Any:
        """Return the call's answer, once it has ended, or raise the failure."""
        if self.failed is not None:
            raise self.failed
        assert self.payload is not None, "it has not ended"
        return protocol.parse_answer(self.call, self.payload)


@dataclass(eq=False)
class PendingCalls:
    """The calls that are under way."""

    _note_end: Callable[[PendingCall], None]
    """Told each call that ends, whatever came of it."""
    pending: dict[str, PendingCall] = field(default_factory=dict, init=False)
    """By their ids, in the order in which they were made."""
    _to_write: deque[PendingCall] = field(default_factory=deque, init=False)
    _more: anyio.Event = field(default_factory=anyio.Event, init=False)

    def add(self, pending: PendingCall) -> None:
        """Add a call, to be written next."""
        self.pending[pending.id] = pending
        self._to_write.append(pending)
        self._more.set()

    def begin_connection(self, *, is_resumed: bool) -> None:
        """Write the unanswered calls on a new connection.

        A call that may not be done twice is written again only in a session that goes on.
        """
        for pending in tuple(self.pending.values()):
            if is_resumed or not pending.was_written:
                continue
            if pending.may_be_done:
                self.fail(pending, DiscordFailed("unknown_outcome", UNKNOWN, pending.call.method))
            pending.was_written = False
        self._to_write = deque(each for each in self.pending.values() if not each.is_given_up)
        self._more.set()

    async def wait_for_next(self) -> PendingCall:
        """Wait for the next call that is to be written; it counts as written from now on."""
        while True:
            while self._to_write:
                pending = self._to_write.popleft()
                if pending.id in self.pending and not pending.is_given_up:
                    pending.was_written = True
                    return pending
            self._more = anyio.Event()
            await self._more.wait()

    def answer(self, id_: Id | None, payload: dict[str, Any]) -> None:
        """End a call by its answer; a second answer changes nothing."""
        pending = self.pending.get(str(id_))
        if pending is not None:
            pending.payload = payload
            self._end(pending)

    def fail(self, pending: PendingCall, failed: DiscordFailed) -> None:
        """End a call by a failure."""
        pending.failed = failed
        self._end(pending)

    def fail_unsendable(self, why: str) -> None:
        """End all calls but those that may have been done and may not be done twice."""
        for pending in tuple(self.pending.values()):
            if not pending.may_be_done:
                self.fail(pending, DiscordFailed("link", why, pending.call.method))

    def give_up(self, pending: PendingCall) -> None:
        """Stop waiting for a call; one that may be done is known until its answer comes."""
        pending.is_given_up = True
        if not pending.may_be_done:
            self._end(pending)

    def _end(self, pending: PendingCall) -> None:
        if self.pending.pop(pending.id, None) is not None:
            pending.ended.set()
            self._note_end(pending)
