"""A Discord that says no more than it must, and lacks whatever is not here.

Its JSON names a charset, its times no zone, READY no address to go on at, and a 429 no Via.
"""

import json
from typing import Any, Self

from aiohttp import WSMsgType, web

ME, GUILD, CHANNEL = "42", "7", "10"
_NOW = "2026-11-22T13:37:00"


class LeanDiscord:
    """REST and gateway on one loopback port, for one bot; an async context manager."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.refuses: list[tuple[int, Any]] = []
        """Statuses and bodies that the next sends get instead."""
        self.begun = self.resumed = self.beats = 0
        self.heartbeat_s = 45.0
        self._told: list[dict[str, Any]] = []
        self._socket: web.WebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get("/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.place = site.name.removeprefix("http://")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def addresses(self) -> dict[str, str]:
        """Return the settings of a bot that goes here."""
        here = f"http://{self.place}"
        return {"api_url": here, "gateway_url": f"ws://{self.place}", "cdn_url": here}

    def message(self, content: str, **more: Any) -> dict[str, Any]:
        """Make a message of somebody's."""
        author = {"id": "101", "username": "bob"}
        return {"id": "1", "channel_id": CHANNEL, "author": author, "content": content, "timestamp": _NOW, **more}

    async def tell(self, event: str, data: Any) -> None:
        """Tell the bot of something."""
        self._told.append({"op": 0, "s": len(self._told) + 1, "t": event, "d": data})
        if self._socket is not None:
            await self._socket.send_json(self._told[-1])

    async def hang_up(self) -> None:
        """Close the socket, and keep the session."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close(code=1001)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=0.1)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": self.heartbeat_s * 1000}})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._hear(socket, json.loads(frame.data))
        return socket

    async def _hear(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        match said["op"]:
            case 1 if socket is self._socket:  # before, nobody knows whose it is
                self.beats += 1
                await socket.send_json({"op": 11})
                await self.tell(
                    "MESSAGE_CREATE", self.message(f"beat {self.beats}", guild_id=GUILD, id=str(self.beats))
                )
            case 2:
                self._socket = socket
                self.begun += 1
                await self.tell("READY", {"v": 10, "user": {"id": ME}, "session_id": "s", "guilds": []})
                await self.tell("GUILD_CREATE", {"id": GUILD, "name": "lean"})
            case 6:
                self._socket = socket
                self.resumed += 1
                for event in self._told[said["d"]["seq"] :]:
                    await socket.send_json(event)
                await self.tell("RESUMED", None)

    async def _answer(self, request: web.Request) -> web.Response:
        asked = f"{request.method} /{request.match_info['path']}"
        self.asked.append(asked)
        if asked == "GET /users/@me":
            return web.json_response({"id": ME, "username": "otto"})
        if asked != f"POST /channels/{CHANNEL}/messages":
            return web.json_response({"message": "404: Not Found", "code": 0}, status=404)
        if self.refuses:
            status, body = self.refuses.pop(0)
            return web.json_response(body, status=status)
        sent = await request.json()
        # Of a message that it has already, it does not say whose it is.
        is_there = any(each["nonce"] == sent["nonce"] for each in self.sent)
        self.sent.append(sent)
        author = {"username": None} if is_there else {"id": ME}
        return web.json_response(self.message(sent["content"], id="9", author=author))
