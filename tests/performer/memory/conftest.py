"""Fixtures of the memory's tests."""

from collections.abc import AsyncIterator

import pytest

from performer.core.clock import VirtualClock
from tests.performer.memory.remembering import Remembering, remembering


@pytest.fixture
async def here(virtual_clock: VirtualClock) -> AsyncIterator[Remembering]:
    async with remembering(virtual_clock) as each:
        yield each
