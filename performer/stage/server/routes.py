"""The routes of the stage server: page, files, health, cues and the three WebSockets, each behind authentication."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from aiohttp import WSCloseCode, web

from performer.core.clock import Clock
from performer.core.files import home
from performer.core.http_security.connection_limits import LimitedRequestHandler, add_headers
from performer.stage.access_tokens import LOOKERS, Role
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import PageCounter, StageClient, make_socket
from performer.stage.library.catalogue import LibraryItem, parse_item_name
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.codec import WireError, decode, encode
from performer.stage.protocol.messages import ObsScene
from performer.stage.server.auth import StageAuth
from performer.stage.server.control_socket import ControlSocket
from performer.stage.server.cue_post import PATH, CuePost
from performer.stage.server.file_reader import FileReader, FolderTimeout
from performer.stage.server.obs import Obs
from performer.stage.server.tools_socket import ToolsSocket
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.themes import Themes
from performer.stage.tool_pictures import RecentPictures

_log = logging.getLogger(__name__)

_PAGE_FILES: Final = {".css", ".js", ".png"}
_FONT_FILES: Final = {".ttf", ".otf", ".woff2"}
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".apng": "image/png",
    ".wav": "audio/wav",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".flac": "audio/flac",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".woff2": "font/woff2",
}
"""Our own table: a machine's table may differ (on Windows `.js` may be plain text), and browsers must not guess."""

_NOT_THERE: Final = "There is no such file.\n"

Health = Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageParts:
    """What the stage's clients are served: elements, looks, sound, and the files of the pictures among them."""

    stage: Stage
    themes: Themes
    mixer: SoundMixer
    library: MediaLibrary
    sprites: AvatarSprites
    pictures: RecentPictures


@dataclass(frozen=True, slots=True, kw_only=True)
class StageSockets:
    """Who hears what the stage's clients say."""

    control: ControlSocket
    tools: ToolsSocket
    cue_post: CuePost
    obs: Obs


