"""The sources of pictures that a user may write.

`auto`, `screen[:N[:x,y,w,h]]`, `recorder[:N]`, `clip:PATH`, `arcade[:SEED]`.
"""

from dataclasses import dataclass
from pathlib import Path

from performer.core.errors import ConfigError
from performer.core.redact.redact import mask_secrets
from performer.core.text import format_near_miss

_EXPECTED = "Expected auto, screen[:N[:x,y,w,h]], recorder[:N], clip:PATH or arcade[:SEED]"
_KINDS = ["auto", "screen", "recorder", "clip", "arcade"]


@dataclass(frozen=True, kw_only=True)
class ScreenRectangle:
    """A part of a monitor, in pixels from its top left corner."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.x},{self.y},{self.width},{self.height}"


@dataclass(frozen=True, kw_only=True)
class ScreenSpec:
    """A monitor, counted from 1, or a rectangle of it."""

    monitor: int = 1
    rectangle: ScreenRectangle | None = None


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
    """Parse a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, *words = text.split(":")
    if kind == "clip":
        return _parse_clip(text)
    match kind, words:
        case "auto", []:
            return AutoFramesSpec()
        case "screen", []:
            return ScreenSpec()
        case "screen", [monitor]:
            return ScreenSpec(monitor=_parse_number(monitor, text))
        case "screen", [monitor, rectangle]:
            return ScreenSpec(monitor=_parse_number(monitor, text), rectangle=_parse_rectangle(rectangle, text))
        case "recorder", []:
            return RecorderSpec()
        case "recorder", [monitor]:
            return RecorderSpec(monitor=_parse_number(monitor, text))
        case "arcade", []:
            return DemoGameSpec()
        case "arcade", [seed]:
            return DemoGameSpec(seed=_parse_number(seed, text))
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


def _parse_rectangle(words: str, text: str) -> ScreenRectangle:
    numbers = [_parse_number(word, text) for word in words.split(",")]
    match numbers:
        case [x, y, width, height] if width > 0 and height > 0:
            return ScreenRectangle(x=x, y=y, width=width, height=height)
    raise ConfigError(f"frames: '{text}' has the rectangle '{words}'. Expected x,y,width,height in pixels.")


def _parse_number(word: str, text: str) -> int:
    if not word.strip().isdecimal():
        raise ConfigError(f"frames: '{text}' has '{word}' where a whole number belongs. {_EXPECTED}.")
    return int(word)
