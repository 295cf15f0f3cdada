"""A replay: a journal on the stage again, with the whole house but without eyes, brain and director."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import anyio.to_thread
from anyio.abc import TaskGroup

from performer.app import RunOptions, Show
from performer.casting import Cast, cast_all
from performer.chats.console_mirror import ConsoleMirror
from performer.clock import Clock, SystemClock
from performer.config import Config, Tree
from performer.errors import ConfigError
from performer.events import EventStream
from performer.home import Home
from performer.one_instance import one_instance
from performer.playback import PLAYED, Playback
from performer.record import Record, read_journal
from performer.roles import Role
from performer.stage.control import Operation
from performer.tools import Toolbox
from performer.tools.hooks import guarded, timeout, traced

SHOWING: Final = ("overlay_text", "show_emote", "play_sfx", "spawn_particle", "set_mood")
"""The tools whose calls are made again; the others only told the model something."""
_ANSWERED: Final = {"status", "config.get", "config.set"}
_VIEWER_WITHIN_S: Final = 6.0
"""How long it waits for somebody to watch: a page in OBS looks for the stage every 5 s."""
_IDLE: Final = {"eyes", "brain", "chat"}


@dataclass(frozen=True, kw_only=True)
class ReplayOptions:
    """What is asked of one replay, beside the configuration."""

    journal: Path
    speed: float = 1.0
    voice: bool = False
    """Speak the lines anew, by the configured voice."""
    console: bool = True
    """Tell it in the terminal."""
    overrides: Tree


async def run(config: Config, home: Home, options: ReplayOptions) -> None:
    """Play a journal until its end, Ctrl+C or SIGTERM.

    Raises:
        PerformerError: when it cannot begin; its sentence says what to do.
    """
    if options.voice and options.speed != 1:
        raise ConfigError("A voice speaks at its own pace: with --voice leave --speed at 1.")
    record = await anyio.to_thread.run_sync(read_journal, options.journal, *PLAYED)
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(one_instance(home))
        clock = SystemClock()
        stream = EventStream(clock)
        config = _without_eyes_and_brain(config, options)
        cast = await cast_all(clock, stream, config, stack)
        await Replay(config, home, options, clock, stream, cast, record).run()


class Replay(Show):
    """A show whose turns were all taken before."""

    def __init__(
        self,
        config: Config,
        home: Home,
        options: ReplayOptions,
        clock: Clock,
        stream: EventStream,
        cast: Cast,
        record: Record,
    ) -> None:
        super().__init__(config, home, RunOptions(console=False, overrides=options.overrides), clock, stream, cast)
        self._wishes = options
        self._record = record
        hooks = [guarded(self._guard, stream), traced(stream, clock), timeout(clock, config.tools.timeout_s)]
        self._playback = Playback(
            clock,
            stream,
            self._guard,
            lambda: Toolbox(self._tools(), hooks).only(*SHOWING),
            speed=options.speed,
            mouth=self._speaker if options.voice else None,
        )

    async def _begin(self, readers: TaskGroup, playing: TaskGroup) -> None:
        await self._open(playing)
        if self._wishes.console:
            await self._serve(readers, "console", ConsoleMirror(self._stream, self._guard, self._console).run)
        await self._serve(playing, "folders", self._folders().run)
        with self._clock.move_on_after(_VIEWER_WITHIN_S):
            await self._clients.come("renderer", "window")
        await self._playback.run(self._record)
        self._over.set()

    def _operations(self, home: Home) -> dict[str, Operation]:
        """Answer what makes sense without a director."""
        operations = super()._operations(home)
        return {**{name: operations[name] for name in operations if name in _ANSWERED}, "hush": self._hush}

    async def _hush(self, _arguments: Mapping[str, Any]) -> str:
        await self._playback.hush()
        await self._desk.hush()
        return "silent until the next turn"

    def _roles(self) -> tuple[Role, ...]:
        plays = f"{len(self._record.events)} events of {self._record.length_s:.0f} s at speed {self._wishes.speed:g}"
        skipped = f"{self._record.skipped} lines were no journal's and are left out" if self._record.skipped else ""
        journal = Role(part="replay", plays=f"{self._wishes.journal}: {plays}", why=skipped)
        return (journal, *(role for role in super()._roles() if role.part not in _IDLE))


def _without_eyes_and_brain(config: Config, options: ReplayOptions) -> Config:
    """Cast the parts that will be idle with those that need nothing, and give what is shown its share of time."""
    stage = config.stage
    return config.model_copy(
        update={
            "frames": config.frames.model_copy(update={"source": "arcade"}),
            "model": config.model.model_copy(update={"spec": "understudy"}),
            "voice": config.voice if options.voice else config.voice.model_copy(update={"engine": "silent"}),
            "stage": stage.model_copy(
                update={
                    "emote_s": stage.emote_s / options.speed,
                    "caption_linger_s": stage.caption_linger_s / options.speed,
                }
            ),
        }
    )
