"""The app: the only place that builds, starts and stops things."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import anyio
from anyio.abc import TaskGroup

from performer.casting import Cast, cast_all
from performer.chats.console import ConsoleChat
from performer.chats.console_mirror import ConsoleMirror, plain_console
from performer.client_process import ClientProcess
from performer.clock import Clock, SystemClock
from performer.config import Config, Tree
from performer.config_file import ConfigFile
from performer.cues import ChatCue, ChatLine
from performer.director import Director
from performer.ending import until_end
from performer.events import EventStream
from performer.eyes import Eyes
from performer.frames import Frame
from performer.frames.mask import Mask
from performer.frames.tools import frame_tools
from performer.guard import Guard
from performer.guard.guard import load_words
from performer.home import Home
from performer.journal import Journal
from performer.live_config import LiveConfig
from performer.models.describe import WHAT_IS_THERE
from performer.one_instance import one_instance
from performer.operations import Operations
from performer.paths import ASSETS
from performer.roles import Role, roles_text
from performer.scene import Scene
from performer.sound import SoundWatch
from performer.stage.captions import Captions
from performer.stage.clients import Clients
from performer.stage.control import Control, Operation
from performer.stage.library import Library
from performer.stage.routes import Routes
from performer.stage.server import StageServer
from performer.stage.sounding import SoundDesk
from performer.stage.stage import Stage
from performer.stage.themes import Themes
from performer.stage.toasts import Toasts
from performer.stage.tools import stage_tools
from performer.status import Status
from performer.supervisor import Serve, supervise
from performer.tools import Tool, Toolbox
from performer.tools.hooks import guarded, rate_limit, timeout, traced
from performer.turn import Performer
from performer.voices.speaker import Speaker
from performer.watching import FolderWatch

_SOUND_WITHIN_S = 4.0
"""How long the start-up table waits for the sound player to say whether it has a device."""
_LAST_WORDS_S = 0.5
"""How long readers may take for what they hold when the show has ended."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What is asked of one run, beside the configuration."""

    seconds: float | None = None
    """End by itself after this long."""
    journal: Path | None = None
    console: bool = True
    """Tell the show in the terminal, and take lines from there."""
    desktop: bool = True
    """Show the overlay window, where there is one."""
    overrides: Tree = field(default_factory=dict)
    """What the command line has set: it wins over whatever is written into the file."""


async def run(config: Config, home: Home, options: RunOptions) -> None:
    """Perform until the time is over, Ctrl+C or SIGTERM.

    Raises:
        PerformerError: when the show cannot begin; its sentence says what to do.
    """
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(one_instance(home))
        clock = SystemClock()
        stream = EventStream(clock)
        cast = await cast_all(clock, stream, config, stack)
        await Show(config, home, options, clock, stream, cast).run()


