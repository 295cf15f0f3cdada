"""Drivers for the models of the fake Ollama: one, and one after another."""

import pytest

from performer.core.clock import SystemClock
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.performer.models.ollama.making import Maker
from tests.performer.models.proved import prove_able


@pytest.fixture
async def model(server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> Ollama:
    model = Ollama(server, await choose(server, settings), settings, clock)
    await prove_able(model)
    return model


@pytest.fixture
def make(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> Maker:
    return Maker(ollama, server, settings, clock)
