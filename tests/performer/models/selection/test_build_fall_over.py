"""Two Ollamas, one of which dies: as the show casts them, over the true wire."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.cues import OperatorCue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.status import Fix
from performer.core.untrusted_text import Prompt
from performer.models.endpoint import endpoint
from performer.models.model import StepRequest, UserMessage
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team
from performer.models.settings import EndpointSettings, ModelSettings
from tests.fakes.ollama import BLIND, FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Refusal

pytestmark = pytest.mark.anyio


class Duo:
    """Two Ollamas, and the brain that may ask both."""

    def __init__(self, first: FakeOllama, second: FakeOllama, brain: ModelTeam, stream: EventStream) -> None:
        self.first, self.second = first, second
        self.brain = brain
        self.facts = stream.whole("test", ServiceDown, ServiceUp)

    async def ask(self, heard: list[str]) -> None:
        request = StepRequest(messages=(UserMessage(text=Prompt("Well?")),), cue=OperatorCue())
        await self.brain.model.step(request, heard.append)

    async def said(self) -> str:
        """Wait for the next thing that is said of who leads."""
        event = (await anext(aiter(self.facts))).event
        return f"{type(event).__name__}: {getattr(event, 'reason', '')}"


@asynccontextmanager
async def opened(first_token_s: float) -> AsyncIterator[Duo]:
    clock = SystemClock(seed=1)
    stream = EventStream(clock)
    async with FakeOllama() as first, FakeOllama(BLIND) as second, AsyncExitStack() as stack:
        models = [
            EndpointSettings(spec=f"ollama:@{first.url}", first_token_s=first_token_s, between_tokens_s=0.3),
            EndpointSettings(spec=f"ollama:@{second.url}"),
        ]
        brain = await build_model_team(EndpointFactory(clock, stack), stream, ModelSettings(), models)
        it = Duo(first, second, brain, stream)
        async with anyio.create_task_group() as tasks:
            assert brain.lead is not None
            await tasks.start(brain.lead.run)
            while {each.state for each in brain.health()} != {"leads", "stands by"}:
                await anyio.lowlevel.checkpoint()
            yield it
            tasks.cancel_scope.cancel()


@pytest.fixture
async def duo() -> AsyncIterator[Duo]:
    async with opened(first_token_s=20) as it:
        yield it


@pytest.fixture
async def impatient() -> AsyncIterator[Duo]:
    """Two of which the first must answer soon."""
    async with opened(first_token_s=0.3) as it:
        yield it


@pytest.mark.parametrize(
    "trouble", [Trouble.CRASH, Trouble.BUSY, Trouble.IN_BAND, Trouble.FIN, Trouble.HANG_HEADERS, Trouble.HANG_FIRST]
)
async def test_one_that_fails_before_its_first_word_is_stood_in_for_at_once(impatient: Duo, trouble: Trouble) -> None:
    heard: list[str] = []
    for _ in range(4):  # a busy server may be asked again
        impatient.first.trouble(trouble)
    impatient.second.reply("Here I am.")

    await impatient.ask(heard)

    assert "".join(heard) == "Here I am."
    assert len(impatient.second.asked) == 1


@pytest.mark.parametrize("trouble", [Trouble.RST, Trouble.HANG_MID, Trouble.NO_DONE])
async def test_one_that_dies_in_mid_sentence_is_not_stood_in_for_until_the_next_step(
    duo: Duo, trouble: Trouble
) -> None:
    heard: list[str] = []
    duo.first.trouble(trouble, after="I was about to")
    duo.second.reply("Here I am.")

    with pytest.raises(ServiceError):
        await duo.ask(heard)
    assert duo.second.asked == []
    await duo.ask(heard)

    assert "".join(heard).endswith("Here I am.")


async def test_a_machine_that_is_switched_off_and_on_again_leads_again(
    duo: Duo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "BACK_OFF_S", [0.05])
    assert (await duo.said()).startswith("ServiceUp: ollama qwen3-vl:4b-instruct at http://127.0.0.1:")
    await duo.first.stop()

    await duo.ask([])
    assert f"ollama qwen2.5:3b at {duo.second.url} leads now" in await duo.said()
    assert not duo.brain.model.sees
    assert duo.brain.role().state == "partly"
    assert duo.brain.role().fix == Fix(op="models.look", label="Look again")
    await duo.first.start()

    assert (await duo.said()).startswith("ServiceUp: ollama qwen3-vl:4b-instruct")
    assert duo.brain.model.sees


async def test_the_table_names_who_leads_and_who_stands_by(duo: Duo) -> None:
    role = duo.brain.role()

    assert role.plays == f"ollama qwen3-vl:4b-instruct at {duo.first.url}"
    assert role.why.endswith(f"; ollama qwen2.5:3b at {duo.second.url} stands by")
    assert (role.state, role.fix) == ("works", None)


async def test_two_models_of_one_ollama_share_its_gate_and_its_memory(clock: SystemClock, events: EventStream) -> None:
    async with FakeOllama(BLIND, BLIND) as ollama, AsyncExitStack() as stack:
        models = [EndpointSettings(spec=f"ollama:{name}@{ollama.url}") for name in (BLIND.name, BLIND.name)]
        brain = await build_model_team(EndpointFactory(clock, stack), events, ModelSettings(), models)
        async with anyio.create_task_group() as tasks:
            assert brain.lead is not None
            await tasks.start(brain.lead.run)
            await ollama.wait_for(lambda fake: bool(fake.warm_ups))
            tasks.cancel_scope.cancel()

        assert len(ollama.warm_ups) == 1
        assert [each.state for each in brain.health()] in (["leads", "in reserve"], ["loading", "in reserve"])


async def test_of_two_models_of_one_server_the_second_leads_while_the_first_is_asked_too_much(
    clock: SystemClock, events: EventStream
) -> None:
    async with FakeOpenAI("one", "two") as server, AsyncExitStack() as stack:
        slow_down = Refusal(status=429, said="slow down", headers={"Retry-After": "60"})
        server.rules.append(lambda asked: slow_down if asked["model"] == "one" else None)
        models = [EndpointSettings(spec=f"openai:{name}@{server.url}") for name in ("one", "two")]
        brain = await build_model_team(EndpointFactory(clock, stack), events, ModelSettings(), models)
        facts = events.whole("test", ServiceDown, ServiceUp)
        async with anyio.create_task_group() as tasks:
            assert brain.lead is not None
            await tasks.start(brain.lead.run)
            event = (await anext(aiter(facts))).event
            tasks.cancel_scope.cancel()

    assert isinstance(event, ServiceDown)
    assert event.reason.endswith(f"slow down; openai two at {server.url} leads now")
