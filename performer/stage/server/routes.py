"""The routes of the stage server: page, files, health, cues and the three WebSockets, each behind authentication."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from aiohttp import WSCloseCode, web

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.files import home
from performer.core.http_security.connection_limits import LimitedRequestHandler, add_headers
from performer.core.values import dataclass
from performer.stage.access_tokens import LOOKERS, Role
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClient, StageClients, make_socket
from performer.stage.library.folder import Catalogue, LibraryItem, parse_item_name
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.codec import WireError, decode, encode
from performer.stage.protocol.messages import ObsScene
from performer.stage.server import cue_post, key_post
from performer.stage.server.auth import RoleHandler, StageAuth
from performer.stage.server.control_socket import ControlSocket
from performer.stage.server.cue_post import CuePost
from performer.stage.server.file_reader import FileReader
from performer.stage.server.key_post import KeyPost
from performer.stage.server.obs import PageWatch
from performer.stage.server.session import open_session
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
    ".mjs": "text/javascript",
    ".json": "application/json",
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
    """Who hears what clients say, besides the sound mixer."""

    control: ControlSocket
    tools: ToolsSocket
    cue_post: CuePost
    key_post: KeyPost
    pages: PageWatch


class StageRoutes:
    """The handlers of all requests; `health` returns what is down."""

    def __init__(
        self, clock: Clock, parts: StageParts, clients: StageClients, sockets: StageSockets, health: Health
    ) -> None:
        self._clock = clock
        self._parts = parts
        self._clients = clients
        self._sockets = sockets
        self._health = health
        self._file_reader = FileReader()

    def app(self, auth: StageAuth) -> web.Application:
        """Make the application with every route behind authentication."""
        app = web.Application(middlewares=[auth.check])
        app.on_response_prepare.append(add_headers)
        looks, controls = auth.opens_to(*LOOKERS), auth.opens_to("control")
        page_files, fonts = _serve_files(home.PAGE, _PAGE_FILES), _serve_files(home.ASSETS / "fonts", _FONT_FILES)
        emotes = self._serve_library(lambda catalogue: catalogue.sprites)
        sounds = self._serve_library(lambda catalogue: catalogue.clips)
        for path, handler in {
            "/health": auth.allow_everyone(self._tell_health),
            # The files of a page have a path with the token, so that relative links carry the token on.
            "/stage": looks(partial(_serve_stage_page, auth)),
            "/page/{token}/{name}": looks(page_files),
            "/page/{token}/fonts/{name}": looks(fonts),
            "/emotes/{file}": looks(emotes),
            "/exhibits/{name}.png": looks(_serve_png(self._parts.pictures.find)),
            "/particles/{name}": looks(_serve_files(home.ASSETS / "particles", {".png"})),
            "/mascot/{name}.png": looks(_serve_png(lambda name: self._parts.sprites.pictures.get(name))),
            "/sounds/{file}": looks(sounds),
            "/panel": controls(partial(_serve_panel, auth)),
            "/panel/address": controls(partial(_tell_address, auth)),
            "/panel/files/{name}": controls(page_files),
            "/panel/files/fonts/{name}": controls(fonts),
            "/panel/files/icon/{name}": controls(_serve_files(home.ASSETS / "icon", {".png"})),
            "/panel/files/control/{path:.+}": controls(_serve_tree(home.PAGE / "control")),
        }.items():
            app.router.add_get(path, handler)
        app.router.add_post(cue_post.PATH, auth.opens_to("cue", "control")(self._sockets.cue_post.take))
        app.router.add_post(key_post.PATH, controls(self._sockets.key_post.take))
        for path, roles, serve in (
            ("/stage/ws", LOOKERS, self._serve_stage),
            ("/control", ("control",), self._sockets.control.attend),
            ("/agent", ("agent",), self._sockets.tools.attend),
        ):
            app.router.add_get(path, auth.opens_to(*roles)(partial(self._attend, auth, serve)), allow_head=False)
        return app

    async def _tell_health(self, _request: web.Request, role: Role | None) -> web.StreamResponse:
        """Answer whether all is well, and to control clients also what is not."""
        health = self._health()
        return web.json_response(health if role == "control" else {"ok": health["ok"]})

    def _serve_library(self, choose: Callable[[Catalogue], Mapping[str, LibraryItem]]) -> RoleHandler:
        """Make a handler for files that may lie on a drive of the streamer's."""

        async def serve(request: web.Request, _role: Role) -> web.StreamResponse:
            item = choose(self._parts.library.catalogue).get(parse_item_name(request.match_info["file"]))
            if item is None:
                raise web.HTTPNotFound(text=_NOT_THERE)
            try:
                content = await self._file_reader.read(item.path)
            except TimeoutError:
                _log.info("The folder %s does not answer; a page waited for a file in it.", item.path.parent)
                raise web.HTTPServiceUnavailable(text="Its folder does not answer.\n") from None
            return _respond(content, item.path.suffix.lower())

        return serve

    async def _attend(
        self, auth: StageAuth, serve: Callable[[StageClient], Awaitable[None]], request: web.Request, role: Role
    ) -> web.StreamResponse:
        """Open a WebSocket and serve its client, which must join before anything else is awaited."""
        if not self._clients.has_room(role):
            raise web.HTTPServiceUnavailable(text="Too many clients: close a browser source that is not needed.\n")
        socket = make_socket()
        await socket.prepare(request)
        # Meanwhile its token may have been renewed, or somebody else have taken the last place.
        if not auth.is_still_allowed(request, role) or not self._clients.has_room(role):
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"Come again.")
            return socket
        if isinstance(request.protocol, LimitedRequestHandler):
            request.protocol.stays = True
        client = StageClient(self._clock, socket, request, role)
        with self._sockets.pages.track_client(client):
            await serve(client)
        return socket

    async def _serve_stage(self, client: StageClient) -> None:
        """Serve a client that sees the stage: first all that is on it, then whatever happens."""
        with self._parts.mixer.track_client(client):
            self._parts.themes.greet(client)
            client.send(encode(self._parts.stage.snapshot(client.role)))
            self._sockets.pages.greet(client)
            await client.attend(partial(self._hear, client))

    def _hear(self, client: StageClient, text: str) -> None:
        try:
            message = decode(text)
        except (WireError, RecursionError) as error:
            _log.info("Stage client '%s' said what nobody understands: %s", client.name, error)
            client.leave(WSCloseCode.INVALID_TEXT, str(error))
            return
        if not isinstance(message, ObsScene):
            self._parts.mixer.hear(client, message)
        self._sockets.pages.hear(client, message)


