"""Which models may be named to lead: those of the server that the lead comes from."""

from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.models.operations import ModelOperations
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, SEEING, FakeOllama
from tests.fakes.openai import FakeOpenAI

pytestmark = pytest.mark.anyio


async def listed(**settings: Any) -> Any:
    operations = ModelOperations(SystemClock(), ModelSettings(**settings)).by_name()
    return await operations["models.list"]({})


async def test_those_of_the_ollama_are_named_wherever_its_address_stands() -> None:
    async with FakeOllama(SEEING, BLIND) as ollama:
        by_url = await listed(url=f"http://127.0.0.1:{ollama.port}")
        by_spec = await listed(spec=f"ollama:{BLIND.name}@http://127.0.0.1:{ollama.port}", url="http://127.0.0.1:1")

    assert by_url == by_spec == [SEEING.name, BLIND.name]


async def test_those_of_an_openai_server_are_named_and_none_where_it_keeps_no_list() -> None:
    async with FakeOpenAI("one", "two") as openai:
        spec = f"openai:one@http://127.0.0.1:{openai.port}/v1"
        named = await listed(spec=spec)
        openai.models = None

        assert named == ["one", "two"]
        assert await listed(spec=spec) is None


async def test_a_server_that_is_not_there_and_a_lead_of_no_server_are_said() -> None:
    async with FakeOllama() as ollama:
        address = f"http://127.0.0.1:{ollama.port}"
    with pytest.raises(ServiceError, match="Ollama"):
        await listed(url=address)
    with pytest.raises(ConfigError, match="'understudy' leads"):
        await listed(spec="understudy")
