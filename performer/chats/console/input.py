"""The terminal as a chat: a typed line and Enter is a request of the streamer's, for nobody else types there.

A line that begins with `/` is an order to the show: `/approve 3`, `/cancel 3`, or a command that Discord has too. Every
other line is for the performer.
"""

import asyncio
import codecs
import io
import os
import re
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import KW_ONLY, field
from functools import partial
from typing import BinaryIO, Final

import anyio
from anyio.abc import TaskStatus

from performer.chats.command_table import COMMANDS
from performer.chats.console.commands import ConsoleCommands, format_help, read_value
from performer.chats.port import Chat, PostCue
from performer.core.clock import Clock
from performer.core.cues import CONSOLE, ChatCue, ChatLine, OperatorCue
from performer.core.errors import PerformerError, ServiceError
from performer.core.own_text import OwnText
from performer.core.process.supervisor import run_contained
from performer.core.values import dataclass
from performer.tools.approvals.approval import STREAMER, Decider, describe_approval
from performer.tools.approvals.queue import ApprovalQueue

_ORDERS: Final = ("approve", "cancel")
_AT_ONCE: Final = frozenset({"hush", "pause", "resume"})
"""Commands that wait for no other: one may be held up by a slow disk or a server that does not answer."""
_TYPED: Final = re.compile(r"/([a-z]+)(?![\w/.])\s*(.*)", re.IGNORECASE)
"""An order, or a misprint of one: a hush that was meant is not to be answered aloud. A file's path is none."""
_MOST_WAITING: Final = 20
_WORD_CHARS: Final = 20
_WHO: Final = Decider(name=STREAMER, where="console")
_BROKE: Final = "That went wrong; it is in the log."
_PAUSED: Final = "It is paused and answers nobody. Type /resume, and ask again."
_NEWS: Final = ""
"""Queued in place of an order's name, with a sentence about a line that was typed."""

_Orders = asyncio.Queue[tuple[str, str]]
"""What was typed: the word behind the slash, and the rest of the line."""


def _make_queue() -> _Orders:
    return asyncio.Queue(_MOST_WAITING)


@dataclass(eq=False)
class ConsoleAnswers:
    """Picks the orders out of the lines of a terminal: answers to calls that wait for a yes, and commands.

    `tell` prints in the terminal what an order came to. `post` takes every other line as a request of the streamer's,
    whose name `streamer` returns, if it is known, unless the streamer has paused the show, which `is_silenced` tells.
    """

    _approvals: ApprovalQueue
    _commands: ConsoleCommands
    _tell: Callable[[str], Awaitable[object]]
    _post: Callable[[OperatorCue], None]
    _: KW_ONLY
    is_silenced: Callable[[], bool] = lambda: False
    streamer: Callable[[], str] = str
    _at_once: _Orders = field(default_factory=_make_queue)
    _typed: _Orders = field(default_factory=_make_queue)

    def take(self, cue: ChatCue) -> None:
        """Queue an order, and post every other line."""
        line = cue.lines[0]
        if line.text == "/":
            self._queue("help", "")
            return
        if typed := _TYPED.fullmatch(line.text):
            self._queue(typed[1].lower(), typed[2].strip())
            return
        if self.is_silenced():
            self._queue(_NEWS, _PAUSED)
            return
        try:
            self._post(OperatorCue(text=line.text, at_s=line.at_s, channel=line.channel, author=self.streamer()))
        except ServiceError as full:
            self._queue(_NEWS, str(full))

    def _queue(self, word: str, rest: str) -> None:
        orders = self._at_once if word in _AT_ONCE else self._typed
        if orders.full():
            orders.get_nowait()
        orders.put_nowait((word, rest))

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Carry out the queued orders until cancelled."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._obey_each, self._at_once)
            tasks.start_soon(self._obey_each, self._typed)
            task_status.started()

    async def _obey_each(self, orders: _Orders) -> None:
        while True:
            for line in OwnText.of(await self._obey(*await orders.get())).split_lines():
                await self._tell(line)

    async def _obey(self, word: str, rest: str) -> str:
        if word == _NEWS:
            return rest
        try:
            if word in _ORDERS:
                return await self._settle(word, rest)
            return await run_contained(f"The command /{word}", partial(self._command, word, rest), _BROKE)
        except PerformerError as error:
            return str(error)

    async def _command(self, word: str, rest: str) -> str:
        told = await self._commands.run(word, rest)
        return _help_with(word, rest) if told is None else told

    async def _settle(self, word: str, rest: str) -> str:
        number = read_value("number", rest)
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            waits = ", ".join(str(each.number) for each in self._approvals.waiting) or "none"
            return f"Type /{word} and a number; those that wait: {waits}."
        return describe_approval(await self._approvals.settle(int(number), approve=word == "approve", who=_WHO))


