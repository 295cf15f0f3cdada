"""Who thinks, as it is asked for."""

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from pydantic import ValidationError

from performer.config.in_force import put_value
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.own_text import capitalize_first
from performer.models.selection.build import EndpointFactory, build_model_team
from performer.models.settings import EndpointSettings, ModelSettings, UnderstudyPolicy
from tests.fakes.ollama import BLIND, SEEING, SEEING_ONLY, FakeOllama
from tests.performer.models.ollama.asked import ASKED


@pytest.mark.anyio
async def test_each_model_is_cast_as_asked(clock: SystemClock, events: EventStream, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "hi"}\n', encoding="utf-8")
    async with AsyncExitStack() as stack:
        understudy = await build_model_team(EndpointFactory(clock, stack), events, ModelSettings(spec="understudy"))
        scripted = await build_model_team(
            EndpointFactory(clock, stack), events, ModelSettings(spec=f"scripted:{script}")
        )
        ollama = await build_model_team(
            EndpointFactory(clock, stack), events, ModelSettings(spec="ollama:llava@127.0.0.1:9")
        )

    assert (understudy.role().plays, understudy.lead) == ("understudy", None)
    assert "script" in scripted.role().plays
    assert ollama.lead is not None


@pytest.mark.parametrize(
    ("understudy", "told"), [("auto", "the understudy plays until then"), ("never", "nobody plays until then")]
)
@pytest.mark.anyio
async def test_who_plays_while_the_lead_loads_is_told(
    clock: SystemClock, events: EventStream, understudy: UnderstudyPolicy, told: str
) -> None:
    async with AsyncExitStack() as stack, FakeOllama(BLIND) as ollama:
        ollama.hold_loads()
        settings = ModelSettings(spec=f"ollama:@{ollama.url}", understudy=understudy)
        brain = await build_model_team(EndpointFactory(clock, stack), events, settings)
        assert brain.lead is not None
        async with anyio.create_task_group() as tasks:
            await tasks.start(brain.lead.run)
            role = brain.role()
            tasks.cancel_scope.cancel()

    assert role.plays == f"ollama {BLIND.name}"
    assert role.why.startswith(f"the model is loading, and {told}; ")


