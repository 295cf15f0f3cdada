"""A stack that closes what a test opens, and a speech server that does as it should."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.fakes.speech import FakeSpeech


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def server() -> AsyncIterator[FakeSpeech]:
    async with FakeSpeech() as opened:
        yield opened
