"""The settings of pictures: where they come from, and what of them is hidden.

A source is written as `auto`, `screen[:N[:x,y,w,h]]`, `recorder[:N]`, `clip:PATH` or `arcade[:SEED]`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

from pydantic import Field, field_validator

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets
from performer.core.settings import Live, Settings
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.vision.frame import Mask

_EXPECTED = "Expected auto, screen[:N[:x,y,w,h]], recorder[:N], clip:PATH or arcade[:SEED]"
_KINDS = ["auto", "screen", "recorder", "clip", "arcade"]


@dataclass(frozen=True, kw_only=True)
class ScreenSpec:
    """A monitor, counted from 1, or a rectangle of it."""

    monitor: int = 1
    rectangle: tuple[int, int, int, int] | None = None
    """Left and top from the monitor's corner, width and height, in pixels."""


@dataclass(frozen=True, kw_only=True)
class RecorderSpec:
    """A monitor, counted from 1, recorded by a process of its own: where the screen cannot be grabbed (Wayland)."""

    monitor: int = 1


@dataclass(frozen=True, kw_only=True)
class ClipSpec:
    """Pictures from a folder, or an animated file, played in a loop."""

    path: Path


@dataclass(frozen=True, kw_only=True)
class DemoGameSpec:
    """The demo game."""

    seed: int = 1


@dataclass(frozen=True, kw_only=True)
class AutoFramesSpec:
    """The first screen, or the demo game where there is none."""


FramesSpec = ScreenSpec | RecorderSpec | ClipSpec | DemoGameSpec | AutoFramesSpec


def parse_frames(text: str) -> FramesSpec:
    """Parse a spec, or raise a ConfigError that names what was written and what was expected."""
    kind, *words = text.split(":")
    if kind == "clip":
        return _parse_clip(text)
    match kind, words:
        case "auto", []:
            return AutoFramesSpec()
        case "screen", [] | [_] | [_, _]:
            rectangle = _parse_rectangle(words[1], text) if words[1:] else None
            return ScreenSpec(monitor=_parse_number(words, text), rectangle=rectangle)
        case "recorder", [] | [_]:
            return RecorderSpec(monitor=_parse_number(words, text))
        case "arcade", [] | [_]:
            return DemoGameSpec(seed=_parse_number(words, text))
    raise ConfigError(
        f"frames: '{mask_secrets(text)}' is no source of pictures. {_EXPECTED}. {format_near_miss(kind, _KINDS)}"
    )


def _parse_clip(text: str) -> ClipSpec:
    """Parse a clip's path, which is all that follows the first colon: it may hold colons itself (a Windows drive)."""
    path = text.partition(":")[2].strip()
    if not path:
        raise ConfigError(f"frames: '{text}' names no clip. Expected clip:PATH, a folder of pictures or a GIF.")
    try:
        return ClipSpec(path=Path(path).expanduser())
    except RuntimeError:
        raise ConfigError(f"frames: '{text}' begins with a home folder that is not known. Write it out.") from None


def _parse_rectangle(written: str, text: str) -> tuple[int, int, int, int]:
    match [_parse_number([word], text) for word in written.split(",")]:
        case [x, y, width, height] if width > 0 and height > 0:
            return x, y, width, height
    raise ConfigError(f"frames: '{text}' has the rectangle '{written}'. Expected x,y,width,height in pixels.")


def _parse_number(words: Sequence[str], text: str) -> int:
    """Parse the first of some words; 1 when there is none."""
    if not words:
        return 1
    if not words[0].strip().isdecimal():
        raise ConfigError(f"frames: '{text}' has '{words[0]}' where a whole number belongs. {_EXPECTED}.")
    return int(words[0])


Rectangle = tuple[float, float, float, float] | tuple[float, float, float, float, str]
"""Left, top, width and height as fractions of the picture, and maybe a name."""
_LONGEST_NAME = 40


class FramesSettings(Settings):
    """Where pictures come from and what of them nobody may see."""

    source: str = "auto"
    """Where pictures come from: auto, screen[:N[:x,y,w,h]], recorder[:N], clip:PATH or arcade[:SEED]."""
    rate_hz: Live[float] = Field(default=2.0, gt=0, le=10)
    """Pictures a second; at fewer than 2 what happens is seen too late for a line to be about it."""
    frozen_s: Live[float] = Field(default=60.0, ge=5, le=3600)
    """A picture that has stayed the very same for this long is not talked about until it changes, in seconds."""
    masks: Live[list[Rectangle]] = Field(default=[])
    """Rectangles to black out before anything sees them: left, top, width, height, each a fraction from 0 to 1; and
    maybe a name."""

    @field_validator("source")
    @classmethod
    def _is_a_source(cls, text: str) -> str:
        try:
            parse_frames(text)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return text

    @field_validator("masks", mode="before")
    @classmethod
    def _are_rectangles(cls, masks: object) -> object:
        if not isinstance(masks, list | tuple) or not all(_is_rectangle(mask) for mask in masks):
            raise ValueError("expected a list of [left, top, width, height], each number from 0 to 1, and maybe a name")
        return masks

    @property
    def painted(self) -> "PaintedMasks":
        """The masks, ready to paint: at each look those that are set by then."""
        return PaintedMasks(self)


class PaintedMasks(Sequence[Mask]):
    """The masks of the settings as they are now: one that is drawn during the show hides from the next look on."""

    def __init__(self, settings: FramesSettings) -> None:
        self._settings = settings

    def __len__(self) -> int:
        return len(self._settings.masks)

    @overload
    def __getitem__(self, at: int) -> Mask: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Mask]: ...

    def __getitem__(self, at: int | slice) -> Mask | Sequence[Mask]:
        return [Mask(*each[:4]) for each in self._settings.masks][at]

    def __iter__(self) -> Iterator[Mask]:
        return iter([Mask(*each[:4]) for each in self._settings.masks])


def _is_rectangle(mask: object) -> bool:
    if not isinstance(mask, list | tuple) or len(mask) not in (4, 5):
        return False
    is_named = all(isinstance(name, str) and len(name) <= _LONGEST_NAME for name in mask[4:])
    return is_named and all(isinstance(number, int | float) and 0 <= number <= 1 for number in mask[:4])