class Show:
    """Everything that plays, wired together; `run` starts it top to bottom and stops it in reverse."""

    def __init__(
        self, config: Config, home: Home, options: RunOptions, clock: Clock, stream: EventStream, cast: Cast
    ) -> None:
        self._config = config
        self._options = options
        self._clock = clock
        self._stream = stream
        self._console = plain_console()
        self._cast = cast
        self._guard = Guard(config.guard, _blocked_words(config, home))
        self._journal = Journal(stream, options.journal) if options.journal else None
        self._over = anyio.Event()
        self._scene = Scene(clock, stream, config.scene, fresh_s=config.turn.freshness_s)
        self._clients = Clients()
        self._stage = Stage(clock, self._clients)
        self._themes = Themes([ASSETS / "themes", home.data / "themes"], config.stage.theme, self._stage, self._clients)
        self._library = Library(
            emotes=[ASSETS / "emotes", home.data / "emotes"],
            sounds=[ASSETS / "sounds", home.data / "sounds"],
            cache=home.data / "cache" / "emotes",
            stream=stream,
        )
        self._sound = SoundWatch(clock, stream)
        self._desk = SoundDesk(clock, self._library, self._sound.changed)
        self._captions = Captions(clock, self._stage, stream, config.stage)
        self._toasts = Toasts(self._stage, stream, self._guard)
        self._speaker = Speaker(clock, stream, cast.voice, self._desk)
        self._director = Director(clock, stream, config.director, performer=self._performer(), mouth=self._speaker)
        self._eyes = Eyes(
            clock,
            stream,
            source=cast.source,
            scene=self._scene,
            on_change=self._director.cue,
            on_sight=self._director.sight,
            own_elements=lambda: [Mask(*box) for box in self._stage.boxes()],
            frozen_s=config.frames.frozen_s,
        )
        self._status = Status(stream, self._guard)
        self._server = self._stage_server(home)
        self._home = home

    async def run(self) -> None:
        """Play; every word of the readers is out when this returns."""
        async with anyio.create_task_group() as readers:
            if self._journal:
                await self._serve(readers, "journal", self._journal.run)
            await self._serve(readers, "status", self._status.run)
            try:
                async with anyio.create_task_group() as playing:
                    playing.start_soon(self._begin, readers, playing)
                    await until_end(self._over)
                    with anyio.move_on_after(_LAST_WORDS_S):
                        await self._director.hush("the end of the show")
                    self._sound.ignore_the_end()
                    playing.cancel_scope.cancel()
            finally:
                self._stream.close()
                readers.cancel_scope.deadline = anyio.current_time() + _LAST_WORDS_S

    async def _begin(self, readers: TaskGroup, playing: TaskGroup) -> None:
        """Raise the curtain; the show can be ended at any moment of it."""
        await self._open(playing)
        if self._options.console:
            await self._serve(readers, "console", ConsoleMirror(self._stream, self._guard, self._console).run)
        await self._act(playing)
        if self._options.seconds is not None:
            await self._clock.sleep(self._options.seconds)
            self._over.set()

    async def _serve(self, group: TaskGroup, name: str, run: Serve) -> None:
        await group.start(supervise, self._clock, self._stream, name, run)

    async def _open(self, playing: TaskGroup) -> None:
        """Have the stage, the sound and the brain there, and say who plays what."""
        await playing.start(self._server.run)
        await self._serve(playing, "stage", self._stage.run)
        await self._serve(playing, "captions", self._captions.run)
        await self._serve(playing, "toasts", self._toasts.run)
        await self._serve(playing, "speaker", self._speaker.run)
        await self._serve(playing, "scene", self._scene.run)
        if self._config.sound.enabled:
            player = ClientProcess(self._clock, "sfx", self._config.sound.command(), self._sound.failed)
            await self._serve(playing, "sfx", partial(player.run, self._server.addresses.sound_url))
        if self._cast.brain.lead:
            await self._serve(playing, "brain", self._cast.brain.lead.run)
        if self._config.sound.enabled:
            await self._sound.known(_SOUND_WITHIN_S)
        table = roles_text(self._roles(), self._home.log_file, chats_here=self._options.console)
        self._console.print(table, soft_wrap=True)
        self._status.watch(self._director, self._roles)

    async def _act(self, playing: TaskGroup) -> None:
        """Look into the streamer's folders, open eyes and ears, and let the director begin."""
        await self._serve(playing, "folders", self._folders().run)
        await self._serve(playing, "eyes", self._eyes.run)
        await self._serve(playing, "director", self._director.run)
        if self._options.console:
            await self._serve(playing, "chat", partial(ConsoleChat().run, self._chat))

    def _chat(self, line: ChatLine) -> None:
        self._director.cue(ChatCue(lines=(replace(line, at_s=self._clock.now()),)))

    def _performer(self) -> Performer:
        async def in_words(frame: Frame) -> str:
            return await self._cast.brain.describe(frame, WHAT_IS_THERE)

        return Performer(
            self._clock,
            self._stream,
            self._config.turn,
            model=self._cast.brain.model,
            describe=in_words,
            toolbox=self._toolbox(),
            guard=self._guard,
            scene=self._scene,
        )

    def _tools(self) -> list[Tool]:
        """Make every tool there is, without its hooks."""
        return [
            *stage_tools(self._stage, self._desk, self._library, self._config.stage),
            *frame_tools(lambda: self._scene.newest, self._cast.brain.describe),
        ]

    def _toolbox(self) -> Callable[[], Toolbox]:
        """Keep the hooks, which remember what was called, and make the tools anew: their choices may have changed."""
        hooks = [
            guarded(self._guard, self._stream),
            traced(self._stream, self._clock),
            rate_limit(self._clock, self._config.tools.calls_per_min),
            timeout(self._clock, self._config.tools.timeout_s),
        ]
        return lambda: Toolbox(self._tools(), hooks)

    def _folders(self) -> FolderWatch:
        """Watch what the streamer may change while the show runs; it is read for the first time by this too."""
        data = self._home.data
        return FolderWatch(
            self._clock,
            {
                "emotes": (data / "emotes", self._library.read),
                "sounds": (data / "sounds", self._library.read),
            },
        )

    def _operations(self, home: Home) -> dict[str, Operation]:
        file = ConfigFile(home.config_file, options=self._options.overrides)
        settings = LiveConfig(self._config, file, live={"stage.theme": self._themes.wear})
        return Operations(self._clock, self._director, settings, self._guard, self._status).by_name()

    def _stage_server(self, home: Home) -> StageServer:
        control = Control(self._operations(home), self._clients)
        self._status.tell = control.state
        routes = Routes(
            stage=self._stage,
            themes=self._themes,
            desk=self._desk,
            control=control,
            clients=self._clients,
            library=self._library,
            health=self._status.health,
        )
        return StageServer(settings=self._config.stage, home=home.data, routes=routes, clients=self._clients)

    def _roles(self) -> tuple[Role, ...]:
        addresses = self._server.addresses
        return (
            self._cast.eyes,
            self._cast.brain.role(),
            self._cast.mouth,
            self._sound.role(enabled=self._config.sound.enabled),
            Role(
                part="stage",
                plays=addresses.url,
                why="; ".join(filter(None, ["paste it into an OBS browser source", self._server.moved])),
            ),
            Role(part="", plays=str(self._home.data / "stage.html"), why="or take this as a local file in OBS"),
            Role(part="chat", plays="console" if self._options.console else "none"),
        )


def _blocked_words(config: Config, home: Home) -> list[str]:
    if config.guard.words_file:
        return load_words(config.guard.words_file)
    return load_words(home.blocklist_file) if home.blocklist_file.exists() else []
