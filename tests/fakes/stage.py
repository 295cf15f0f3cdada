"""A stage server for stage clients under test: the real wire over loopback, and a test holds the other end."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar

import anyio
from aiohttp import WSMsgType, web

from performer.core.audio import Sound
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Message

TOKEN = "open-sesame"
PATIENCE_S = 60.0

M = TypeVar("M", bound=Message)


class FakeStage:
    """Serves `/stage/ws` and `/sounds/…` to whoever has the token; use `open_stage`."""

    def __init__(self, sounds: Mapping[str, bytes]) -> None:
        self.sounds = dict(sounds)
        self.said: list[Message] = []
        """All that clients have said, in order."""
        self.said_at: list[float] = []
        """When each arrived, in seconds of `time.monotonic()`."""
        self.fetched: list[str] = []
        """The paths that clients have asked for over HTTP."""
        self.port = 0
        self._client: web.WebSocketResponse | None = None
        self._news = anyio.Event()
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Return the address for a client, with its token."""
        return f"ws://127.0.0.1:{self.port}/stage/ws?token={TOKEN}"

    async def start(self) -> None:
        """Serve; a second start takes the same port."""
        app = web.Application()
        app.router.add_get("/stage/ws", self._talk)
        app.router.add_get("/sounds/{name}", self._give)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Go away: the connection breaks."""
        if self._client is not None:
            await self._client.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self._runner = None

    async def send(self, *messages: Message | str | bytes) -> None:
        """Send messages, raw text or binary frames to the client that came last."""
        assert self._client is not None, "no client is connected"
        for message in messages:
            match message:
                case bytes():
                    await self._client.send_bytes(message)
                case str():
                    await self._client.send_str(message)
                case _:
                    await self._client.send_str(encode(message))

    async def speak(self, name: str, pcm: bytes, *, rate: int = 22_050, last: bool = True, duck: float = 1.0) -> float:
        """Send a piece of mono speech; tell when the sending began."""
        began = time.monotonic()
        await self.send(Sound(id=name, turn=1, rate=rate, channels=1, bytes=len(pcm), last=last, duck=duck), pcm)
        return began

    async def told(self, kind: type[M], *, after: int = 0, **fields: object) -> M:
        """Wait for a message of this kind with these fields, not counting the first `after` of `said`."""
        with anyio.move_on_after(PATIENCE_S):
            while True:
                for message in self.said[after:]:
                    if isinstance(message, kind) and _has(message, fields):
                        return message
                await self._news.wait()
        raise AssertionError(f"No {kind.__name__} with {fields} came; what came is {self.said[after:]}.")

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        _check(request)
        client = web.WebSocketResponse()
        await client.prepare(request)
        self._client = client
        async for frame in client:
            if frame.type == WSMsgType.TEXT:
                self.said.append(decode(frame.data))
                self.said_at.append(time.monotonic())
                self._news.set()
                self._news = anyio.Event()
        return client

    async def _give(self, request: web.Request) -> web.Response:
        _check(request)
        self.fetched.append(request.path)
        name = request.match_info["name"]
        if name not in self.sounds:
            raise web.HTTPNotFound
        return web.Response(body=self.sounds[name])


@asynccontextmanager
async def open_stage(sounds: Mapping[str, bytes] | None = None) -> AsyncIterator[FakeStage]:
    """Run a stage server on a free port while the block runs."""
    stage = FakeStage(sounds or {})
    await stage.start()
    try:
        yield stage
    finally:
        await stage.stop()


def _check(request: web.Request) -> None:
    if request.query.get("token") != TOKEN:
        raise web.HTTPForbidden


def _has(message: object, fields: Mapping[str, object]) -> bool:
    return all(getattr(message, name) == value for name, value in fields.items())
