"""The fake's gateway: sessions that outlive their socket, what was told them, and all that can go wrong with it."""

import json
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import anyio
from aiohttp import WSMsgType, web

from tests.fakes.discord import shown, shown_places
from tests.fakes.discord.numbers import NOTHING, Intent
from tests.fakes.discord.session import Close, Session, Socket
from tests.fakes.discord.values import Body, Guild, Person

PRIVILEGED = Intent.MEMBERS | Intent.PRESENCES | Intent.MESSAGE_CONTENT
MOST_SESSIONS = 4


@dataclass(kw_only=True)
class Host:
    """What the gateway has to know of the rest of the fake."""

    token: str
    bot: Person
    guilds: list[Guild]
    application: Callable[[], Body]
    url: Callable[[], str]
    changed: Callable[[], None]


class Gateway:
    """Takes bots in, tells them events, and fails as it is told to."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.identifies: list[Body] = []
        """What each IDENTIFY said."""
        self.resumes: list[Body] = []
        """What each RESUME said, and by which `path` it came."""
        self.heartbeats = 0
        self.heartbeat_s = 41.25
        self.answers_heartbeats = True
        self.compresses = True
        """Whether a client that asks for zlib-stream gets it."""
        self.refuses_with = 0
        """When not 0: hang up on every IDENTIFY with this number."""
        self.puts_off = 0
        """How many of the next RESUMEs are answered by op 9: not now, and the session is kept."""
        self.portal = PRIVILEGED
        """Privileged intents that are switched on in the developer portal; others are refused with 4014."""
        self.is_deaf = False
        """Whether new sockets are taken and nothing is said on them."""

    @property
    def is_connected(self) -> bool:
        """Whether a bot is there, and has been told that it is."""
        return any(socket.session is not None for socket in self.sockets)

    def tell(self, event: str, data: Any, *, needs: Intent = NOTHING, bare: Any = None) -> None:
        """Tell all sessions that want to know.

        Args:
            event: Its name.
            data: All of it.
            needs: The intent without which it is not told.
            bare: What sessions without the intent for content are told instead.
        """
        for session in self.sessions.values():
            if needs & session.intents == needs:
                has_content = bare is None or Intent.MESSAGE_CONTENT in session.intents
                session.tell(event, data if has_content else bare)
        self._host.changed()

    def ask_to_reconnect(self) -> None:
        """Send op 7."""
        self._to_all(7, None)

    def invalidate(self, *, is_resumable: bool = False) -> None:
        """Send op 9; a session that is not resumable is forgotten."""
        sockets = list(self.sockets)
        if not is_resumable:
            self.sessions.clear()
        for socket in sockets:
            socket.put(9, is_resumable)

    def forget(self) -> None:
        """Have whoever comes back find its session gone, as after a long absence; nobody is told before."""
        self.sessions.clear()

    def garble(self) -> None:
        """Send an event that no parser of a client's can take: a message without anything in it."""
        for session in self.sessions.values():
            session.tell("MESSAGE_CREATE", {})

    def close(self, code: int) -> None:
        """Hang up with a number."""
        for socket in self.sockets:
            socket.queue.put_nowait(Close(code=code))

    def abort(self) -> None:
        """Break all connections without a word."""
        for socket in list(self.sockets):
            self._left(socket)
            socket.transport.abort()

    def _to_all(self, op: int, data: Any) -> None:
        for socket in self.sockets:
            socket.put(op, data)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Take a connection, until it ends."""
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return web.Response(status=426, text="a WebSocket is expected here")
        ws = web.WebSocketResponse(max_msg_size=4096 * 4, timeout=1.0)
        await ws.prepare(request)
        assert request.transport is not None
        packs = self.compresses and request.query.get("compress") == "zlib-stream"
        socket = Socket(ws, request.transport, zlib.compressobj() if packs else None)
        self.sockets.add(socket)
        try:
            if not self.is_deaf:
                socket.put(10, {"heartbeat_interval": int(self.heartbeat_s * 1000), "_trace": []})
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(socket.pump)
                await self._listen(socket, request.path)
                tasks.cancel_scope.cancel()
        finally:
            self._left(socket)
        return ws

    def _left(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        if socket.session is not None and socket.session.socket is socket:
            socket.session.socket = None
        self._host.changed()

    async def _listen(self, socket: Socket, path: str) -> None:
        async for message in socket.ws:
            said = _read(message.data) if message.type == WSMsgType.TEXT else None
            if said is None:
                socket.queue.put_nowait(Close(code=4002))
                continue
            self._heard(socket, said, path)
            self._host.changed()

    def _heard(self, socket: Socket, said: Body, path: str) -> None:
        if socket.is_too_eager():
            socket.queue.put_nowait(Close(code=4008))
            return
        data = said.get("d")
        match said.get("op"):
            case 1:
                self.heartbeats += 1
                if self.answers_heartbeats:
                    socket.put(11, None)
            case 2 if isinstance(data, dict):
                self._identify(socket, data)
            case 6 if isinstance(data, dict):
                self.resumes.append({**data, "path": path})
                self._resume(socket, data)
            case 8 if isinstance(data, dict) and socket.session is not None:
                self._chunk(socket.session, data)
            case 3 | 4:
                pass
            case _:
                socket.queue.put_nowait(Close(code=4001))

    def _identify(self, socket: Socket, data: Body) -> None:
        self.identifies.append(data)
        intents = Intent(int(data.get("intents", 0)))
        code = self._refusal(data, intents)
        if code or socket.session is not None:
            socket.queue.put_nowait(Close(code=code or 4005))
            return
        self._forget_old()
        session = Session(secrets.token_hex(16), intents)
        self.sessions[session.id] = session
        self._attach(socket, session)
        session.tell("READY", self._ready(session))
        for guild in self._host.guilds:
            session.tell("GUILD_CREATE", shown_places.whole_guild(guild, self._host.bot))

    def _refusal(self, data: Body, intents: Intent) -> int:
        if data.get("token") != self._host.token:
            return 4004
        if intents & PRIVILEGED & ~self.portal:
            return 4014
        return self.refuses_with

    def _forget_old(self) -> None:
        alone = [session.id for session in self.sessions.values() if session.socket is None]
        for number in alone[: max(0, len(self.sessions) - MOST_SESSIONS + 1)]:
            del self.sessions[number]

    def _attach(self, socket: Socket, session: Session) -> None:
        socket.session = session
        session.socket = socket

    def _ready(self, session: Session) -> Body:
        return {
            "v": 10,
            "user": shown.me(self._host.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in self._host.guilds],
            "session_id": session.id,
            "resume_gateway_url": self._host.url() + "resume/",
            "application": {"id": self._host.bot.id, "flags": self._host.application()["flags"]},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "_trace": [],
        }

    def _resume(self, socket: Socket, data: Body) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        after = data.get("seq") or 0
        if data.get("token") != self._host.token:
            socket.queue.put_nowait(Close(code=4004))
            return
        if self.puts_off:
            self.puts_off -= 1
            socket.put(9, True)
            return
        if session is None or not session.can_go_on_after(after):
            socket.put(9, False)
            return
        missed = [each for each in session.told if each[0] > after]
        self._attach(socket, session)
        for sequence, event, body in missed:
            socket.put(0, body, sequence=sequence, event=event)
        session.tell("RESUMED", {"_trace": []})

    def _chunk(self, session: Session, data: Body) -> None:
        for guild in self._host.guilds:
            if guild.id != str(data.get("guild_id")):
                continue
            there = [shown.member(each) for each in guild.members.values()]
            chunk: Body = {"guild_id": guild.id, "members": there, "chunk_index": 0, "chunk_count": 1, "not_found": []}
            session.tell("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if "nonce" in data else {}))


def _read(text: str) -> Body | None:
    try:
        said = json.loads(text)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None
