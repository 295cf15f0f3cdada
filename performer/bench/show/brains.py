"""Brains: the model that is tried out, ready to answer."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from performer.bench.show.thinking import Thinking
from performer.casting import as_asked
from performer.clock import Clock, SystemClock, VirtualClock
from performer.models.choice import choose
from performer.models.lead import Candidate
from performer.models.model import Model
from performer.models.ollama import Ollama
from performer.models.ollama_server import OllamaServer
from performer.models.scripted import Scripted
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.understudy import Understudy


def clock_for(spec: str, seed: int) -> Clock:
    """Make the clock that a model needs: a real one answers in real time, all others in virtual time."""
    return SystemClock(seed) if isinstance(parse_model(spec), OllamaSpec) else VirtualClock(seed)


@asynccontextmanager
async def brain(
    settings: ModelSettings, clock: Clock, *, seed: int, think_s: float, timed: Callable[[Candidate], Candidate]
) -> AsyncGenerator[Model]:
    """Have a model ready for as long as the block runs.

    Args:
        settings: Which one.
        clock: Whose time it takes.
        seed: Of the time that a model is given which needs none.
        think_s: That time, on average.
        timed: Puts a real model under a stopwatch.

    Raises:
        ServiceError: when the model cannot be reached or loaded.
        ConfigError: when the script cannot be read.
    """
    match parse_model(settings.spec):
        case UnderstudySpec():
            yield Thinking(clock, Understudy(clock), seed=seed, think_s=think_s)
        case ScriptedSpec(file=file):
            yield Thinking(clock, Scripted(file, clock), seed=seed, think_s=think_s)
        case OllamaSpec() as spec:
            asked = as_asked(settings, spec)
            async with OllamaServer(asked.url, clock, wanted=asked.name) as server:
                model = timed(Ollama(server, await choose(server, asked), asked, clock))
                await model.warm_up()
                yield model
