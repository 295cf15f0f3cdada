"""A model's server over HTTP: what all of them have in common, whichever words they speak.

It follows no redirect, asks for no compression, uses no proxy on this machine, and reads everything in bounded pieces.

A request's body as JSON that every server takes, whatever a model or a viewer wrote into the conversation.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from types import TracebackType
from typing import Any, Self

import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.redact.redact import add_login, mask_secrets
from performer.core.text import map_texts
from performer.core.untrusted_text import remove_tokens
from performer.models.address import format_url, is_loopback
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import RESPONSE_BYTES, Unreached, find_unreached_reason, name_error
from performer.tools.tool import ToolSpec


def encode_body(body: Mapping[str, object]) -> bytes:
    """Write a body: half a surrogate pair as its escape, and what is no number in JSON (NaN, infinity) as null."""
    return json.dumps(_finite(body), ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def format_tool_offer(spec: ToolSpec) -> dict[str, Any]:
    """Offer a tool as servers of all kinds take it; it may be anybody's, so no template's token stands in it."""
    function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
    return {"type": "function", "function": map_texts(function, remove_tokens)}


def has_pictures(body: Mapping[str, Any]) -> bool:
    """Tell whether a question has pictures in it: Ollama's stand beside the text, OpenAI's in its place."""
    return any(each.get("images") or isinstance(each.get("content"), list) for each in body["messages"])


def _finite(value: object) -> object:
    match value:
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            return {key: _finite(each) for key, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case _:
            return value


OK = 200
NOT_FOUND = 404
ERROR_BYTES = 4096
"""How much of a refusal is read."""

_WITH_QUESTION = re.compile(r"[?#]")
_JSON = {"Content-Type": "application/json"}

Body = Mapping[str, Any]


class HttpServer(ABC):
    """A server at an address; a context manager that closes its connections.

    Args:
        address: Its URL, to which paths are added.
        clock: Whose seconds count.
        headers: What goes with every request.
    """

    def __init__(self, address: str, clock: Clock, *, headers: Mapping[str, str] | None = None) -> None:
        add_login(address)
        self._address = address.rstrip("/")
        self.url = format_url(self._address)
        """Its address for people, without any password."""
        self._clock = clock
        self._was_there = False
        self._client = httpx2.AsyncClient(
            timeout=None,  # every wait has its limit from the show's clock
            follow_redirects=False,
            trust_env=not is_loopback(address),
            verify=address.startswith("https"),
            headers={"Accept-Encoding": "identity", **(headers or {})},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    @property
    @abstractmethod
    def who(self) -> str:
        """Name it in a sentence."""

    @abstractmethod
    def _absent(self, why: Unreached) -> str:
        """Say that nothing answers there, and the remedy."""

    @abstractmethod
    def _refused(self, response: httpx2.Response, said: bytes, body: Body | None) -> ServiceError:
        """Say why it did not do what it was asked in `body`; `said` is the beginning of its answer."""

    def _silent(self, late: ServiceError) -> ServiceError:
        """Say that no answer began in time, and the remedy if there is one."""
        return late

    def _hidden(self, text: str) -> str:
        """Take out of a server's words what it was told in secret."""
        return text

    async def _whole(
        self, method: str, path: str, body: Body | None, within_s: float, *, most: int = RESPONSE_BYTES
    ) -> bytes:
        """Ask for an answer in one piece, of which no more than `most` bytes are read."""
        patience = AnswerDeadlines.of(self._clock, self.who, within_s)
        async with self._opened(method, path, body, patience) as response:
            return await self._body(response, patience, most)

    @asynccontextmanager
    async def _opened(
        self, method: str, path: str, body: Body | None, patience: AnswerDeadlines
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request and give its response if it is a good one, its body still to be read."""
        response = await self._sent(method, path, body, patience)
        try:
            if response.status_code != OK:
                raise await self._refusal(response, patience, body)
            yield response
        finally:
            await response.aclose()

    async def _sent(self, method: str, path: str, body: Body | None, patience: AnswerDeadlines) -> httpx2.Response:
        async def send() -> httpx2.Response:
            content = None if body is None else encode_body(body)
            request = self._client.build_request(
                method, self._address + path, content=content, headers=_JSON if content else None
            )
            return await self._client.send(request, stream=True)

        try:
            response = await patience.wait(send)
        except (httpx2.ConnectError, httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            raise ServiceError(self._absent(find_unreached_reason(error))) from error
        except httpx2.HTTPError as error:
            raise ServiceError(f"{self.who} hung up: {name_error(error)}.") from error
        except ServiceError as late:
            raise self._silent(late) from late
        self._was_there = True
        return response

    async def _body(self, response: httpx2.Response, patience: AnswerDeadlines, most: int) -> bytes:
        """Read a body, and no more of it than `most` bytes and one piece."""
        body = bytearray()
        async with aclosing(response.aiter_raw()) as pieces:
            while len(body) <= most:
                try:
                    piece = await patience.wait(lambda: anext(pieces, None))
                except httpx2.HTTPError as error:
                    raise ServiceError(f"{self.who} broke off in mid-answer: {name_error(error)}.") from error
                if piece is None:
                    return bytes(body)
                body += piece
        return bytes(body[:most])

    async def _refusal(self, response: httpx2.Response, patience: AnswerDeadlines, body: Body | None) -> ServiceError:
        if response.has_redirect_location:
            elsewhere = _WITH_QUESTION.split(mask_secrets(self._hidden(response.headers["location"])))[0]
            return ServiceError(f"{self.who} sends us on to {elsewhere[:200]}; set the url to where it itself is.")
        return self._refused(response, await self._body(response, patience, ERROR_BYTES), body)


def read_media_type(response: httpx2.Response) -> str:
    """Tell a response's media type without its parameters."""
    written: str = response.headers.get("content-type", "").partition(";")[0]
    return written.strip().lower()
