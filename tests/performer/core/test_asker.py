"""Who asks is known in all that the order comes to, and to nobody else."""

import anyio
import anyio.lowlevel
import pytest

from performer.core.asker import Asker, asked_by, find_asker

pytestmark = pytest.mark.anyio


async def test_whoever_asks_is_known_in_the_tasks_that_are_begun_for_the_order() -> None:
    seen: list[Asker] = []

    async def look() -> None:
        await anyio.lowlevel.checkpoint()
        seen.append(find_asker())

    async with anyio.create_task_group() as tasks:
        with asked_by("page"):
            tasks.start_soon(look)
        with asked_by("discord"):
            tasks.start_soon(look)
        tasks.start_soon(look)

    assert sorted(seen) == ["", "discord", "page"]
