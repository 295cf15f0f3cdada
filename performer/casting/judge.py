"""Who judges: the model that is asked about every text, if the streamer wants one."""

from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final

from performer.casting.endpoint import as_asked, ollama_server
from performer.clock import Clock
from performer.events import EventStream
from performer.guard import GuardSettings
from performer.models.candidate import Candidate
from performer.models.endpoint import Endpoint
from performer.models.gate import Gates
from performer.models.judge import ModelJudge
from performer.models.manners import Manners
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.kept import kept_s
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, parse_model

_ANSWER_TOKENS: Final = 16
"""`unsafe`, a line's end and some codes, or Yes or No."""
_CONTEXT_TOKENS: Final = 2048
"""A sentence and a policy; little memory for a model that sits beside the lead."""


async def cast_judge(
    clock: Clock,
    stream: EventStream,
    guard: GuardSettings,
    model: ModelSettings,
    stack: AsyncExitStack,
    *,
    gates: Gates,
    manners: Manners,
    pulls_at: str,
) -> ModelJudge | None:
    """Make the judge that the guard's settings ask for; what it opens is closed with the stack.

    Raises:
        ConfigError: when its address is none.
    """
    if not guard.judge:
        return None
    settings = _settings(guard.judge, model)
    server = await stack.enter_async_context(ollama_server(settings, clock, pulls_at))

    async def candidate() -> Candidate:
        choice = await choose(server, settings)
        return Ollama(server, replace(choice, reason="as configured", better=""), settings, clock, manners)

    endpoint = Endpoint(server.url, candidate, gates.beside(server.url), clock, kept_s=kept_s(settings.keep_alive))
    return ModelJudge(endpoint, clock, stream, within_s=guard.judge_s)


def _settings(judge: str, model: ModelSettings) -> ModelSettings:
    """Ask it as the lead is asked, but shortly, without chance, and for nothing but its verdict."""
    spec = parse_model(f"ollama:{judge.removeprefix('ollama:')}")
    assert isinstance(spec, OllamaSpec)
    own = {"mode": "native", "think": False, "describe": "", "temperature": 0.0, "num_predict": _ANSWER_TOKENS}
    asked = as_asked(model.model_copy(update=own), spec)
    if asked.name == model.name:
        return asked  # another length of context would have its server load the lead anew
    return asked.model_copy(update={"num_ctx": _CONTEXT_TOKENS})
