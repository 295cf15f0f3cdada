"""The outbox of one channel: its messages, written one after the other, as fast as Discord takes them.

Whoever puts a message in never waits. A message that changes several times while others are written is written once, as
it is wanted last. What meets trouble is sent again, five times over a minute, in its order and with its own nonce, so
that Discord writes it once. When too much waits, small messages become one, then the oldest are dropped, and counted.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import anyio
from anyio.abc import TaskGroup

from performer.chats.discord.escape import count_utf16
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.mirror.health import MirrorHealth
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.mirror.message import MOST, MirrorMessage, Written
from performer.core.clock import Clock
from performer.core.own_text import OwnText, own
from performer.core.process.backoff import generate_delays_s

_log = logging.getLogger(__name__)

GAP_S: Final = 1.2
"""Between two changes in a channel, and between two writings of a message: Discord takes five in five seconds."""
MOST_TRIES: Final = 5
PAUSES_S: Final = (4.0, 32.0)
"""The first and the longest pause before something is tried again, but for chance: five tries take a minute."""
_MOST_WAITING: Final = 16
_MOST_REFUSALS: Final = 2
_MOST_TROUBLES: Final = 8
_PASSING: Final = ("link", "deadline", "unknown_outcome")
"""Failures that may be over soon."""


@dataclass(frozen=True)
class OutboxTools:
    """What every outbox writes with, and reports to."""

    clock: Clock
    io: DiscordIO
    health: MirrorHealth
    kept: KeptMessages


def format_dropped(count: int) -> OwnText:
    """Return the line that says in a channel how many lines were dropped before it."""
    return own("… 1 line was not shown") if count == 1 else own("… {count} lines were not shown", count=count)


@dataclass(eq=False)
class Outbox:
    """Writes to one channel, one call at a time, in a task while there is something to be written."""

    _tools: OutboxTools
    channel: str
    """The channel's number."""
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
    _delays: Iterator[float] = field(default_factory=lambda: generate_delays_s(*PAUSES_S), init=False)
    _trouble: str = field(default="", init=False)
    """Why the last try failed; empty when it did not."""
    _is_last_call: bool = field(default=False, init=False)
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
        post.nonce, post.put_s = self._tools.kept.make_nonce(), self._clock.now()
        post.due_s = max(post.due_s, post.put_s)
        self._waiting.append(post)
        self._keep(post)
        self._make_room()
        self._drop_stale()
        self.start()

    def restore(self, post: MirrorMessage) -> None:
        """Go on with a message of an earlier run: send it, with the nonce that it had, or change what is there."""
        self._trouble = _AWAY
        if post.state == "waiting":
            self._waiting.append(post)
            self._drop_stale()
        self.update(post)

    def update(self, post: MirrorMessage) -> None:
        """Write a message again that is wanted otherwise than before, or is due now."""
        if post.is_changed and post not in self._changed:
            self._changed.append(post)
        self._keep(post)
        self.start()

    def withdraw(self, post: MirrorMessage) -> None:
        """Remove a message that has not been sent."""
        if post in self._waiting:
            self._waiting.remove(post)
            self._forget(post)

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

    async def settle(self) -> None:
        """Return once nothing is to be written."""
        while self._done:
            await self._done.wait()

    async def finish(self) -> None:
        """Write the rest without pauses, and leave answers for the next run where that fails: the show is over."""
        self._is_last_call = True
        self._wake.set()
        if self._done:
            await self._done.wait()

    @property
    def _clock(self) -> Clock:
        return self._tools.clock

    @property
    def _is_empty(self) -> bool:
        return not self._waiting and not self._changed

    async def _run(self, done: anyio.Event) -> None:
        try:
            while not self._is_empty:
                self._wake = anyio.Event()
                self._drop_stale()
                self._waiting = _join(self._waiting)
                post = min((*self._changed, *self._waiting), key=self._find_due_s, default=None)
                left_s = self._find_due_s(post) - self._clock.now() if post else 0.0
                if post and left_s <= 0:
                    await self._write(post)
                elif post:
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
        before, post.written = post.written, post.tried or (post.text, post.cards)
        try:
            await (self._send(post) if post.state == "waiting" else self._edit(post, before))
        except DiscordFailed as failure:
            self._handle_failure(post, failure, before)
        else:
            post.failures, self._trouble = 0, ""
            self._delays = generate_delays_s(*PAUSES_S)
            if not post.is_changed:
                self._tools.kept.drop(post)
        post.written_s = self._clock.now()
        self.update(post)

    async def _send(self, post: MirrorMessage) -> None:
        self._waiting.remove(post)
        if post.tried is None:
            post.dropped = self.dropped if post.text else 0
            post.above = format_dropped(post.dropped) if post.dropped else ""
        if post.is_answer:
            await self._tools.kept.begin(self.channel, post)
        call = post.send(self.channel)
        try:
            message = await self._tools.io.call(call)
        except DiscordFailed as failure:
            self._tools.health.note_refusal(call, failure)
            raise
        self._tools.health.note_sent(call)
        self.dropped -= post.dropped
        post.id, post.state, post.tried = message.message_id, "there", None

    async def _edit(self, post: MirrorMessage, before: Written) -> None:
        self._changed.remove(post)
        self._edited_s = self._clock.now()
        await self._tools.io.call(post.edit(self.channel, before))

    def _handle_failure(self, post: MirrorMessage, failure: DiscordFailed, before: Written) -> None:
        """Keep what may be written later, at the head of what waits; drop the rest."""
        self._trouble = str(failure)
        if failure.kind == "unknown_outcome" and post.state == "waiting":
            post.tried = post.written
        post.written = before
        if failure.kind in _PASSING or failure.about == "moment":
            self._put_off(post, failure)
        else:
            # What is refused once is refused again, but for a change: a limit may have stopped it.
            post.failures += 1
            if post.state == "waiting" or post.failures >= _MOST_REFUSALS:
                self._give_up(post, self._trouble, is_refused=True)

    def _put_off(self, post: MirrorMessage, failure: DiscordFailed) -> None:
        """Wait with all that is to be written, in its order, and then try a message again unless that was in vain."""
        now, is_waiting = self._clock.now(), post.state == "waiting"
        is_limit = failure.kind == "discord_error" and failure.again_in_s > 0
        post.failures += not is_limit and failure.kind != "link"
        if failure.again_in_s:
            self._shut_until_s = now + failure.again_in_s
        if not (is_limit and is_waiting):
            delay_s = next(self._delays) * (0.8 + 0.4 * self._clock.chance.random())
            self._again_s = now + max(delay_s, failure.again_in_s)
        if self._is_last_call or post.is_cut:
            self._leave(post)
        elif post.failures >= MOST_TRIES:
            self._give_up(post, own("{why} It was tried {tries} times.", why=failure, tries=post.failures))
        elif not is_waiting and failure.again_in_s > post.worth_s:
            self._give_up(post, self._trouble)
        elif is_waiting:
            self._waiting.insert(0, post)
            self._make_room()
            self._drop_stale()

    def _leave(self, post: MirrorMessage) -> None:
        """Write a message no more in this run: an answer is left for the next one, and what was cut never comes."""
        if post.is_cut or not post.is_answer:
            self._forget(post)
        post.state = "lost" if post.state == "waiting" else "gone"

    def _drop_stale(self) -> None:
        """Drop what nobody would understand any more by the time the channel takes it."""
        if self._is_last_call:
            return
        now = max(self._clock.now(), self._shut_until_s)
        for post in [post for post in self._waiting if now - post.put_s > post.worth_s]:
            self._waiting.remove(post)
            waited_s = self._clock.now() - post.put_s
            why = own("{why} It waited for {s:.0f} s.", why=self._trouble or _SLOW, s=waited_s)
            self._give_up(post, why)

    def _give_up(self, post: MirrorMessage, why: str, *, is_refused: bool = False) -> None:
        """Drop a message, and tell why."""
        self._tools.health.note_loss(self.channel, post, why, is_refused=is_refused)
        if post.state == "waiting":
            self._drop(post, is_counted=bool(post.text))
        else:
            self._forget(post)
            post.state = "gone"
        if post.text and self._trouble not in self._troubles:
            self._troubles = {*list(self._troubles)[:_MOST_TROUBLES], self._trouble}
            _log.warning("Channel %s misses a line of the show: %s", self.channel, why)

    def _make_room(self) -> None:
        if len(self._waiting) <= _MOST_WAITING:
            return
        self._waiting = _join(self._waiting)
        while len(self._waiting) > _MOST_WAITING:
            # An answer is waited for, and what was tried may be there already.
            oldest = min(self._waiting, key=lambda post: post.is_answer or post.tried is not None)
            self._waiting.remove(oldest)
            self._tools.health.note_loss(self.channel, oldest, self._trouble or _SLOW)
            self._drop(oldest)

    def _drop(self, post: MirrorMessage, *, is_counted: bool = True) -> None:
        self._forget(post)
        if post.tried:  # it may be there, and may have told of those that were dropped before
            self.dropped -= post.dropped
        elif is_counted:
            self.dropped += post.lines

    def _keep(self, post: MirrorMessage) -> None:
        if post.is_answer and (post.state == "waiting" or post.is_changed):
            self._tools.kept.put(self.channel, post)

    def _forget(self, post: MirrorMessage) -> None:
        post.state = "lost"
        if post.is_answer:
            self._tools.kept.drop(post)


_AWAY: Final = own("The performer was away.")
_SLOW: Final = own("Discord is slower than the show.")


def _join(posts: list[MirrorMessage]) -> list[MirrorMessage]:
    """Return the messages with neighbours joined, where that may be and there is room."""
    kept: list[MirrorMessage] = []
    for post in posts:
        last = kept[-1] if kept else None
        if last and _may_join(last, post) and count_utf16(last.text) + count_utf16(post.text) < MOST:
            last.text = f"{last.text}\n{post.text}"
            last.lines += post.lines
            post.state = "lost"
        else:
            kept.append(post)
    return kept


def _may_join(last: MirrorMessage, post: MirrorMessage) -> bool:
    return last.joins and post.joins and last.tried is None and post.tried is None
