"""What is typed in the terminal for the show and not to it: `/approve 3`, `/cancel 3` and `/hush`; the rest is chat."""

import re
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.approvals import STREAMER, ApprovalDesk, Who
from performer.approvals.told import told
from performer.errors import PerformerError

_ORDERS: Final = ("approve", "cancel", "hush")
_TYPED: Final = re.compile(r"/([a-z]+)(?![\w/.])\s*(.*)", re.IGNORECASE)
"""An order, or a misprint of one: a hush that was meant is not to be answered aloud. The way to a file is none."""
_MOST_WAITING: Final = 20
_WORD_CHARS: Final = 20
_WHO: Final = Who(name=STREAMER, where="console")


class ConsoleAnswers:
    """Takes answers to calls that wait, and the order to hush, out of the lines of a terminal.

    Args:
        desk: Where calls wait.
        hush: Has the performer be silent.
        tell: Tells the terminal what an answer came to.
    """

    def __init__(
        self, desk: ApprovalDesk, hush: Callable[[], Awaitable[object]], tell: Callable[[str], Awaitable[object]]
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
        return told(await self._desk.settle(int(number), approve=word == "approve", who=_WHO))
