"""Endpoints: a server at its address, which model it is asked for, and the gate before it."""

import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

from performer.cadence import Cadence
from performer.clock import Clock
from performer.errors import ConfigError
from performer.models.address import ollama_url
from performer.models.candidate import Candidate
from performer.models.endpoint import Endpoint
from performer.models.gate import Gates
from performer.models.manners import Manners
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.kept import kept_s
from performer.models.ollama.server import OllamaServer
from performer.models.openai.candidate import openai_candidate, openai_server
from performer.models.settings import EndpointSettings, ModelSettings, who_may_lead
from performer.models.spec import OllamaSpec, OpenAISpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.spelling import Spelt


class EndpointMaker:
    """Makes the endpoints of one show.

    Args:
        clock: The show's.
        cadence: Measures behind the gate: who waits there is not slow; None for models that it is not about.
        manners: What was learnt about models.
        stack: Closes what the endpoints open.
        gates: Those of the addresses.
        pulls_at: As `where_pull_goes` has it, for the remedies.
    """

    def __init__(
        self,
        clock: Clock,
        cadence: Cadence | None,
        manners: Manners,
        stack: AsyncExitStack,
        gates: Gates,
        *,
        pulls_at: str = "",
    ) -> None:
        self._clock = clock
        self._cadence = cadence
        self._manners = manners
        self._stack = stack
        self._gates = gates
        self._pulls_at = pulls_at

    async def make(self, settings: ModelSettings) -> Endpoint:
        """Make one of them, as its spec says; nothing is asked of its server yet."""
        match parse_model(settings.spec):
            case OllamaSpec() as spec:
                return await self._ollama(as_asked(settings, spec))
            case OpenAISpec() as spec:
                return await self._openai(settings, spec)
            case UnderstudySpec() | ScriptedSpec():
                raise ConfigError(f"model: '{settings.spec}' is at no address, so it cannot be one of several.")

    async def _ollama(self, settings: ModelSettings) -> Endpoint:
        server = await self._stack.enter_async_context(ollama_server(settings, self._clock, self._pulls_at))

        async def candidate() -> Candidate:
            return Ollama(server, await choose(server, settings), settings, self._clock, self._manners)

        return self._endpoint(server.url, candidate, kept=kept_s(settings.keep_alive))

    async def _openai(self, settings: ModelSettings, spec: OpenAISpec) -> Endpoint:
        server = await self._stack.enter_async_context(openai_server(spec, settings, self._clock))

        async def candidate() -> Candidate:
            return await openai_candidate(server, spec, settings, self._clock, self._manners)

        return self._endpoint(server.url, candidate, shares_memory=not _is_hosted(server.url))

    def _endpoint(
        self,
        url: str,
        find: Callable[[], Awaitable[Candidate]],
        *,
        kept: float = math.inf,
        shares_memory: bool = True,
    ) -> Endpoint:
        async def choose_one() -> Candidate:
            found = await find()
            return Spelt(self._cadence.timed(found, place=url) if self._cadence else found)

        return Endpoint(url, choose_one, self._gates.at(url), self._clock, kept_s=kept, shares_memory=shares_memory)


def _is_hosted(url: str) -> bool:
    """Tell whether its models have memory of their own: who serves the public encrypts, one's own PC hardly ever."""
    return url.startswith("https:")


def as_asked(settings: ModelSettings, spec: OllamaSpec) -> ModelSettings:
    """Let the name and address of a spec win over the settings'."""
    return settings.model_copy(
        update={"name": spec.name or settings.name, "url": ollama_url(spec.url) if spec.url else settings.url}
    )


def ollama_server(asked: ModelSettings, clock: Clock, pulls_at: str) -> OllamaServer:
    """Make the client of an Ollama, whose remedies are for the model that it is asked for; a context manager."""
    return OllamaServer(asked.url, clock, wanted=asked.name, is_usual=asked.url == pulls_at)


def where_pull_goes(model: ModelSettings, models: Sequence[EndpointSettings]) -> str:
    """Tell at which address `pull` finds its Ollama unasked; empty where that depends on who answers.

    An address in a spec does not count: it may be this start's alone.
    """
    asked = [(each, parse_model(each.spec)) for each in who_may_lead(model, models)]
    places = {"" if spec.url else each.url for each, spec in asked if isinstance(spec, OllamaSpec)} or {model.url}
    return places.pop() if len(places) == 1 else ""
