"""A whole stage on a free port, and a peer that talks to it as a client would."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import anyio

from performer.core.clock import Clock, SystemClock
from performer.core.files import home as paths
from performer.core.http_security.connection_limits import ConnectionLimits
from performer.core.operations import Operation
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.codec import decode, encode
from performer.stage.protocol.messages import Hello, Look, Message
from performer.stage.server.control_socket import ControlSocket, StateFeed
from performer.stage.server.cue_post import CuePost
from performer.stage.server.key_post import KeyPost
from performer.stage.server.obs import PageWatch
from performer.stage.server.routes import StageParts, StageRoutes, StageSockets
from performer.stage.server.server import StageServer
from performer.stage.server.tools_socket import ToolsPort, ToolsSocket, announce_tools
from performer.stage.settings import StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.themes import Themes
from performer.stage.tool_pictures import RecentPictures

PATIENCE_S = 60.0
EXHIBIT = b"a picture"
"""What hangs in the gallery from the beginning."""


class Peer:
    """The other end of one of the stage's WebSockets."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def hear(self) -> Message:
        return decode(await self.text())

    async def text(self) -> str:
        with anyio.fail_after(PATIENCE_S):
            return await self.socket.receive_str()

    async def pcm(self) -> bytes:
        with anyio.fail_after(PATIENCE_S):
            return await self.socket.receive_bytes()

    async def say(self, message: Message) -> None:
        await self.socket.send_str(encode(message))

    async def ask(self, **order: Any) -> dict[str, Any]:
        await self.socket.send_json(order)
        answer: dict[str, Any] = json.loads(await self.text())
        return answer

    async def goodbye(self) -> tuple[int | None, str]:
        """Read until the server closes, and tell its code and reason."""
        with anyio.fail_after(PATIENCE_S):
            while True:
                frame = await self.socket.receive()
                if frame.type is aiohttp.WSMsgType.CLOSE:
                    return self.socket.close_code, str(frame.extra)
                if frame.type in {aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR, aiohttp.WSMsgType.CLOSING}:
                    return self.socket.close_code, ""


class Scenes:
    """The scenes that were on air, one after the other; empty for unknown."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._changed = anyio.Event()

    def take(self, name: str) -> None:
        self.told.append(name)
        self._changed.set()

    async def until(self, *told: str) -> None:
        with anyio.fail_after(PATIENCE_S):
            while self.told != list(told):
                self._changed = anyio.Event()
                await self._changed.wait()


class SoundNews:
    """Hands the changes of the sound on to whoever listens now."""

    def __init__(self) -> None:
        self.hear: Callable[[bool, str], None] = lambda _sounds, _why: None

    def take(self, sounds: bool, why: str) -> None:
        self.hear(sounds, why)


@dataclass(kw_only=True)
class Standing:
    """Everything that stands on a stage."""

    clock: Clock
    clients: StageClients
    stage: Stage
    desk: SoundMixer
    sound_news: "SoundNews"
    feed: StateFeed
    library: MediaLibrary
    themes: Themes
    server: StageServer
    session: aiohttp.ClientSession
    home: Path
    heard: list[str]
    """What windows said of themselves."""
    scenes: "Scenes"
    """What pages told of OBS."""
    gallery: RecentPictures
    scope: anyio.CancelScope

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.addresses.port}"

    @asynccontextmanager
    async def peer(self, url: str) -> AsyncIterator[Peer]:
        """A peer that connects; on the stage it has seen the looks, and the snapshot comes next."""
        async with self.session.ws_connect(url, max_msg_size=0) as socket:
            peer = Peer(socket)
            if "/stage/ws" in url:
                assert isinstance(await peer.hear(), Look)
            yield peer

    @asynccontextmanager
    async def sounding(self, client: str = "sfx", why: str = "speakers") -> AsyncIterator[Peer]:
        """A peer that sounds, known to the desk."""
        async with self.peer(self.server.addresses.sound_url) as peer:
            await peer.hear()
            changed = anyio.Event()
            before, self.sound_news.hear = self.sound_news.hear, lambda _sounds, _why: changed.set()
            await peer.say(Hello(client=client, sounds=True, why=why))
            with anyio.fail_after(PATIENCE_S):
                await changed.wait()
            self.sound_news.hear = before
            yield peer


@asynccontextmanager
async def standing(
    home: Path,
    *,
    clock: Clock | None = None,
    port: int = 0,
    limits: ConnectionLimits | None = None,
    operations: Mapping[str, Operation] | None = None,
    tools: ToolsPort | None = None,
    **stage_settings: object,
) -> AsyncIterator[Standing]:
    """Build a stage with the built-in emotes and sounds, and serve it for as long as the block runs."""
    clock = clock or SystemClock(seed=7)
    clients = StageClients()
    stage = Stage(clock, clients)
    library = MediaLibrary.of(
        [paths.ASSETS / "emotes"],
        [paths.ASSETS / "sounds", home / "sounds"],
        cache=home / "cache",
        on_change=partial(announce_tools, clients),
    )
    sound_news = SoundNews()
    desk = SoundMixer(clock, library, sound_news.take)
    themes = Themes(paths.ASSETS / "themes", home / "themes", "night", stage, clients)
    feed = StateFeed(clients)
    control = ControlSocket(operations or {}, feed)
    heard: list[str] = []
    scenes = Scenes()
    gallery = RecentPictures()
    gallery.keep(EXHIBIT)
    sprites = AvatarSprites(paths.ASSETS / "mascot")
    parts = StageParts(stage=stage, themes=themes, mixer=desk, library=library, sprites=sprites, pictures=gallery)
    sockets = StageSockets(
        control=control,
        tools=ToolsSocket(tools),
        cue_post=CuePost(clock, control),
        key_post=KeyPost(clock, control),
        pages=PageWatch(clients, heard.append, scenes.take),
    )
    routes = StageRoutes(clock, parts, clients, sockets, lambda: {"ok": True})
    settings = StageSettings.model_validate({"port": port, **stage_settings})
    server = StageServer(clock, settings, home, routes, clients, limits)
    async with aiohttp.ClientSession() as session, anyio.create_task_group() as tasks:
        await tasks.start(stage.run)
        await tasks.start(server.run)
        yield Standing(
            clock=clock,
            clients=clients,
            stage=stage,
            desk=desk,
            sound_news=sound_news,
            feed=feed,
            library=library,
            themes=themes,
            server=server,
            session=session,
            home=home,
            heard=heard,
            scenes=scenes,
            gallery=gallery,
            scope=tasks.cancel_scope,
        )
        tasks.cancel_scope.cancel()


def clear_stage(stage: Stage) -> None:
    for each in stage.snapshot().elements:
        stage.drop(each.id)


def page(house: Standing) -> AbstractAsyncContextManager[Peer]:
    """A peer that connects as a page does which only shows."""
    return house.peer(house.server.addresses.url.replace("http", "ws").replace("/stage?", "/stage/ws?"))
