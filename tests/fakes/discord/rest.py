"""The fake's REST side: who asks, with what, and what comes back; the routes themselves are in the other modules."""

import json
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
from aiohttp import BodyPartReader, web
from multidict import MultiMapping

from tests.fakes.discord.buckets import Buckets
from tests.fakes.discord.refusal import Refusal, unauthorized
from tests.fakes.discord.trouble import Trouble, Troubles
from tests.fakes.discord.values import Body

BASE = "/api/v10"
MOST_NOTED = 5000
_JSON = {"Content-Type": "application/json"}
"""Exactly so: with a charset behind it, discord.py hands out text."""


@dataclass(eq=False)
class Ask:
    """A request that came."""

    method: str
    route: str
    """With names in the place of numbers: `/channels/{channel}/messages`."""
    path: str
    at: Mapping[str, str]
    """The numbers, by those names."""
    query: MultiMapping[str]
    body: Any = None
    """What it said as JSON, or the `payload_json` of a form."""
    files: dict[int, tuple[str, str, bytes]] = field(default_factory=dict, repr=False)
    """Number, name, type and bytes of the files of a form; until it is answered."""
    at_s: float = field(default_factory=time.monotonic)
    """When it had come whole, of the monotonic clock."""
    status: int = 0
    """What was answered; 0 before."""

    @property
    def fields(self) -> Body:
        """The body as an object; Discord refuses another."""
        if not isinstance(self.body, dict):
            raise Refusal(400, 50109, "The request body contains invalid JSON.")
        return self.body


Handler = Callable[[Ask], Awaitable[Any]]


class Rest:
    """Answers requests: token, troubles and rate limits before the thing itself."""

    def __init__(self, token: str, changed: Callable[[], None]) -> None:
        self._token = token
        self._changed = changed
        self.requests: deque[Ask] = deque(maxlen=MOST_NOTED)
        self.buckets = Buckets()
        self.troubles = Troubles()
        self.invalid = 0
        """Answers of 401, 403 and 429, ten thousand of which within 10 min have Discord shut the door; shared
        limits do not count."""
        self.is_revoked = False
        """Whether the token is good no more."""

    def route(self, method: str, route: str, handler: Handler, *, is_open: bool = False) -> web.RouteDef:
        """Have a route answered.

        Args:
            method: GET and so on.
            route: Behind the base, with names in braces.
            handler: Gives the body of the answer; None is 204, an object or list 200.
            is_open: Whether no token is needed, as where one stands in the path.
        """

        async def answer(request: web.Request) -> web.StreamResponse:
            return await self._answer(request, route, handler, is_open=is_open)

        return web.route(method, BASE + route, answer)

    async def _answer(self, request: web.Request, route: str, handler: Handler, *, is_open: bool) -> web.StreamResponse:
        ask = await _read(request, route)
        self.requests.append(ask)
        self._changed()
        trouble = self.troubles.for_a(ask.method, ask.path)
        headers: dict[str, str] = {}
        try:
            if not is_open and (self.is_revoked or request.headers.get("Authorization") != f"Bot {self._token}"):
                raise unauthorized()
            if trouble is not None and not trouble.is_done:
                await self._fail(trouble, request)
            headers = self.buckets.take(ask.method, ask.route, _major(ask))
            answer = _written(await handler(ask), headers)
            if trouble is not None and trouble.is_done:
                await self._fail(trouble, request)
        except Refusal as refusal:
            answer = self._refused(refusal, headers)
        ask.status = answer.status
        ask.files.clear()
        self._changed()
        return answer

    async def _fail(self, trouble: Trouble, request: web.Request) -> None:
        """Do what a trouble says; one that only holds lets the request go on afterwards."""
        if trouble.holds:
            try:
                await trouble.released.wait()
            except CancelledError:
                self._changed()
                raise
        if trouble.hangs_up and request.transport is not None:
            request.transport.abort()
            await anyio.sleep_forever()
        if trouble.status:
            raise trouble.refusal()

    def _refused(self, refusal: Refusal, headers: Mapping[str, str]) -> web.Response:
        is_shared = refusal.headers.get("X-RateLimit-Scope") == "shared"
        self.invalid += refusal.status in {401, 403, 429} and not is_shared
        if isinstance(refusal.body.get("_text"), str):
            return web.Response(status=refusal.status, text=refusal.body["_text"])
        all_headers = {**_JSON, **headers, **refusal.headers}
        return web.Response(status=refusal.status, body=json.dumps(refusal.body).encode(), headers=all_headers)


def _major(ask: Ask) -> str:
    return ask.at.get("channel") or ask.at.get("guild") or ask.at.get("token", "")


def _written(answer: Any, headers: Mapping[str, str]) -> web.Response:
    if answer is None:
        return web.Response(status=204, headers=dict(headers))
    if isinstance(answer, web.Response):
        return answer
    return web.Response(body=json.dumps(answer).encode(), headers={**_JSON, **headers})


async def _read(request: web.Request, route: str) -> Ask:
    ask = Ask(request.method, route, request.path, request.match_info, request.query)
    if request.content_type.startswith("multipart/"):
        await _read_form(request, ask)
    elif request.can_read_body:
        try:
            ask.body = await request.json()
        except ValueError:
            ask.body = None
    return ask


async def _read_form(request: web.Request, ask: Ask) -> None:
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        name = part.name or ""
        if name == "payload_json":
            ask.body = json.loads(data)
        elif name.startswith("files["):
            kind = part.headers.get("Content-Type", "")
            ask.files[int(name[6:-1])] = (part.filename or "", kind, data)
