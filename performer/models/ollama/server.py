"""One Ollama over HTTP: its lists, and its answers."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeVar

import httpx2

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.address import is_loopback
from performer.models.deadlines import Patience
from performer.models.http_server import NOT_FOUND, OK, Body, HttpServer, kind
from performer.models.http_stream import in_short
from performer.models.ollama.pull import PullStream
from performer.models.ollama.pull_trouble import why_not
from performer.models.ollama.remedies import Remedies
from performer.models.ollama.shelf import Card, Listed, Loaded, parse_card, parse_listed, parse_loaded
from performer.models.ollama.stream import ChatStream, OllamaError
from performer.models.ollama.wire import (
    BadLineError,
    parse_error,
    parse_line,
    parse_version,
)
from performer.models.unreached import Unreached

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

    async def listed(self, within_s: float) -> tuple[Listed, ...]:
        """Ask which models the server has, newest first as it lists them.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/tags", None, within_s)
        return self._read(parse_listed, body)

    async def loaded(self, within_s: float) -> tuple[Loaded, ...]:
        """Ask which models are in memory, and where.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/ps", None, within_s)
        return self._read(parse_loaded, body)

    async def card(self, model: str, within_s: float) -> Card:
        """Ask what a model can do and how long a context it was made for.

        Raises:
            ServiceError: when the model is not there, or the server does not answer in time.
        """
        body = await self._whole("POST", "/api/show", {"model": model}, within_s)
        return self._read(parse_card, body)

    @asynccontextmanager
    async def pull(self, model: str, patience: Patience) -> AsyncIterator[PullStream]:
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
            raise why_not(model, self.who, error.said) from error

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
    async def chat(self, body: Body, patience: Patience) -> AsyncIterator[ChatStream]:
        """Ask, and read the answer while it comes; leaving the block before its end closes the connection.

        Raises:
            ServiceError: when there is no Ollama, it refuses, or it does not begin in time.
        """
        async with self._opened("POST", "/api/chat", body, patience) as response:
            if kind(response) not in _STREAMED:
                raise self._stranger(f"answers with {kind(response) or 'no content type'}")
            async with aclosing(response.aiter_raw()) as pieces:
                yield ChatStream(pieces, patience, self.who)

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
        if kind(response) != "application/json":
            return self._stranger(f"answers {status} with {kind(response) or 'no content type'}")
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
        sentence = f"{self.who} answered {status}: {in_short(words)}{self._remedies.too_large(model, words)}"
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
