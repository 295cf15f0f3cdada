"""Who writes for sub-agents, as prototypes ask for it."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.agent.profiles.registry import build_profiles
from performer.agent.subagents.models import SubAgentModels, make_subagent_models
from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError, ServiceError
from performer.core.events.stream import EventStream
from performer.core.untrusted_text import state_to_model
from performer.models.model import StepRequest, UserMessage
from performer.models.selection.build import EndpointFactory, build_model_team
from tests.fakes.ollama import SEEING, FakeOllama

pytestmark = pytest.mark.anyio


async def helpers(clock: SystemClock, events: EventStream, stack: AsyncExitStack, **settings: Any) -> SubAgentModels:
    config = Config.model_validate(settings)
    factory = EndpointFactory(clock, stack)
    brain = await build_model_team(factory, events, config.model)
    profiles = build_profiles(config.prototypes).values()
    return await make_subagent_models(clock, profiles, config.model, config.models, team=brain, factory=factory)


async def test_an_understudy_writes_for_nobody(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        models = await helpers(clock, events, stack, model={"spec": "understudy"})

        for spec in ("", "describe"):
            with pytest.raises(ServiceError, match=r"No model leads now\."):
                models(spec)


async def test_a_script_writes_for_all_and_a_prototype_may_have_its_own(
    clock: SystemClock, events: EventStream, tmp_path: Path
) -> None:
    script, other = tmp_path / "script.jsonl", tmp_path / "other.jsonl"
    for file in (script, other):
        file.write_text('{"text": "hi"}\n', encoding="utf-8")
    async with AsyncExitStack() as stack:
        own = f"scripted:{other}"
        models = await helpers(
            clock, events, stack, model={"spec": f"scripted:{script}"}, prototypes={"scout": {"model": own}}
        )

    assert [models(spec).name for spec in ("", "describe", own)] == [
        "scripted script.jsonl",
        "scripted script.jsonl",
        "scripted other.jsonl",
    ]


async def test_a_prototypes_own_model_is_asked_once_it_is_there(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack, FakeOllama(SEEING) as ollama:
        spec = f"ollama:{SEEING.name}@{ollama.url}"
        models = await helpers(
            clock, events, stack, model={"spec": "understudy"}, prototypes={"scout": {"model": spec}}
        )
        with pytest.raises(ServiceError):
            models(spec)
        (endpoint,) = models.endpoints.values()
        up = anyio.Event()
        endpoint.watch(lambda _: up.set())
        heard: list[str] = []
        async with anyio.create_task_group() as tasks:
            await tasks.start(endpoint.run)
            await up.wait()
            model = models(spec)
            await model.step(
                StepRequest(messages=(UserMessage(text=state_to_model("Go.", 9)),), yields=True), heard.append
            )
            tasks.cancel_scope.cancel()

    assert (model.name, model.sees, "".join(heard)) == (f"ollama {SEEING.name}", True, "Well played.")


async def test_what_no_prototype_can_be_is_said_at_the_start(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(ConfigError, match=r"prototypes\.scout\.model"):
            await helpers(clock, events, stack, prototypes={"scout": {"model": "olama"}})
