"""An Ollama that is none: the true wire over loopback HTTP, saying what the test tells it to, faults included.

    async with FakeOllama() as ollama:
        ollama.reply("Nice jump.", calls=[("show_emote", {"name": "wave"})])
        ollama.trouble(Trouble.FIN, after="And then")
        ...
        assert ollama.asked[0]["messages"]

By hand it says canned lines, so that the show can be tried without a model:
`python -m tests.fakes.ollama --port 11434`.
"""

import argparse
import asyncio
import socket
import struct
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
from aiohttp import web

from tests.fakes.ollama_pull import FakePull, begun, ended, line
from tests.fakes.ollama_refusals import REFUSALS
from tests.fakes.ollama_wire import (
    DETAILS,
    WRONG_PIECES,
    Body,
    Call,
    FakeModel,
    Reply,
    Trouble,
    about,
    done_line,
    error_response,
    in_memory,
    is_opening,
    is_probe,
    pieces,
    plain_line,
    spoken_lines,
    tag,
    whole_answer,
    wrong_message,
)
from tests.fakes.ollama_wit import Wit
from tests.fakes.server import FakeServer

__all__ = [
    "BLIND",
    "EMBEDDING",
    "PLAIN",
    "SEEING",
    "SEEING_ONLY",
    "THINKING",
    "FakeModel",
    "FakeOllama",
    "Reply",
    "Trouble",
]

NDJSON = "application/x-ndjson"