async def _tell_address(auth: StageAuth, _request: web.Request, _role: Role) -> web.StreamResponse:
    """Answer with the path of the page for OBS: the state that is sent around never holds its token."""
    return web.Response(text=f"/stage?token={auth.tokens.renderer}")


async def _serve_stage_page(auth: StageAuth, _request: web.Request, role: Role) -> web.StreamResponse:
    page = (home.PAGE / "index.html").read_text(encoding="utf-8")
    page = page.replace("{{files}}", f"/page/{getattr(auth.tokens, role)}")
    return web.Response(text=page, content_type="text/html", charset="utf-8")


async def _serve_panel(auth: StageAuth, request: web.Request, _role: Role) -> web.StreamResponse:
    """Serve the control page; a browser that comes with the token gets a session, and an address without it."""
    if "token" in request.query:
        onward = web.HTTPSeeOther("/panel")
        open_session(request, onward, auth.tokens.control)
        raise onward
    page = (home.PAGE / "control" / "index.html").read_text(encoding="utf-8")
    page = (
        page.replace("{{modules}}", _list_first_modules())
        .replace("{{languages}}", _list_languages())
        .replace("{{start}}", COMMAND)
    )
    return web.Response(text=page, content_type="text/html", charset="utf-8")


@cache
def _list_languages() -> str:
    """Return the languages that there are words in, English first."""
    found = [file.stem for file in (home.PAGE / "control" / "words").glob("*.json")]
    return " ".join(sorted(found, key=lambda name: (name != "en", name)))


@cache
def _list_first_modules() -> str:
    """Return links to all that the page needs before its first screen, so that nothing waits for what imports it."""
    folder = home.PAGE / "control"
    others = (path for path in folder.rglob("*.mjs") if path.parent.name != "screens")
    modules = [path.relative_to(folder).as_posix() for path in sorted(others)]
    links = [
        f'<link rel="modulepreload" href="/panel/files/control/{each}">' for each in (*modules, "screens/live.mjs")
    ]
    words = '<link rel="preload" as="fetch" crossorigin href="/panel/files/control/words/en.json">'
    return "\n    ".join((*links, words))


def _serve_tree(folder: Path) -> RoleHandler:
    """Make a handler for the files of a folder and of those in it."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in _TYPES}

    async def serve(request: web.Request, _role: Role) -> web.StreamResponse:
        path = files.get(request.match_info["path"])
        if path is None:
            raise web.HTTPNotFound(text=_NOT_THERE)
        return web.FileResponse(path, headers={"Content-Type": _TYPES[path.suffix]})

    return serve


def _serve_files(folder: Path, suffixes: set[str]) -> RoleHandler:
    files = {path.name: path for path in folder.iterdir() if path.suffix in suffixes}

    async def serve(request: web.Request, _role: Role) -> web.StreamResponse:
        path = files.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound(text=_NOT_THERE)
        return web.FileResponse(path, headers={"Content-Type": _TYPES[path.suffix.lower()]})

    return serve


def _serve_png(find: Callable[[str], bytes | None]) -> RoleHandler:
    async def serve(request: web.Request, _role: Role) -> web.StreamResponse:
        return _respond(find(request.match_info["name"]), ".png")

    return serve


def _respond(content: bytes | None, suffix: str) -> web.Response:
    if content is None:
        raise web.HTTPNotFound(text=_NOT_THERE)
    return web.Response(body=content, content_type=_TYPES[suffix])
