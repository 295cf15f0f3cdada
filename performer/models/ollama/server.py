"""One Ollama over HTTP: its lists, its answers, and the remedies when it is not there or not fit for a show."""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar

import httpx2
from pydantic import BaseModel

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.model_names import find_model_name
from performer.core.own_text import join_own, own
from performer.models.driver.answer import NextChunk
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import LineReader, LineSplitter, Unreached, shorten_error
from performer.models.http.server_client import NOT_FOUND, OK, Body, HttpServer, read_media_type
from performer.models.ollama.installed import (
    LoadedModel,
    ModelCard,
    OllamaModel,
    parse_card,
    parse_listed,
    parse_loaded,
)
from performer.models.ollama.pull import STREAM_BYTES, PullLine, make_pull_error
from performer.models.ollama.wire import (
    BadLineError,
    JsonLineReader,
    OllamaError,
    OllamaLine,
    parse_chunk,
    parse_error,
    parse_json,
)
from performer.models.settings import ModelSettings

GOOD_MODEL: Final = "qwen3-vl:4b-instruct"
"""The model that a streamer is told to pull: it sees and calls tools. The plain `4b` tag thinks first, always."""
SMALL_MODEL: Final = "qwen3-vl:2b-instruct"
"""The model for where that one is too large."""
_ANOTHER_PC: Final = own("is that PC on, OLLAMA_HOST=0.0.0.0 set there, and its firewall open?")
_TOO_LARGE: Final = ("more system memory", "out of memory", "unable to allocate")


def is_too_large(words: str) -> bool:
    """Whether a server's words are that a model does not fit the memory."""
    return any(each in words.lower() for each in _TOO_LARGE)


SOUND_VERSION: Final = (0, 17, 1)
"""Earlier ones lose or garble tool calls of several model families."""


def describe_old_version(version: str) -> str:
    """Format a warning of a version that garbles tool calls, without its full stop; empty for others.

    One built from source calls itself 0.0.0, and is not warned of.
    """
    numbers = tuple(int(each) for each in re.findall(r"\d+", version[:40])[:3])
    if not any(numbers) or numbers >= SOUND_VERSION:
        return ""
    return f"Ollama {version} is old and loses tool calls: update it to {'.'.join(map(str, SOUND_VERSION))} or later"


_UNAUTHORIZED = 401
_FORBIDDEN = 403
_BY_ANOTHER_NAME = own("set model.url to its IP address, such as http://127.0.0.1:11434")
_STREAMED = ("application/x-ndjson", "application/json")

T = TypeVar("T")


