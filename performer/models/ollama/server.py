"""One Ollama over HTTP: its lists, and its answers.

What to do when an Ollama is not there, has not got a model, or cannot hold it in memory.

Which versions of Ollama are too old for a show.

How a model lies in memory: whether all of it is on the graphics card, and with how much context.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.address import is_loopback
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import Unreached, shorten_error
from performer.models.http.server_client import NOT_FOUND, OK, Body, HttpServer, read_media_type
from performer.models.ollama.installed import (
    LoadedModel,
    ModelCard,
    OllamaModel,
    parse_card,
    parse_listed,
    parse_loaded,
)
from performer.models.ollama.pull import PullStream, make_pull_error
from performer.models.ollama.stream import OllamaError, OllamaStream
from performer.models.ollama.wire import BadLineError, parse_error, parse_line, parse_version
from performer.models.settings import ModelSettings

GOOD_MODEL: Final = "qwen3-vl:4b-instruct"
"""What a streamer is told to pull: it sees and calls tools. The plain `4b` tag thinks first, whatever it is asked."""
SMALL_MODEL: Final = "qwen3-vl:2b-instruct"
"""What they are told to pull where that one is too large."""
_ANOTHER_PC: Final = "is that PC on, OLLAMA_HOST=0.0.0.0 set there, and its firewall open?"
_TOO_LARGE: Final = ("more system memory", "out of memory", "unable to allocate")


@dataclass(frozen=True, kw_only=True)
class Remedies:
    """Remedies for one Ollama."""

    url: str
    """Where it is, for people."""
    is_here: bool
    """Whether it is on this machine."""
    wanted: str = ""
    """The model that it is there for; empty for whichever it has."""
    is_usual: bool = True
    """Whether `pull` goes there without being told so."""

    def how_to_pull(self, model: str = "") -> str:
        """Give the command that has it download a model; none is the wanted or the recommended one."""
        where = "" if self.is_usual else f" --url {self.url}"
        named = model or self.wanted or (GOOD_MODEL if where else "")
        return f"python3 run.py pull{f' {named}' if named else ''}{where}"

    def absent(self, why: Unreached) -> str:
        """Say that it cannot be reached, and what to do."""
        if self.is_here:
            return f'no Ollama at {self.url}; install it, then "{self.how_to_pull()}"'
        match why:
            case "unknown":
                return f"no machine of the name in {self.url} is found; is it right, and that PC on?"
            case "refused":
                remedy = f'start it there with OLLAMA_HOST=0.0.0.0, then "{self.how_to_pull()}"'
                return f"no Ollama at {self.url}, though that PC is on; {remedy}"
            case "other":
                return f"no way to {self.url}; {_ANOTHER_PC}"

    def silent(self, sentence: str) -> str:
        """Say what to do besides when it has never answered."""
        return sentence if self.is_here else f"{sentence.rstrip('.')}; {_ANOTHER_PC}"

    def explain_too_large(self, model: str, words: str) -> str:
        """Say what to do when its words are that a model does not fit the memory; empty when they are others."""
        if not is_too_large(words):
            return ""
        smaller = "a smaller one" if model == SMALL_MODEL else f'a smaller one ("{self.how_to_pull(SMALL_MODEL)}")'
        return f"; take {smaller}, or set model.url to a PC that has the memory"


def is_too_large(words: str) -> bool:
    """Tell whether a server's words are that a model does not fit the memory."""
    return any(each in words.lower() for each in _TOO_LARGE)


SOUND_VERSION: Final = (0, 17, 1)
"""Earlier ones lose or garble tool calls of several model families."""


def describe_old_version(version: str) -> str:
    """Warn of a version that is known to garble tool calls, in a sentence without its full stop; empty for others.

    One built from source calls itself 0.0.0, and is not warned of.
    """
    numbers = tuple(int(each) for each in re.findall(r"\d+", version[:40])[:3])
    if not any(numbers) or numbers >= SOUND_VERSION:
        return ""
    return f"Ollama {version} is old and loses tool calls: update it to {'.'.join(map(str, SOUND_VERSION))} or later"


_UNAUTHORIZED = 401
_FORBIDDEN = 403
_BY_ANOTHER_NAME = "set model.url to its IP address, such as http://127.0.0.1:11434"
_STREAMED = ("application/x-ndjson", "application/json")

T = TypeVar("T")


