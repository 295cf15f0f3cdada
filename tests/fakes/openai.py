"""A server of OpenAI's kind that is none: the true wire over loopback HTTP, saying what the test tells it to.

async with FakeOpenAI() as server:
    server.reply("Nice jump.", calls=[("show_emote", {"name": "wave"})])
    server.trouble(Trouble.FIN, after="And then")
    server.refuse(429, "slow down", headers={"Retry-After": "0"})
    ...
    assert server.asked[0]["messages"]

By hand it says canned lines, so that the show can be tried without a model:
`python -m tests.fakes.openai --port 8000`.
"""

import argparse
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import anyio
import anyio.lowlevel
from aiohttp import web

from performer.core.prompt_files import load_prompt
from tests.fakes.ollama_wit import Wit
from tests.fakes.openai_wire import (
    REFUSALS,
    WRONG_PIECES,
    Body,
    Call,
    Refusal,
    Reply,
    Trouble,
    chunks,
    ending,
    pieces,
    whole_answer,
)
from tests.fakes.server import FakeServer

__all__ = ["FakeOpenAI", "Refusal", "Reply", "Trouble"]

Rule = Callable[[Body], Refusal | None]
_FEWEST = 16
"""Tokens that a server may insist on."""


class FakeOpenAI(FakeServer):
    """A server with these models; an async context manager."""

    def __init__(
        self, *models: str, port: int = 0, key: str = "", default: Callable[[Body], Reply] | None = None
    ) -> None:
        super().__init__(port=port)
        self.models: list[Body] | None = [{"id": name, "object": "model"} for name in models or ("fake-vl",)]
        """What it lists; None: it has no list."""
        self.key = key
        """What must come with every request; empty: nothing."""
        self.rules: list[Rule] = []
        """What it refuses, of any question."""
        self.asked: list[Body] = []
        """The bodies of all questions but openings."""
        self.openings: list[Body] = []
        """The bodies of all questions that only had it read how a reaction begins: nobody wants its answer."""
        self.to_openings = Reply(text="Well", finish="length")
        """What it answers to those."""
        self.headers: list[dict[str, str]] = []
        self.ports: list[int] = []
        """Where each question came from: those over one connection have the same."""
        self._default = default or (lambda _: Reply(text="Well played."))
        self._replies: deque[Reply] = deque()
        self._released = anyio.Event()

    @property
    def url(self) -> str:
        """Its address; the same after a restart."""
        return f"http://127.0.0.1:{self.port}/v1"

    def reply(self, text: str = "", *, calls: Sequence[Call] = (), **how: Any) -> None:
        """Say this to the next question that has no answer yet; see Reply for its dialects."""
        self._replies.append(Reply(text=text, calls=calls, **how))

    def trouble(self, trouble: Trouble, *, after: str = "") -> None:
        """Go wrong so at the next question that has no answer yet."""
        self._replies.append(Reply(text=after, trouble=trouble))

    def refuse(self, status: int, said: str | Body, **headers: str) -> None:
        """Refuse the next question that has no answer yet; `Retry_After="1"` is a header."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._replies.append(Reply(refusal=Refusal(status=status, said=said, headers=named)))

    def release(self) -> None:
        """Let a held answer go on."""
        self._released.set()
        self._released = anyio.Event()

    def routes(self) -> list[web.RouteDef]:
        """Say what is answered, and by whom."""
        return [web.get("/v1/models", self._models), web.post("/v1/chat/completions", self._chat)]

    async def _models(self, request: web.Request) -> web.Response:
        if refusal := self._unknown(request):
            return refusal.response()
        if self.models is None:
            return Refusal(status=404, said={"detail": "Not Found"}).response()
        return web.json_response({"object": "list", "data": self.models})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        self.ports.append(request.transport.get_extra_info("peername")[1])
        body = await request.json()
        (self.openings if _is_opening(body) else self.asked).append(body)
        self.headers.append(dict(request.headers))
        self._changed.set()
        refusal = self._unknown(request) or next(filter(None, (rule(body) for rule in self.rules)), None)
        with self.answering(request):
            return refusal.response() if refusal else await self._answered(request, body)

    def _reply(self, body: Body) -> Reply:
        """Say what is to be answered; an opening takes nothing of what was prepared."""
        if _is_opening(body):
            return self.to_openings
        return self._replies.popleft() if self._replies else self._default(body)

    async def _answered(self, request: web.Request, body: Body) -> web.StreamResponse:
        reply = self._reply(body)
        if reply.refusal is not None:
            return reply.refusal.response()
        if reply.trouble in REFUSALS:
            return REFUSALS[reply.trouble]()
        if reply.trouble is Trouble.HANG_HEADERS:
            await self._closing.wait()
        if reply.trouble is Trouble.ENDLESS_REFUSAL:
            return await self._refusing(request)
        if reply.whole:
            return web.json_response(whole_answer(reply))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
        await response.prepare(request)
        await self._streamed(request, response, reply)
        return response

    async def _refusing(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(status=400, headers={"Content-Type": "text/plain"})
        await response.prepare(request)
        while not self._closing.is_set():
            await response.write(b"no, " * 250)
        return response

    async def _streamed(self, request: web.Request, response: web.StreamResponse, reply: Reply) -> None:
        said = 0
        async for piece in pieces(chunks(reply), reply):
            await response.write(piece)
            said += 1
            if reply.hold and said == 2:  # the first event only tells who speaks
                await self._released.wait()
        if reply.trouble is not None:
            await self._go_wrong(request, response, reply.trouble)
            return
        async for piece in pieces([*ending(reply), *(["[DONE]"] if reply.done else [])], reply):
            await response.write(piece)
        if reply.stays_open:
            await self._closing.wait()

    async def _go_wrong(self, request: web.Request, response: web.StreamResponse, trouble: Trouble) -> None:
        match trouble:
            case Trouble.FIN if request.transport is not None:
                request.transport.close()
            case Trouble.HANG_MID:
                await self._closing.wait()
            case Trouble.PINGS:
                while not self._closing.is_set():
                    await response.write(b": ping\n\n")
                    await anyio.sleep(0.02)
            case _:
                for piece in WRONG_PIECES[trouble]():
                    if self._closing.is_set():
                        return
                    await response.write(piece)
                    await anyio.lowlevel.checkpoint()

    def _unknown(self, request: web.Request) -> Refusal | None:
        """Refuse who does not have the key; as some servers do, repeat what he sent."""
        sent = request.headers.get("Authorization", "")
        if not self.key or sent == f"Bearer {self.key}":
            return None
        return Refusal(status=401, said=f"Incorrect API key provided: {sent}")


def _is_opening(body: Body) -> bool:
    """Return whether a question has the fewest tokens for its answer, and does not greet."""
    is_short = _FEWEST in (body.get("max_tokens"), body.get("max_completion_tokens"))
    return is_short and load_prompt("warm_up") not in str(body["messages"])


async def _by_hand(port: int, model: str) -> None:
    wit = Wit()

    def witty(body: Body) -> Reply:
        said = wit(body)
        return Reply(text=said.text, calls=said.calls)

    async with FakeOpenAI(model, port=port, default=witty) as server:
        print(f"A fake server of OpenAI's kind: openai:{model}@{server.url}; Ctrl+C ends it.", flush=True)
        await anyio.sleep_forever()


def main() -> None:
    """Run by hand."""
    options = argparse.ArgumentParser(description="A fake server of OpenAI's kind that says canned lines.")
    options.add_argument("--port", type=int, default=8000)
    options.add_argument("--model", default="fake-vl")
    chosen = options.parse_args()
    try:
        anyio.run(_by_hand, chosen.port, chosen.model)
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
