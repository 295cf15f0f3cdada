"""The second way to the screen on Windows: the recorder, which has Desktop Duplication, beside the grab by BitBlt."""

from contextlib import aclosing
from statistics import median
from typing import Final

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.own_text import OwnText, own
from performer.doctor.report import CheckNotes
from performer.vision.changes.frozen import FrozenDetector, PictureWorth
from performer.vision.frame import Frame, FrameSource
from performer.vision.settings import FramesSettings, ScreenSpec, parse_frames
from performer.vision.start_source import start_source

_LOOKS: Final = 8
"""Of the first few, some wait for what is only made once."""
_AT_HZ: Final = 10.0
_QUICKER: Final = 2.0
_LEAST_MS: Final = 5.0
"""Less than so is not worth a change of the settings."""


def is_black(frame: Frame, settings: FramesSettings) -> bool:
    """Return whether a picture is black, but for what is masked."""
    return FrozenDetector(frozen_s=float("inf")).judge(frame, settings.painted) is PictureWorth.BLACK


async def read_first(source: FrameSource) -> Frame:
    """Return the first picture of a source.

    Raises:
        ServiceError: when it gives none.
    """
    async with aclosing(source.frames()) as frames:
        async for look in frames:
            return await look.develop()
    raise ServiceError(own("{name} gives no picture", name=source.name))


async def try_recorder(clock: Clock, settings: FramesSettings) -> OwnText | None:
    """Return the way to take the recorder's pictures, if it sees the screen that is black otherwise."""
    recorder = _name_recorder(settings)
    try:
        frame = await read_first((await start_source(clock, settings, recorder))[0])
    except ServiceError:
        return None
    if is_black(frame, settings):
        return None
    return own("The recorder sees it: {start} config set frames.source {recorder}", start=COMMAND, recorder=recorder)


async def compare_recorder(clock: Clock, settings: FramesSettings, notes: CheckNotes) -> None:
    """Note what a picture of the screen takes by each way; one by the recorder may have to be twice as quick."""
    recorder = _name_recorder(settings)
    often = settings.model_copy(update={"rate_hz": _AT_HZ})
    grabbed_ms = await _measure_ms((await start_source(clock, often))[0])
    try:
        recorded_ms = await _measure_ms((await start_source(clock, often, recorder))[0])
    except ServiceError as none:
        notes.skip("recorder", own("the recorder gives no picture: {none}", none=none))
        return
    note_quicker(notes, recorder, grabbed_ms=grabbed_ms, recorded_ms=recorded_ms)


def note_quicker(notes: CheckNotes, recorder: str, *, grabbed_ms: float, recorded_ms: float) -> None:
    """Note which way is the quicker one, with the command for the recorder where that is worth it."""
    found = own(
        "a picture takes {grabbed_ms:.0f} ms, and {recorded_ms:.0f} ms by the recorder",
        grabbed_ms=grabbed_ms,
        recorded_ms=recorded_ms,
    )
    if grabbed_ms > max(recorded_ms * _QUICKER, recorded_ms + _LEAST_MS):
        notes.warn(
            "recorder", found, own("{start} config set frames.source {recorder}", start=COMMAND, recorder=recorder)
        )
    else:
        notes.ok("recorder", found)


async def _measure_ms(source: FrameSource) -> float:
    costs_ms: list[float] = []
    async with aclosing(source.frames()) as frames:
        async for look in frames:
            costs_ms.append(look.cost_ms)
            if len(costs_ms) == _LOOKS:
                break
    return median(costs_ms)


def _name_recorder(settings: FramesSettings) -> str:
    spec = parse_frames(settings.source)
    return f"recorder:{spec.monitor if isinstance(spec, ScreenSpec) else 1}"
