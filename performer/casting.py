"""Casting: who plays each part on this machine, why, and how to get the real one."""

import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PIL.Image import Image

from performer.cadence import Cadence
from performer.clock import Clock
from performer.config import Config
from performer.errors import ServiceError
from performer.events import EventStream
from performer.frames import Frame, FrameSource
from performer.frames.arcade.source import ArcadeSource
from performer.frames.clip import ClipSource, find_clip
from performer.frames.develop import develop
from performer.frames.recorder import RecorderSource
from performer.frames.screen import ScreenSource, find_screen
from performer.frames.settings import FramesSettings
from performer.frames.spec import ArcadeSpec, AutoSpec, ClipSpec, RecorderSpec, ScreenSpec, parse_frames
from performer.models.address import ollama_url
from performer.models.describe import Describer
from performer.models.gate import Gate, Gated
from performer.models.lead import Candidate, Lead
from performer.models.model import Model
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.scripted import Scripted
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, ScriptedSpec, UnderstudySpec, parse_model
from performer.models.understudy import Understudy
from performer.own_thread import OwnThread
from performer.roles import Role
from performer.session import is_wayland
from performer.voices.chain import VoiceChain
from performer.voices.engines import make_chain
from performer.voices.settings import VoiceSettings

_DISPLAY_WITHIN_S = 5.0


@dataclass(frozen=True, kw_only=True)
class Brain:
    """Who thinks: the model of the turns, what else it needs to run, and who puts pictures into words."""

    model: Model
    lead: Lead | None
    """To be run beside the show when an Ollama leads."""
    describe: Callable[[Frame, str], Awaitable[str]]
    cadence: Cadence
    """How often it may be asked and with how large pictures; steady when nothing runs on the graphics card."""

    def role(self) -> Role:
        """Tell who performs right now."""
        if self.lead is None:
            return Role(part="brain", plays=self.model.name)
        if self.lead.coming:
            why = f"{self.lead.reason}; it is loading, and the {self.lead.name} plays until then"
            return Role(part="brain", plays=self.lead.coming, why=why)
        why = "; ".join(filter(None, [self.lead.reason, self.cadence.why]))
        return Role(part="brain", plays=self.lead.name, why=why)


@dataclass(frozen=True, kw_only=True)
class Cast:
    """Everybody, and what the table tells of them."""

    source: FrameSource
    eyes: Role
    voice: VoiceChain
    """Who speaks; `run` beside the show brings back a voice that failed."""
    brain: Brain

    @property
    def mouth(self) -> Role:
        """Tell who speaks right now."""
        return self.voice.role()


async def cast_all(clock: Clock, stream: EventStream, config: Config, stack: AsyncExitStack) -> Cast:
    """Cast every part; what is opened for it is closed with the stack."""
    source, eyes = await cast_eyes(clock, config.frames)
    voice = await cast_voice(clock, stream, config.voice, stack)
    brain = await cast_brain(clock, stream, config.model, stack)
    return Cast(source=source, eyes=eyes, voice=voice, brain=brain)


async def cast_eyes(clock: Clock, settings: FramesSettings) -> tuple[FrameSource, Role]:
    """Open no more than a look at the screen or the clip."""
    match parse_frames(settings.source):
        case ArcadeSpec(seed=seed):
            source = _arcade(clock, settings, seed)
            return source, Role(part="eyes", plays=source.name)
        case ScreenSpec() as spec:
            screen = await _screen(clock, settings, spec)
            return screen, Role(part="eyes", plays=screen.name)
        case RecorderSpec() as spec:
            recorder = _recorder(clock, settings, spec)
            return recorder, Role(part="eyes", plays=recorder.name)
        case ClipSpec(path=path):
            clip = await _clip(clock, settings, path)
            return clip, Role(part="eyes", plays=clip.name)
        case AutoSpec():
            return await _eyes_that_fit(clock, settings)


