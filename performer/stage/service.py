"""The service that builds and runs the stage, with all its parts and its sound, for a show or a replay."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from anyio.abc import TaskGroup

from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS, Home
from performer.core.operations import LiveSettings
from performer.core.process.supervisor import Serve, supervise
from performer.core.status import Role
from performer.guard.guard import Guard
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.avatar.avatar import AvatarSettings, StageAvatar
from performer.stage.avatar.lip_sync import LipSync
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.captions import Captions
from performer.stage.cards import StageCards
from performer.stage.connections import PageCounter, StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.processes.child import ClientProcess
from performer.stage.processes.overlay_window import WindowSettings, WindowWatch, explain_missing_display
from performer.stage.processes.sound_player import SoundSettings, SoundWatch
from performer.stage.server.control_socket import ControlSocket
from performer.stage.server.obs import Obs
from performer.stage.server.routes import Health, StageRoutes
from performer.stage.server.server import StageServer
from performer.stage.server.tools_socket import ToolsPort, ToolsSocket
from performer.stage.settings import EXPOSED, StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.themes import Themes
from performer.stage.toasts import Toasts
from performer.stage.tool_pictures import RecentPictures, ToolPictures
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.stage.user_files import UserFiles
from performer.tools.tool import Tool

_ANSWERS_WITHIN_S: Final = 4.0
"""How long the start-up table waits for the reports of player and window."""


class StageSettingsGroup(Protocol):
    """The sections of the settings that are about the stage, as the whole configuration has them."""

    @property
    def stage(self) -> StageSettings:
        """Return the section of what is shown, and to whom."""
        ...

    @property
    def mascot(self) -> AvatarSettings:
        """The avatar."""
        ...

    @property
    def sound(self) -> SoundSettings:
        """Where it sounds."""
        ...

    @property
    def window(self) -> WindowSettings:
        """The overlay window."""
        ...


class StageService:
    """Builds everything between the events and the audience; `open` starts it, its task group's end stops it."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: StageSettingsGroup,
        home: Home,
        *,
        guard: Guard,
        desktop: bool,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._home = home
        self.clients = StageClients()
        self.stage = Stage(clock, self.clients)
        self._themes = Themes(ASSETS / "themes", home.data / "themes", settings.stage.theme, self.stage, self.clients)
        self._library = MediaLibrary(
            emotes=[ASSETS / "emotes", home.data / "emotes"],
            sounds=[ASSETS / "sounds", home.data / "sounds"],
            cache=home.data / "cache" / "emotes",
            stream=stream,
        )
        self._sound = SoundWatch(stream)
        self._window = WindowWatch(stream)
        self._no_window = _why_no_window(settings.window, desktop=desktop)
        self.desk = SoundMixer(clock, self._library, self._sound.changed, settings.sound.order)
        self._captions = Captions(clock, self.stage, stream, settings.stage)
        self._guard = guard
        self._toasts = Toasts(self.stage, stream, guard)
        self._cards = StageCards(clock, self.stage, stream, guard) if settings.stage.cards else None
        self._sprites = AvatarSprites(ASSETS / "mascot", home.data / "mascot")
        self._mascot = StageAvatar(clock, self.stage, self._sprites, settings.mascot)
        self._beak = LipSync(clock, self.stage, stream, self._mascot)
        self._own_files = UserFiles(
            clock, stream, home.data, library=self._library, mascot=self._mascot, themes=self._themes
        )
        self._recent_pictures = RecentPictures()
        self._library.on_change = self._announce_tools
        self._tools_socket: ToolsSocket | None = None
        self._server: StageServer | None = None
        self._children: dict[TokenRole, ClientProcess] = {}

    @property
    def server(self) -> StageServer:
        """The stage's server; only once it is open."""
        assert self._server is not None, "the stage is not open"
        return self._server

    @property
    def live(self) -> LiveSettings:
        """The settings that can be changed while it is open, by `section.key`."""
        return {
            "stage.theme": self._themes.wear,
            "mascot.place": partial(self._change_mascot, "place"),
            "mascot.mood": partial(self._change_mascot, "mood"),
        }

    def tools(self) -> list[Tool]:
        """Make the tools that play with the stage, with the choices that there are now, and without hooks."""
        return [
            *make_stage_tools(self.stage, self.desk, self._library, self._settings.stage),
            *make_acting_tools(self.stage, self._mascot),
        ]

    def exhibits(self, keep: Callable[[bytes], str]) -> ToolPictures:
        """Make the part that puts the pictures of tools on the stage.

        Args:
            keep: Stores a picture for the chats and returns its digest.
        """
        return ToolPictures(
            self._clock,
            self.stage,
            self._recent_pictures,
            self._settings.stage,
            self._stream,
            guard=self._guard,
            keep=keep,
        )

    async def open(
        self,
        playing: TaskGroup,
        control: ControlSocket,
        health: Health,
        *,
        tools: ToolsPort | None = None,
        on_scene: Callable[[str], None] = lambda _name: None,
    ) -> None:
        """Start every part in the task group; return when it is known what is heard, and where the stage is.

        Args:
            playing: Ends the parts with it.
            control: Answers operations.
            health: Returns what is down.
            tools: Runs the calls of programs from outside; None: they have no tools here.
            on_scene: Called with the name of the OBS scene that is on air.
        """
        self._tools_socket = ToolsSocket(self.clients, tools)
        self._server = self._stage_server(control, health, self._tools_socket, Obs(on_scene))
        await playing.start(self._server.run)
        await self.serve(playing, "folders", self._own_files.run)
        hands: dict[str, Serve] = {
            "stage": self.stage.run,
            "captions": self._captions.run,
            "toasts": self._toasts.run,
            "mascot": self._mascot.run,
            "beak": self._beak.run,
        }
        if self._cards:
            hands["cards"] = self._cards.run
        for name, run in hands.items():
            await self.serve(playing, name, run)
        if self._settings.sound.enabled:
            await self.serve(playing, "sfx", self._player())
        if not self._no_window:
            await self.serve(playing, "window", self._overlay())
        with self._clock.move_on_after(_ANSWERS_WITHIN_S):
            if self._settings.sound.enabled:
                await self._sound.known()
            if not self._no_window:
                await self._window.known()

    async def serve(self, group: TaskGroup, name: str, run: Serve) -> None:
        """Start a part under supervision, and return when it is ready."""
        await group.start(supervise, self._clock, self._stream, name, run)

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
        """Return who plays the sound, and where the stage is seen."""
        addresses = self.server.addresses
        how = "; ".join(filter(None, ["paste it into an OBS browser source", self.server.moved]))
        stage = self._settings.stage
        return (
            self._sound.role(enabled=self._settings.sound.enabled),
            self._window.role(self._no_window),
            Role(part="stage", plays=addresses.url, why=how),
            Role(part="", plays=str(self._home.data / "stage.html"), why="or take this as a local file in OBS"),
            Role(part="", plays=str(self._home.data / "stage-audio.html"), why="or this, for OBS to mix the sound too"),
            Role(part="panel", plays=str(self._home.panel_file), why="opened by: python3 run.py panel"),
            *(
                [Role(part="open", plays=f"to other machines, on {stage.host}", why=EXPOSED)]
                if stage.is_exposed
                else []
            ),
        )

    def _announce_tools(self) -> None:
        """Announce to programs that the choices of tools have changed, once there may be any."""
        if self._tools_socket:
            self._tools_socket.changed()

    def _stage_server(self, control: ControlSocket, health: Health, tools: ToolsSocket, obs: Obs) -> StageServer:
        routes = StageRoutes(
            clock=self._clock,
            stage=self.stage,
            themes=self._themes,
            desk=self.desk,
            control=control,
            clients=self.clients,
            audience=PageCounter(self.clients, self._window.heard),
            library=self._library,
            health=health,
            plumage=self._sprites,
            obs=obs,
            gallery=self._recent_pictures,
            agents=tools,
        )
        return StageServer(
            clock=self._clock,
            settings=self._settings.stage,
            home=self._home.data,
            routes=routes,
            clients=self.clients,
        )

    def _player(self) -> Serve:
        player = ClientProcess(self._clock, "sfx", self._settings.sound.command(), self._sound.failed)
        self._children["sound"] = player
        return partial(player.run, lambda: self.server.addresses.sound_url)

    def _overlay(self) -> Serve:
        command = self._settings.window.command(self._home.data / "window.json")
        window = ClientProcess(self._clock, "overlay", command, self._window.failed)
        self._children["window"] = window
        return partial(window.run, lambda: self.server.addresses.window_url)

    async def _change_mascot(self, name: str, value: object) -> None:
        self._mascot.set(self._mascot.settings.model_copy(update={name: value}))


def _why_no_window(settings: WindowSettings, *, desktop: bool) -> str:
    return explain_missing_display() if desktop and settings.enabled else "as asked"