@pytest.mark.anyio
async def test_what_a_line_takes_is_told_first_and_once(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack, FakeOllama(BLIND) as ollama:
        settings = ModelSettings(spec=f"ollama:@{ollama.url}")
        brain = await build_model_team(EndpointFactory(clock, stack), events, settings)
        assert brain.lead is not None
        async with anyio.create_task_group() as tasks:
            await tasks.start(brain.lead.run)
            await brain.lead.wait_until_back()
            unknown = brain.role().why
            for _ in range(3):
                brain.line_time.took(13.0, mode="talk")
            slow = brain.role().why
            tasks.cancel_scope.cancel()

    first = (
        "The model needs 13 s a line; a smaller one would be livelier. "
        "It is asked less often than usual, for short lines and with smaller pictures. "
    )
    assert slow == f"{first}{capitalize_first(unknown)}"


@pytest.mark.anyio
async def test_a_script_that_is_not_there_is_said(clock: SystemClock, events: EventStream) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(ConfigError, match="scripted: cannot read"):
            await build_model_team(EndpointFactory(clock, stack), events, ModelSettings(spec="scripted:/nowhere.jsonl"))


@pytest.mark.anyio
async def test_a_model_that_only_describes_does_so_for_a_lead_that_cannot_see(
    clock: SystemClock, events: EventStream
) -> None:
    async with AsyncExitStack() as stack, FakeOllama(BLIND) as first, FakeOllama(SEEING_ONLY) as second:
        settings = ModelSettings(spec=f"ollama:@{first.url}", describe=f"ollama:@{second.url}")
        brain = await build_model_team(EndpointFactory(clock, stack), events, settings)
        second.reply("An owl.")
        assert brain.lead is not None
        assert brain.captioner.own is not None
        up = anyio.Event()
        brain.captioner.own.watch(lambda _: up.set())
        async with anyio.create_task_group() as tasks:
            await tasks.start(brain.captioner.own.run)
            await up.wait()
            said = await brain.captioner.describe(b"jpeg", "digest")
            roles = brain.roles()
            states = [each.state for each in brain.health()]
            tasks.cancel_scope.cancel()

    assert (said, first.asked) == ("An owl.", [])
    assert states == ["stands by", "describes"]
    assert [(role.part, role.plays) for role in roles[1:]] == [("words", f"ollama {SEEING_ONLY.name}")]
    assert roles[1].state == "works"


@pytest.mark.parametrize(
    ("server", "states"),
    [
        ("openai:{}@https://api.example.org/v1", ["stands by", "stands by"]),
        ("openai:{}@http://127.0.0.1:9/v1", ["stands by", "in reserve"]),
        ("ollama:{}@https://127.0.0.1:9", ["stands by", "in reserve"]),
    ],
)
@pytest.mark.anyio
async def test_only_where_they_share_memory_is_the_second_model_of_a_server_held_in_reserve(
    clock: SystemClock, events: EventStream, server: str, states: list[str]
) -> None:
    models = [EndpointSettings(spec=server.format(name)) for name in "ab"]
    async with AsyncExitStack() as stack:
        brain = await build_model_team(EndpointFactory(clock, stack), events, ModelSettings(), models)

    assert [each.state for each in brain.health()] == states


@pytest.mark.parametrize("spec", ["moondream", "understudy", "scripted:x.jsonl", "openai:name"])
def test_only_a_model_at_an_address_can_describe(spec: str) -> None:
    with pytest.raises(ValidationError, match="Expected ollama"):
        ModelSettings(describe=spec)


def test_a_model_that_describes_gets_no_key_but_its_own() -> None:
    settings = ModelSettings(key_variable="MINE", name="lead", describe="openai:eye@http://127.0.0.1:9/v1")

    assert settings.for_description is not None
    assert (settings.for_description.key_variable, settings.for_description.name) == ("", "")


@pytest.mark.anyio
async def test_a_model_is_asked_as_is_set_by_then_and_another_is_loaded(
    clock: SystemClock, events: EventStream
) -> None:
    other = replace(SEEING, name="other:1b")
    async with AsyncExitStack() as stack, FakeOllama(SEEING, other) as ollama:
        settings = ModelSettings(spec=f"ollama:@{ollama.url}", name=SEEING.name)
        brain = await build_model_team(EndpointFactory(clock, stack), events, settings)
        assert brain.lead is not None
        async with anyio.create_task_group() as tasks:
            await tasks.start(brain.lead.run)
            await brain.lead.wait_until_back()
            loads = len(ollama.warm_ups)
            for name, value in {"temperature": 0.1, "num_ctx": 4096, "name": other.name}.items():
                put_value(settings, (name,), ModelSettings.model_validate({name: value}))
            brain.renew()
            with anyio.fail_after(20):
                while len(ollama.warm_ups) == loads or not brain.lead.leads:
                    await anyio.lowlevel.checkpoint()
            await brain.lead.step(ASKED, lambda _: None)
            tasks.cancel_scope.cancel()

    options = ollama.asked[-1]["options"]
    assert (ollama.asked[-1]["model"], options["temperature"], options["num_ctx"]) == (other.name, 0.1, 4096)
    assert ollama.warm_ups[-1]["model"] == other.name


@pytest.mark.anyio
async def test_the_understudy_stands_in_by_the_policy_that_is_set_by_then(
    clock: SystemClock, events: EventStream
) -> None:
    async with AsyncExitStack() as stack:
        settings = ModelSettings(spec="ollama:llava@127.0.0.1:9", understudy="never")
        brain = await build_model_team(EndpointFactory(clock, stack), events, settings)
        assert brain.lead is not None
        before = brain.lead.name
        await brain.lead.follow_policy("auto")

    assert (before, brain.lead.name) == ("nobody", "understudy")
