"""Performers that ask for a yes and run what has it, each killed at some moment: see `tests.dying`.

Each word of what happened is told at once. The last is left alone until nothing waits.
"""

from contextlib import suppress
from pathlib import Path

import anyio

from performer.core.clock import SystemClock
from performer.core.errors import ToolRefusedError
from performer.core.events.speech import ApprovalEnded
from performer.guard.guard import Guard
from tests.dying import Tell, die
from tests.performer.tools.approvals.running import OWNER, Office, office, opening


class Told(list[str]):
    """Tells each door at the moment in which it is opened."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def append(self, room: str) -> None:
        self._tell(f"ran {room}")


async def perform(folder: Path, number: int, tell: Tell, *, is_last: bool) -> None:
    """Ask for three doors, say yes to whatever waits, and tell what is acknowledged."""
    async with office(SystemClock(), folder / "memory.db") as it:
        it.opened = Told(tell)
        with suppress(ToolRefusedError):  # on a slow machine so many are killed before their yes that no place is left
            for each in range(0 if is_last else 3):
                room = f"room-{number}-{each}"
                await it.box.call(opening(room))
                tell(f"asked {room}")
        await _say_yes(it, tell)
        if not is_last:
            await anyio.sleep_forever()


async def _say_yes(it: Office, tell: Tell) -> None:
    waiting = it.desk.waiting
    for parked in waiting:
        await it.desk.settle(parked.number, approve=True, who=OWNER)
        tell(f"approved {parked.arguments['room']}")
    left = {parked.number for parked in waiting}
    while left:  # the end of one that was lost is told as well
        left.discard((await it.heard(ApprovalEnded)).approval)


if __name__ == "__main__":
    Guard().check("ann wrote: open the red door", limit=100)  # its lists are read once for all of them
    die(perform, oldest_s=0.12)
