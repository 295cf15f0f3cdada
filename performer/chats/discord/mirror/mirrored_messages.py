"""The outboxes of all channels, and the message of a turn, a text that grows sentence by sentence."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio
from anyio.abc import TaskGroup

from performer.chats.discord.escape import escape_mentions
from performer.chats.discord.mirror.message import LINE_WORTH_S, MirrorMessage, split_first
from performer.chats.discord.mirror.outbox import Outbox, OutboxTools

FAREWELL_S: Final = 2.0
"""How long the last words may take."""
_MOST_CHANNELS: Final = 64


class ChannelOutboxes:
    """The outboxes, one for every channel."""

    def __init__(self, tools: OutboxTools) -> None:
        self._tools = tools
        self._boxes: dict[str, Outbox] = {}
        self._tasks: TaskGroup | None = None
        self._has_restored = False

    def find(self, channel: str) -> Outbox:
        """Return the outbox of a channel; those in which nothing is written are forgotten where there are many."""
        if channel not in self._boxes:
            at_rest = [channel for channel, box in self._boxes.items() if box.is_at_rest]
            for each in at_rest[: max(0, len(self._boxes) - _MOST_CHANNELS)]:
                del self._boxes[each]
            self._boxes[channel] = Outbox(self._tools, channel, lambda: self._tasks)
        return self._boxes[channel]

    def try_again(self) -> None:
        """Go on at once with what waits: the link is up."""
        for box in self._boxes.values():
            box.try_again()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Write for as long as the block lasts, first what earlier runs have left, and then the rest within 2 s."""
        await self._restore()
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            for box in self._boxes.values():
                box.start()
            try:
                yield
            finally:
                self._tasks = None
            await self.finish()
            tasks.cancel_scope.cancel()

    async def _restore(self) -> None:
        """Go on with the answers of earlier runs, once: later there are answers of our own."""
        if not self._has_restored:
            self._has_restored = True
            for each in await self._tools.kept.read():
                self.find(each.channel).restore(each.message)

    async def finish(self) -> None:
        """Write the rest without pauses, for two seconds at most."""
        with self._tools.clock.move_on_after(FAREWELL_S):
            async with anyio.create_task_group() as last_words:
                for box in self._boxes.values():
                    last_words.start_soon(box.finish)


_CUT = " …"


class TurnMessage:
    """The text of one turn in one channel, in one message or, where that is full, in several.

    The first message answers `reply_to`, if there is one. An answer outlives a restart, and each of its messages may be
    sent for `worth_s`.
    """

    def __init__(
        self, box: Outbox, reply_to: str = "", *, is_answer: bool = False, worth_s: float = LINE_WORTH_S
    ) -> None:
        self._box = box
        self._reply_to = reply_to
        self._is_answer = is_answer
        self._worth_s = worth_s
        self._posts: list[MirrorMessage] = []
        """The messages, the newest last."""
        self._text = ""
        """The text of the newest message, as it goes on."""
        self._is_parted = False
        """Whether something else stands below the newest."""

    def add(self, sentence: str, gap: str = " ") -> None:
        """Add a sentence that has passed the guard behind a gap; a message that was deleted there stays so."""
        newest = self._posts[-1].state if self._posts else "lost"
        if newest == "gone":
            return
        is_new = newest == "lost" or self._is_parted
        self._is_parted = False
        self._text = escape_mentions(sentence) if is_new else f"{self._text}{gap}{escape_mentions(sentence)}"
        piece, rest = split_first(self._text)
        self._show(piece, is_new=is_new)
        while rest:
            self._text = rest
            piece, rest = split_first(rest)
            self._show(piece, is_new=True)

    def part(self) -> None:
        """Go on in another message: something else stands below the newest."""
        self._is_parted = True

    def close(self) -> None:
        """Note that nothing more comes."""
        for post in self._posts:
            post.joins = not self._is_answer and not self._reply_to

    def cut(self) -> None:
        """End the text where it is: what is there stays and is marked; what is not there yet never comes."""
        for post in self._posts:
            post.is_cut = True
        begun = [post for post in self._posts if post.written[0]]
        for post in self._posts:
            if post not in begun:
                self._box.withdraw(post)
        for post in begun:
            post.text = post.written[0] + (_CUT if post is begun[-1] else "")
            self._box.update(post)

    def _show(self, piece: str, *, is_new: bool) -> None:
        if is_new:
            reply_to = "" if self._posts else self._reply_to
            post = MirrorMessage(text=piece, reply_to=reply_to, is_answer=self._is_answer, worth_s=self._worth_s)
            self._posts.append(post)
            self._box.put(post)
        else:
            self._posts[-1].text = piece
            self._posts[-1].lines += 1
            self._box.update(self._posts[-1])
