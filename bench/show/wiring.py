"""The wiring of a take: the parts of a show, each the product's own, but for the sound and the audience."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from anyio.abc import TaskGroup

from bench.show.microphone import MicTrack, detect_speech
from bench.show.stand_ins import QuietSpeaker, QuietVoice
from bench.show.take import TakeRecorder
from performer.agent.director.ports import TurnPerformer
from performer.agent.director.turns import TurnRegister
from performer.agent.pause_triggers.settings import PausesSettings
from performer.agent.queue.inbox import CueInbox
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.events.stream import EventStream
from performer.core.files.home import ASSETS, Home
from performer.core.process.supervisor import Serve
from performer.core.untrusted_text import NewMarker, make_marker
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.selection.build import ModelTeam
from performer.speech.hearing.listener import Listener, OwnLine
from performer.speech.hearing.voice_activity import MicrophoneFloor
from performer.speech.output.speaker import Speaker
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.avatar.sprites import AvatarSprites
from performer.stage.connections import StageClients
from performer.stage.library.library import MediaLibrary
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.tools import make_acting_tools, make_stage_tools
from performer.tools.chain import HookChain
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame, FrameSource
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings
from performer.vision.tools import Look, make_frame_tools
from performer.wiring.acting import build_acting, build_performer
from performer.wiring.sight import Sight, build_sight

UNREAD = OcrSettings(enabled=False)
"""Settings by which no words are read: another program's seconds do not fit into virtual time."""
_NOWHERE: Final = ASSETS / "nowhere"
"""A folder that is not there: nothing of the streamer's own belongs into a benchmark."""


class TakeStage:
    """Guard, speaker and stage of one take; the same for every performer."""

    def __init__(self, clock: Clock, config: Config, track: MicTrack) -> None:
        self.clock = clock
        self.config = config.model_copy(update={"pauses": PausesSettings()})
        self.track = track
        """The sounds of the streamer, for a performer that listens."""
        self.stream = EventStream(clock)
        self.recorder = TakeRecorder(self.stream)
        self.guard = Guard(config.guard)
        self.runtime = Runtime(clock, self.stream, self.guard)
        self.floor = MicrophoneFloor(clock, self.stream)
        """Free while no performer listens."""
        self.speaker = Speaker(clock, self.stream, QuietVoice(clock), QuietSpeaker(clock), self.floor)
        self._stage = Stage(clock, StageClients())
        self._mixer = SoundMixer(clock, _load_library())
        self._mascot = StageAvatar(clock, self._stage, AvatarSprites(ASSETS / "mascot", _NOWHERE), config.mascot)

    async def open(self, playing: TaskGroup) -> None:
        """Start all parts in the task group."""
        for run in (self.recorder.run, self._stage.run, self._mascot.run, self.speaker.run):
            await playing.start(run)

    def toolbox(self, look: Look, describe: Callable[[Frame, str], Awaitable[str]]) -> Callable[[], Toolbox]:
        """Make the tools of a show with its hooks; emotes and sounds are those that ship."""
        tools = [
            *make_stage_tools(self._stage, self._mixer, _load_library(), self.config.stage),
            *make_acting_tools(self._stage, self._mascot),
            *make_frame_tools(look, describe),
        ]
        hooks = HookChain(self.runtime, self.config.tools).hooks
        return lambda: Toolbox(tools, hooks)


@cache
def _load_library() -> MediaLibrary:
    return MediaLibrary.of([ASSETS / "emotes"], [ASSETS / "sounds"], cache=_NOWHERE)


NewActs = Callable[[TakeStage, ModelTeam, Sight], TurnPerformer]


def make_performer(stage: TakeStage, brain: ModelTeam, sight: Sight) -> TurnPerformer:
    """Make the product's own performer of turns."""
    box = stage.toolbox(sight.scene.picture, sight.text.answer)
    return build_performer(stage.runtime, stage.config, brain, sight, box)


@dataclass(frozen=True, kw_only=True)
class WiredShow:
    """A show that only has to be started."""

    inbox: CueInbox
    services: tuple[Serve, ...]
    """In the order in which they start."""


def wire_show(
    stage: TakeStage,
    brain: ModelTeam,
    source: FrameSource,
    *,
    acts: NewActs = make_performer,
    reader: OcrReader | None = None,
    glance: QuickReader | None = None,
    marker: NewMarker = make_marker,
) -> WiredShow:
    """Wire the parts of a show; without a `reader` and a `glance` no words, and no larger words, are read."""
    run, config, clock = stage.runtime, stage.config, stage.clock
    reader, glance = reader or OcrReader(clock, UNREAD), glance or QuickReader(clock, UNREAD)
    sight = build_sight(run, config, Home.find(), brain, source=source, reader=reader, glance=glance, new_marker=marker)
    inbox = CueInbox(run.stream, config.director)
    turns = TurnRegister(clock, run.stream, stage.speaker, floor=stage.floor, wake=inbox.wake)
    performer = acts(stage, brain, sight)
    acting = build_acting(run, config, source, sight, inbox=inbox, turns=turns, performer=performer)
    listener = Listener(
        clock,
        run.stream,
        source=detect_speech(clock, stage.track),
        floor=stage.floor,
        line=OwnLine(stage.speaker, acting.director.give_way),
        echo_margin_db=None,
    )
    services = (sight.text.run, sight.scene.run, acting.watcher.run, listener.run, acting.director.run)
    return WiredShow(inbox=inbox, services=services)
