"""Brains: the model that is tried out, ready to answer."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from performer.bench.show.plan import Plan
from performer.bench.show.thinking import Thinking
from performer.cadence import Cadence
from performer.casting import as_asked
from performer.clock import Clock, SystemClock, VirtualClock
from performer.models.manners import Manners
from performer.models.model import Model
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.openai.candidate import openai_candidate, openai_server
from performer.models.scripted import Scripted
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, OpenAISpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.understudy import Understudy

Brain = Callable[[Clock, Cadence], Model]
"""Makes the model of a take, with the take's clock and its stopwatch."""


def is_real(plan: Plan) -> bool:
    """Tell whether the model is a real one, which answers in real time."""
    return isinstance(parse_model(plan.model), OllamaSpec | OpenAISpec)


def clock_for(plan: Plan) -> Clock:
    """Make the clock that a model needs: real time for a real one, virtual time for all others."""
    return SystemClock(plan.seed) if is_real(plan) else VirtualClock(plan.seed)


@asynccontextmanager
async def brain(plan: Plan, settings: ModelSettings) -> AsyncGenerator[Brain]:
    """Have the planned model ready for as long as the block runs: no take has to wait for it to be loaded.

    Raises:
        ServiceError: when the model cannot be reached or loaded.
        ConfigError: when the script cannot be read.
    """
    match parse_model(plan.model):
        case UnderstudySpec():
            yield lambda clock, _: _thinking(plan, clock, Understudy(clock))
        case ScriptedSpec(file=file):
            yield lambda clock, _: _thinking(plan, clock, Scripted(file, clock))
        case OllamaSpec() as spec:
            asked, clock = as_asked(settings, spec), SystemClock()
            async with OllamaServer(asked.url, clock) as server:
                model = Ollama(server, await choose(server, asked), asked, clock)
                await model.warm_up()
                yield lambda _, cadence: cadence.timed(model)
        case OpenAISpec() as spec:
            clock = SystemClock()
            async with openai_server(spec, settings, clock) as openai:
                other = await openai_candidate(openai, spec, settings, clock, Manners())
                await other.warm_up()
                yield lambda _, cadence: cadence.timed(other)


def _thinking(plan: Plan, clock: Clock, model: Model) -> Model:
    return Thinking(clock, model, seed=plan.seed, think_s=plan.think_s)
