"""A server of calls before a little Discord, and brains that come to it, on loopback."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import anyio

from performer.chats.discord.rpc.client import RemoteDiscord
from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.chats.discord.rpc.server import RpcEndpoint, RpcServer
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged, MessageCreated
from performer.core.clock import SystemClock
from performer.core.redact.secret_value import ServerKey
from tests.performer.chats.discord.rpc.cutting import Cutter
from tests.performer.chats.discord.rpc.little_discord import LittleDiscord

TOKEN = "a-token-of-some-length-for-tests"
PATIENCE_S = 60.0


@dataclass
class Standing:
    """What stands."""

    server: RpcServer
    discord: LittleDiscord

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.server.port}"


@asynccontextmanager
async def standing(
    discord: LittleDiscord | None = None, *, port: int = 0, patience_s: float = PATIENCE_S, **place: Any
) -> AsyncIterator[Standing]:
    """Have a server stand."""
    discord = discord or LittleDiscord()
    server = RpcServer(clock=SystemClock(), io=discord, place=RpcEndpoint(port=port, token=TOKEN, **place))
    async with anyio.create_task_group() as tasks:
        await tasks.start(discord.run, server.hear)
        async with anyio.create_task_group() as serving:
            await serving.start(server.run)
            try:
                with anyio.fail_after(patience_s):
                    yield Standing(server, discord)
            finally:
                serving.cancel_scope.cancel()
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def cut_off(discord: LittleDiscord | None = None, **place: Any) -> AsyncIterator[tuple[Standing, Cutter]]:
    """Have a server stand behind a cutter."""
    async with Cutter() as cutter, standing(discord, public_host=cutter.name, **place) as served:
        cutter.port = served.server.port
        yield served, cutter


class Heard:
    """What a brain was told."""

    def __init__(self) -> None:
        self.all: list[DiscordEvent] = []
        self._more = anyio.Event()

    def __call__(self, happening: DiscordEvent) -> None:
        self.all.append(happening)
        self._more.set()

    @property
    def lines(self) -> list[str]:
        return [each.message.content for each in self.all if isinstance(each, MessageCreated)]

    @property
    def links(self) -> list[LinkChanged]:
        return [each for each in self.all if isinstance(each, LinkChanged)]

    async def until(self, is_true: Callable[["Heard"], bool]) -> None:
        while not is_true(self):
            self._more = anyio.Event()
            await self._more.wait()


@asynccontextmanager
async def brain(
    address: str,
    *,
    heard: Heard | None = None,
    token: str = TOKEN,
    name: str = "studio",
    limit_s: float = PATIENCE_S,
    **more: Any,
) -> AsyncIterator[RemoteDiscord]:
    """Have a brain come, and know whether the link is up."""
    key = ServerKey(variable="PERFORMER_IO_TOKEN", secret=token)
    remote = RemoteDiscord(clock=SystemClock(), address=address, key=key, name=name, **more)
    async with anyio.create_task_group() as tasks:
        with anyio.fail_after(limit_s):
            await tasks.start(remote.run, heard or Heard())
            yield remote
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def plain(served: Standing, **headers: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse[bool]]:
    """Come as any program might that has the token."""
    headers = {"Authorization": f"Bearer {TOKEN}"} | {name.replace("_", "-"): each for name, each in headers.items()}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(served.base, headers=headers, max_msg_size=2**24) as socket,
    ):
        yield socket


async def asked(socket: aiohttp.ClientWebSocketResponse[bool], id_: str, method: str, **args: Any) -> Any:
    """Call, and give the payload of the answer to it."""
    await socket.send_json({"id": id_, "op": "rpc/call", "payload": {"method": method, "args": args}})
    while (message := await socket.receive_json())["reply_to"] != id_:
        pass
    assert message["op"] == "rpc/ret"
    return message["payload"]


async def got(served: Standing, path: str, **headers: str) -> tuple[int, str]:
    """Ask for something over HTTP, and give status and body."""
    async with aiohttp.ClientSession() as session, session.get(served.base + path, headers=headers) as answer:
        return answer.status, await answer.text()


@dataclass
class SendingsInMemory(OutgoingStore):
    """Keeps them in a dictionary, which a test may hand to the next brain."""

    kept: dict[str, OutgoingMessage] = field(default_factory=dict)

    async def begin(self, sending: OutgoingMessage) -> None:
        self.kept[sending.id] = sending

    def end(self, id_: str) -> None:
        self.kept.pop(id_, None)

    async def take_unanswered(self) -> tuple[OutgoingMessage, ...]:
        found = tuple(self.kept.values())
        self.kept.clear()
        return found
