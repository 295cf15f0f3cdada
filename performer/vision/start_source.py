"""Who sees: the screen, a recording of it, a clip, or the demo game."""

import sys
import time
from functools import partial
from pathlib import Path

from PIL.Image import Image

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.process.child import is_wayland
from performer.core.process.thread import WorkerThread
from performer.core.status import Role
from performer.vision.demo_game.game import DemoGameSource
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame, FrameSource
from performer.vision.settings import FramesSettings
from performer.vision.sources.clip import ClipSource, find_clip
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.sources.screen import ScreenSource, find_screen
from performer.vision.sources.select import (
    AutoFramesSpec,
    ClipSpec,
    DemoGameSpec,
    RecorderSpec,
    ScreenSpec,
    parse_frames,
)

_DISPLAY_WITHIN_S = 5.0


async def start_source(clock: Clock, settings: FramesSettings) -> tuple[FrameSource, Role]:
    """Open no more than a look at the screen or the clip."""
    match parse_frames(settings.source):
        case DemoGameSpec(seed=seed):
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
        case AutoFramesSpec():
            return await _find_source(clock, settings)


async def _find_source(clock: Clock, settings: FramesSettings) -> tuple[FrameSource, Role]:
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
        arcade = _arcade(clock, settings, DemoGameSpec().seed)
        why = f"{str(none).rstrip('.')}; a demo game plays instead"
        return arcade, Role(part="eyes", plays=arcade.name, why=why)
    return screen, Role(part="eyes", plays=screen.name)


async def _screen(clock: Clock, settings: FramesSettings, spec: ScreenSpec) -> ScreenSource:
    with clock.move_on_after(_DISPLAY_WITHIN_S):
        size = await WorkerThread("find screen").run(partial(find_screen, spec))
        return ScreenSource(clock, spec, size, rate_hz=settings.rate_hz, masks=settings.painted)
    raise ServiceError(f"the display does not answer within {_DISPLAY_WITHIN_S:g} s")


def _recorder(clock: Clock, settings: FramesSettings, spec: RecorderSpec) -> RecorderSource:
    return RecorderSource(clock, spec, rate_hz=settings.rate_hz, masks=settings.painted)


async def _clip(clock: Clock, settings: FramesSettings, path: Path) -> ClipSource:
    thread = WorkerThread("find clip")
    try:
        await thread.run(partial(find_clip, path))
    finally:
        thread.close()
    return ClipSource(clock, path, rate_hz=settings.rate_hz, masks=settings.painted)


def _arcade(clock: Clock, settings: FramesSettings, seed: int) -> DemoGameSource:
    def as_frame(picture: Image, at_s: float) -> Frame:
        return encode_frame(
            picture, source=f"arcade seed {seed}", at_s=at_s, began_s=time.perf_counter(), masks=settings.painted
        )

    return DemoGameSource(clock, develop=as_frame, seed=seed, rate_hz=settings.rate_hz)
