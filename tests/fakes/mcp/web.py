"""A server of tools at an address on loopback, as odd as a test wants it; it answers in JSON."""

import gzip
import json
from contextlib import suppress
from typing import Any

from aiohttp import web

from tests.fakes.server import FakeServer

TOOL = {"name": "look", "description": "Look.", "inputSchema": {"type": "object", "properties": {}}}


class FakeWeb(FakeServer):
    """Has the tool `look`.

    Args:
        key: Whoever does not send it as a bearer is refused with 401; empty: nobody is.
    """

    def __init__(self, *, key: str = "") -> None:
        super().__init__()
        self.key = key
        self.called = "ok"
        """What a call comes to: `ok`, `huge`, `many` (objects), `huge event`, `many events` (all in one), `packed`,
        `moved`, `html`, `events` (without an end), `hang`, `again` (a stream that is to be taken up anew at once,
        whenever it ends)."""
        self.tools: list[dict[str, Any]] = [TOOL]
        self.name = "web"
        self.says = "ok"
        """What a call that is `ok` comes to."""
        self.elsewhere = ""
        self.status = 0
        """What every request is answered with; 0: as it should be."""
        self.is_deaf = False
        """Whether nothing is answered."""
        self.session = ""
        """What it gives whoever comes; it knows no other one, and has no stream of news. Empty: none."""
        self.heard: list[dict[str, str]] = []
        """The headers of every request."""
        self.asked: list[str] = []
        """The path of every request."""
        self.methods: list[str] = []
        """What was asked in them."""
        self.given: list[dict[str, Any]] = []
        """The arguments of every call."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/mcp", self._answer), web.get("/mcp", self._take_up)]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.heard.append(dict(request.headers))
        self.asked.append(request.path_qs)
        self._changed.set()
        message = await request.json()
        self.methods.append(message.get("method", ""))
        if self.is_deaf:
            with self.answering(request):
                await self._closing.wait()
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return web.Response(status=401, text="no")
        if self.status:
            return web.Response(status=self.status, text="no")
        if message["method"] != "initialize" and request.headers.get("Mcp-Session-Id", "") != self.session:
            return web.Response(status=404, text="no")
        match message.get("method"):
            case "initialize":
                told = {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": self.name, "version": "1"},
                }
                return result(message, told, {"Mcp-Session-Id": self.session} if self.session else {})
            case "tools/list":
                return result(message, {"tools": self.tools})
            case "tools/call":
                self.given.append(message["params"].get("arguments", {}))
                with self.answering(request):
                    return await self._call(request, message)
            case _ if "id" in message:
                error = {"code": -32601, "message": "no such method"}
                return web.json_response({"jsonrpc": "2.0", "id": message["id"], "error": error})
        return web.Response(status=202)

    async def _call(self, request: web.Request, message: dict[str, Any]) -> web.StreamResponse:
        match self.called:
            case "huge" | "many":
                return result(message, TOO_LARGE[self.called])
            case "huge event" | "many events":
                return await self._event(request, message, TOO_LARGE[self.called.split()[0]])
            case "packed":
                body = gzip.compress(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": words("x")}).encode())
                return web.Response(body=body, content_type="application/json", headers={"Content-Encoding": "gzip"})
            case "moved":
                return web.Response(status=307, headers={"Location": self.elsewhere})
            case "html":
                return web.Response(text="<h1>Welcome</h1>", content_type="text/html")
            case "again":
                return await self._again(request)
            case "events":
                return await self._events(request)
            case "hang":
                await self._closing.wait()
        return result(message, words(self.says))

    async def _take_up(self, request: web.Request) -> web.StreamResponse:
        return web.Response(status=405) if self.session else await self._again(request)

    async def _again(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b"id: 1\nretry: 0\ndata:\n\n")
        return response

    async def _event(self, request: web.Request, message: dict[str, Any], value: dict[str, Any]) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        answer = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}, separators=(",", ":"))
        with suppress(ConnectionError):  # the other side may have read enough of it
            await response.write(f"event: message\ndata: {answer}\n\n".encode())
        return response

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        news = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
        while True:
            await response.write(b"event: message\ndata: " + json.dumps(news).encode() + b"\n\n")


def words(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


TOO_LARGE = {
    "huge": words("x" * 2_000_000),
    "many": {"content": [], "structuredContent": {"all": [{}] * 60_000}},
}


def result(message: dict[str, Any], value: dict[str, Any], headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response({"jsonrpc": "2.0", "id": message["id"], "result": value}, headers=headers)
