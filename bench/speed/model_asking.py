"""The model that is measured, at its server, and the times of each question to it.

It is asked by the product's own driver, in the way that is known to work there, so that what is measured is what a show
waits for; the wire is watched beneath it.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import anyio

from bench.model_spec import complete_spec
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.core.prompt_files import load_prompt
from performer.models.driver.answer import AnswerChunk, NextChunk
from performer.models.driver.driver import AroundChat, Chat, Driver
from performer.models.driver.request_builder import Body
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import ServerError
from performer.models.model import StepRequest, Usage, UserMessage
from performer.models.ollama.choice import choose as choose_ollama
from performer.models.ollama.driver import Ollama
from performer.models.ollama.installed import LoadedModel
from performer.models.ollama.server import OllamaServer, find_loaded
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import choose as choose_openai
from performer.models.openai.server import make_openai_server
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, OpenAISpec, list_lead_settings, parse_model

_FIRST_S: Final = 60.0
_TOTAL_S: Final = 120.0
"""The least seconds for an answer: a slow model is to be measured, too."""
_BEYOND_S: Final = 5.0
_GONE_WITHIN_S: Final = 15.0
_LOOK_S: Final = 0.1
_BUSY: Final = (429, 503)


@dataclass(frozen=True, kw_only=True)
class AskedTimes:
    """One question, in seconds from when the driver was asked it."""

    sent_s: float
    """To its request."""
    first_s: float
    """To the first sign of the answer on the wire."""
    words_s: float | None
    """To the first words that are certain to be speech; None where none came."""
    line_s: float
    """To the end of the answer."""
    usage: Usage

    @property
    def own_ms(self) -> float | None:
        """The performer's share of the way to the first words, in ms: writing the request, and reading the answer."""
        return None if self.words_s is None else 1000 * (self.sent_s + self.words_s - self.first_s)

    @property
    def read_token_ms(self) -> float | None:
        """Time to read a token, in ms, of a question that the server did not know; None where it counts none."""
        if not self.usage.prompt_tokens:
            return None
        return 1000 * (self.usage.read_s or self.first_s - self.sent_s) / self.usage.prompt_tokens

    @property
    def write_token_ms(self) -> float | None:
        """Time to write a token, in ms; None where the server counts none."""
        if self.usage.answer_tokens < 2:
            return None
        wrote_s = self.usage.answer_s or (self.line_s - self.first_s) * self._share_behind_first
        return 1000 * wrote_s / self.usage.answer_tokens

    @property
    def _share_behind_first(self) -> float:
        return self.usage.answer_tokens / (self.usage.answer_tokens - 1)


