"""One Ollama over HTTP: its lists, and its answers.

It follows no redirect, asks for no compression, uses no proxy on this machine, and reads everything in bounded pieces.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.address import is_loopback, shown_url
from performer.models.deadlines import Patience
from performer.models.lines import RESPONSE_BYTES
from performer.models.ollama.pull import PullStream
from performer.models.ollama.pull_trouble import why_not
from performer.models.ollama.shelf import Card, Listed, Loaded, parse_card, parse_listed, parse_loaded
from performer.models.ollama.stream import ChatStream, OllamaError, in_short, reason
from performer.models.ollama.wire import (
    BadLineError,
    Installed,
    parse_capabilities,
    parse_error,
    parse_installed,
    parse_line,
    parse_version,
)

GOOD_MODEL = "qwen3-vl:4b-instruct"
"""What a streamer is told to pull: it sees and calls tools. The plain `4b` tag thinks first, whatever it is asked."""
_OK = 200
_NOT_FOUND = 404
_ERROR_BYTES = 4096
_STREAMED = ("application/x-ndjson", "application/json")

T = TypeVar("T")


class OllamaServer:
    """An Ollama at an address; a context manager that closes its connections."""

    def __init__(self, url: str, clock: Clock, *, wanted: str = "") -> None:
        self._wanted = wanted or GOOD_MODEL
        self._was_there = False
        self._address = url.rstrip("/")
        self.url = shown_url(self._address)
        """Its address for people, without any password."""
        self._clock = clock
        self._client = httpx2.AsyncClient(
            timeout=None,  # every wait has its limit from the show's clock
            follow_redirects=False,
            trust_env=not is_loopback(url),
            verify=url.startswith("https"),
            headers={"Accept-Encoding": "identity"},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def version(self, within_s: float) -> str:
        """Ask for the server's version.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/version", None, within_s)
        return self._read(parse_version, body)

    async def installed(self, within_s: float) -> tuple[Installed, ...]:
        """Ask which models the server has, newest first as it lists them.

        Raises:
            ServiceError: when there is no Ollama, or it does not answer in time.
        """
        body = await self._whole("GET", "/api/tags", None, within_s)
        return self._read(parse_installed, body)

    async def capabilities(self, model: str, within_s: float) -> frozenset[str]:
        """Ask what a model can do: `completion`, `vision`, `tools`, `thinking`, `embedding`.

        Raises:
            ServiceError: when the model is not there, or the server does not answer in time.
        """
        body = await self._whole("POST", "/api/show", {"model": model}, within_s)
        return self._read(parse_capabilities, body)

    async def listed(self, within_s: float) -> tuple[Listed, ...]:
        """Ask which models the server has, with their sizes on the disk.

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
            raise OllamaError(f"{self.who} could not load the model: {line.error}", status=_OK, said=line.error)

    @asynccontextmanager
    async def chat(self, body: dict[str, Any], patience: Patience) -> AsyncIterator[ChatStream]:
        """Ask, and read the answer while it comes; leaving the block before its end closes the connection.

        Raises:
            ServiceError: when there is no Ollama, it refuses, or it does not begin in time.
        """
        async with self._opened("POST", "/api/chat", body, patience) as response:
            kind = _kind(response)
            if kind not in _STREAMED:
                raise self._stranger(f"answers with {kind or 'no content type'}")
            async with aclosing(response.aiter_raw()) as pieces:
                yield ChatStream(pieces, patience, self.who)

    @property
    def who(self) -> str:
        """Name it in a sentence."""
        return f"Ollama at {self.url}"

    async def _whole(self, method: str, path: str, body: dict[str, Any] | None, within_s: float) -> bytes:
        """Ask for an answer in one piece."""
        patience = Patience.of(self._clock, self.who, within_s)
        async with self._opened(method, path, body, patience) as response:
            return await self._body(response, patience, RESPONSE_BYTES)

    @asynccontextmanager
    async def _opened(
        self, method: str, path: str, body: dict[str, Any] | None, patience: Patience
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request and give its response if it is a good one, its body still to be read."""
        response = await self._sent(method, path, body, patience)
        try:
            if response.status_code != _OK:
                raise await self._refusal(response, patience, body)
            yield response
        finally:
            await response.aclose()

    async def _sent(self, method: str, path: str, body: dict[str, Any] | None, patience: Patience) -> httpx2.Response:
        async def send() -> httpx2.Response:
            request = self._client.build_request(method, self._address + path, json=body)
            return await self._client.send(request, stream=True)

        try:
            response = await patience.wait(send)
        except (httpx2.ConnectError, httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            raise ServiceError(self._absent()) from error
        except httpx2.HTTPError as error:
            raise ServiceError(f"{self.who} hung up: {reason(error)}.") from error
        self._was_there = True
        return response

    async def _body(self, response: httpx2.Response, patience: Patience, most: int) -> bytes:
        """Read a body, and no more of it than `most` bytes and one piece."""
        body = bytearray()
        async with aclosing(response.aiter_raw()) as pieces:
            while len(body) <= most:
                try:
                    piece = await patience.wait(lambda: anext(pieces, None))
                except httpx2.HTTPError as error:
                    raise ServiceError(f"{self.who} broke off in mid-answer: {reason(error)}.") from error
                if piece is None:
                    return bytes(body)
                body += piece
        return bytes(body[:most])

    async def _refusal(
        self, response: httpx2.Response, patience: Patience, body: dict[str, Any] | None
    ) -> ServiceError:
        status = response.status_code
        if response.has_redirect_location:
            elsewhere = response.headers["location"][:200]
            return ServiceError(f"{self.who} sends us on to {elsewhere}; set the url to where Ollama itself is.")
        if _kind(response) != "application/json":
            return self._stranger(f"answers {status} with {_kind(response) or 'no content type'}")
        said = parse_error(await self._body(response, patience, _ERROR_BYTES))
        model = (body or {}).get("model", "")
        if status == _NOT_FOUND and model:
            sentence = f"{self.who} has no model '{model}'; run \"ollama pull {model}\"."
            return OllamaError(sentence, status=status, said=said, retry=False)
        return OllamaError(f"{self.who} answered {status}: {in_short(said)}", status=status, said=said)

    def _absent(self) -> str:
        if self._was_there:
            return f"Ollama at {self.url} is gone; start it again, and the show takes it back"
        return f'no Ollama at {self.url}; install it, then "ollama pull {self._wanted}"'

    def _stranger(self, does: str) -> ServiceError:
        return ServiceError(f"{self.url} {does}, as Ollama never does; see what else listens there, or set the url.")

    def _read(self, parse: Callable[[bytes], T], body: bytes) -> T:
        try:
            return parse(body)
        except BadLineError as error:
            raise self._stranger(f"sends what cannot be read ({error})") from error


def _kind(response: httpx2.Response) -> str:
    """Tell a response's media type without its parameters."""
    kind: str = response.headers.get("content-type", "").partition(";")[0]
    return kind.strip().lower()
