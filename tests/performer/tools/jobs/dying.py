"""Performers that send calls on long errands, each killed at some moment: see `tests.dying`.

Each word of what happened is told at once. The last only tells what the others have lost.
"""

from pathlib import Path

import anyio

from performer.core.clock import SystemClock
from performer.core.cues import AnswerCue
from performer.core.events.parts import ErrandEnded, ErrandStarted
from performer.guard.guard import Guard
from tests.dying import Tell, die
from tests.performer.tools.jobs.running import Road, drawing, road


class Told(list[AnswerCue]):
    """Tells each answer at the moment in which it is given."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def append(self, cue: AnswerCue) -> None:
        self._tell(f"answered {cue.arguments}")


async def perform(folder: Path, number: int, tell: Tell, *, is_last: bool) -> None:
    """Send two calls on their way, have one of them done soon, and tell what is started and ended."""
    async with road(SystemClock(), folder / "memory.db", answers=Told(tell)) as it, anyio.create_task_group() as tasks:
        if is_last:
            return
        tasks.start_soon(_live, it, tell)
        for what in (f"fox {number}", f"hen {number}"):
            tasks.start_soon(it.box.call, drawing(what, turn=number))
        await anyio.sleep_forever()


async def _live(it: Road, tell: Tell) -> None:
    async for published in it.reader:
        match published.event:
            case ErrandStarted(errand=number, call=call):
                tell(f"started {number}")
                if "fox" in call:
                    it.gates[call.removeprefix("c-")].set()
            case ErrandEnded(errand=number, came=came):
                tell(f"{came} {number}")
            case _:
                pass


if __name__ == "__main__":
    Guard().check("a word", limit=100)  # its lists are read once for all of them
    die(perform, oldest_s=1.5)
