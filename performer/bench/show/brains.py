"""Brains: whoever is tried out, cast as in a show and ready to answer."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import anyio

from performer.bench.show.thinking import THINK_S, Thinking
from performer.casting import Brain, cast_brain
from performer.clock import Clock, SystemClock, VirtualClock
from performer.config import Config
from performer.errors import ServiceError
from performer.events import EventStream, Reader, ServiceDown, ServiceUp
from performer.home import Home
from performer.models.lead import Lead
from performer.models.manners import Manners
from performer.models.model import StepRequest, UserMessage
from performer.models.settings import who_may_lead
from performer.models.spec import OllamaSpec, OpenAISpec, parse_model
from performer.persona import load_persona
from performer.prompts import prompt
from performer.scene.short import opening
from performer.speakable import Speakable


@dataclass(frozen=True, kw_only=True)
class Ready:
    """A brain that waits for its show to begin."""

    brain: Brain
    clock: Clock
    """The show's: real time for a real model, virtual time for all others; it stands at 0."""
    news: EventStream
    """What is said of the brain; a real one is there before its show, so that this stream is not the show's."""
    load_s: float = 0.0
    """How long it took until a real one could be asked."""


def is_real(config: Config) -> bool:
    """Tell whether the model is a real one, which answers in real time."""
    specs = [parse_model(each.spec) for each in who_may_lead(config.model, config.models)]
    return any(isinstance(spec, OllamaSpec | OpenAISpec) for spec in specs)


@asynccontextmanager
async def ready_brain(
    config: Config, *, seed: int, think_s: float = THINK_S, manners: Manners | None = None
) -> AsyncGenerator[Ready]:
    """Have the configured brain ready for as long as the block runs: no take has to wait for it to be loaded.

    Args:
        config: Names the model, and says how it is asked.
        seed: Of the show's chance.
        think_s: Until the first token of a model that would answer at once.
        manners: What was learnt about models; None begins anew.

    Raises:
        ServiceError: when the model cannot be reached or loaded.
        ConfigError: when the script cannot be read.
    """
    if is_real(config):
        async with real_brain(config, manners) as ready:
            yield replace(ready, clock=SystemClock(seed))
        return
    clock = VirtualClock(seed)
    news = EventStream(clock)
    async with AsyncExitStack() as stack:
        brain = await cast_brain(clock, news, config.model, stack)
        thinking = Thinking(clock, brain.model, seed=seed, think_s=think_s)
        yield Ready(brain=replace(brain, model=thinking), clock=clock, news=news)


@asynccontextmanager
async def real_brain(config: Config, manners: Manners | None = None) -> AsyncGenerator[Ready]:
    """Cast a real model and wait until it leads; the clock is the one that its own seconds are counted by.

    Args:
        config: Names it, and says how it is asked.
        manners: What was learnt about models; None begins anew.

    Raises:
        ServiceError: when it cannot be reached or loaded.
    """
    clock = SystemClock()
    news = EventStream(clock)
    said = news.whole("bench", ServiceDown, ServiceUp)
    trouble = ""
    async with AsyncExitStack() as stack:
        brain = await cast_brain(clock, news, config.model, stack, models=config.models, manners=manners)
        assert brain.lead is not None, "the configured model is no real one"
        brain.lead.prepare(partial(_opening, config), Speakable.of_product())
        async with anyio.create_task_group() as running:
            await running.start(brain.lead.run)
            if brain.witness.own:
                await running.start(brain.witness.own.run)
            trouble = await _trouble(brain.lead, said)
            if not trouble:
                yield Ready(brain=brain, clock=clock, news=news, load_s=round(clock.now(), 3))
            running.cancel_scope.cancel()
    if trouble:
        raise ServiceError(trouble)


async def _trouble(lead: Lead, said: Reader) -> str:
    """Wait until somebody leads, or until it is said why nobody does."""
    async for published in said:
        if lead.leads:
            break
        if isinstance(published.event, ServiceDown):
            return published.event.reason
    return ""


def _opening(config: Config) -> StepRequest:
    """Return how each reaction of a show begins that is not wired yet."""
    messages = (
        *opening(load_persona(config.scene.persona, Home.find().config)),
        UserMessage(text=prompt("reaction/nothing_seen")),
    )
    return StepRequest(messages=messages, short=messages, phase="react")
