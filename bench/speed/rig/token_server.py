"""A model's server that stands in: it speaks OpenAI's wire on loopback, and each token has its set time.

Words and full stops are tokens of their own. All instants are of `time.time()`, which all processes of a machine share.
"""

import json
import re
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final, Self

import anyio
from aiohttp import web

from bench.speed.rig.plain_program import LOOPBACK

_MOST_BYTES: Final = 64 * 2**20
_PICTURE = re.compile(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)")
_FINE: Final = (("Fine",),)
_STOP: Final = "."


@dataclass(kw_only=True)
class PacedAnswer:
    """What is to be answered to the request that holds a mark, and what was seen of it."""

    mark: str
    """A word that the request holds, and no other one before it."""
    sentences: Sequence[Sequence[str]]
    came_at: float | None = None
    """When the request had come whole."""
    picture: str = ""
    """The request's newest picture, a JPEG in Base64; empty without one."""
    stops_at: list[float] = field(default_factory=list)
    """When the full stop of each sentence was sent."""
    certain_at: list[float] = field(default_factory=list)
    """When it was sent what makes the end of each sentence certain: the next token, or the end of the answer."""

    def find_first_stop(self) -> float | None:
        """Return when the first full stop was sent; None before that."""
        return self.stops_at[0] if self.stops_at else None


class TokenServer:
    """The server; an async context manager.

    Args:
        first_s: Seconds from a whole request to the first token.
        token_s: Seconds between two tokens.
    """

    def __init__(self, *, first_s: float = 0.3, token_s: float = 0.05) -> None:
        self.first_s = first_s
        self.token_s = token_s
        self.port = 0
        self._answers: list[PacedAnswer] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_MOST_BYTES)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._list_models)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, LOOPBACK, 0)
        await site.start()
        self.port = runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def spec(self) -> str:
        """Return it as `model.spec`."""
        return f"openai:paced@{self.url}"

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://{LOOPBACK}:{self.port}/v1"

    def expect(self, mark: str, sentences: Sequence[Sequence[str]] = _FINE) -> PacedAnswer:
        """Prepare the answer to the next request that holds a mark; all other requests are answered at once."""
        answer = PacedAnswer(mark=mark, sentences=sentences)
        self._answers.append(answer)
        return answer

    async def _list_models(self, _: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": "paced", "object": "model"}]})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        text = (await request.read()).decode()
        came_at = time.time()
        answer = self._find(text)
        if answer is None or answer.came_at is not None:
            return await _Stream(request, 0.0, 0.0).send(PacedAnswer(mark="", sentences=_FINE), came_at)
        answer.came_at = came_at
        pictures = _PICTURE.findall(text)
        answer.picture = pictures[-1] if pictures else ""
        return await _Stream(request, self.first_s, self.token_s).send(answer, came_at)

    def _find(self, text: str) -> PacedAnswer | None:
        return next((each for each in reversed(self._answers) if each.mark in text), None)


class _Stream:
    """One answer on its way."""

    def __init__(self, request: web.Request, first_s: float, token_s: float) -> None:
        self._request = request
        self._first_s = first_s
        self._token_s = token_s
        self._response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})

    async def send(self, answer: PacedAnswer, came_at: float) -> web.StreamResponse:
        """Send each token at its instant; a client that goes ends it."""
        await self._response.prepare(self._request)
        try:
            await self._send_tokens(answer, came_at + self._first_s)
        except ConnectionError:
            return self._response
        return self._response

    async def _send_tokens(self, answer: PacedAnswer, due_at: float) -> None:
        await self._send_sentences(answer, due_at)
        await self._write({}, "stop")
        await self._response.write(b"data: [DONE]\n\n")
        await self._response.write_eof()
        answer.certain_at.append(time.time())

    async def _send_sentences(self, answer: PacedAnswer, due_at: float) -> None:
        for number, words in enumerate(answer.sentences):
            for place, word in enumerate((*words, _STOP)):
                await anyio.sleep(max(0.0, due_at - time.time()))
                due_at += self._token_s
                space = "" if word == _STOP or not (number or place) else " "
                await self._write({"content": space + word})
                sent_at = time.time()
                if word == _STOP:
                    answer.stops_at.append(sent_at)
                elif number and not place:
                    answer.certain_at.append(sent_at)

    async def _write(self, delta: dict[str, Any], finish: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        event = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "paced", "choices": [choice]}
        await self._response.write(f"data: {json.dumps(event)}\n\n".encode())