async def _eyes_that_fit(clock: Clock, settings: FramesSettings) -> tuple[FrameSource, Role]:
    """Grab the screen; where that does not work, record it; where there is none, have the arcade play."""
    if is_wayland():
        recorder = _recorder(clock, settings, RecorderSpec())
        why = "a Wayland session: choose the screen in the window that your system shows"
        return recorder, Role(part="eyes", plays=recorder.name, why=why)
    try:
        screen = await _screen(clock, settings, ScreenSpec())
    except ServiceError as none:
        if sys.platform == "darwin":
            recorder = _recorder(clock, settings, RecorderSpec())
            return recorder, Role(part="eyes", plays=recorder.name, why=f"recorded, because {none}")
        arcade = _arcade(clock, settings, ArcadeSpec().seed)
        why = f"{str(none).rstrip('.')}; a demo game plays instead"
        return arcade, Role(part="eyes", plays=arcade.name, why=why)
    return screen, Role(part="eyes", plays=screen.name)


async def cast_voice(clock: Clock, stream: EventStream, settings: VoiceSettings, stack: AsyncExitStack) -> VoiceChain:
    """Take the voice that is asked for and those that may take over, and have it speak once, unheard."""
    chain = await make_chain(clock, stream, settings, stack)
    await chain.audition()
    return chain


async def cast_brain(clock: Clock, stream: EventStream, settings: ModelSettings, stack: AsyncExitStack) -> Brain:
    """Make the model that is asked for; what it opens is closed with the stack."""
    understudy = Understudy(clock)
    cadence = Cadence(clock, stream)
    match parse_model(settings.spec):
        case UnderstudySpec():
            return Brain(model=understudy, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case ScriptedSpec(file=file):
            scripted = Scripted(file, clock)
            return Brain(model=scripted, lead=None, describe=_describing(understudy, understudy), cadence=cadence)
        case OllamaSpec() as spec:
            lead = await _ollama_lead(clock, stream, as_asked(settings, spec), understudy, cadence, stack)
            # Who waits at the gate is not slow: the cadence measures behind it.
            gated = Gated(lead, Gate())
            return Brain(model=gated, lead=lead, describe=_describing(gated, understudy), cadence=cadence)


async def _ollama_lead(
    clock: Clock,
    stream: EventStream,
    settings: ModelSettings,
    understudy: Understudy,
    cadence: Cadence,
    stack: AsyncExitStack,
) -> Lead:
    server = await stack.enter_async_context(OllamaServer(settings.url, clock, wanted=settings.name))

    async def candidate() -> Candidate:
        return cadence.timed(Ollama(server, await choose(server, settings), settings, clock))

    return Lead(candidate, understudy, policy=settings.understudy, clock=clock, events=stream)


def as_asked(settings: ModelSettings, spec: OllamaSpec) -> ModelSettings:
    """Let the name and address of a spec win over the settings'."""
    return settings.model_copy(
        update={"name": spec.name or settings.name, "url": ollama_url(spec.url) if spec.url else settings.url}
    )


def _describing(model: Model, understudy: Understudy) -> Callable[[Frame, str], Awaitable[str]]:
    """Have pictures described by the model, or by plain statistics when it cannot see."""
    by_model, by_statistics = Describer(model), Describer(understudy)

    async def describe(frame: Frame, question: str) -> str:
        describer = by_model if model.sees else by_statistics
        return await describer.describe(frame.jpeg, frame.digest, question)

    return describe


async def _screen(clock: Clock, settings: FramesSettings, spec: ScreenSpec) -> ScreenSource:
    with clock.move_on_after(_DISPLAY_WITHIN_S):
        size = await OwnThread("find screen").run(partial(find_screen, spec))
        return ScreenSource(clock, spec, size, rate_hz=settings.rate_hz, masks=settings.painted)
    raise ServiceError(f"the display does not answer within {_DISPLAY_WITHIN_S:g} s")


def _recorder(clock: Clock, settings: FramesSettings, spec: RecorderSpec) -> RecorderSource:
    return RecorderSource(clock, spec, rate_hz=settings.rate_hz, masks=settings.painted)


async def _clip(clock: Clock, settings: FramesSettings, path: Path) -> ClipSource:
    thread = OwnThread("find clip")
    try:
        await thread.run(partial(find_clip, path))
    finally:
        thread.close()
    return ClipSource(clock, path, rate_hz=settings.rate_hz, masks=settings.painted)


def _arcade(clock: Clock, settings: FramesSettings, seed: int) -> ArcadeSource:
    def as_frame(picture: Image, at_s: float) -> Frame:
        return develop(
            picture, source=f"arcade seed {seed}", at_s=at_s, began_s=time.perf_counter(), masks=settings.painted
        )

    return ArcadeSource(clock, develop=as_frame, seed=seed, rate_hz=settings.rate_hz)
