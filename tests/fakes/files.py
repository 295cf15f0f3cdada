"""A server of files, such as a chat keeps: it answers what the test tells it to, lies included."""

from collections.abc import Awaitable, Callable

import anyio
from aiohttp import web

from tests.fakes.server import FakeServer

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class FakeFiles(FakeServer):
    """Answers every path in one way.

    async with FakeFiles(file(png)) as server: ...
    """

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.asked: list[web.Request] = []
        self._answer = answer

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/{path:.*}", self._ask)]

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request)
        self._changed.set()
        with self.answering(request):
            return await self._answer(request)


def file(content: bytes, *, status: int = 200, **headers: str) -> Answer:
    """Answer with a file; a header's name is written with underscores."""

    async def answer(_request: web.Request) -> web.Response:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=content, status=status, headers={"Content-Type": "image/png", **told})

    return answer


def raw(content: bytes) -> Answer:
    """Answer with these very bytes, status line and all, and hang up."""

    async def answer(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.write(content)
        request.transport.close()
        return await silent(request)

    return answer


async def silent(_request: web.Request) -> web.StreamResponse:
    """Answer nothing, until the connection is gone."""
    await anyio.sleep_forever()
    raise AssertionError


async def half(request: web.Request) -> web.StreamResponse:
    """Answer with the beginning of a picture, and then with silence."""
    response = await _begun(request)
    await response.write(b"\x89PNG")
    return await silent(request)


async def endless(request: web.Request) -> web.StreamResponse:
    """Answer with a picture that never ends."""
    response = await _begun(request)
    while True:
        await response.write(bytes(100_000))


async def _begun(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "image/png"})
    await response.prepare(request)
    return response
