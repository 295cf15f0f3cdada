"""Performers that send calls on long errands, each killed at some moment: see `tests.dying`.

Each word of what happened is told at once. The last only tells what the others have lost.
"""

from pathlib import Path

import anyio

from performer.clock import SystemClock
from performer.events import ErrandEnded, ErrandStarted
from performer.guard import Guard
from tests.dying import Tell, die
from tests.performer.errands.road import Road, drawing, road


async def perform(folder: Path, number: int, tell: Tell, *, is_last: bool) -> None:
    """Send two calls on their way, have one of them done soon, and tell what is started and ended."""
    async with road(SystemClock(), folder / "memory.db") as it, anyio.create_task_group() as tasks:
        if is_last:
            tell_all(it, tell)
            return
        tasks.start_soon(_tell, it, tell)
        for what in (f"fox {number}", f"hen {number}"):
            tasks.start_soon(it.box.call, drawing(what, turn=number))
        await anyio.sleep_forever()


async def _tell(it: Road, tell: Tell) -> None:
    async for published in it.reader:
        tell_event(published.event, tell)
        if isinstance(published.event, ErrandStarted):
            it.gates[str(published.event.call).replace("c-hen", "none").removeprefix("c-")].set()


def tell_all(it: Road, tell: Tell) -> None:
    """Tell what has happened so far."""
    for published in it.reader.taken():
        tell_event(published.event, tell)
    for answer in it.answers:
        tell(f"answered {answer.arguments}")


def tell_event(event: object, tell: Tell) -> None:
    """Tell what was started and ended."""
    match event:
        case ErrandStarted(errand=number):
            tell(f"started {number}")
        case ErrandEnded(errand=number, came=came):
            tell(f"{came} {number}")
        case _:
            pass


if __name__ == "__main__":
    Guard().check("a word", limit=100)  # its lists are read once for all of them
    die(perform, oldest_s=1.5)
