"""The sources of pictures that there are on this machine, each with a small picture or the reason why there is none."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from performer.core.clock import Clock
from performer.core.errors import PerformerError, ServiceError
from performer.core.own_text import own
from performer.core.process.child import is_wayland
from performer.core.process.thread import WorkerThread
from performer.core.redact.redact import EncodedPicture
from performer.core.values import dataclass
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.encode import GrabbedPicture
from performer.vision.frame import shrink_to_width
from performer.vision.preview import write_picture
from performer.vision.settings import ClipSpec, DemoGameSpec, FramesSettings, FramesSpec, ScreenSpec, parse_frames
from performer.vision.sources.clip import open_clip
from performer.vision.sources.screen import ScreenGrabber, list_screens

_WIDTH: Final = 240
_WITHIN_S: Final = 5.0
_A_LEVEL_S: Final = 20.0
"""An instant of the demo game at which it is played."""


@dataclass(frozen=True, kw_only=True)
class ListedSource:
    """A source that can be chosen, or the reason why it cannot."""

    spec: str
    """As `frames.source` has it."""
    kind: str
    """auto, screen, recorder, clip or arcade."""
    monitor: int = 0
    width: int = 0
    height: int = 0
    """The size in pixels, 0 where it is not known."""
    why: str = ""
    """Why it cannot be had, with the remedy; empty when it can."""
    in_use: bool = False
    jpeg: str = EncodedPicture()
    """A small picture in Base64; empty where none is shown."""


@dataclass(frozen=True, eq=False)
class SourceList:
    """Lists the sources; their pictures have the masks of the settings, and are made only while nothing is hidden."""

    _clock: Clock
    _settings: FramesSettings
    _in_use: Callable[[], str]
    """Returns the source in use, as `frames.source` has it."""
    _why_away: Callable[[], str]

    async def make(self, *, pictures: bool) -> list[dict[str, Any]]:
        """Return the sources as JSON values, with `pictures` if they are asked for and nothing forbids looking."""
        thread = WorkerThread("list sources")
        try:
            with self._clock.move_on_after(_WITHIN_S):
                listed = await thread.run(partial(self._list, pictures=pictures and not self._why_away()))
                return [
                    asdict(each if not self._why_away() else replace(each, jpeg=EncodedPicture())) for each in listed
                ]
            raise ServiceError(own("the display does not answer within {s:g} s", s=_WITHIN_S))
        finally:
            thread.close()

    def _list(self, *, pictures: bool) -> list[ListedSource]:
        in_use = self._in_use()
        listed = [replace(each, in_use=each.spec == in_use) for each in _list_here()]
        if not any(each.in_use for each in listed):
            kind = in_use.partition(":")[0]
            listed = [*listed, ListedSource(spec=in_use, kind=kind, in_use=True)]
        return [replace(each, jpeg=self._take(each)) for each in listed] if pictures else listed

    def _take(self, source: ListedSource) -> EncodedPicture:
        """Return a small picture of a source; empty where it cannot be had, or would ask the system for leave."""
        if source.why:
            return EncodedPicture()
        try:
            grabbed = self._grab(parse_frames(source.spec))
        except PerformerError:
            return EncodedPicture()
        return write_picture(shrink_to_width(grabbed, _WIDTH)) if grabbed else EncodedPicture()

    def _grab(self, spec: FramesSpec) -> bytes:
        """Return the JPEG of a picture that a source shows now, masks painted."""
        grab = partial(GrabbedPicture, source="", at_s=0.0, began_s=0.0, masks=self._settings.painted)
        match spec:
            case ScreenSpec():
                grabber = ScreenGrabber(spec)
                try:
                    return grab(picture=grabber.grab(0.0), bgr=True, is_lent=True).encode(full_size=False).jpeg
                finally:
                    grabber.close()
            case ClipSpec(path=path):
                reel = open_clip(path, rate_hz=1.0)
                try:
                    return grab(picture=reel.decode(0.0)).encode(full_size=False).jpeg
                finally:
                    reel.close()
            case DemoGameSpec(seed=seed):
                return grab(picture=draw(DemoGame(seed).state_at(_A_LEVEL_S))).encode(full_size=False).jpeg
            case _:
                return b""


def _list_here() -> Iterator[ListedSource]:
    """Yield what can be chosen on this machine, and what could be with a remedy."""
    yield ListedSource(spec="auto", kind="auto")
    yield from _list_screens()
    yield ListedSource(spec="recorder", kind="recorder", why=_explain_no_recorder())
    yield ListedSource(spec="arcade", kind="arcade")


def _list_screens() -> Iterator[ListedSource]:
    if is_wayland():
        why = own(
            "a Wayland session hands out no screen: choose the recorder, and then the screen in your system's window"
        )
        yield ListedSource(spec="screen", kind="screen", monitor=1, why=why)
        return
    try:
        screens = list_screens()
    except ServiceError as none:
        yield ListedSource(spec="screen", kind="screen", monitor=1, why=str(none))
        return
    for number, (width, height) in enumerate(screens, start=1):
        spec = "screen" if number == 1 else f"screen:{number}"
        yield ListedSource(spec=spec, kind="screen", monitor=number, width=width, height=height)


def _explain_no_recorder() -> str:
    if importlib.util.find_spec("PySide6") is None:
        return own("the recorder is a part of the window: install PySide6 for {python}", python=sys.executable)
    return ""
