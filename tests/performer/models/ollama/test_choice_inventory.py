"""Everything that an Ollama has."""

import pytest

from performer.models.ollama.choice import take_inventory
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, SEEING, FakeOllama

pytestmark = pytest.mark.anyio


async def test_each_model_has_its_card_and_the_one_that_would_lead_is_named(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    ollama.models = [BLIND, SEEING]

    found = await take_inventory(server, settings)

    assert [each.listed.name for each in found.models] == [BLIND.name, SEEING.name]
    assert [each.card is not None and each.card.sees for each in found.models] == [False, True]
    assert (found.leads, found.why) == (SEEING.name, "the first installed one that sees and calls tools")


async def test_without_a_model_the_remedy_stands_in_its_place(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    ollama.models = []

    found = await take_inventory(server, settings)

    assert (found.models, found.leads) == ((), "")
    assert "run.py pull" in found.why
