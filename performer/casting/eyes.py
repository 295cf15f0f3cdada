"""Who sees: the screen, a recording of it, a clip, or the demo game."""

import sys
import time
from functools import partial
from pathlib import Path

from PIL.Image import Image

from performer.clock import Clock
from performer.errors import ServiceError
from performer.frames import Frame, FrameSource
from performer.frames.arcade.source import ArcadeSource
from performer.frames.clip import ClipSource, find_clip
from performer.frames.develop import develop
from performer.frames.recorder import RecorderSource
from performer.frames.screen import ScreenSource, find_screen
from performer.frames.settings import FramesSettings
from performer.frames.spec import ArcadeSpec, AutoSpec, ClipSpec, RecorderSpec, ScreenSpec, parse_frames
from performer.own_thread import OwnThread
from performer.roles import Role
from performer.session import is_wayland

_DISPLAY_WITHIN_S = 5.0


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
