"""Performers that ask for a yes and run what has it, each killed at some moment: `python -m … FOLDER KILLS SEED`.

Each word of what happened is a line in FOLDER/told, written at once. The last is left alone until nothing waits.
"""

import os
import random
import signal
import sys
import time
from functools import partial
from pathlib import Path

import anyio

from performer.clock import SystemClock
from performer.events import ApprovalEnded
from performer.guard import Guard
from tests.performer.approvals.office import OWNER, Office, office, opening


class Told(list[str]):
    """Tells each door at the moment in which it is opened."""

    def __init__(self, tell: "partial[int]") -> None:
        self._tell = tell

    def append(self, room: str) -> None:
        self._tell(f"ran {room}\n".encode())


async def perform(folder: Path, number: int, *, is_last: bool) -> None:
    """Ask for three doors, say yes to whatever waits, and tell what is acknowledged."""
    tell = partial(os.write, os.open(folder / "told", os.O_WRONLY | os.O_APPEND | os.O_CREAT))
    async with office(SystemClock(), folder / "memory.db") as it:
        it.opened = Told(tell)
        for each in range(0 if is_last else 3):
            room = f"room-{number}-{each}"
            await it.box.call(opening(room))
            tell(f"asked {room}\n".encode())
        await _say_yes(it, tell)
        if not is_last:
            await anyio.sleep_forever()


async def _say_yes(it: Office, tell: "partial[int]") -> None:
    waiting = it.desk.waiting
    for parked in waiting:
        await it.desk.settle(parked.number, approve=True, who=OWNER)
        tell(f"approved {parked.arguments['room']}\n".encode())
    for _ in waiting:
        await it.heard(ApprovalEnded)


def die(folder: Path, kills: int, chance: random.Random) -> None:
    """Have one performer after the other, and kill each; the last ends by itself."""
    Guard().check("ann wrote: open the red door", limit=100)  # its lists are read once for all of them
    for number in range(kills):
        pid = _started(folder, number, is_last=False)
        time.sleep(chance.uniform(0.0, 0.12))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    _, status = os.waitpid(_started(folder, kills, is_last=True), 0)
    sys.exit(os.waitstatus_to_exitcode(status))


def _started(folder: Path, number: int, *, is_last: bool) -> int:
    if pid := os.fork():
        return pid
    try:
        anyio.run(partial(perform, folder, number, is_last=is_last))
        os._exit(0)
    finally:
        os._exit(1)


if __name__ == "__main__":
    die(Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3])))
