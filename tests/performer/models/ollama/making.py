"""Drivers for a model of the fake that has been probed, made as at a new start."""

from typing import Any

from performer.core.clock import SystemClock
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.ollama_wire import FakeModel
from tests.performer.models.proved import prove_able


class Maker:
    """Makes drivers for a model of the fake, each as at a new start."""

    def __init__(self, ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> None:
        self._ollama = ollama
        self._server = server
        self._settings = settings
        self._clock = clock
        self.quirks = ServerQuirks()

    async def __call__(self, kind: FakeModel = SEEING, **asked: Any) -> Ollama:
        self._ollama.models = [kind]
        settings = self._settings.model_copy(update=asked)
        model = Ollama(self._server, await choose(self._server, settings), settings, self._clock, self.quirks)
        await prove_able(model)
        return model


def ways(ollama: FakeOllama) -> list[str]:
    """Return how each question was asked."""
    return ["native" if "tools" in body else "constrained" if "format" in body else "soft" for body in ollama.asked]
