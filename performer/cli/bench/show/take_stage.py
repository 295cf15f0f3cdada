"""The stage of a take: guard, speaker and stage as in a show, but for the sound and the audience."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final

from anyio.abc import TaskGroup

from performer.cli.bench.show.microphone import MicTrack
from performer.cli.bench.show.stand_ins import QuietSpeaker, QuietVoice
from performer.cli.bench.show.take import TakeRecorder
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS
from performer.guard.guard import Guard
from performer.speech.hearing.voice_activity import MicrophoneFloor
from performer.speech.output.speaker import Speaker
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.hooks.rate_limit import limit_per_tool, make_rate_limit_hook
from performer.tools.hooks.retry import make_timeout_hook
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame
from performer.vision.tools import Look, make_frame_tools

_NOWHERE: Final = ASSETS / "nowhere"
"""A folder that is not there: nothing of the streamer's own belongs into a benchmark."""


class TakeStage:
    """Guard, speaker and stage of one take; the same for every performer."""

    def __init__(self, clock: Clock, config: Config, track: MicTrack) -> None:
        self.clock = clock
        self.config = config
        self.track = track
        """The sounds of the streamer, for a performer that listens."""
        self.stream = EventStream(clock)
        self.recorder = TakeRecorder(self.stream)
        self.guard = Guard(config.guard)
        self.floor = MicrophoneFloor(clock, self.stream)
        """Free while no performer listens."""
        self.speaker = Speaker(clock, self.stream, QuietVoice(clock), QuietSpeaker(clock), self.floor)
        self._stage = Stage(clock, StageClients())
        self._desk = SoundMixer(clock, _load_library())
        self._mascot = StageAvatar(clock, self._stage, AvatarSprites(ASSETS / "mascot", _NOWHERE), config.mascot)

    async def open(self, playing: TaskGroup) -> None:
        """Start all parts in the task group."""
        for run in (self.recorder.run, self._stage.run, self._mascot.run, self.speaker.run):
            await playing.start(run)

    def toolbox(self, look: Look, describe: Callable[[Frame, str], Awaitable[str]]) -> Callable[[], Toolbox]:
        """Make the tools of a show with its hooks; emotes and sounds are those that ship."""
        hooks = [
            make_guard_hook(self.guard, self.stream),
            make_trace_hook(self.stream, self.clock, self.guard.recorded),
            make_rate_limit_hook(self.clock, limit_per_tool(self.config.tools.rates)),
            make_clamp_hook(),
            make_timeout_hook(self.clock, self.config.tools.timeout_s),
        ]
        tools = [
            *make_stage_tools(self._stage, self._desk, _load_library(), self.config.stage),
            *make_acting_tools(self._stage, self._mascot),
            *make_frame_tools(look, describe),
        ]
        return lambda: Toolbox(tools, hooks)


@cache
def _load_library() -> MediaLibrary:
    return MediaLibrary.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=_NOWHERE)
