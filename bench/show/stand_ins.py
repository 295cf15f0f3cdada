"""Stand-ins of a take: a model at the pace of a real one, a ready team of models, and a voice without sound."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Final

import anyio

from performer.agent.persona import Persona, load_persona
from performer.agent.prompt.short_form import build_opening
from performer.config.config import Config
from performer.core.audio import Sound
from performer.core.clock import Clock, SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.files.home import Home
from performer.core.prompt_files import load_prompt
from performer.guard.speakable.speakable import Speakable
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.model import Model, OnText, Step, StepRequest, UserMessage
from performer.models.selection.build import EndpointFactory, ModelTeam, build_model_team
from performer.models.selection.lead import Lead
from performer.models.settings import OllamaSpec, OpenAISpec, list_lead_settings, parse_model
from performer.speech.output.estimated_times import estimate_s
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.voice import Utterance
from performer.stage.sound.handover import HandoverResult
from performer.tools.tool import ToolSpec

THINK_S: Final = 0.6
"""The time to the first token of a vision model of 4 B, on a graphics card that has room, for a small picture."""
TOKENS_PER_S: Final = 20.0
_JITTER: Final = 0.25
"""The share by which the time to the first token varies, up and down."""
_TOKEN = re.compile(r"\s*\S{1,4}|\s+\Z")
"""About four characters, as the usual tokenisers have it for English."""


class SlowModel:
    """A model whose words come as a real one's would: after `think_s` on average, and one by one.

    The time that the model takes itself comes on top. The jitter is drawn by the seed, apart from the show's chance.
    """

    def __init__(self, clock: Clock, model: Model, *, seed: int, think_s: float = THINK_S) -> None:
        self.name = model.name
        self.sees = model.sees
        self._clock = clock
        self._model = model
        self._chance = Random(f"thinking {seed}")
        self._think_s = think_s

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Wait, and then hand on the answer at a model's pace; raises as the model does."""
        await self._clock.sleep(self._think_s * self._chance.uniform(1 - _JITTER, 1 + _JITTER))
        pieces: list[str] = []
        step = await self._model.step(request, pieces.append)
        for token in _TOKEN.findall("".join(pieces)):
            on_text(token)
            await self._clock.sleep(1 / TOKENS_PER_S)
        return step


@dataclass(frozen=True, kw_only=True)
class ReadyModel:
    """Models that wait for their show to begin."""

    brain: ModelTeam
    clock: Clock
    """The show's: real time for a real model, virtual time for all others; it stands at 0."""
    news: EventStream
    """The events of the models; real ones are there before their show, so that this stream is not the show's."""
    load_s: float = 0.0
    """How long it took until a real model could be asked."""


def is_real(config: Config) -> bool:
    """Return whether the model is a real one, which answers in real time."""
    specs = [parse_model(each.spec) for each in list_lead_settings(config.model, config.models)]
    return any(isinstance(spec, OllamaSpec | OpenAISpec) for spec in specs)


@asynccontextmanager
async def open_model(
    config: Config, *, seed: int, think_s: float = THINK_S, quirks: ServerQuirks | None = None
) -> AsyncGenerator[ReadyModel]:
    """Open the configured models while the block runs: no take has to wait for them to be loaded.

    A model that would answer at once takes `think_s` until its first token. Of a real one `quirks` tells what was
    learnt before; a ServiceError when it cannot be reached or loaded.
    """
    if is_real(config):
        async with open_real_model(config, quirks) as ready:
            yield replace(ready, clock=SystemClock(seed))
        return
    clock = VirtualClock(seed)
    news = EventStream(clock)
    async with AsyncExitStack() as stack:
        brain = await build_model_team(EndpointFactory(clock, stack), news, config.model)
        thinking = SlowModel(clock, brain.model, seed=seed, think_s=think_s)
        yield ReadyModel(brain=replace(brain, model=thinking), clock=clock, news=news)


@asynccontextmanager
async def open_real_model(config: Config, quirks: ServerQuirks | None = None) -> AsyncGenerator[ReadyModel]:
    """Open a real model and wait until it leads; the clock is the one by which its own seconds are counted."""
    clock = SystemClock()
    news = EventStream(clock)
    said = news.whole("bench", ServiceDown, ServiceUp)
    trouble = ""
    async with AsyncExitStack() as stack:
        factory = EndpointFactory(clock, stack, quirks or ServerQuirks())
        brain = await build_model_team(factory, news, config.model, config.models)
        assert brain.lead is not None, "the configured model is no real one"
        brain.lead.prepare(
            partial(make_opening, load_persona(config.scene.persona, Home.find().config)), Speakable.for_product()
        )
        async with anyio.create_task_group() as running:
            await running.start(brain.lead.run)
            if brain.captioner.own:
                await running.start(brain.captioner.own.run)
            trouble = await _wait_for_lead(brain.lead, said)
            if not trouble:
                yield ReadyModel(brain=brain, clock=clock, news=news, load_s=round(clock.now(), 3))
            running.cancel_scope.cancel()
    if trouble:
        raise ServiceError(trouble)


async def _wait_for_lead(lead: Lead, said: EventSubscription) -> str:
    """Wait until a model leads, or return why none does."""
    async for published in said:
        if lead.leads:
            break
        if isinstance(published.event, ServiceDown):
            return published.event.reason
    return ""


def make_opening(persona: Persona, tools: tuple[ToolSpec, ...] = ()) -> StepRequest:
    """Make the beginning of each reaction, for a show that is not wired yet, with the gestures of these tools."""
    messages = (*build_opening(persona), UserMessage(text=load_prompt("reaction/nothing_seen")))
    return StepRequest(messages=messages, short=messages, tools=tools, phase="react")


_RATE: Final = 1000
"""The samples of a second of silence: enough for one value of the envelope every 20 ms."""
_MAKING_S: Final = 0.06
"""The time to make a sentence; espeak's median on two cores."""


@dataclass(frozen=True)
class QuietVoice:
    """A voice that makes silence as long as the words would take."""

    _clock: Clock
    name = "quiet"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:  # noqa: ARG002  the port
        """Yield a whole sentence at once, after the time that making it takes."""
        await self._clock.sleep(_MAKING_S)
        yield Utterance(pcm=bytes(2 * round(_RATE * estimate_s(text))), rate=_RATE, last=True)


@dataclass(eq=False)
class QuietSpeaker:
    """A sound mixer that only lets a sentence's time pass; it can be hushed like any other."""

    _clock: Clock
    _hushed: anyio.Event = field(default_factory=anyio.Event, init=False)

    async def play(self, pieces: AsyncIterator[tuple[Sound, bytes]], on_started: Callable[[], None]) -> HandoverResult:
        """Return when all pieces have had their time, or at a hush."""
        hushed = self._hushed
        begun_s: float | None = None
        ends_s = self._clock.now()
        async for sound, _ in pieces:
            if begun_s is None:
                begun_s = self._clock.now()
                on_started()
            ends_s = max(ends_s, self._clock.now()) + sound.duration_s
            if sound.last:
                break
        if begun_s is None:
            return HandoverResult(heard_s=0.0)
        with self._clock.move_on_after(ends_s - self._clock.now()):
            await hushed.wait()
        return HandoverResult(heard_s=self._clock.now() - begun_s)

    def wake(self) -> None:
        """Do nothing: it is always ready."""

    def soften(self, share: float) -> None:
        """Do nothing: it is silent."""

    async def hush(self, *, speech_only: bool = False) -> None:  # noqa: ARG002  speech is all there is
        """Stop the sentence that is being played."""
        self._hushed.set()
        self._hushed = anyio.Event()
