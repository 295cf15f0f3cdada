"""What the tests of the models share: a fake Ollama, a server client, and settings."""

from collections.abc import AsyncIterator

import pytest

from performer.core.clock import SystemClock
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama() as fake:
        yield fake


@pytest.fixture
async def server(ollama: FakeOllama, clock: SystemClock) -> AsyncIterator[OllamaServer]:
    async with OllamaServer(ollama.url, clock) as opened:
        yield opened


@pytest.fixture
def settings(ollama: FakeOllama) -> ModelSettings:
    """The ordinary limits, which a loaded machine keeps too."""
    return ModelSettings(url=ollama.url)
