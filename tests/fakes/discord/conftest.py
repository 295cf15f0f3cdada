"""A fake with Ann in it, and the real client that is connected to it."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.discord.client import Client, connected
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.standing import Place


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with FakeDiscord() as fake:
        yield Place(fake)


@pytest.fixture
async def client(place: Place) -> AsyncIterator[Client]:
    async with connected(place.fake) as client:
        yield client
