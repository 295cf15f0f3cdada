"""The start of the source of pictures: the screen, a recording of it, a clip, or the demo game."""

import sys
from functools import partial

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.process.child import is_wayland
from performer.core.process.thread import WorkerThread
from performer.core.status import Role, RoleState
from performer.vision.demo_game.game import DemoGameSource
from performer.vision.frame import PromptSource
from performer.vision.settings import (
    AutoFramesSpec,
    ClipSpec,
    DemoGameSpec,
    FramesSettings,
    RecorderSpec,
    ScreenSpec,
    parse_frames,
)
from performer.vision.sources.clip import ClipSource, find_clip
from performer.vision.sources.recorder_process import RecorderSource
from performer.vision.sources.screen import ScreenSource, find_screen

_DISPLAY_WITHIN_S = 5.0


async def start_source(clock: Clock, settings: FramesSettings, written: str | None = None) -> tuple[PromptSource, Role]:
    """Make the source of the settings, or another that is `written` in their way, and its row of the start-up table.

    Only the screen or the clip is looked at.

    Raises:
        ConfigError: when there is no such screen or clip.
        ServiceError: when the display does not hand out pictures.
    """
    spec = parse_frames(settings.source if written is None else written)
    if isinstance(spec, AutoFramesSpec):
        source, why = await _find_source(clock, settings)
        state: RoleState = "partly" if isinstance(source, DemoGameSource) else "works"
        return source, Role(part="eyes", plays=source.name, why=why, state=state)
    source = await _make_source(clock, settings, spec)
    return source, Role(part="eyes", plays=source.name)


async def _find_source(clock: Clock, settings: FramesSettings) -> tuple[PromptSource, str]:
    """Return the screen; where it cannot be grabbed, a recorder; where there is none, the demo game; and why."""
    recorder = RecorderSpec()
    if is_wayland():
        why = own("a Wayland session: choose the screen in the window that your system shows")
        return await _make_source(clock, settings, recorder), why
    try:
        return await _make_source(clock, settings, ScreenSpec()), ""
    except ServiceError as none:
        if sys.platform == "darwin":
            return await _make_source(clock, settings, recorder), own("recorded, because {none}", none=none)
        why = own("{trouble}; a demo game plays instead", trouble=str(none).rstrip("."))
        return await _make_source(clock, settings, DemoGameSpec()), why


async def _make_source(
    clock: Clock, settings: FramesSettings, spec: DemoGameSpec | ScreenSpec | RecorderSpec | ClipSpec
) -> PromptSource:
    match spec:
        case DemoGameSpec(seed=seed):
            return DemoGameSource(clock, seed=seed, rate_hz=settings.rate_hz, masks=settings.painted)
        case ScreenSpec():
            with clock.move_on_after(_DISPLAY_WITHIN_S):
                size = await WorkerThread("find screen").run(partial(find_screen, spec))
                return ScreenSource(clock, spec, size, rate_hz=settings.rate_hz, masks=settings.painted)
            raise ServiceError(
                own("the display does not answer within {display_within_s:g} s", display_within_s=_DISPLAY_WITHIN_S)
            )
        case RecorderSpec():
            return RecorderSource(clock, spec, rate_hz=settings.rate_hz, masks=settings.painted)
        case ClipSpec(path=path):
            thread = WorkerThread("find clip")
            try:
                await thread.run(partial(find_clip, path))
            finally:
                thread.close()
            return ClipSource(clock, path, rate_hz=settings.rate_hz, masks=settings.painted)
