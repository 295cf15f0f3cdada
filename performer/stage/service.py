"""The service that builds and runs the stage, with all its parts and its sound, for a show or a replay."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Protocol, get_args

import anyio
from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS, Home
from performer.core.files.watch import FolderWatch
from performer.core.operations import LiveSettings, Operation
from performer.core.own_text import join_own, own
from performer.core.process.supervisor import Serve, supervise
from performer.core.status import Role
from performer.guard.runtime import Runtime
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.lip_sync import LipSync
from performer.stage.avatar.settings import AvatarSettings
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.captions import Captions
from performer.stage.cards import StageCards
from performer.stage.connections import StageClients
from performer.stage.layout import BoardSettings, LayoutSettings
from performer.stage.library.library import MediaLibrary
from performer.stage.obs_studio.operations import ObsOperations
from performer.stage.obs_studio.password import PASSWORD_FILE, ObsPassword
from performer.stage.obs_studio.reach import find_reach
from performer.stage.obs_studio.settings import ObsSettings
from performer.stage.operations import StageOperations
from performer.stage.processes.child import ClientProcess
from performer.stage.processes.early_clients import EarlyClients, list_client_commands
from performer.stage.processes.overlay_window import WindowSettings, WindowWatch, explain_missing_display
from performer.stage.processes.sound_player import SoundSettings, SoundWatch
from performer.stage.protocol.layout import BoardName
from performer.stage.server.control_socket import ControlSocket, StateFeed
from performer.stage.server.cue_post import CuePost
from performer.stage.server.key_post import KeyPost
from performer.stage.server.obs import PageWatch
from performer.stage.server.routes import Health, StageParts, StageRoutes, StageSockets
from performer.stage.server.server import StageServer
from performer.stage.server.tools_socket import ToolsPort, ToolsSocket, announce_tools
from performer.stage.settings import EXPOSED, StageSettings
from performer.stage.sound.choice import SoundChoice
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.themes import Themes
from performer.stage.toasts import Toasts
from performer.stage.tool_pictures import RecentPictures, ToolPictures
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.tool import Tool

_ANSWERS_WITHIN_S: Final = 4.0
"""How long the start-up table waits for the reports of player and window."""


class StageSettingsGroup(Protocol):
    """The sections of the settings that are about the stage, as the whole configuration has them."""

    @property
    def stage(self) -> StageSettings:
        """The section of what is shown, and to whom."""

    @property
    def layout(self) -> LayoutSettings:
        """The section of where things stand on it."""

    @property
    def obs(self) -> ObsSettings:
        """The section of where OBS is."""

    @property
    def mascot(self) -> AvatarSettings:
        """The section of the avatar."""

    @property
    def sound(self) -> SoundSettings:
        """The section of how the show is heard."""

    @property
    def window(self) -> WindowSettings:
        """The section of the overlay window."""


class StageService:
    """Builds everything between the events and the audience; `open` starts it, its task group's end stops it."""

    def __init__(
        self,
        runtime: Runtime,
        settings: StageSettingsGroup,
        home: Home,
        *,
        desktop: bool,
        early: EarlyClients | None = None,
        port_before: int | None = None,
    ) -> None:
        stream, sound = runtime.stream, settings.sound
        self._runtime, self._settings, self._home = runtime, settings, home
        self._has_desktop, self._port_before = desktop, port_before
        self.clients = StageClients()
        self.state_feed = StateFeed(self.clients)
        """Takes the show's state, for the clients that control it."""
        self.stage = Stage(runtime.clock, self.clients)
        self._sound, self._window = SoundWatch(stream), WindowWatch(stream)
        self._commands = list_client_commands(sound, settings.window, home, desktop=desktop)
        self._early = early or EarlyClients()
        self._children: dict[TokenRole, ClientProcess] = {}
        self._parts = self._build_parts()
        self.mixer = self._parts.mixer
        self.sound = SoundChoice(sound, self.mixer, self._sound, runtime.guard, self._restart_player)
        """How it is heard, and on which device."""
        self.avatar = StageAvatar(runtime.clock, self.stage, self._parts.sprites, settings.mascot, stream)
        self._services = self._list_services()
        self._server: StageServer | None = None
        self._pages = PageWatch(self.clients)
        self._is_open = anyio.Event()

    def _build_parts(self) -> StageParts:
        """Build what the clients are served."""
        clock, stream, data = self._runtime.clock, self._runtime.stream, self._home.data
        settings, sound, clients = self._settings, self._settings.sound, self.clients
        library = MediaLibrary(
            emotes=[ASSETS / "emotes", data / "emotes"],
            sounds=[ASSETS / "sounds", data / "sounds"],
            cache=data / "cache" / "emotes",
            measures=data / "cache" / "loudness.json",
            stream=stream,
            on_change=partial(announce_tools, clients),
        )
        folders, theme = (ASSETS / "themes", data / "themes"), settings.stage.theme
        return StageParts(
            stage=self.stage,
            themes=Themes(*folders, theme, self.stage, clients, stream, settings.layout),
            mixer=SoundMixer(clock, library, self._sound.changed, sound.order, clip_lufs=sound.effects_lufs),
            library=library,
            sprites=AvatarSprites(ASSETS / "mascot", data / "mascot"),
            pictures=RecentPictures(),
        )

    def _list_services(self) -> dict[str, Serve]:
        """List what runs while the stage is open."""
        clock, stream, guard = self._runtime.clock, self._runtime.stream, self._runtime.guard
        parts, settings = self._parts, self._settings
        return {
            "folders": watch_user_files(clock, self._home.data, parts.library, self.avatar, parts.themes),
            "stage": self.stage.run,
            **self.make_followers(stream),
            "toasts": Toasts(self.stage, stream, guard).run,
            "mascot": self.avatar.run,
            "cards": StageCards(clock, self.stage, stream, guard, lambda: settings.stage.cards).run,
        }

    @property
    def server(self) -> StageServer:
        """The stage's server; only once it is open."""
        assert self._server is not None, "the stage is not open"
        return self._server

    @property
    def port(self) -> int:
        """The port of the stage; 0 before it is open."""
        return self._server.addresses.port if self._server else 0

    @property
    def live(self) -> LiveSettings:
        """The settings that can be changed while it is open, by `section.key`."""
        return {
            "stage.theme": self._parts.themes.choose,
            "mascot.place": partial(self._change_mascot, "place"),
            "mascot.mood": partial(self._change_mascot, "mood"),
            **{f"layout.{name}": partial(self._arrange, (name,)) for name in ("text_size", "font")},
            **{
                f"layout.{board}.{name}": partial(self._arrange, (board, name))
                for board in get_args(BoardName)
                for name in BoardSettings.model_fields
            },
            **self.sound.live,
            "sound.enabled": self._switch_player,
            **{f"window.{name}": self._change_window for name in WindowSettings.model_fields},
        }

    def tools(self) -> list[Tool]:
        """Make the tools that play with the stage, with the choices that there are now, and without hooks."""
        return [
            *make_stage_tools(self.stage, self.mixer, self._parts.library, self._settings.stage),
            *make_acting_tools(self.stage, self.avatar),
        ]

    def make_followers(self, stream: EventStream) -> dict[str, Serve]:
        """Make what shows the lines of a stream: captions, and the mouth of the avatar."""
        clock = self._runtime.clock
        return {
            "captions": Captions(clock, self.stage, stream, self._settings.stage).run,
            "lip sync": LipSync(clock, self.stage, stream, self.avatar).run,
        }

    def make_tool_pictures(self, keep: Callable[[bytes], str]) -> ToolPictures:
        """Make the part that puts the pictures of tools on the stage; `keep` stores one and returns its digest."""
        return ToolPictures(
            self._runtime, self.stage, self._parts.pictures, lambda: self._settings.stage.exhibit_s, keep
        )

    def make_operations(self, change: Operation) -> StageOperations:
        """Make the operations on the look of the stage; `change` writes a setting."""
        parts = self._parts
        return StageOperations(self.stage, parts.themes, parts.library, self._runtime.guard, change)

    def make_obs_operations(self) -> ObsOperations:
        """Make the operations on OBS, which shows the stage."""
        return ObsOperations(
            self._runtime.clock,
            self._runtime.guard,
            self._settings.obs,
            ObsPassword(self._home.config_file.with_name(PASSWORD_FILE)),
            find_url=lambda: self.server.addresses.url,
            find_reach=lambda: find_reach(self._settings.obs, self._settings.stage, self.server.addresses.port),
            count_pages=lambda: self._pages.pages,
        )

    async def open(
        self,
        playing: TaskGroup,
        operations: Mapping[str, Operation],
        health: Health,
        *,
        tools: ToolsPort | None = None,
        on_scene: Callable[[str], None] = lambda _name: None,
        on_pages: Callable[[], None] = lambda: None,
    ) -> None:
        """Start every part in the task group, which ends them, those too that `begin` has not started.

        Without `tools` programs from outside have none here; `on_scene` is called with the name of the OBS scene that
        is on air, empty when that is unknown; `on_pages` whenever more pages, or fewer, show the stage.
        """
        clock = self._runtime.clock
        self._pages = PageWatch(self.clients, self._window.heard, on_scene, on_pages)
        control = ControlSocket(operations, self.state_feed)
        sockets = StageSockets(
            control=control,
            tools=ToolsSocket(tools),
            cue_post=CuePost(clock, control),
            key_post=KeyPost(clock, control),
            pages=self._pages,
        )
        routes = StageRoutes(clock, self._parts, self.clients, sockets, health)
        server = StageServer(
            clock, self._settings.stage, self._home.data, routes, self.clients, port_before=self._port_before
        )
        await playing.start(server.run)
        self._server = server
        self._is_open.set()
        if not self._children:
            await self.begin(playing)
        for name, run in self._services.items():
            await self.serve(playing, name, run)

    async def begin(self, playing: TaskGroup) -> None:
        """Start player and window in the task group: they load while the rest of the show starts, and then come.

        One that is switched off is waited for, in case that it is switched on.
        """
        player = self._make_client("sound", "sfx", self._sound.failed)
        await self.serve(playing, "sfx", partial(player.run, self._find_sound_url))
        if self._has_desktop and not explain_missing_display():
            window = self._make_client("window", "overlay", self._window.note_down)
            await self.serve(playing, "window", partial(window.run, self._find_window_url))

    def _restart_player(self, command: Sequence[str]) -> None:
        """Start the player anew by another command, if it is ours."""
        if "sound" in self._commands:
            self._commands["sound"] = list(command)
        if "sound" in self._children and self._settings.sound.enabled:
            self._children["sound"].begin_again(command)

    async def _switch_player(self, is_on: bool) -> None:
        """Start the player, or end it."""
        if is_on:
            self._restart_player(self.sound.settings.command())
        elif "sound" in self._children:
            self._children["sound"].end()

    def _make_client(self, role: TokenRole, name: str, on_failure: Callable[[str], None]) -> ClientProcess:
        command = self._commands.get(role, [])
        first = self._early.take(command)
        client = ClientProcess(self._runtime.clock, name, command, on_failure, first=first)
        self._children[role] = client
        return client

    async def wait_for_clients(self) -> None:
        """Return when it is known what is heard, and where the stage is seen, or after some seconds."""
        with self._runtime.clock.move_on_after(_ANSWERS_WITHIN_S):
            if "sound" in self._commands:
                await self._sound.known.wait()
            if "window" in self._commands:
                await self._window.known.wait()

    async def _find_sound_url(self) -> str:
        await self._is_open.wait()
        return self.server.addresses.sound_url

    async def _find_window_url(self) -> str:
        await self._is_open.wait()
        return self.server.addresses.window_url

    async def find_control_url(self) -> str:
        """Return the address of the control socket, once the stage is open."""
        await self._is_open.wait()
        return self.server.addresses.control_url

    async def serve(self, group: TaskGroup, name: str, run: Serve) -> None:
        """Start a part under supervision, and return when it is ready."""
        await group.start(supervise, self._runtime.clock, self._runtime.stream, name, run)

    def renew_tokens(self, roles: Sequence[TokenRole]) -> None:
        """Replace the tokens of these roles; player and window, if it is theirs, restart with the new address.

        Raises:
            ServiceError: when PERFORMER_HOME cannot be written to.
        """
        try:
            self.server.renew(roles)
        finally:
            for role in roles:
                if role in self._children:
                    self._children[role].begin_again()

    def close(self) -> None:
        """Prepare for the end: whatever ends now ends as it should, and is not reported."""
        self._sound.stop_reporting()
        self._window.stop_reporting()

    def roles(self) -> tuple[Role, ...]:
        """Return who plays the sound, and where the stage is seen: it has no address before it is open."""
        seen = (self._sound.role(enabled=self._settings.sound.enabled), self._window.role(self._explain_no_window()))
        if self._server is None:
            return seen
        how = join_own("; ", [own("paste it into an OBS browser source"), self._server.moved])
        stage = self._settings.stage
        return (
            *seen,
            Role(
                part="stage", plays=self._server.addresses.url, why=how, state="works" if self._pages.pages else "off"
            ),
            Role(part="", plays=str(self._home.data / "stage.html"), why=own("or take this as a local file in OBS")),
            Role(
                part="",
                plays=str(self._home.data / "stage-audio.html"),
                why=own("or this, for OBS to mix the sound too"),
            ),
            Role(part="panel", plays=str(self._home.panel_file), why=own("opened by: {start} panel", start=COMMAND)),
            *(
                [Role(part="open", plays=own("to other machines, on {host}", host=stage.host), why=EXPOSED)]
                if stage.is_exposed
                else []
            ),
        )

    async def _change_window(self, _value: object) -> None:
        if "window" not in self._children:
            return
        if self._settings.window.enabled:
            self._children["window"].begin_again(self._settings.window.command(self._home.data / "window.json"))
        else:
            self._children["window"].end()

    def _explain_no_window(self) -> str:
        return self._settings.window.explain_absence(desktop=self._has_desktop)

    async def _change_mascot(self, name: str, value: object) -> None:
        self.avatar.set(self.avatar.settings.model_copy(update={name: value}))

    async def _arrange(self, path: Sequence[str], value: object) -> None:
        layout = self._parts.themes.appearance.settings
        if len(path) > 1:
            board: BoardSettings = getattr(layout, path[0])
            value = board.model_copy(update={path[1]: value})
        self._parts.themes.arrange(layout.model_copy(update={path[0]: value}))


def watch_user_files(clock: Clock, folder: Path, library: MediaLibrary, avatar: StageAvatar, themes: Themes) -> Serve:
    """Return what reads the streamer's own files anew when they change; ready when each was read once, or after 5 s."""
    watched = {
        "emotes": library.read_emotes,
        "sounds": library.read_sounds,
        "mascot": avatar.reload,
        "themes": themes.reload,
    }
    return FolderWatch(clock, {name: (folder / name, read) for name, read in watched.items()}).run
