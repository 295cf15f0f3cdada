"""The outbox of one channel: its messages, written one after the other, as fast as Discord takes them.

Whoever puts a message in never waits. A message that changes several times while others are written is written once, as
it is wanted last. When too much waits, small messages become one, then the oldest are dropped, and counted.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskGroup

from performer.chats.discord.escape import count_utf16
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.mirror.message import MOST, MirrorMessage, Written
from performer.core.clock import Clock
from performer.core.process.backoff import generate_delays_s

_log = logging.getLogger(__name__)

GAP_S: Final = 1.2
"""Between two changes in a channel, and between two writings of a message: Discord takes five in five seconds."""
_MOST_WAITING: Final = 16
_MOST_FAILURES: Final = 2
_MOST_TROUBLES: Final = 8
_WORTH_S: Final = 120.0
"""How long a message waits for a channel in slow mode; later, nobody knows any more what it was about."""
_AGAIN_S: Final = (1.0, 30.0)
"""The first and the longest pause before something is tried again."""


@dataclass(eq=False)
class Outbox:
    """Writes to one channel, one call at a time, in a task while there is something to be written."""

    _clock: Clock
    _io: DiscordIO
    channel: str
    """The channel's number."""
    _told: Callable[[int], str]
    """Returns the line that says how many lines were dropped; empty: nothing can be said."""
    _find_tasks: Callable[[], TaskGroup | None]
    """Returns where tasks run now, if anywhere."""
    dropped: int = field(default=0, init=False)
    """Dropped lines of which nobody there has been told yet."""
    _waiting: list[MirrorMessage] = field(default_factory=list, init=False)
    """Messages that are not sent yet, the oldest first."""
    _changed: list[MirrorMessage] = field(default_factory=list, init=False)
    _edited_s: float = field(default=-GAP_S, init=False)
    _again_s: float = field(default=0.0, init=False)
    """Before this instant nothing is tried, for the last try failed."""
    _shut_until_s: float = field(default=0.0, init=False)
    """Before this instant the channel takes no message: it is in slow mode, or has had too many."""
    _delays: Iterator[float] = field(default_factory=partial(generate_delays_s, *_AGAIN_S), init=False)
    _is_last_call: bool = field(default=False, init=False)
    _telling: int = field(default=0, init=False)
    """The number of dropped lines of which the message tells that is being sent."""
    _troubles: set[str] = field(default_factory=set, init=False)
    _wake: anyio.Event = field(default_factory=anyio.Event, init=False)
    _done: anyio.Event | None = field(default=None, init=False)
    """Set when its task ends; None while it has none."""

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is to be written, or being written."""
        return self._is_empty and self._done is None

    def put(self, post: MirrorMessage) -> None:
        """Send a message after those that wait."""
        post.due_s = max(post.due_s, self._clock.now())
        self._waiting.append(post)
        self._make_room()
        self._drop_stale()
        self.start()

    def update(self, post: MirrorMessage) -> None:
        """Write a message again that is wanted otherwise than before, or is due now."""
        if post.is_changed and post not in self._changed:
            self._changed.append(post)
        self.start()

    def withdraw(self, post: MirrorMessage) -> None:
        """Remove a message that has not been sent."""
        if post in self._waiting:
            self._waiting.remove(post)
            post.state = "lost"

    def try_again(self) -> None:
        """Go on at once: the link is up."""
        self._again_s = 0.0
        self._wake.set()

    def start(self) -> None:
        """Write what there is, in the task that goes on already, or in one that ends when nothing is left."""
        self._wake.set()
        tasks = self._find_tasks()
        if tasks and self._done is None and not self._is_empty:
            self._done = anyio.Event()
            tasks.start_soon(self._run, self._done)

    async def finish(self) -> None:
        """Write the rest without pauses, and drop it where that fails: the show is over."""
        self._is_last_call = True
        self._wake.set()
        if self._done:
            await self._done.wait()

    @property
    def _is_empty(self) -> bool:
        return not self._waiting and not self._changed

    async def _run(self, done: anyio.Event) -> None:
        try:
            while not self._is_empty:
                self._wake = anyio.Event()
                if self._shut_until_s:
                    self._waiting = _join(self._waiting)
                post = min((*self._changed, *self._waiting), key=self._find_due_s)
                left_s = self._find_due_s(post) - self._clock.now()
                if left_s <= 0:
                    await self._write(post)
                else:
                    with self._clock.move_on_after(left_s):
                        await self._wake.wait()
        finally:
            self._done = None
            done.set()

    def _find_due_s(self, post: MirrorMessage) -> float:
        if self._is_last_call:
            return self._clock.now()
        if post.state == "waiting":
            return max(post.due_s, self._again_s, self._shut_until_s)
        return max(max(post.written_s, self._edited_s) + GAP_S, self._again_s)

    async def _write(self, post: MirrorMessage) -> None:
        """Send a message, or change it to what is wanted now."""
        before, post.written = post.written, (post.text, post.cards)
        try:
            await (self._send(post) if post.state == "waiting" else self._edit(post, before))
        except DiscordFailed as failure:
            self._handle_failure(post, failure, before)
        else:
            post.failures = 0
            self._delays = generate_delays_s(*_AGAIN_S)
        post.written_s = self._clock.now()
        self.update(post)

    async def _send(self, post: MirrorMessage) -> None:
        self._waiting.remove(post)
        self._telling = self.dropped if post.text else 0
        post.above = self._told(self._telling) if self._telling else ""
        message = await self._io.call(post.send(self.channel))
        self.dropped -= self._telling
        post.id, post.state = message.message_id, "there"

    async def _edit(self, post: MirrorMessage, before: Written) -> None:
        self._changed.remove(post)
        self._edited_s = self._clock.now()
        await self._io.call(post.edit(self.channel, before))

    def _handle_failure(self, post: MirrorMessage, failure: DiscordFailed, before: Written) -> None:
        """Keep what may be written later; drop the rest, and never send twice what may have been sent."""
        is_too_soon = failure.about == "moment" and post.state == "waiting" and not self._is_last_call
        if failure.kind != "link" and not is_too_soon:
            post.failures += 1
        if post.state == "waiting" and failure.kind == "unknown_outcome":
            self._go_on_after(post)
        elif is_too_soon:
            post.written = before
            self._wait_with(post, failure)
        elif self._is_for_later(post, failure):
            post.written = before
            if post.state == "waiting":
                self._waiting.insert(0, post)
                self._make_room()
        else:
            self._give_up(post, failure)

    def _is_for_later(self, post: MirrorMessage, failure: DiscordFailed) -> bool:
        if self._is_last_call:
            return False
        if failure.kind in {"link", "deadline"}:
            self._again_s = self._clock.now() + next(self._delays)
            return failure.kind == "link" or post.failures < _MOST_FAILURES
        # What is refused once is refused again, but for a change: a limit may have stopped it, and it is the newest.
        return post.state == "there" and post.failures < _MOST_FAILURES

    def _wait_with(self, post: MirrorMessage, failure: DiscordFailed) -> None:
        """Wait with all messages until the channel takes one; they go out together from then on."""
        self._shut_until_s = self._clock.now() + failure.again_in_s
        self._waiting.insert(0, post)
        if self._drop_stale():
            self._log_once("slow mode", failure)

    def _drop_stale(self) -> bool:
        """Drop what nobody would understand any more by the time the channel takes it; return whether anything was."""
        stale = [post for post in self._waiting if self._shut_until_s - post.due_s > _WORTH_S]
        for post in stale:
            self._waiting.remove(post)
            self._drop(post, is_counted=bool(post.text))
        return bool(stale)

    def _give_up(self, post: MirrorMessage, failure: DiscordFailed) -> None:
        if post.state == "waiting":
            self._drop(post, is_counted=bool(post.text))
        else:
            post.state = "gone"
        self._log_once(str(failure), failure)

    def _log_once(self, what: str, failure: DiscordFailed) -> None:
        if what not in self._troubles:
            self._troubles = {*list(self._troubles)[:_MOST_TROUBLES], what}
            _log.warning("Channel %s misses a line of the show: %s", self.channel, failure)

    def _go_on_after(self, post: MirrorMessage) -> None:
        """Count a message as sent, though nobody knows; what was added to it meanwhile goes into another."""
        post.state = "lost"
        self.dropped -= self._telling
        sent, _ = post.written
        rest = post.text.removeprefix(sent).strip() if post.text.startswith(sent) else ""
        if rest:
            self._waiting.insert(0, MirrorMessage(text=rest, joins=post.joins))

    def _make_room(self) -> None:
        if len(self._waiting) <= _MOST_WAITING:
            return
        self._waiting = _join(self._waiting)
        while len(self._waiting) > _MOST_WAITING:
            self._drop(self._waiting.pop(0))

    def _drop(self, post: MirrorMessage, *, is_counted: bool = True) -> None:
        post.state = "lost"
        if is_counted:
            self.dropped += post.lines


def _join(posts: list[MirrorMessage]) -> list[MirrorMessage]:
    """Return the messages with neighbours joined, where that may be and there is room."""
    kept: list[MirrorMessage] = []
    for post in posts:
        last = kept[-1] if kept else None
        if last and last.joins and post.joins and count_utf16(last.text) + count_utf16(post.text) < MOST:
            last.text = f"{last.text}\n{post.text}"
            last.lines += post.lines
            post.state = "lost"
        else:
            kept.append(post)
    return kept