def _help_with(word: str, rest: str) -> str:
    """Return what is asked for by `/help`, or is meant by the first word of a command alone."""
    if word == "help":
        word = rest.lower().removeprefix("/")
    if found := format_help(word):
        return found
    names = ", ".join(f"/{each.name}" for each in COMMANDS if each.only != "discord")
    return f"There is no /{word[:_WORD_CHARS]} here; there are {names}. /help tells what they do."


class ConsoleChat(Chat):
    """Reads standard input without ever holding up the end of the process."""

    name = "console"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def run(self, post: PostCue, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Post each line until cancelled, or until standard input ends."""
        task_status.started()
        if sys.stdin is None or sys.stdin.closed:
            return  # started without a standard input: nobody can type
        loop, done = asyncio.get_running_loop(), anyio.Event()
        lines = _LineSplitter(self._clock, post, done)
        try:
            loop.add_reader(sys.stdin.fileno(), lambda: lines.feed(os.read(sys.stdin.fileno(), 4096)))
        except (NotImplementedError, PermissionError):
            # Windows' loop has no add_reader, and epoll takes no regular file: a daemon thread may be left behind.
            threading.Thread(target=_read_all, args=(loop, lines), name="console", daemon=True).start()
            stop: Callable[[], object] = lines.stop
        else:
            stop = partial(loop.remove_reader, sys.stdin.fileno())
        try:
            await done.wait()
        finally:
            stop()


class _LineSplitter:
    """Posts the lines in a stream of bytes, and sets `done` at the end of the stream."""

    def __init__(self, clock: Clock, post: PostCue, done: anyio.Event) -> None:
        self._clock = clock
        self._post = post
        self._done = done
        self._decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace")
        self._rest = ""
        self._is_stopped = False

    def stop(self) -> None:
        """Post nothing of what is fed from now on."""
        self._is_stopped = True

    def feed(self, chunk: bytes) -> None:
        """Post the lines that a chunk completes; an empty chunk is the end, which completes the last line."""
        if self._is_stopped:
            return
        *lines, self._rest = (self._rest + self._decoder.decode(chunk)).split("\n")
        for line in lines if chunk else [*lines, self._rest]:
            if line.strip():
                text, at_s = line.strip(), self._clock.now()
                said = ChatLine(text=text, author=STREAMER, channel=CONSOLE, direct=True, at_s=at_s)
                self._post(ChatCue(lines=(said,)))
        if not chunk:
            self._done.set()


def _read_all(loop: asyncio.AbstractEventLoop, lines: _LineSplitter) -> None:
    # Not os.read: of a console of Windows that gives bytes of its old code page, and Python's own reader UTF-8.
    reader = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    chunk = b"begun"
    with suppress(RuntimeError):  # the loop is closed: the show has ended
        while chunk:
            chunk = _read_some(reader)
            loop.call_soon_threadsafe(lines.feed, chunk)


def _read_some(reader: io.RawIOBase | BinaryIO) -> bytes:
    """Return what comes next; nothing at the end, which it is too when another closes the stream."""
    try:
        return reader.read(4096) or b""
    except ValueError:
        return b""