class OllamaServer(HttpServer):
    """An Ollama at an address; a context manager that closes its connections.

    Each method raises ServiceError when there is no Ollama, it refuses, or it does not answer in time. The remedies are
    for the wanted model, or for whichever it has; to the usual Ollama `pull` goes without being told so.
    """

    def __init__(self, address: str, clock: Clock, *, wanted: str = "", is_usual: bool = True) -> None:
        super().__init__(address, clock)
        self._is_here = is_loopback(self._address)
        self.wanted = wanted
        self._is_usual = is_usual

    def how_to_pull(self, model: str = "") -> str:
        """Return the command that downloads a model there; without a name, the wanted or the recommended one."""
        where = "" if self._is_usual else f" --url {self.url}"
        named = model or self.wanted or (GOOD_MODEL if where else "")
        return f"{COMMAND} pull{f' {named}' if named else ''}{where}"

    async def version(self, within_s: float) -> str:
        """Return the server's version."""
        return await self._ask("GET", "/api/version", None, within_s, lambda body: parse_json(_Version, body).version)

    async def listed(self, within_s: float) -> tuple[OllamaModel, ...]:
        """Return the models that the server has, newest first as it lists them."""
        return await self._ask("GET", "/api/tags", None, within_s, parse_listed)

    async def loaded(self, within_s: float) -> tuple[LoadedModel, ...]:
        """Return the models that are in memory."""
        return await self._ask("GET", "/api/ps", None, within_s, parse_loaded)

    async def card(self, model: str, within_s: float) -> ModelCard:
        """Return the abilities of a model; raise ServiceError when it is not there, too."""
        return await self._ask("POST", "/api/show", {"model": model}, within_s, parse_card)

    @asynccontextmanager
    async def pull(self, model: str, patience: AnswerDeadlines) -> AsyncIterator[JsonLineReader[PullLine]]:
        """Start the download of a model, and read how far it is; leaving the block before its end stops it."""
        try:
            async with (
                self._opened("POST", "/api/pull", {"model": model}, patience) as response,
                aclosing(response.aiter_raw()) as pieces,
            ):
                lines = LineReader(pieces, patience, LineSplitter(self.who, response_bytes=STREAM_BYTES))
                yield JsonLineReader(partial(parse_json, PullLine), lines)
        except OllamaError as error:
            raise make_pull_error(model, self.who, error.said) from error

    async def load(self, body: dict[str, Any], within_s: float) -> None:
        """Load a model by an empty question; a load takes long, and one that is cancelled has been in vain."""
        line = await self._ask("POST", "/api/chat", body, within_s, partial(parse_json, OllamaLine))
        if line.error:
            raise OllamaError(
                own("{who} could not load the model: {error}", who=self.who, error=line.error),
                status=OK,
                said=line.error,
            )

    @asynccontextmanager
    async def chat(self, body: Body, patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
        """Ask, and read the answer while it comes; leaving the block before its end closes the connection."""
        async with self._opened("POST", "/api/chat", body, patience) as response:
            if read_media_type(response) not in _STREAMED:
                raise self._make_stranger(
                    own("answers with {kind}", kind=read_media_type(response) or "no content type")
                )
            async with aclosing(response.aiter_raw()) as pieces:
                lines = LineReader(pieces, patience, LineSplitter(self.who))
                yield JsonLineReader(partial(parse_chunk, self.who), lines).next

    @property
    def who(self) -> str:
        """The server's name in a sentence."""
        return own("Ollama at {url}", url=self.url)

    def _refused(self, response: httpx2.Response, said: bytes, body: Body | None) -> ServiceError:
        status = response.status_code
        if status == _FORBIDDEN and not said:
            return ServiceError(
                own(
                    "{who} refuses to be called by this address; {by_another_name}.",
                    who=self.who,
                    by_another_name=_BY_ANOTHER_NAME,
                ),
                retry=False,
            )
        if read_media_type(response) != "application/json":
            return self._make_stranger(
                own("answers {status} with {kind}", status=status, kind=read_media_type(response) or "no content type")
            )
        words = parse_error(said)
        model = (body or {}).get("model", "")
        if status == NOT_FOUND and model:
            pull = self.how_to_pull(model)
            sentence = own("{who} has no model '{model}'; run \"{pull}\".", who=self.who, model=model, pull=pull)
            return OllamaError(sentence, status=status, said=words, retry=False)
        if status == _UNAUTHORIZED:
            sentence = own(
                "{who} wants somebody to sign in for '{model}'; run \"ollama signin\", or take another model.",
                who=self.who,
                model=model,
            )
            return OllamaError(sentence, status=status, said=words, retry=False)
        answered = own("{who} answered {status}: {said}", who=self.who, status=status, said=shorten_error(words))
        remedy = self._explain_too_large(model) if is_too_large(words) else ""
        return OllamaError(join_own("; ", (answered, remedy)), status=status, said=words)

    def _absent(self, why: Unreached) -> str:
        if self._was_there:
            return own("Ollama at {url} is gone; start it again, and the show takes it back", url=self.url)
        if self._is_here:
            return own('no Ollama at {url}; install it, then "{pull}"', url=self.url, pull=self.how_to_pull())
        match why:
            case "unknown":
                return own("no machine of the name in {url} is found; is it right, and that PC on?", url=self.url)
            case "refused":
                remedy = own('start it there with OLLAMA_HOST=0.0.0.0, then "{pull}"', pull=self.how_to_pull())
                return own("no Ollama at {url}, though that PC is on; {remedy}", url=self.url, remedy=remedy)
            case "other":
                return own("no way to {url}; {another_pc}", url=self.url, another_pc=_ANOTHER_PC)

    def _silent(self, late: ServiceError) -> ServiceError:
        is_known = self._was_there or self._is_here
        return (
            late
            if is_known
            else ServiceError(own("{late}; {another_pc}", late=str(late).rstrip("."), another_pc=_ANOTHER_PC))
        )

    def _explain_too_large(self, model: str) -> str:
        smaller = (
            own("a smaller one")
            if model == SMALL_MODEL
            else own('a smaller one ("{pull}")', pull=self.how_to_pull(SMALL_MODEL))
        )
        return own("take {smaller}, or set model.url to a PC that has the memory", smaller=smaller)

    def _make_stranger(self, does: str) -> ServiceError:
        return ServiceError(
            own(
                "{url} {does}, as Ollama never does; see what else listens there, or set model.url.",
                url=self.url,
                does=does,
            )
        )

    async def _ask(self, method: str, path: str, body: Body | None, within_s: float, parse: Callable[[bytes], T]) -> T:
        answer = await self._whole(method, path, body, within_s)
        try:
            return parse(answer)
        except BadLineError as error:
            raise self._make_stranger(own("sends what cannot be read ({error})", error=error)) from error


class _Version(BaseModel):
    version: str


_A_LITTLE = 0.02
"""A share on the processor that nobody feels."""


async def describe_load(server: OllamaServer, model: str, settings: ModelSettings, took_s: float) -> str:
    """Describe how long a model took to load, and what is odd about its place in memory; for the start-up table."""
    told = own("loaded in {took_s:.1f} s", took_s=took_s)
    try:
        here = find_loaded(await server.loaded(settings.probe_s), model)
    except ServiceError:
        return told  # it has loaded all the same
    return join_own("; ", [told, *(list_oddities(here, settings.num_ctx) if here else ())])


def find_loaded(loaded: Iterable[LoadedModel], model: str) -> LoadedModel | None:
    """Find a model among those in memory, by any of its names."""
    there = {each.name: each for each in loaded}
    found = find_model_name(model, there)
    return there[found] if found else None


def list_oddities(loaded: LoadedModel, num_ctx: int) -> tuple[str, ...]:
    """List what makes a model slow or forgetful, each with the remedy, in sentences without their full stops."""
    beside, odd = 1 - loaded.gpu_share, list[str]()
    if beside >= _A_LITTLE and not loaded.size_vram:
        odd.append(own("all of it is on the CPU, which is slow: a smaller model is quicker there"))
    elif beside >= _A_LITTLE:
        odd.append(
            own(
                "{beside:.0%} of it is on the CPU, which is slow: a smaller model or model.num_ctx would fit the card",
                beside=beside,
            )
        )
    if 0 < loaded.context < num_ctx:
        odd.append(
            own(
                "its context is {context} tokens, not {num_ctx}: set model.num_ctx to {context}",
                context=loaded.context,
                num_ctx=num_ctx,
            )
        )
    return tuple(odd)