class _Wire:
    """Notes when a request goes out, and when the first sign of its answer comes."""

    def __init__(self, clock: Clock) -> None:
        self.sent_s = self.first_s = 0.0
        self._clock = clock

    def around(self, chat: Chat) -> Chat:
        """Wrap how a server is asked."""

        @asynccontextmanager
        async def watched(body: Body, patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
            self.sent_s, self.first_s = self._clock.now(), 0.0
            async with chat(body, patience) as next_chunk:
                yield partial(self._note, next_chunk)

        return watched

    async def _note(self, next_chunk: NextChunk) -> AnswerChunk | None:
        chunk = await next_chunk()
        if not self.first_s and chunk and (chunk.text or chunk.thinking or chunk.calls or chunk.done):
            self.first_s = self._clock.now()
        return chunk


class AskedModel:
    """A model that can be asked, and be loaded for another context where its server is an Ollama."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        settings: ModelSettings,
        new_driver: Callable[[ModelSettings, AroundChat], Driver],
        ollama: OllamaServer | None,
    ) -> None:
        self.name = name
        self.settings = settings
        self._clock = clock
        self._new_driver = new_driver
        self._ollama = ollama
        self._wire = _Wire(clock)
        self.driver = new_driver(settings, self._wire.around)

    @property
    def sees(self) -> bool:
        """Whether it is shown pictures."""
        return self.driver.sees

    async def load(self, context: int | None = None) -> float:
        """Load it, for as many tokens of context if they are given; return the seconds.

        Raises:
            ServiceError: when it cannot be loaded, or not within `model.warm_up_s`.
        """
        if context is not None:
            self.settings = self.settings.model_copy(update={"num_ctx": context})
            self.driver = self._new_driver(self.settings, self._wire.around)
        began_s, within_s = self._clock.now(), self.settings.warm_up_s - _BEYOND_S
        with anyio.move_on_after(within_s):
            await self.driver.warm_up()
            return self._clock.now() - began_s
        raise ServiceError(
            f"{self.name} was not loaded within {within_s:g} seconds. Set model.warm_up_s to more, or take a smaller"
            " model.",
            retry=False,
        )

    async def unload(self) -> None:
        """Unload it from an Ollama, and wait until it is gone; raise ServiceError when it stays."""
        assert self._ollama is not None, "only an Ollama unloads a model"
        body = {"model": self.name, "messages": [], "keep_alive": 0, "stream": False}
        await self._ollama.load(body, self.settings.warm_up_s)
        with anyio.move_on_after(_GONE_WITHIN_S):
            while await self.find_loaded():
                await self._clock.sleep(_LOOK_S)
            return
        raise ServiceError(
            f"{self.name} stays in memory: something else asks it. End the show, or leave --load out.", retry=False
        )

    async def find_loaded(self) -> LoadedModel | None:
        """Find its place in memory; None when it is not there, or its server does not tell."""
        if self._ollama is None:
            return None
        return find_loaded(await self._ollama.loaded(self.settings.probe_s), self.name)

    async def find_longest_context(self) -> int:
        """Return the most tokens that it was made for; 0 when that is not told."""
        return (await self._ollama.card(self.name, self.settings.probe_s)).context if self._ollama else 0

    async def ask_bare(self) -> AskedTimes:
        """Ask the shortest question there is for one token: nothing of the performer is in it."""
        question = UserMessage(text=load_prompt("warm_up"))
        return await self.ask(StepRequest(messages=(question,), way="native", tokens=1))

    async def ask(self, request: StepRequest) -> AskedTimes:
        """Ask a question to the end of its answer.

        Raises:
            ServiceError: when the server fails, is busy, or too slow; with the remedy.
        """
        wire, words_at = self._wire, list[float]()
        began_s = self._clock.now()
        try:
            step = await self.driver.step(request, lambda _piece: words_at.append(self._clock.now()))
        except ServiceError as error:
            raise _explain(error) from error
        ended_s = self._clock.now()
        return AskedTimes(
            sent_s=wire.sent_s - began_s,
            first_s=(wire.first_s or ended_s) - began_s,
            words_s=words_at[0] - began_s if words_at else None,
            line_s=ended_s - began_s,
            usage=step.usage,
        )


def _explain(error: ServiceError) -> ServiceError:
    """Return a failure with what to do about a server that is busy, or too slow."""
    if isinstance(error, ServerError):
        busy = " It is busy: end what else asks it, and try again." if error.status in _BUSY else ""
        return ServiceError(f"{str(error).rstrip('.')}.{busy}", retry=False)
    slow = " It is busy, or too slow for a show: end what else asks it, or take a smaller model."
    return ServiceError(f"{error}{slow if ' within ' in str(error) else ''}", retry=False)


def choose_settings(config: Config, model: str) -> ModelSettings:
    """Return the settings of the model that is named, or else of the one that performs."""
    settings = list_lead_settings(config.model, config.models)[0]
    if model:
        settings = config.model.model_copy(update={"spec": complete_spec(model)})
    longer = {
        "first_token_s": max(settings.first_token_s, _FIRST_S),
        "total_s": max(settings.total_s, _TOTAL_S),
        "warm_up_s": settings.warm_up_s + _BEYOND_S,
    }
    return settings.model_copy(update=longer)


@asynccontextmanager
async def open_asked_model(settings: ModelSettings, clock: Clock) -> AsyncIterator[AskedModel]:
    """Open the model of a spec at its server; nothing is loaded yet.

    Raises:
        ConfigError: for a spec of no server.
        ServiceError: when there is no server, or no such model in it.
    """
    quirks = ServerQuirks(Home.find().quirks_file)
    async with AsyncExitStack() as stack:
        match parse_model(settings.spec):
            case OllamaSpec() as spec:
                settings = apply_spec(settings, spec)
                server = await stack.enter_async_context(make_ollama_server(settings, clock, ""))
                choice = await choose_ollama(server, settings)

                def new_ollama(asked: ModelSettings, around: AroundChat) -> Driver:
                    return Ollama(server, choice, asked, clock, quirks, around)

                yield AskedModel(choice.name, clock, settings, new_ollama, server)
            case OpenAISpec() as spec:
                openai = await stack.enter_async_context(make_openai_server(spec, settings, clock))
                chosen = await choose_openai(openai, spec.name, settings)

                def new_openai(asked: ModelSettings, around: AroundChat) -> Driver:
                    return OpenAI(openai, chosen, asked, clock, quirks, around)

                yield AskedModel(chosen.name, clock, settings, new_openai, None)
            case _:
                raise ConfigError(
                    f"'{settings.spec}' is at no server, so there is nothing to measure. Name ollama:NAME or"
                    " openai:NAME@URL."
                )
