"""The outbox of one channel: its messages, written one after the other, as fast as Discord takes them.

Whoever puts a message in never waits. A message that changes several times while others are written is written once, as
it is wanted last. What meets trouble is sent again in its order, with its own nonce, so that Discord writes it once.

Trouble that may pass is the channel's. While it lasts, Discord is tried five times a minute with the first answer that
waits: a try for all of them. That answer is given up after five tries of its own, the others once they are stale. What
nobody asked for waits behind the answers, and not as long; what is dropped of it is counted.
"""

import itertools
import logging
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Final

import anyio
from anyio.abc import TaskGroup

from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.mirror.health import MirrorHealth
from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.mirror.message import MirrorMessage, Written, group_messages, join_messages
from performer.core.clock import Clock
from performer.core.own_text import OwnText, join_own, own
from performer.core.process.backoff import generate_delays_s
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

GAP_S: Final = 1.2
"""Between two changes in a channel, and between two writings of a message: Discord takes five in five seconds."""
MOST_TRIES: Final = 5
PAUSES_S: Final = (4.0, 32.0)
"""The first and the longest time from one try to the next, but for chance: any five tries take a minute."""
_MOST_WAITING: Final = 16
_MOST_REFUSALS: Final = 2
_BEHIND_S: Final = 5.0
"""How long something may wait while messages go out in the order in which they were put."""
_PASSING: Final = ("link", "deadline", "unknown_outcome")
"""Failures that may be over soon."""
_LATE: Final = ("deadline", "unknown_outcome")
"""Of these, the ones after which it may be there all the same."""


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


