"""The client of a model's server over HTTP, whichever kind it is.

It follows no redirect, asks for no compression, uses no proxy on this machine, and reads everything in bounded pieces.
A request's body is JSON that every server takes, whatever a model or a viewer wrote into the conversation.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Self

import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.own_text import own
from performer.core.recent_dict import RecentDict
from performer.core.redact.redact import add_login, mask_secrets
from performer.core.text import map_texts
from performer.core.untrusted_text import remove_tokens
from performer.models.address import format_url
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import RESPONSE_BYTES, Unreached, find_unreached_reason, name_error
from performer.tools.tool import ToolSpec

_MOST_OFFERS: Final = 256
_OFFERS: Final[RecentDict[int, tuple[ToolSpec, dict[str, Any]]]] = RecentDict(_MOST_OFFERS)
"""The newest tools as they are sent, by `id`; each tool is kept too, so that no other object gets its `id`."""


def encode_body(body: Mapping[str, object]) -> bytes:
    """Encode a body: half a surrogate pair as its escape, and numbers that JSON has not (NaN, infinity) as null."""
    try:
        text = _dump(body)
    except (TypeError, ValueError):  # such a number, or a mapping that is no dictionary, which hardly ever comes
        text = _dump(_replace_infinite(body))
    return text.encode("utf-8", "backslashreplace")


_dump: Final = partial(json.dumps, ensure_ascii=False, allow_nan=False)


def format_tool_offer(spec: ToolSpec) -> dict[str, Any]:
    """Format a tool as servers of all kinds take it; it may be anybody's, so no template's token stands in it.

    Most tools are the same ones at each question: what was made of the newest is kept, and is not to be changed.
    """
    kept, offer = _OFFERS.get(id(spec), (None, {}))
    if kept is not spec:
        function = {"name": spec.name, "description": spec.description, "parameters": dict(spec.parameters)}
        offer = {"type": "function", "function": map_texts(function, remove_tokens)}
        _OFFERS[id(spec)] = spec, offer
    return offer


def has_pictures(body: Mapping[str, Any]) -> bool:
    """Whether a question has pictures in it: Ollama's stand beside the text, OpenAI's in its place."""
    return any(each.get("images") or isinstance(each.get("content"), list) for each in body["messages"])


def _replace_infinite(value: object) -> object:
    match value:
        case float() if not math.isfinite(value):
            return None
        case Mapping():
            return {key: _replace_infinite(each) for key, each in value.items()}
        case list() | tuple():
            return [_replace_infinite(each) for each in value]
        case _:
            return value


OK = 200
NOT_FOUND = 404
ERROR_BYTES = 4096
"""The most of a refusal that is read."""

_WITH_QUESTION = re.compile(r"[?#]")
_KEPT_S: Final = 4.0
"""Seconds for which a connection is kept for the next request; servers close one that nobody uses after 5 or more."""
_LAST_BYTES_S: Final = 0.01
"""Seconds that the end of an answer may take to come once all is said; else the connection is not kept."""

_JSON = {"Content-Type": "application/json"}

Body = Mapping[str, Any]


class HttpServer(ABC):
    """A server at a URL, to which paths are added; a context manager that closes its connections."""

    def __init__(self, address: str, clock: Clock, *, headers: Mapping[str, str] | None = None) -> None:
        add_login(address)
        self._address = address.rstrip("/")
        self.url = format_url(self._address)
        """The server's address for people, without any password."""
        self._clock = clock
        self._was_there = False
        self._client = httpx2.AsyncClient(
            timeout=None,  # every wait has its limit from the show's clock
            follow_redirects=False,
            trust_env=not is_loopback(address),
            limits=httpx2.Limits(keepalive_expiry=_KEPT_S),
            verify=address.startswith("https"),
            headers={"Accept-Encoding": "identity", **(headers or {})},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    @property
    @abstractmethod
    def who(self) -> str:
        """The server's name in a sentence."""

    @abstractmethod
    def _absent(self, why: Unreached) -> str:
        """Format that nothing answers there, and the remedy."""

    @abstractmethod
    def _refused(self, response: httpx2.Response, said: bytes, body: Body | None) -> ServiceError:
        """Make the error for a refusal of `body`; `said` is the beginning of the answer."""

    def _silent(self, late: ServiceError) -> ServiceError:
        """Make the error when no answer began in time, with the remedy if there is one."""
        return late

    def _hidden(self, text: str) -> str:
        """Remove secrets from a server's words."""
        return text

    async def _whole(
        self, method: str, path: str, body: Body | None, within_s: float, *, most: int = RESPONSE_BYTES
    ) -> bytes:
        """Return an answer in one piece, of which no more than `most` bytes are read."""
        patience = AnswerDeadlines.of(self._clock, self.who, within_s)
        async with self._opened(method, path, body, patience) as response:
            return await self._read_body(response, patience, most)

    @asynccontextmanager
    async def _opened(
        self, method: str, path: str, body: Body | None, patience: AnswerDeadlines
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request, and yield its response if it is a good one, its body still to be read."""
        response = await self._send(method, path, body, patience)
        try:
            if response.status_code != OK:
                raise await self._make_refusal(response, patience, body)
            yield response
        finally:
            await response.aclose()

    async def _send(self, method: str, path: str, body: Body | None, patience: AnswerDeadlines) -> httpx2.Response:
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
            raise ServiceError(own("{who} hung up: {error}.", who=self.who, error=name_error(error))) from error
        except ServiceError as late:
            raise self._silent(late) from late
        self._was_there = True
        return response

    async def _read_end(self, pieces: AsyncIterator[bytes]) -> None:
        """Read what still comes of an answer in which all is said, so that its connection serves the next request."""
        patience = AnswerDeadlines.of(self._clock, self.who, _LAST_BYTES_S)
        with suppress(ServiceError, httpx2.HTTPError):
            await patience.wait(lambda: anext(pieces, None))

    async def _read_body(self, response: httpx2.Response, patience: AnswerDeadlines, most: int) -> bytes:
        """Read a body, and no more of it than `most` bytes and one piece."""
        body = bytearray()
        async with aclosing(response.aiter_raw()) as pieces:
            while len(body) <= most:
                try:
                    piece = await patience.wait(lambda: anext(pieces, None))
                except httpx2.HTTPError as error:
                    raise ServiceError(
                        own("{who} broke off in mid-answer: {error}.", who=self.who, error=name_error(error))
                    ) from error
                if piece is None:
                    return bytes(body)
                body += piece
        return bytes(body[:most])

    async def _make_refusal(
        self, response: httpx2.Response, patience: AnswerDeadlines, body: Body | None
    ) -> ServiceError:
        if response.has_redirect_location:
            elsewhere = _WITH_QUESTION.split(mask_secrets(self._hidden(response.headers["location"])))[0]
            return ServiceError(
                own(
                    "{who} sends us on to {elsewhere}; set the url to where it itself is.",
                    who=self.who,
                    elsewhere=elsewhere[:200],
                )
            )
        return self._refused(response, await self._read_body(response, patience, ERROR_BYTES), body)


def read_media_type(response: httpx2.Response) -> str:
    """Return a response's media type without its parameters."""
    written: str = response.headers.get("content-type", "").partition(";")[0]
    return written.strip().lower()
