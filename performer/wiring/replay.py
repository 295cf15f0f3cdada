"""A recorded show on the stage of a running one: its lines as captions, and what its tools showed, marked as a replay.

The show pauses meanwhile. The events of then are published to a stream of their own, so that nobody takes them for what
happens now: no chat, no memory, no model and no journal hears of them, and no line is spoken.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.agent.pause_triggers.settings import CanPause
from performer.core.errors import ConfigError
from performer.core.events.parts import Hushed, Resumed
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments, Operation, read_number, read_text
from performer.core.own_text import own
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.memory.journal.file import JournalRecord, read_journal
from performer.memory.journal.replay import PLAYED, JournalReplay
from performer.stage.layout import LayoutSettings
from performer.stage.protocol.elements import Caption, Card
from performer.stage.service import StageService
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.toolbox import Toolbox

SHOWING: Final = ("overlay_text", "show_emote", "play_sfx", "spawn_particle", "set_mood")
"""The tools whose calls are made again; the other tools only informed the model."""
PAUSED_BY: Final = "replay"
_MOST_NAME: Final = 200
_MOST_SPEED: Final = 16
_TICK_S: Final = 1.0
_LAST_LOOK_S: Final = 0.5


class CanTell(Protocol):
    """The settings that a replay depends on, as they are now."""

    @property
    def layout(self) -> LayoutSettings:
        """Where things stand on the stage."""


@dataclass(frozen=True, kw_only=True)
class _Playing:
    """What is played, and how far it is."""

    name: str
    record: JournalRecord
    speed: int
    began_s: float
    scope: anyio.CancelScope

    def measure(self, now_s: float) -> float:
        """Return the share that has been played."""
        return min((now_s - self.began_s) * self.speed / max(self.record.length_s, 0.001), 1.0)


class StageReplay:
    """The operations `journal.play journal.end`; `run` has to have started."""

    def __init__(
        self,
        run: Runtime,
        stage: StageService,
        settings: CanTell,
        folder: Path,
        *,
        pausing: CanPause,
        timeout_s: float,
    ) -> None:
        self._run, self._stage, self._settings, self._folder = run, stage, settings, folder
        self._pausing, self._timeout_s = pausing, timeout_s
        self._playing: _Playing | None = None
        self._asked = anyio.Event()

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"journal.play": self.play, "journal.end": self.end}

    @property
    def name(self) -> str:
        """The name of the journal that is played; empty: none."""
        return self._playing.name if self._playing else ""

    async def play(self, arguments: Arguments) -> str:
        """Play the journal of a `name` on the stage, at a `speed` from 1 to 16; the show pauses until it is over.

        A card on the stage tells that it is a replay. Nothing is spoken, and no chat and no model hears of it; *Hush*
        ends it, and so does *Resume*.
        """
        name = read_text(arguments, "name", most=_MOST_NAME)
        speed = min(read_number(arguments, "speed"), _MOST_SPEED) if "speed" in arguments else 1
        if self._playing:
            raise ConfigError(own("A recording is played already: end it first."))
        if name not in [each.name for each in self._folder.glob("*.jsonl")]:
            raise ConfigError(own("There is no such journal any more."))
        layout = self._settings.layout
        if "card" in {*layout.landscape.hidden, *layout.portrait.hidden}:
            raise ConfigError(
                own("A card on the stage tells that it is a replay, and cards are not shown: show them on Look.")
            )
        record = await self._read(name)
        if not record.events:
            raise ConfigError(own("Nothing was said or shown in that recording, so there is nothing to play."))
        if self._playing:  # asked twice at once, while the file was read
            raise ConfigError(own("A recording is played already: end it first."))
        now_s = self._run.clock.now()
        self._playing = _Playing(name=name, record=record, speed=speed, began_s=now_s, scope=anyio.CancelScope())
        self._asked.set()
        return own("The recording is on the stage; the show pauses meanwhile.")

    async def end(self, _arguments: Arguments) -> str:
        """End the replay; the show goes on."""
        if self._playing is None:
            raise ConfigError(own("No recording is played."))
        self._playing.scope.cancel()
        return own("The replay has ended.")

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Play what is asked for, for ever."""
        task_status.started()
        while True:
            await self._asked.wait()
            self._asked = anyio.Event()
            if self._playing:
                await self._perform(self._playing)

    async def _perform(self, playing: _Playing) -> None:
        before = {each.id for each in self._stage.stage.snapshot().elements}
        enough = self._run.stream.lossy("replay", Hushed, Resumed)
        card = self._stage.stage.next_id("replay")
        try:
            with playing.scope:
                await self._pausing.pause(PAUSED_BY, own("a recording is played on the stage"))
                async with anyio.create_task_group() as parts:
                    parts.start_soon(self._show_card, card, playing)
                    parts.start_soon(self._end_when, enough, playing.scope)
                    await self._play(playing)
                    parts.cancel_scope.cancel()
        finally:
            enough.leave()
            self._playing = None
            self._clear({card}, before)
            self._pausing.resume(PAUSED_BY)

    async def _play(self, playing: _Playing) -> None:
        """Play all of it, with captions and a mouth that follow the lines of then."""
        run = self._run
        then = Runtime(run.clock, EventStream(run.clock), run.guard)
        async with anyio.create_task_group() as parts:
            for follow in self._stage.make_followers(then.stream).values():
                await parts.start(follow)
            toolbox = make_toolboxes(then, self._stage, self._timeout_s)
            await JournalReplay(then, toolbox, speed=playing.speed).run(playing.record)
            await run.clock.sleep(_LAST_LOOK_S)
            parts.cancel_scope.cancel()

    async def _end_when(self, enough: Any, scope: anyio.CancelScope) -> None:
        """End the replay when silence is asked for, or when the show goes on all the same."""
        async for published in enough:
            match published.event:
                case Hushed() | Resumed(by="replay"):
                    scope.cancel()

    async def _show_card(self, id_: str, playing: _Playing) -> None:
        """Keep the mark on the stage: later cards may crowd it out, and it comes again."""
        stage, born_ms = self._stage.stage, self._stage.stage.now_ms()
        while True:
            share = playing.measure(self._run.clock.now())
            words = own("recorded earlier, not live")
            stage.show(
                Card(id=id_, alt=own("Replay"), text=words, born_ms=born_ms, progress=share, side=stage.card_side)
            )
            await self._run.clock.sleep(_TICK_S)

    def _clear(self, ours: set[str], before: set[str]) -> None:
        """Remove the mark, and the caption of a line that was broken off."""
        stage = self._stage.stage
        for each in stage.snapshot().elements:
            if each.id in ours or (isinstance(each, Caption) and each.id not in before):
                stage.drop(each.id)

    async def _read(self, name: str) -> JournalRecord:
        thread = WorkerThread("journal")
        try:
            return await thread.run(partial(read_journal, self._folder / name, *PLAYED))
        finally:
            thread.close()


def make_toolboxes(runtime: Runtime, stage: StageService, timeout_s: float) -> Callable[[], Toolbox]:
    """Return what makes the box of the tools that showed something."""
    hooks = [
        make_guard_hook(runtime.guard, runtime.stream),
        make_clamp_hook(),
        # Inside the clamp: its notes were for the model, which is not here.
        make_trace_hook(runtime.stream, runtime.clock, runtime.guard.recorded),
        make_timeout_hook(runtime.clock, timeout_s),
    ]

    def make_toolbox() -> Toolbox:
        return Toolbox(stage.tools(), hooks).only(*SHOWING)

    return make_toolbox