class StageRoutes:
    """The handlers of all requests; `health` returns what is down."""

    def __init__(
        self, clock: Clock, parts: StageParts, pages: PageCounter, sockets: StageSockets, health: Health
    ) -> None:
        self._clock = clock
        self._parts = parts
        self._pages = pages
        self._clients = pages.clients
        self._sockets = sockets
        self._health = health
        self._page_files = _listed(home.PAGE, _PAGE_FILES)
        self._particles = _listed(home.ASSETS / "particles", {".png"})
        self._file_reader = FileReader()
        self._fonts = _listed(home.ASSETS / "fonts", _FONT_FILES)

    def app(self, door: StageAuth) -> web.Application:
        """Make the application with every route behind authentication."""
        app = web.Application(middlewares=[door.check])
        app.on_response_prepare.append(add_headers)
        looks, controls = door.opens_to(*LOOKERS), door.opens_to("control")
        app.router.add_get("/health", door.allow_everyone(self._tell_health))
        app.router.add_get("/stage", looks(self._page))
        app.router.add_get("/stage/ws", looks(partial(self._attend, door)), allow_head=False)
        app.router.add_get("/page/{token}/{name}", looks(self._page_file))
        app.router.add_get("/page/{token}/fonts/{name}", looks(self._font))
        app.router.add_get("/emotes/{file}", looks(self._emote))
        app.router.add_get("/exhibits/{name}.png", looks(self._serve_tool_picture))
        app.router.add_get("/particles/{name}", looks(self._particle))
        app.router.add_get("/mascot/{name}.png", looks(self._mascot))
        app.router.add_get("/sounds/{file}", looks(self._sound))
        app.router.add_get("/panel", controls(self._panel))
        app.router.add_get("/panel/address", controls(partial(self._tell_address, door)))
        app.router.add_get("/panel/{token}/{name}", controls(self._page_file))
        app.router.add_get("/panel/{token}/fonts/{name}", controls(self._font))
        app.router.add_post(PATH, door.opens_to("cue", "control")(self._sockets.cue_post.take))
        app.router.add_get("/control", controls(partial(self._obey, door)), allow_head=False)
        app.router.add_get("/agent", door.opens_to("agent")(partial(self._lend, door)), allow_head=False)
        return app

    async def _tell_health(self, _request: web.Request, role: Role | None) -> web.StreamResponse:
        """Answer whether all is well, and to control clients also what is not."""
        health = self._health()
        return web.json_response(health if role == "control" else {"ok": health["ok"]})

    async def _page(self, request: web.Request, _role: Role) -> web.StreamResponse:
        """Serve the page; its files have a path with the token, so that relative links carry the token on."""
        return _filled("index.html", f"/page/{request.query['token']}")

    async def _panel(self, request: web.Request, _role: Role) -> web.StreamResponse:
        """Serve the panel, in the same way."""
        return _filled("panel.html", f"/panel/{request.query['token']}")

    async def _tell_address(self, door: StageAuth, _request: web.Request, _role: Role) -> web.StreamResponse:
        """Answer with the path of the page for OBS: the state that is sent around never holds its token."""
        return web.Response(text=f"/stage?token={door.tokens.renderer}")

    async def _page_file(self, request: web.Request, _role: Role) -> web.StreamResponse:
        return _file(self._page_files, request)

    async def _font(self, request: web.Request, _role: Role) -> web.StreamResponse:
        return _file(self._fonts, request)

    async def _emote(self, request: web.Request, _role: Role) -> web.StreamResponse:
        item = self._parts.library.catalogue.sprites.get(parse_item_name(request.match_info["file"]))
        return await self._lent(item)

    async def _particle(self, request: web.Request, _role: Role) -> web.StreamResponse:
        return _file(self._particles, request)

    async def _mascot(self, request: web.Request, _role: Role) -> web.StreamResponse:
        return _png(self._parts.sprites.pictures.get(request.match_info["name"]))

    async def _serve_tool_picture(self, request: web.Request, _role: Role) -> web.StreamResponse:
        return _png(self._parts.pictures.find(request.match_info["name"]))

    async def _sound(self, request: web.Request, _role: Role) -> web.StreamResponse:
        item = self._parts.library.catalogue.clips.get(parse_item_name(request.match_info["file"]))
        return await self._lent(item)

    async def _lent(self, item: LibraryItem | None) -> web.StreamResponse:
        """Serve a file that may lie on a drive of the streamer's."""
        try:
            content = await self._file_reader.read(item.path) if item else None
        except FolderTimeout as folder:
            _log.info("The folder %s does not answer; a page waited for a file in it.", folder)
            raise web.HTTPServiceUnavailable(text="Its folder does not answer.\n") from None
        if item is None or content is None:
            raise web.HTTPNotFound(text=_NOT_THERE)
        return web.Response(body=content, content_type=_TYPES[item.path.suffix.lower()])

    async def _attend(self, door: StageAuth, request: web.Request, role: Role) -> web.StreamResponse:
        """Serve a stage client: first all that is on stage, then whatever happens."""
        socket, client = await self._welcomed(door, request, role)
        if client is None:
            return socket
        with (
            self._pages.track_client(client),
            self._parts.mixer.track_client(client),
            self._sockets.obs.track_client(client),
        ):
            self._parts.themes.greet(client, request.query.get("theme", ""))
            client.send(encode(self._parts.stage.snapshot(role)))
            self._pages.greet(client)
            await client.attend(lambda text: self._hear(client, text))
        return socket

    async def _obey(self, door: StageAuth, request: web.Request, role: Role) -> web.StreamResponse:
        socket, client = await self._welcomed(door, request, role)
        if client is None:
            return socket
        with self._clients.joined(client):
            await self._sockets.control.attend(client)
        return socket

    async def _lend(self, door: StageAuth, request: web.Request, role: Role) -> web.StreamResponse:
        """Serve a program that uses the show's tools."""
        socket, client = await self._welcomed(door, request, role)
        if client is None:
            return socket
        with self._clients.joined(client):
            await self._sockets.tools.attend(client)
        return socket

    async def _welcomed(
        self, door: StageAuth, request: web.Request, role: Role
    ) -> tuple[web.WebSocketResponse, StageClient | None]:
        """Open a WebSocket; the client must join before anything else is awaited. None: it is closed again."""
        if not self._clients.has_room(role):
            raise web.HTTPServiceUnavailable(text="Too many clients: close a browser source that is not needed.\n")
        socket = make_socket()
        await socket.prepare(request)
        # Meanwhile its token may have been renewed, or somebody else have taken the last place.
        if not door.is_still_allowed(request, role) or not self._clients.has_room(role):
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"Come again.")
            return socket, None
        if isinstance(request.protocol, LimitedRequestHandler):
            request.protocol.stays = True
        return socket, StageClient(self._clock, socket, request, role)

    def _hear(self, client: StageClient, text: str) -> None:
        try:
            message = decode(text)
        except (WireError, RecursionError) as error:
            _log.info("Stage client '%s' said what nobody understands: %s", client.name, error)
            client.leave(WSCloseCode.INVALID_TEXT, str(error))
            return
        if isinstance(message, ObsScene):
            self._sockets.obs.hear(client, message)
            return
        self._parts.mixer.hear(client, message)
        self._pages.hear(client, message)


def _listed(folder: Path, suffixes: set[str]) -> Mapping[str, Path]:
    return {path.name: path for path in sorted(folder.iterdir()) if path.suffix in suffixes}


def _png(picture: bytes | None) -> web.Response:
    if picture is None:
        raise web.HTTPNotFound(text=_NOT_THERE)
    return web.Response(body=picture, content_type=_TYPES[".png"])


def _filled(name: str, files: str) -> web.Response:
    page = (home.PAGE / name).read_text(encoding="utf-8").replace("{{files}}", files)
    return web.Response(text=page, content_type="text/html", charset="utf-8")


def _file(files: Mapping[str, Path], request: web.Request) -> web.StreamResponse:
    path = files.get(request.match_info["name"])
    if path is None:
        raise web.HTTPNotFound(text=_NOT_THERE)
    return web.FileResponse(path, headers={"Content-Type": _TYPES[path.suffix.lower()]})
