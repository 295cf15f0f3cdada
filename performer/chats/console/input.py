"""The terminal as a chat: a line and Enter is a chat line, to the performer itself: nobody else reads there.

What is typed in the terminal for the show and not to it: `/approve 3`, `/cancel 3` and `/hush`; the rest is chat.
"""

import asyncio
import codecs
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.port import Chat, PostLine
from performer.core.cues import ChatLine
from performer.core.errors import PerformerError
from performer.tools.approvals.approval import STREAMER, Decider, describe_approval
from performer.tools.approvals.queue import ApprovalService

_ORDERS: Final = ("approve", "cancel", "hush")
_TYPED: Final = re.compile(r"/([a-z]+)(?![\w/.])\s*(.*)", re.IGNORECASE)
"""An order, or a misprint of one: a hush that was meant is not to be answered aloud. The way to a file is none."""
_MOST_WAITING: Final = 20
_WORD_CHARS: Final = 20
_WHO: Final = Decider(name=STREAMER, where="console")


class ConsoleAnswers:
    """Takes answers to calls that wait, and the order to hush, out of the lines of a terminal.

    Args:
        desk: Where calls wait.
        hush: Has the performer be silent.
        tell: Tells the terminal what an answer came to.
    """

    def __init__(
        self, desk: ApprovalService, hush: Callable[[], Awaitable[object]], tell: Callable[[str], Awaitable[object]]
    ) -> None:
        self._desk = desk
        self._hush = hush
        self._tell = tell
        self._typed: deque[tuple[str, str]] = deque(maxlen=_MOST_WAITING)
        self._more = anyio.Event()

    def takes(self, line: str) -> bool:
        """Take a line in, if it is no chat, and tell whether it is none."""
        typed = _TYPED.fullmatch(line)
        if typed:
            self._typed.append((typed[1].lower(), typed[2].strip()))
            self._more.set()
        return typed is not None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Do what was typed until cancelled."""
        task_status.started()
        while True:
            while self._typed:
                await self._tell(await self._answered(*self._typed.popleft()))
            self._more = anyio.Event()
            await self._more.wait()

    async def _answered(self, word: str, number: str) -> str:
        if word not in _ORDERS:
            return f"There is no /{word[:_WORD_CHARS]} here; there are {', '.join(f'/{each}' for each in _ORDERS)}."
        try:
            return str(await self._hush()) if word == "hush" else await self._settled(word, number)
        except PerformerError as error:
            return str(error)

    async def _settled(self, word: str, number: str) -> str:
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            waits = ", ".join(str(each.number) for each in self._desk.waiting) or "none"
            return f"Type /{word} and a number; those that wait: {waits}."
        return describe_approval(await self._desk.settle(int(number), approve=word == "approve", who=_WHO))


_AUTHOR = "friend"


class ConsoleChat(Chat):
    """Reads standard input without ever holding up the end of the process."""

    name = "console"

    async def run(self, post: PostLine, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Hand over each line; returns when standard input ends."""
        task_status.started()
        if sys.stdin is None or sys.stdin.closed:
            return  # started without a standard input: nobody can type
        done = anyio.Event()
        lines = _LineSplitter(
            lambda text: post(ChatLine(text=text, author=_AUTHOR, channel="console", direct=True)), done.set
        )
        try:
            asyncio.get_running_loop().add_reader(sys.stdin.fileno(), _read_available, lines)
        except (NotImplementedError, PermissionError):
            # Windows' loop has no add_reader, and epoll takes no regular file: a daemon thread may be left behind.
            self._read_in_thread(lines)
            await done.wait()
            return
        try:
            await done.wait()
        finally:
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())

    def _read_in_thread(self, lines: "_LineSplitter") -> None:
        loop = asyncio.get_running_loop()

        def read() -> None:
            for chunk in iter(lambda: os.read(sys.stdin.fileno(), 4096), b""):
                loop.call_soon_threadsafe(lines.feed, chunk)
            loop.call_soon_threadsafe(lines.end)

        threading.Thread(target=read, name="console", daemon=True).start()


class _LineSplitter:
    """Makes lines of bytes."""

    def __init__(self, on_line: Callable[[str], None], on_end: Callable[[], None]) -> None:
        self._on_line = on_line
        self._on_end = on_end
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def feed(self, chunk: bytes) -> None:
        for line in self._whole_lines(self._decoder.decode(chunk)):
            self._on_line(line)

    def end(self) -> None:
        if self._rest.strip():
            self._on_line(self._rest.strip())
        self._on_end()

    def _whole_lines(self, text: str) -> Iterator[str]:
        *whole, self._rest = (self._rest + text).split("\n")
        yield from (line.strip() for line in whole if line.strip())


def _read_available(lines: _LineSplitter) -> None:
    chunk = os.read(sys.stdin.fileno(), 4096)
    if chunk:
        lines.feed(chunk)
    else:
        lines.end()