def _repeat_pauses_s() -> Iterator[float]:
    return itertools.cycle(itertools.islice(generate_delays_s(*PAUSES_S), MOST_TRIES - 1))


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
    _pauses_s: Iterator[float] = field(default_factory=_repeat_pauses_s, init=False)
    """The times from each try to the next, while Discord takes nothing."""
    _trouble: str = field(default="", init=False)
    """Why Discord took nothing at the last try; empty when it did."""
    _logged: str = field(default="", init=False)
    """The trouble of which the log tells already, until Discord takes something."""
    _is_last_call: bool = field(default=False, init=False)
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
                post = self._find_next()
                left_s = self._find_due_s(post) - self._clock.now() if post else 0.0
                if post and left_s <= 0:
                    await self._write(self._take_out(post))
                elif post:
                    with self._clock.move_on_after(left_s):
                        await self._wake.wait()
        finally:
            self._done = None
            done.set()

    def _find_next(self) -> MirrorMessage | None:
        """Return what is due first; where the channel is behind, no comment keeps an answer from being tried."""
        now, posts = self._clock.now(), (*self._changed, *self._waiting)
        due = [post for post in posts if self._find_due_s(post) <= now]
        answers = [post for post in due if post.is_answer] if self._is_behind else []
        return min(answers or due or posts, key=self._find_due_s, default=None)

    @property
    def _is_behind(self) -> bool:
        return bool(self._trouble) or any(self._clock.now() - post.put_s > _BEHIND_S for post in self._waiting)

    def _find_due_s(self, post: MirrorMessage) -> float:
        if self._is_last_call:
            return self._clock.now()
        if post.state == "waiting":
            return max(post.due_s, self._again_s, self._shut_until_s)
        return max(max(post.written_s, self._edited_s) + GAP_S, self._again_s)

    def _take_out(self, post: MirrorMessage) -> MirrorMessage:
        """Return what is written for a message: one of those that wait takes its neighbours along, where it may."""
        if post.state != "waiting":
            self._changed.remove(post)
            return post
        group = next(group for group in group_messages(self._waiting) if post in group)
        self._waiting = [each for each in self._waiting if each not in group]
        return join_messages(group)

    async def _write(self, post: MirrorMessage) -> None:
        """Send a message, or change it to what is wanted now."""
        began_s, before = self._clock.now(), post.written
        post.written = post.tried or (post.text, post.cards)
        try:
            await (self._send(post) if post.state == "waiting" else self._edit(post, before))
        except DiscordFailed as failure:
            self._handle_failure(post, failure, before, began_s)
        else:
            post.failures, self._logged = 0, ""
            self._end_trouble()
            if not post.is_changed:
                self._tools.kept.drop(post)
        post.written_s = self._clock.now()
        self.update(post)

    async def _send(self, post: MirrorMessage) -> None:
        if post.tried is None:
            post.dropped = self.dropped if post.text else 0
            post.above = format_dropped(post.dropped) if post.dropped else ""
            self.dropped -= post.dropped
        if post.is_answer:
            await self._tools.kept.begin(self.channel, post)
        call = post.send(self.channel)
        try:
            message = await self._tools.io.call(call)
        except DiscordFailed as failure:
            self._tools.health.note_refusal(call, failure)
            raise
        self._tools.health.note_sent(call)
        post.id, post.state, post.tried = message.message_id, "there", None

    async def _edit(self, post: MirrorMessage, before: Written) -> None:
        self._edited_s = self._clock.now()
        await self._tools.io.call(post.edit(self.channel, before))

    def _handle_failure(self, post: MirrorMessage, failure: DiscordFailed, before: Written, began_s: float) -> None:
        """Keep what may be written later, at the head of what waits; drop the rest."""
        if failure.kind in _LATE and post.state == "waiting":
            post.tried, post.parts = post.written, []
        elif post.state == "waiting" and post.tried is None:
            self.dropped += post.dropped
        post.written = before
        if failure.kind in _PASSING or failure.about == "moment":
            self._put_off(post, failure, began_s)
        else:
            self._end_trouble()
            if failure.about == "words" and len(post.parts) > 1:
                self._split(post)
                return
            # What is refused once is refused again, but for a change: a limit may have stopped it.
            post.failures += 1
            if post.state == "waiting" or post.failures >= _MOST_REFUSALS:
                self._give_up(post, str(failure), is_refused=True)

    def _split(self, post: MirrorMessage) -> None:
        """Put the lines of a message back, to be sent as three: only a line that is refused alone is dropped."""
        post.parts[len(post.parts) // 2].joins = False
        self._put_back(post)

    def _put_back(self, post: MirrorMessage) -> None:
        """Put a message, or those that it was joined from, back before all that wait."""
        self._waiting[:0] = post.parts or [post]
        self._make_room()
        self._drop_stale()

    def _end_trouble(self) -> None:
        """Note that Discord answers: a refusal is of the message, and no trouble of the channel's."""
        self._trouble, self._pauses_s = "", _repeat_pauses_s()

    def _put_off(self, post: MirrorMessage, failure: DiscordFailed, began_s: float) -> None:
        """Wait with all that is to be written, and then try a message again unless that was in vain."""
        self._trouble = str(failure)
        now, is_waiting = self._clock.now(), post.state == "waiting"
        is_limit = failure.kind == "discord_error" and failure.again_in_s > 0
        post.failures += not is_limit and failure.kind != "link"
        if failure.again_in_s:
            self._shut_until_s = now + failure.again_in_s
        if not (is_limit and is_waiting):
            pause_s = next(self._pauses_s) * (0.8 + 0.4 * self._clock.chance.random())
            self._again_s = max(began_s + pause_s, now + failure.again_in_s)
        if self._is_last_call or post.is_cut:
            self._leave(post)
        elif post.failures >= MOST_TRIES:
            self._give_up(post, self._trouble, own("It was tried {tries} times.", tries=post.failures))
        elif not is_waiting and failure.again_in_s > post.worth_s:
            self._give_up(post, self._trouble)
        elif is_waiting:
            self._put_back(post)

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
            self._give_up(post, self._trouble or _SLOW, own("It waited for {s:.0f} s.", s=waited_s))

    def _give_up(self, post: MirrorMessage, trouble: str, ending: str = "", *, is_refused: bool = False) -> None:
        """Drop a message, and tell why."""
        why = join_own(" ", (trouble, ending))
        self._tools.health.note_loss(self.channel, post, why, is_refused=is_refused)
        if post.state == "waiting":
            self._drop(post, is_counted=bool(post.text))
        else:
            self._forget(post)
            post.state = "gone"
        if post.text and trouble != self._logged:
            self._logged = trouble
            _log.warning("Channel %s misses a line of the show: %s", self.channel, why)

    def _make_room(self) -> None:
        while len(group_messages(self._waiting)) > _MOST_WAITING:
            # An answer is waited for, and what was tried may be there already.
            oldest = min(self._waiting, key=lambda post: post.is_answer or post.tried is not None)
            self._waiting.remove(oldest)
            self._tools.health.note_loss(self.channel, oldest, self._trouble or _SLOW)
            self._drop(oldest)

    def _drop(self, post: MirrorMessage, *, is_counted: bool = True) -> None:
        self._forget(post)
        if is_counted and post.tried is None:  # what was tried may be there
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
