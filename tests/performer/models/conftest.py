"""What the tests of the models share: a fake Ollama, a server client, and short limits."""

from collections.abc import AsyncIterator

import pytest

from performer.clock import SystemClock
from performer.models.ollama_server import OllamaServer
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
    """Limits as short as a loaded machine allows, so that what hangs is given up quickly."""
    return ModelSettings(url=ollama.url, first_token_s=0.6, between_tokens_s=0.5, total_s=1.5, warm_up_s=10, probe_s=5)
