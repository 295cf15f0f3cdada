"""A replay: a journal is played on the stage again, without vision, models and director."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from anyio.abc import TaskGroup

from performer.chats.console.output import ConsoleMirror, make_plain_console
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.layers import Tree
from performer.config.live import LiveConfig
from performer.config.operations import ConfigOperations
from performer.core import log
from performer.core.clock import Clock, SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock
from performer.core.operations import Operation
from performer.core.process.lifetime import ShowEnd, run_whole_show
from performer.core.process.thread import WorkerThread
from performer.core.status import Role, format_roles
from performer.guard.guard import make_guard
from performer.guard.operations import GuardOperations, list_guard_roles, publish_stops, publish_trouble
from performer.guard.runtime import Runtime
from performer.memory.journal.reader import JournalRecord, read_journal
from performer.memory.journal.replay import PLAYED, JournalReplay
from performer.speech.output.speaker import Speaker
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import select_voice
from performer.stage.server.status import Status
from performer.stage.service import StageService
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.toolbox import Toolbox

SHOWING: Final = ("overlay_text", "show_emote", "play_sfx", "spawn_particle", "set_mood")
"""The tools whose calls are made again; the other tools only informed the model."""
_VIEWER_WITHIN_S: Final = 6.0
"""How long the replay waits for a viewer: a page in OBS looks for the stage every 5 s."""
_LAST_LOOK_S: Final = 0.5
"""How long the last events stay on the stage: a journal may break off where a line begins."""


@dataclass(frozen=True, kw_only=True)
class ReplayOptions:
    """The options of one replay, beside the configuration."""

    journal: Path
    speed: float = 1.0
    voice: bool = False
    """Speak the lines anew, by the configured voice."""
    console: bool = True
    """Print the replay in the terminal."""
    desktop: bool = True
    """Show the overlay window, where there is a display."""
    overrides: Tree


async def run(config: Config, home: Home, options: ReplayOptions) -> None:
    """Play a journal until its end, Ctrl+C or SIGTERM.

    Raises:
        PerformerError: when the replay cannot begin; its sentence says what to do.
    """
    if options.voice and options.speed != 1:
        raise ConfigError("A voice speaks at its own pace: with --voice leave --speed at 1.")
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(hold_instance_lock(home))
        ending = ShowEnd()
        stack.enter_context(ending.end_on_signal())
        clock = SystemClock()
        stream = EventStream(clock)
        config = _apply_pace(config, options)
        with ending.cancel_at_end():
            record = await _read_record(options.journal)
            voice = await select_voice(clock, stream, config.voice, stack)
        if not ending.has_come:
            await Replay(config, home, options, clock, stream, voice, record, ending).run()


class Replay:
    """A show that plays a journal's events."""

    def __init__(
        self,
        config: Config,
        home: Home,
        options: ReplayOptions,
        clock: Clock,
        stream: EventStream,
        voice: FallbackVoice,
        record: JournalRecord,
        ending: ShowEnd,
    ) -> None:
        self._config = config
        self._home = home
        self._options = options
        self._clock = clock
        self._stream = stream
        self._voice = voice
        self._record = record
        self._console = make_plain_console()
        self._guard = make_guard(config.guard, home, clock)
        publish_stops(self._guard, stream)
        publish_trouble(self._guard, stream)
        self._ending = ending
        runtime = Runtime(clock, stream, self._guard)
        self._stage = StageService(runtime, config, home, desktop=options.desktop)
        self._status = Status(stream, self._guard, roles=self._roles, on_change=self._stage.state_feed.publish)
        self._speaker = Speaker(clock, stream, voice, self._stage.mixer, duck=config.sound.duck)
        self._playback = JournalReplay(
            Runtime(clock, stream, self._guard),
            self._toolbox(),
            speed=options.speed,
            speaker=self._speaker if options.voice else None,
        )

    async def run(self) -> None:
        """Play until the journal's end; every line of the readers is printed when this returns."""
        with log.filter_logs(self._guard.recorded):
            await run_whole_show(self._begin, stream=self._stream, ending=self._ending, farewell=self._farewell)

    async def _begin(self, readers: TaskGroup, playing: TaskGroup) -> None:
        """Open the stage, wait for a viewer, and play the journal."""
        await self._stage.serve(readers, "status", self._status.run)
        await self._stage.serve(playing, "voice", self._voice.run)
        await self._stage.open(playing, self._operations(), self._status.health)
        await self._stage.serve(playing, "speaker", self._speaker.run)
        self._status.refresh()
        is_kept = not self._console.is_terminal
        table = format_roles(self._status.roles(), self._home.log_file, chats_here=False, is_kept=is_kept)
        self._console.print(table, soft_wrap=True)
        if self._options.console:
            mirror = ConsoleMirror(self._stream, self._guard, self._console)
            await self._stage.serve(readers, "console", mirror.run)
        with self._clock.move_on_after(_VIEWER_WITHIN_S):
            await self._stage.clients.come("renderer", "window")
        await self._playback.run(self._record)
        await self._clock.sleep(_LAST_LOOK_S)
        self._ending.come()

    async def _farewell(self) -> None:
        self._stage.close()
        await self._stage.mixer.hush()

    def _toolbox(self) -> Callable[[], Toolbox]:
        hooks = [
            make_guard_hook(self._guard, self._stream),
            make_trace_hook(self._stream, self._clock, self._guard.recorded),
            make_clamp_hook(),
            make_timeout_hook(self._clock, self._config.tools.timeout_s),
        ]
        return lambda: Toolbox(self._stage.tools(), hooks).only(*SHOWING)

    def _operations(self) -> dict[str, Operation]:
        file = ConfigFile(self._home.config_file, options=self._options.overrides)
        of_guard = GuardOperations(self._guard, self._stream, _refuse_words)
        settings = LiveConfig(self._config, file, live={**self._stage.live, **of_guard.live})
        operations = ConfigOperations(settings, self._status, self._stage.renew_tokens)
        return {**operations.by_name(), **of_guard.by_name(), "hush": self._hush}

    async def _hush(self, _arguments: Mapping[str, Any]) -> str:
        await self._playback.hush()
        await self._stage.mixer.hush()
        return "silent until the next turn"

    def _roles(self) -> tuple[Role, ...]:
        plays = f"{len(self._record.events)} events of {self._record.length_s:.0f} s at speed {self._options.speed:g}"
        skipped = f"lines left out that are no journal's: {self._record.skipped}" if self._record.skipped else ""
        journal = Role(part="replay", plays=f"{self._options.journal}: {plays}", why=skipped)
        return (journal, self._voice.role(), *self._stage.roles(), *list_guard_roles(self._guard))


async def _read_record(journal: Path) -> JournalRecord:
    """Read a journal in a thread: a drive that hangs must not keep anybody from ending the replay."""
    thread = WorkerThread("journal")
    try:
        return await thread.run(partial(read_journal, journal, *PLAYED))
    finally:
        thread.close()


def _refuse_words(_words: str) -> str:
    raise ConfigError("A replay says what is in its journal, and nothing else.")


def _apply_pace(config: Config, options: ReplayOptions) -> Config:
    """Return the configuration with a silent voice, unless it is asked for, and with times by the replay's speed."""
    stage = config.stage
    return config.model_copy(
        update={
            "voice": config.voice if options.voice else config.voice.model_copy(update={"engine": "silent"}),
            "stage": stage.model_copy(
                update={
                    "emote_s": stage.emote_s / options.speed,
                    "caption_linger_s": stage.caption_linger_s / options.speed,
                }
            ),
        }
    )
