"""An Ollama for the commands that ask one."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.ollama import BLIND, FakeOllama


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(BLIND) as fake:
        yield fake
