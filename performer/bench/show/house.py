"""The house of a take: guard, mouth and stage, as in a show, but for the sound and the audience."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final

from anyio.abc import TaskGroup

from performer.bench.show.microphone import Track
from performer.bench.show.quiet import QuietMouth, QuietVoice
from performer.bench.show.recorder import Recorder
from performer.clock import Clock
from performer.config import Config
from performer.ears import StreamersFloor
from performer.events import EventStream
from performer.frames import Frame
from performer.frames.tools import Look, frame_tools
from performer.guard import Guard
from performer.paths import ASSETS
from performer.stage.acting import acting_tools
from performer.stage.clients import Clients
from performer.stage.library.library import Library
from performer.stage.mascot.mascot import Mascot
from performer.stage.mascot.plumage import Plumage
from performer.stage.sound.desk import SoundDesk
from performer.stage.stage import Stage
from performer.stage.tools import stage_tools
from performer.tools import Toolbox
from performer.tools.hooks import clamp, guarded, per_tool, rate_limit, timeout, traced
from performer.voices.speaker import Speaker

_NOWHERE: Final = ASSETS / "nowhere"
"""A folder that is not there: nothing of the streamer's own belongs into a benchmark."""


class House:
    """Speaker and stage of one take; the same for whoever performs in it."""

    def __init__(self, clock: Clock, config: Config, track: Track) -> None:
        self.clock = clock
        self.config = config
        self.track = track
        """What the streamer says, for whoever listens."""
        self.stream = EventStream(clock)
        self.recorder = Recorder(self.stream)
        self.guard = Guard(config.guard)
        self.floor = StreamersFloor(clock, self.stream)
        """Free for as long as nobody listens."""
        self.speaker = Speaker(clock, self.stream, QuietVoice(clock), QuietMouth(clock), self.floor)
        self._stage = Stage(clock, Clients())
        self._desk = SoundDesk(clock, _library())
        self._mascot = Mascot(clock, self._stage, Plumage(ASSETS / "mascot", _NOWHERE), config.mascot)

    async def open(self, playing: TaskGroup) -> None:
        """Start everybody in the task group."""
        for run in (self.recorder.run, self._stage.run, self._mascot.run, self.speaker.run):
            await playing.start(run)

    def toolbox(self, look: Look, describe: Callable[[Frame, str], Awaitable[str]]) -> Callable[[], Toolbox]:
        """Make the tools of a show with its hooks; emotes and sounds are those that ship."""
        hooks = [
            guarded(self.guard, self.stream),
            traced(self.stream, self.clock, self.guard.recorded),
            rate_limit(self.clock, per_tool(self.config.tools.rates)),
            clamp(),
            timeout(self.clock, self.config.tools.timeout_s),
        ]
        tools = [
            *stage_tools(self._stage, self._desk, _library(), self.config.stage),
            *acting_tools(self._stage, self._mascot),
            *frame_tools(look, describe),
        ]
        return lambda: Toolbox(tools, hooks)


@cache
def _library() -> Library:
    return Library.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=_NOWHERE)
