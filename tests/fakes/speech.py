"""A speech server that is none: OpenAI's `/v1/audio/speech` over loopback HTTP; its voice is a rising tone.

async with FakeSpeech() as server:
    server.manner = Manner(piece_s=0.2, every_s=0.1)
    ...
    assert server.asked[0]["input"] == "Nice jump."
"""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Any

import anyio
from aiohttp import web

from tests.chirp import chirp
from tests.fakes.server import FakeServer
from tests.pulse import wav

RATE = 24_000


class Fault(Enum):
    """What a speech server may do wrong."""

    NONE = auto()
    SILENT = auto()
    """Takes the line and never answers."""
    STALLS = auto()
    """Begins to speak and falls silent."""
    CLOSES = auto()
    """Begins to speak and hangs up."""
    CLOSES_AT_ONCE = auto()
    """Promises sound and hangs up."""
    GARBAGE = auto()
    """Says that it sends sound, and sends a web page."""
    PAGE = auto()
    """Sends a web page and says so."""
    MP3 = auto()
    EMPTY = auto()
    FLOOD = auto()
    """Never comes to an end."""
    DIES = auto()
    """Answers 500, and quotes the key."""
    REFUSES = auto()
    """Answers 401."""


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How it speaks."""

    fault: Fault = Fault.NONE
    length_s: float = 1.0
    piece_s: float = 0.1
    every_s: float = 0.0
    """Pause between two pieces."""
    first_s: float = 0.0
    """Pause before the first."""
    dying_words: str = ""
    """All that it answers when it dies, instead of the usual; `{key}` in it is the Authorization that came."""


class FakeSpeech(FakeServer):
    """A speech server with one voice; an async context manager."""

    def __init__(self, manner: Manner | None = None) -> None:
        super().__init__()
        self.manner = manner or Manner()
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        """The Authorization headers that came."""
        self.sent_at: list[float] = []
        """When the first byte of each answer went out, in seconds of the event loop."""

    @property
    def spec(self) -> str:
        """What a user writes to have it speak."""
        return f"http:http://127.0.0.1:{self.port}/v1"

    def routes(self) -> list[web.RouteDef]:
        """Say what is answered, and by whom."""
        return [web.post("/v1/audio/speech", self._speak)]

    async def _speak(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(body)
        self.keys.append(request.headers.get("Authorization", ""))
        with self.answering(request):
            return self._refusal(request) or await self._answer(request, body)

    def _refusal(self, request: web.Request) -> web.Response | None:
        match self.manner.fault:
            case Fault.DIES if self.manner.dying_words:
                said = self.manner.dying_words.replace("{key}", request.headers.get("Authorization", ""))
                return web.Response(text=said, status=500)
            case Fault.DIES:
                said = f"the model fell over; your key is {request.headers.get('Authorization')}"
                return web.json_response({"error": {"message": said}}, status=500)
            case Fault.REFUSES:
                return web.json_response({"detail": "Unauthorized"}, status=401)
            case Fault.PAGE:
                return web.Response(text="<html>Welcome</html>", content_type="text/html")
            case Fault.MP3:
                return web.Response(body=b"ID3\x04" + bytes(4_000), content_type="application/octet-stream")
            case Fault.EMPTY:
                return web.Response(body=b"", content_type="audio/pcm")
            case Fault.GARBAGE:
                return web.Response(body=b"<html>Welcome</html>" * 20, content_type="audio/wav")
        return None

    async def _answer(self, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        manner = self.manner
        if manner.fault is Fault.SILENT:
            await self._closing.wait()
        await anyio.sleep(manner.first_s)
        response = web.StreamResponse(headers={"Content-Type": f"audio/{body['response_format']}"})
        await response.prepare(request)
        self.sent_at.append(anyio.current_time())
        if manner.fault is Fault.CLOSES_AT_ONCE:
            _hang_up(request)
            return response
        pcm = _voice(manner.length_s)
        sound = wav(pcm, rate=RATE) if body["response_format"] == "wav" else pcm
        step = int(manner.piece_s * RATE) * 2
        for at in range(0, len(sound), step):
            await response.write(sound[at : at + step])
            await anyio.sleep(manner.every_s)
        await self._end(request, response, pcm)
        return response

    async def _end(self, request: web.Request, response: web.StreamResponse, pcm: bytes) -> None:
        match self.manner.fault:
            case Fault.STALLS:
                await self._closing.wait()
            case Fault.CLOSES:
                _hang_up(request)
            case Fault.FLOOD:
                while not self._closing.is_set():
                    await response.write(pcm)


@lru_cache
def _voice(length_s: float) -> bytes:
    return chirp(length_s, rate=RATE)


def _hang_up(request: web.Request) -> None:
    assert request.transport is not None
    request.transport.close()
