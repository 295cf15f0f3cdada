from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from tests.performer.stage.standing import Standing, standing


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path, operations={"cue": _taken}) as it:
        yield it


async def _taken(_arguments: object) -> str:
    return "taken"


@pytest.fixture
async def virtual_house(tmp_path: Path, virtual_clock: VirtualClock) -> AsyncIterator[Standing]:
    async with standing(tmp_path, clock=virtual_clock) as it:
        yield it
