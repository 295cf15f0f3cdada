"""The terminal as a chat: a line and Enter is a chat line, to the performer itself: nobody else reads there."""

import asyncio
import codecs
import os
import sys
import threading
from collections.abc import Callable, Iterator

import anyio
from anyio.abc import TaskStatus

from performer.cues import ChatLine

_AUTHOR = "friend"


class ConsoleChat:
    """Reads standard input without ever holding up the end of the process."""

    name = "console"

    async def run(
        self, post: Callable[[ChatLine], None], *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Hand over each line; returns when standard input ends."""
        task_status.started()
        if sys.stdin is None or sys.stdin.closed:
            return  # started without a standard input: nobody can type
        done = anyio.Event()
        lines = _Lines(lambda text: post(ChatLine(text=text, author=_AUTHOR, channel="console", direct=True)), done.set)
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

    def _read_in_thread(self, lines: "_Lines") -> None:
        loop = asyncio.get_running_loop()

        def read() -> None:
            for chunk in iter(lambda: os.read(sys.stdin.fileno(), 4096), b""):
                loop.call_soon_threadsafe(lines.feed, chunk)
            loop.call_soon_threadsafe(lines.end)

        threading.Thread(target=read, name="console", daemon=True).start()


class _Lines:
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


def _read_available(lines: _Lines) -> None:
    chunk = os.read(sys.stdin.fileno(), 4096)
    if chunk:
        lines.feed(chunk)
    else:
        lines.end()
