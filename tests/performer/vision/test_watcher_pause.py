"""A source that is paused at times."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from performer.vision.frame import Frame
from performer.vision.watcher import PausableSource


class Numbered:
    """Yields four pictures, told apart by their instants."""

    name = "numbered"
    taken = 0

    async def frames(self) -> AsyncGenerator[Frame, None]:
        for at_s in range(4):
            self.taken += 1
            yield Frame(source=self.name, at_s=at_s, size=(2, 2), jpeg=b"", luma=b"", digest="")


class Answers:
    """Pauses that answer what is written down, and last until they are ended."""

    def __init__(self, *answers: bool) -> None:
        self._answers = iter(answers)
        self.ended = anyio.Event()

    async def is_blind(self) -> bool:
        return next(self._answers)

    async def wait_for_sight(self) -> None:
        await self.ended.wait()


@pytest.mark.anyio
async def test_no_picture_gets_through_while_it_is_on() -> None:
    pauses, forgotten = Answers(False, True, True, False), list[str]()
    pauses.ended.set()

    paused = PausableSource(Numbered(), pauses, lambda: forgotten.append("all"))

    assert [frame.at_s async for frame in paused.frames()] == [0, 3]
    assert (paused.name, forgotten) == ("numbered", ["all", "all"])


@pytest.mark.anyio
async def test_while_it_is_on_the_source_is_left_alone_until_it_ends() -> None:
    source, pauses = Numbered(), Answers(True, False, False, False)
    seen: list[float] = []

    async def watch() -> None:
        seen.extend([look.at_s async for look in PausableSource(source, pauses).frames()])

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await anyio.wait_all_tasks_blocked()
        taken = source.taken
        pauses.ended.set()

    assert taken == 1
    assert seen == [1, 2, 3]
