"""The model that is measured at its server, and what is told where it cannot be."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.speed.model_asking import AskedModel, choose_settings, open_asked_model
from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.model import StepRequest, UserMessage
from performer.models.settings import EndpointSettings, ModelSettings
from tests.fakes.ollama import BLIND, FakeOllama, Trouble

pytestmark = pytest.mark.anyio

QUESTION = StepRequest(messages=(UserMessage(text=Prompt("What now?")),), way="talk")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(BLIND) as server:
        yield server


@pytest.fixture
async def model(ollama: FakeOllama, clock: SystemClock) -> AsyncIterator[AskedModel]:
    async with open_asked_model(settings_of(ollama), clock) as opened:
        yield opened


def settings_of(ollama: FakeOllama, **model: object) -> ModelSettings:
    config = Config.model_validate({"model": {"url": ollama.url, **model}})
    return choose_settings(config, BLIND.name)


async def test_a_bare_name_is_an_ollamas_model_and_none_is_the_one_that_performs() -> None:
    config = Config(models=(EndpointSettings(spec="openai:lead@http://127.0.0.1:1/v1"),))

    assert choose_settings(config, "gemma3:4b").spec == "ollama:gemma3:4b"
    assert choose_settings(config, "").spec == "openai:lead@http://127.0.0.1:1/v1"


async def test_times_follow_each_other_and_the_servers_counts_are_taken(ollama: FakeOllama, model: AskedModel) -> None:
    ollama.reply("Nice jump, that was close.", first_s=0.02, prompt_tokens=50)

    times = await model.ask(QUESTION)

    assert 0 <= times.sent_s < times.first_s <= (times.words_s or 0) <= times.line_s
    assert times.first_s - times.sent_s >= 0.02
    assert times.read_token_ms == 1000 * 0.2 / 50
    assert times.write_token_ms


async def test_the_shortest_question_wants_one_token(ollama: FakeOllama, model: AskedModel) -> None:
    await model.ask_bare()

    assert ollama.openings[0]["options"]["num_predict"] == 1
    assert len(ollama.openings[0]["messages"]) == 1


async def test_a_model_is_loaded_for_another_context(ollama: FakeOllama, model: AskedModel) -> None:
    await model.load(4096)
    await model.ask(QUESTION)

    assert [each["options"]["num_ctx"] for each in (*ollama.warm_ups, *ollama.asked)] == [4096, 4096]


async def test_an_unloaded_model_is_gone_when_that_returns(ollama: FakeOllama, model: AskedModel) -> None:
    await model.load()
    assert await model.find_loaded()

    await model.unload()

    assert await model.find_loaded() is None
    assert ollama.warm_ups[-1]["keep_alive"] == 0


async def test_a_load_that_takes_too_long_is_told_with_the_remedy(ollama: FakeOllama, clock: SystemClock) -> None:
    ollama.hold_loads()

    async with open_asked_model(settings_of(ollama, warm_up_s=0.05), clock) as model:
        with pytest.raises(ServiceError, match=r"was not loaded within 0\.05 seconds\. Set model\.warm_up_s to more"):
            await model.load()


async def test_a_busy_server_is_told_to_be_busy(ollama: FakeOllama, model: AskedModel) -> None:
    ollama.trouble(Trouble.BUSY)
    ollama.trouble(Trouble.BUSY)

    with pytest.raises(ServiceError, match=r"answered 503: .*It is busy: end what else asks it, and try again\."):
        await model.ask(QUESTION)


async def test_a_model_that_is_not_installed_is_told_with_the_near_miss(clock: SystemClock) -> None:
    async with FakeOllama(BLIND) as ollama:
        settings = choose_settings(Config(model=ModelSettings(url=ollama.url)), "qwen2.5:3")
        with pytest.raises(ServiceError, match=r"no model 'qwen2\.5:3' at .*; did you mean 'qwen2\.5:3b'\?"):
            async with open_asked_model(settings, clock):
                pass


async def test_a_server_that_is_not_there_is_told(clock: SystemClock) -> None:
    with pytest.raises(ServiceError, match=r"no Ollama at http://127\.0\.0\.1:1; install it"):
        async with open_asked_model(choose_settings(Config(), "x@http://127.0.0.1:1"), clock):
            pass


async def test_a_model_at_no_server_is_refused(clock: SystemClock) -> None:
    with pytest.raises(ConfigError, match="'understudy' is at no server, so there is nothing to measure"):
        async with open_asked_model(choose_settings(Config(), "understudy"), clock):
            pass