SEEING = FakeModel(name="qwen3-vl:4b-instruct")
SEEING_ONLY = FakeModel(name="gemma3:4b", capabilities=("completion", "vision"))
BLIND = FakeModel(name="qwen2.5:3b", capabilities=("completion", "tools"))
PLAIN = FakeModel(name="llama2:latest", capabilities=("completion",))
THINKING = FakeModel(name="qwen3-vl:4b", capabilities=("completion", "vision", "tools", "thinking"))
EMBEDDING = FakeModel(name="nomic-embed-text:latest", capabilities=("embedding",))


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A request that came."""

    path: str
    body: Body = field(default_factory=dict)
    at_s: float = field(default_factory=time.time)
    """When it had come whole: wall time."""


Default = Callable[[Body], Reply]


class FakeOllama(FakeServer):
    """An Ollama with these models; an async context manager."""

    def __init__(
        self,
        *models: FakeModel,
        port: int = 0,
        version: str = "0.33.0",
        default: Default | None = None,
    ) -> None:
        super().__init__(port=port)
        self.models = list(models) or [SEEING]
        self.version = version
        self.requests: list[Seen] = []
        self.load_error = ""
        """When not empty: loading a model fails with this."""
        self.context = 0
        """Tokens of four letters that a question may have; 0: any."""
        self.is_old = False
        """Whether it cuts a longer question in silence, whatever it was told."""
        self.sent_at: list[float] = []
        """When each line of each answer went out: wall time."""
        self.to_probes: Default = lambda _: Reply(text="Well played.")
        """What it answers to probes."""
        self.to_openings = Reply(text="Well", done_reason="length")
        """What it answers to questions that only have it read."""
        self._default = default or (lambda _: Reply(text="Well played."))
        self._replies: deque[Reply] = deque()
        self._library: dict[str, FakePull] = {}
        self._memory: dict[str, Body] = {}
        self._released = anyio.Event()
        self._loads = anyio.Event()
        self._loads.set()

    @property
    def url(self) -> str:
        """Its address; the same after a restart."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def asked(self) -> list[Body]:
        """The bodies of all chats that asked something of the show's; neither openings nor probes."""
        return [body for body in self._questions if not (is_opening(body) or is_probe(body))]

    @property
    def openings(self) -> list[Body]:
        """The bodies of all chats that only had it read how a reaction begins."""
        return [body for body in self._questions if is_opening(body)]

    @property
    def probes(self) -> list[Body]:
        """The bodies of all chats that found out what the model can do."""
        return [body for body in self._questions if is_probe(body)]

    @property
    def _questions(self) -> list[Body]:
        return [each.body for each in self.requests if each.path == "/api/chat" and each.body.get("messages")]

    @property
    def warm_ups(self) -> list[Body]:
        """The bodies of all chats that only loaded a model."""
        return [each.body for each in self.requests if each.path == "/api/chat" and not each.body.get("messages")]

    def reply(self, text: str = "", *, calls: Sequence[Call] = (), **how: Any) -> None:
        """Say this to the next question that has no answer yet; see Reply for how it can travel."""
        self._replies.append(Reply(text=text, calls=calls, **how))

    def trouble(self, trouble: Trouble, *, after: str = "") -> None:
        """Go wrong so at the next question that has no answer yet."""
        self._replies.append(Reply(text=after, trouble=trouble))

    def release(self) -> None:
        """Let a held answer go on."""
        self._released.set()
        self._released = anyio.Event()

    def hold_loads(self) -> None:
        """Let models load, but never be done, until `release_loads()`."""
        self._loads = anyio.Event()

    def release_loads(self) -> None:
        """Let held loads be done."""
        self._loads.set()

    def offer(self, model: FakeModel, **how: Any) -> None:
        """Have a model in the library, to be pulled; see FakePull for how that can go."""
        self._library[model.name] = FakePull(model=model, **how)

    def put_in_memory(self, model: FakeModel, **told: Any) -> None:
        """Have a model in memory, and tell so of it; see `/api/ps` for what can be told."""
        self._memory[model.name] = told

    def routes(self) -> list[web.RouteDef]:
        """Say what is answered, and by whom."""
        return [
            web.get("/", self._root),
            web.get("/api/version", self._version),
            web.get("/api/tags", self._tags),
            web.post("/api/show", self._show),
            web.get("/api/ps", self._ps),
            web.post("/api/chat", self._chat),
            web.post("/api/pull", self._pull),
        ]

    async def _root(self, _: web.Request) -> web.Response:
        return web.Response(text="Ollama is running")

    async def _version(self, request: web.Request) -> web.Response:
        self._note(request, {})
        return web.json_response({"version": self.version})

    async def _tags(self, request: web.Request) -> web.Response:
        self._note(request, {})
        return web.json_response({"models": [tag(model) for model in self.models]})

    async def _ps(self, request: web.Request) -> web.Response:
        self._note(request, {})
        memory: dict[str, Body] = {**self._asked_models(), **self._memory}
        there = [model for model in self.models if model.name in memory]
        return web.json_response({"models": [in_memory(model, memory[model.name]) for model in there]})

    def _asked_models(self) -> dict[str, Body]:
        """List the models that were asked since they were told to leave."""
        there: dict[str, Body] = {}
        for body in (each.body for each in self.requests if each.path == "/api/chat"):
            if body.get("keep_alive") == 0 and not body.get("messages"):
                there.pop(body.get("model", ""), None)
            else:
                there[body.get("model", "")] = {}
        return there

    async def _pull(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self._note(request, body)
        with self.answering(request):
            pull = self._library.get(body.get("model", ""))
            if not body.get("model"):
                return error_response(400, "invalid model name")
            response = web.StreamResponse(headers={"Content-Type": NDJSON})
            await response.prepare(request)
            await self._pulled(response, pull)
            return response

    async def _pulled(self, response: web.StreamResponse, pull: FakePull | None) -> None:
        if pull is None:
            await response.write(line(status="pulling manifest"))
            await response.write(line(error="pull model manifest: file does not exist"))
            return
        for each in begun(pull):
            await response.write(each)
        if pull.holds:
            await self._released.wait()
        if pull.fails_with:
            await response.write(line(error=pull.fails_with))
            return
        for each in ended(pull):
            await asyncio.sleep(pull.line_s)
            await response.write(each)
        self.models = [each for each in self.models if each.name != pull.model.name] + [pull.model]

    async def _show(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._note(request, body)
        model = self._model(body.get("model", ""))
        if model is None:
            return error_response(404, f"model '{body.get('model')}' not found")
        shown: Body = {"modelfile": "", "template": "{{ .Prompt }}", "details": DETAILS, "model_info": about(model)}
        if model.capabilities is not None:
            shown["capabilities"] = list(model.capabilities)
        return web.json_response(shown)

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self._note(request, body)
        with self.answering(request):
            return self._refusal(body) or await self._answered(request, body)

    async def _answered(self, request: web.Request, body: Body) -> web.StreamResponse:
        model = body["model"]
        if not body.get("messages"):
            await self._loads.wait()
            if self.load_error:
                return error_response(500, self.load_error)
            return web.json_response({**plain_line(model), "done": True, "done_reason": "load"})
        tokens = sum(len(str(each.get("content"))) for each in body["messages"]) // 4
        if self.context and tokens > self.context and body.get("truncate") is False and not self.is_old:
            return error_response(400, "the input length exceeds the context length")
        reply = self._reply(body)
        if self.context:
            reply = replace(reply, prompt_tokens=min(tokens, self.context - 2))
        await asyncio.sleep(reply.first_s)
        if reply.trouble in REFUSALS:
            return REFUSALS[reply.trouble](model)
        if reply.trouble is Trouble.HANG_HEADERS:
            await self._closing.wait()
        if body.get("stream", True) is False:
            return web.json_response(whole_answer(model, reply, with_tools=bool(body.get("tools"))))
        response = web.StreamResponse(headers={"Content-Type": NDJSON})
        await response.prepare(request)
        await self._streamed(request, response, model, reply)
        return response

    def _reply(self, body: Body) -> Reply:
        """Say what is to be answered; what is none of the show's takes nothing of what was prepared for it."""
        if is_opening(body):
            return self.to_openings
        if is_probe(body):
            return self.to_probes(body)
        return self._replies.popleft() if self._replies else self._default(body)

    async def _streamed(self, request: web.Request, response: web.StreamResponse, model: str, reply: Reply) -> None:
        said = 0
        async for piece in pieces(spoken_lines(model, reply), reply):
            self.sent_at.append(time.time())
            await response.write(piece)
            said += 1
            if reply.hold and said == 1:
                await self._released.wait()
        if reply.trouble is None:
            async for piece in pieces(iter([done_line(model, reply)]), reply):
                self.sent_at.append(time.time())
                await response.write(piece)
            return
        await self._go_wrong(request, response, model, reply.trouble)

    async def _go_wrong(self, request: web.Request, response: web.StreamResponse, model: str, trouble: Trouble) -> None:
        transport = request.transport
        match trouble:
            case Trouble.FIN if transport is not None:
                transport.close()
            case Trouble.RST if transport is not None:
                peer: socket.socket = transport.get_extra_info("socket")
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                transport.abort()
            case Trouble.HANG_FIRST | Trouble.HANG_MID:
                await self._closing.wait()
            case _:
                for piece in _wrong(trouble, model):
                    if self._closing.is_set():
                        return
                    await response.write(piece)
                    await asyncio.sleep(0.02 if trouble is Trouble.DRIP else 0)

    def _refusal(self, body: Body) -> web.Response | None:
        """Refuse what the true server refuses."""
        name = body.get("model", "")
        model = self._model(name)
        if model is None:
            return error_response(404, f"model '{name}' not found")
        capabilities = model.capabilities or ("completion",)
        if body.get("tools") and "tools" not in capabilities:
            return error_response(400, f"registry.ollama.ai/library/{name} does not support tools")
        if body.get("think") and "thinking" not in capabilities:
            return error_response(400, f'"{name}" does not support thinking')
        if body.get("format") is not None and body["format"] != "json" and not isinstance(body["format"], dict):
            return error_response(500, f'invalid format: {body["format"]!r}; expected "json" or a JSON schema')
        wrong = next(filter(None, (wrong_message(each) for each in body.get("messages") or ())), "")
        if wrong:
            return error_response(400, wrong)
        if "vision" not in capabilities and any(each.get("images") for each in body.get("messages") or ()):
            return error_response(500, "this model is missing data required for image input")
        return None

    def _model(self, name: str) -> FakeModel | None:
        return next((each for each in self.models if each.name in (name, f"{name}:latest")), None)

    def _note(self, request: web.Request, body: Body) -> None:
        self.requests.append(Seen(path=request.path, body=body))
        self._changed.set()


def _wrong(trouble: Trouble, model: str) -> Iterator[bytes]:
    maker = WRONG_PIECES.get(trouble)
    return iter(maker(model)) if maker else iter(())


async def _by_hand(port: int, model: str) -> None:
    async with FakeOllama(FakeModel(name=model), port=port, default=Wit()) as ollama:
        for each in (SEEING, SEEING_ONLY, BLIND):
            ollama.offer(each, layers=(3_300_000_000, 11_000, 485), steps=60, line_s=0.1)
        print(f"A fake Ollama with the model {model} at {ollama.url}; Ctrl+C ends it.", flush=True)
        await anyio.sleep_forever()


def main() -> None:
    """Run by hand."""
    options = argparse.ArgumentParser(description="A fake Ollama that says canned lines.")
    options.add_argument("--port", type=int, default=11434)
    options.add_argument("--model", default=SEEING.name)
    chosen = options.parse_args()
    try:
        anyio.run(_by_hand, chosen.port, chosen.model)
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
