"""Which model leads, and what the streamer is told."""

import pytest

from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.models.ollama.choice import OllamaChoice, choose
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import BLIND, EMBEDDING, PLAIN, SEEING, SEEING_ONLY, THINKING, FakeOllama
from tests.fakes.ollama_wire import FakeModel

pytestmark = pytest.mark.anyio


async def chosen(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, *models: FakeModel, name: str = ""
) -> OllamaChoice:
    ollama.models = list(models)
    return await choose(server, settings.model_copy(update={"name": name}))


async def test_the_first_that_sees_and_calls_tools_leads(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    choice = await chosen(ollama, server, settings, EMBEDDING, PLAIN, SEEING_ONLY, SEEING, THINKING)

    assert (choice.name, choice.sees, choice.calls_tools, choice.thinks) == (SEEING.name, True, True, False)
    assert choice.reason == "the first installed one that sees and calls tools"


async def test_eyes_matter_more_than_tools(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings) -> None:
    choice = await chosen(ollama, server, settings, BLIND, SEEING_ONLY)

    assert (choice.name, choice.calls_tools) == (SEEING_ONLY.name, False)


async def test_a_blind_model_leads_if_there_is_no_other(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    choice = await chosen(ollama, server, settings, PLAIN, BLIND)

    assert (choice.name, choice.sees) == (BLIND.name, False)
    assert f'for eyes: "{COMMAND} pull qwen3-vl:4b-instruct"' in choice.reason


@pytest.mark.parametrize("models", [[], [EMBEDDING]])
async def test_no_model_that_can_lead_names_one_to_pull(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, models: list[FakeModel]
) -> None:
    with pytest.raises(ServiceError, match=rf'run "{COMMAND} pull qwen3-vl:4b-instruct"') as caught:
        await chosen(ollama, server, settings, *models)

    assert not caught.value.retry


@pytest.mark.parametrize("name", ["llama2:latest", "llama2", "LLaMA2", "Llama2:Latest"])
async def test_a_named_model_is_found_with_or_without_its_tag_and_in_any_letters(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, name: str
) -> None:
    choice = await chosen(ollama, server, settings, SEEING, PLAIN, name=name)

    assert choice.name == "llama2:latest"


async def test_a_named_model_that_is_missing_names_its_neighbours_and_the_command(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    with pytest.raises(ServiceError) as caught:
        await chosen(ollama, server, settings, SEEING, PLAIN, name="qwen3-vl:8b")

    assert f"did you mean 'qwen3-vl:4b-instruct'? Otherwise run \"{COMMAND} pull qwen3-vl:8b\"" in str(caught.value)
    assert not caught.value.retry


async def test_a_server_too_old_to_tell_gets_a_plain_model(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    choice = await chosen(ollama, server, settings, FakeModel(name="old:latest", capabilities=None))

    assert (choice.sees, choice.calls_tools) == (False, False)


@pytest.mark.parametrize(
    ("version", "warned"),
    [("0.17.0", True), ("0.9.6", True), ("0.17.1", False), ("0.33.0-rc2", False), ("1.0", False), ("0.0.0", False)],
)
async def test_an_old_server_is_warned_of(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, version: str, warned: bool
) -> None:
    ollama.version = version

    choice = await chosen(ollama, server, settings, SEEING)

    assert ("is old and loses tool calls: update it to 0.17.1" in choice.warning) == warned


async def test_a_name_like_none_offers_none(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings) -> None:
    with pytest.raises(ServiceError) as caught:
        await chosen(ollama, server, settings, SEEING, PLAIN, name="nosuch")

    assert str(caught.value).endswith(f'; run "{COMMAND} pull nosuch".')


async def test_eyes_that_are_installed_are_not_to_be_pulled(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings
) -> None:
    blind = await chosen(ollama, server, settings, BLIND, SEEING_ONLY, SEEING, name=BLIND.name)
    in_spec = await chosen(
        ollama, server, settings.model_copy(update={"spec": f"ollama:{BLIND.name}"}), BLIND, SEEING, name=BLIND.name
    )

    assert f'(for eyes: "{COMMAND} config set model.name {SEEING.name}")' in blind.reason
    assert f"(for eyes: write {SEEING.name}, which is installed, in place of {BLIND.name})" in in_spec.reason
