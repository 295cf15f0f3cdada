"""A model's server over HTTP: what all of them have in common, whichever words they speak.

It follows no redirect, asks for no compression, uses no proxy on this machine, and reads everything in bounded pieces.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from types import TracebackType
from typing import Any, Self

import httpx2

from performer.clock import Clock
from performer.errors import ServiceError
from performer.masked import masked
from performer.models.address import is_loopback, shown_url
from performer.models.body import encoded
from performer.models.deadlines import Patience
from performer.models.http_stream import reason
from performer.models.lines import RESPONSE_BYTES
from performer.models.unreached import Unreached, why_unreached
from performer.redaction import know_login

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
        know_login(address)
        self._address = address.rstrip("/")
        self.url = shown_url(self._address)
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
        patience = Patience.of(self._clock, self.who, within_s)
        async with self._opened(method, path, body, patience) as response:
            return await self._body(response, patience, most)

    @asynccontextmanager
    async def _opened(
        self, method: str, path: str, body: Body | None, patience: Patience
    ) -> AsyncIterator[httpx2.Response]:
        """Send a request and give its response if it is a good one, its body still to be read."""
        response = await self._sent(method, path, body, patience)
        try:
            if response.status_code != OK:
                raise await self._refusal(response, patience, body)
            yield response
        finally:
            await response.aclose()

    async def _sent(self, method: str, path: str, body: Body | None, patience: Patience) -> httpx2.Response:
        async def send() -> httpx2.Response:
            content = None if body is None else encoded(body)
            request = self._client.build_request(
                method, self._address + path, content=content, headers=_JSON if content else None
            )
            return await self._client.send(request, stream=True)

        try:
            response = await patience.wait(send)
        except (httpx2.ConnectError, httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            raise ServiceError(self._absent(why_unreached(error))) from error
        except httpx2.HTTPError as error:
            raise ServiceError(f"{self.who} hung up: {reason(error)}.") from error
        except ServiceError as late:
            raise self._silent(late) from late
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

    async def _refusal(self, response: httpx2.Response, patience: Patience, body: Body | None) -> ServiceError:
        if response.has_redirect_location:
            elsewhere = _WITH_QUESTION.split(masked(self._hidden(response.headers["location"])))[0]
            return ServiceError(f"{self.who} sends us on to {elsewhere[:200]}; set the url to where it itself is.")
        return self._refused(response, await self._body(response, patience, ERROR_BYTES), body)


def kind(response: httpx2.Response) -> str:
    """Tell a response's media type without its parameters."""
    written: str = response.headers.get("content-type", "").partition(";")[0]
    return written.strip().lower()