class OllamaServer(HttpServer):
    """An Ollama at an address; a context manager that closes its connections.

    Args:
        address: Its URL, as `ollama_url` makes it.
        clock: Whose seconds count.
        wanted: The model that it is there for; empty for whichever it has.
        is_usual: Whether `pull` goes there without being told so.
    """

    def __init__(self, address: str, clock: Clock, *, wanted: str = "", is_usual: bool = True) -> None:
        super().__init__(address, clock)
        here = is_loopback(self._address)
        self._remedies = Remedies(url=self.url, is_here=here, wanted=wanted, is_usual=is_usual)

    async def version(self, within_s: float) -> str:
        """Ask for the server's version.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/version", None, within_s)
        return self._read(parse_version, body)

    async def listed(self, within_s: float) -> tuple[OllamaModel, ...]:
        """Ask which models the server has, newest first as it lists them.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/tags", None, within_s)
        return self._read(parse_listed, body)

    async def loaded(self, within_s: float) -> tuple[LoadedModel, ...]:
        """Ask which models are in memory, and where.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/ps", None, within_s)
        return self._read(parse_loaded, body)

    async def card(self, model: str, within_s: float) -> ModelCard:
        """Ask what a model can do and how long a context it was made for.

        Raises:
            ServiceError: when the model is not there, or the server does not answer in time.
        """
        body = await self._whole("POST", "/api/show", {"model": model}, within_s)
        return self._read(parse_card, body)

    @asynccontextmanager
    async def pull(self, model: str, patience: AnswerDeadlines) -> AsyncIterator[PullStream]:
        """Have a model downloaded, and read how far it is; leaving the block before its end stops the download.

        Raises:
            ServiceError: when there is no Ollama, it refuses, or it does not begin in time.
        """
        try:
            async with (
                self._opened("POST", "/api/pull", {"model": model}, patience) as response,
                aclosing(response.aiter_raw()) as pieces,
            ):
                yield PullStream(pieces, patience, self.who, model)
        except OllamaError as error:
            raise make_pull_error(model, self.who, error.said) from error

    async def load(self, body: dict[str, Any], within_s: float) -> None:
        """Load a model by asking it nothing; a load takes long, and one that is cancelled has been in vain.

        Raises:
            ServiceError: when the model is not there or cannot be loaded in time.
        """
        answer = await self._whole("POST", "/api/chat", body, within_s)
        line = self._read(parse_line, answer)
        if line.error:
            raise OllamaError(f"{self.who} could not load the model: {line.error}", status=OK, said=line.error)

    @asynccontextmanager
    async def chat(self, body: Body, patience: AnswerDeadlines) -> AsyncIterator[OllamaStream]:
        """Ask, and read the answer while it comes; leaving the block before its end closes the connection.

        Raises:
            ServiceError: when there is no Ollama, it refuses, or it does not begin in time.
        """
        async with self._opened("POST", "/api/chat", body, patience) as response:
            if read_media_type(response) not in _STREAMED:
                raise self._stranger(f"answers with {read_media_type(response) or 'no content type'}")
            async with aclosing(response.aiter_raw()) as pieces:
                yield OllamaStream(pieces, patience, self.who)

    @property
    def who(self) -> str:
        """Name it in a sentence."""
        return f"Ollama at {self.url}"

    def how_to_pull(self, model: str = "") -> str:
        """Give the command that has this server download a model; none is the wanted or the recommended one."""
        return self._remedies.how_to_pull(model)

    def _refused(self, response: httpx2.Response, said: bytes, body: Body | None) -> ServiceError:
        status = response.status_code
        if status == _FORBIDDEN and not said:
            return ServiceError(f"{self.who} refuses to be called by this address; {_BY_ANOTHER_NAME}.", retry=False)
        if read_media_type(response) != "application/json":
            return self._stranger(f"answers {status} with {read_media_type(response) or 'no content type'}")
        words = parse_error(said)
        model = (body or {}).get("model", "")
        if status == NOT_FOUND and model:
            sentence = f"{self.who} has no model '{model}'; run \"{self.how_to_pull(model)}\"."
            return OllamaError(sentence, status=status, said=words, retry=False)
        if status == _UNAUTHORIZED:
            sentence = (
                f"{self.who} wants somebody to sign in for '{model}'; run \"ollama signin\", or take another model."
            )
            return OllamaError(sentence, status=status, said=words, retry=False)
        sentence = (
            f"{self.who} answered {status}: {shorten_error(words)}{self._remedies.explain_too_large(model, words)}"
        )
        return OllamaError(sentence, status=status, said=words)

    def _absent(self, why: Unreached) -> str:
        if self._was_there:
            return f"Ollama at {self.url} is gone; start it again, and the show takes it back"
        return self._remedies.absent(why)

    def _silent(self, late: ServiceError) -> ServiceError:
        return late if self._was_there else ServiceError(self._remedies.silent(str(late)))

    def _stranger(self, does: str) -> ServiceError:
        return ServiceError(f"{self.url} {does}, as Ollama never does; see what else listens there, or set model.url.")

    def _read(self, parse: Callable[[bytes], T], body: bytes) -> T:
        try:
            return parse(body)
        except BadLineError as error:
            raise self._stranger(f"sends what cannot be read ({error})") from error


_A_LITTLE = 0.02
"""A share on the processor that nobody feels."""


async def describe_load(server: OllamaServer, model: str, settings: ModelSettings, took_s: float) -> str:
    """Tell how long a model took to load, and what is odd about where it lies; for the start-up table."""
    told = f"loaded in {took_s:.1f} s"
    try:
        here = find_loaded(await server.loaded(settings.probe_s), model)
    except ServiceError:
        return told  # it has loaded all the same
    return "; ".join([told, *(list_oddities(here, settings.num_ctx) if here else ())])


def find_loaded(loaded: Iterable[LoadedModel], model: str) -> LoadedModel | None:
    """Find a model among those in memory, with or without its `:latest`."""
    return next((each for each in loaded if each.name in (model, f"{model}:latest")), None)


def list_oddities(loaded: LoadedModel, num_ctx: int) -> tuple[str, ...]:
    """Say what makes it slow or forgetful, each with the remedy, in sentences without their full stops."""
    return tuple(filter(None, (_slowness(loaded), _forgetfulness(loaded, num_ctx))))


def _slowness(loaded: LoadedModel) -> str:
    beside = 1 - loaded.gpu_share
    if beside < _A_LITTLE:
        return ""
    if not loaded.size_vram:
        return "all of it is on the CPU, which is slow: a smaller model is quicker there"
    return f"{beside:.0%} of it is on the CPU, which is slow: a smaller model or model.num_ctx would fit the card"


def _forgetfulness(loaded: LoadedModel, num_ctx: int) -> str:
    if not 0 < loaded.context < num_ctx:
        return ""
    return f"its context is {loaded.context} tokens, not {num_ctx}: set model.num_ctx to {loaded.context}"
