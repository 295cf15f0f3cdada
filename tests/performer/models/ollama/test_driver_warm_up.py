"""Loading a model: it is waited for, and given up with the reason."""

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama

pytestmark = pytest.mark.anyio


async def test_a_warm_up_waits_for_the_load(ollama: FakeOllama, model: Ollama) -> None:
    ollama.hold_loads()
    async with anyio.create_task_group() as group:
        group.start_soon(model.warm_up)
        await ollama.wait_for(lambda it: len(it.warm_ups) == 1)
        ollama.release_loads()

    assert ollama.warm_ups[0]["messages"] == []


async def test_a_load_that_fails_says_why(ollama: FakeOllama, model: Ollama) -> None:
    ollama.load_error = "cudaMalloc failed: out of memory"

    with pytest.raises(ServiceError, match="out of memory"):
        await model.warm_up()


async def test_a_load_that_takes_too_long_is_given_up(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    choice = OllamaChoice(name=ollama.models[0].name, sees=True, calls_tools=True, thinks=False, reason="")
    model = Ollama(server, choice, settings.model_copy(update={"warm_up_s": 0.2}), clock)
    ollama.hold_loads()

    with pytest.raises(ServiceError, match=r"within 0\.2 s"):
        await model.warm_up()
