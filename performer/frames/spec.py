"""What a user may write for a source of pictures: `auto`, `screen[:N[:x,y,w,h]]`, `arcade[:SEED]`."""

from dataclasses import dataclass

from performer.errors import ConfigError
from performer.near import near_miss

_EXPECTED = "Expected auto, screen[:N[:x,y,w,h]] or arcade[:SEED]"


@dataclass(frozen=True, kw_only=True)
class Rectangle:
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
    rectangle: Rectangle | None = None


@dataclass(frozen=True, kw_only=True)
class ArcadeSpec:
    """Our own game."""

    seed: int = 1


@dataclass(frozen=True, kw_only=True)
class AutoSpec:
    """The first screen, or the arcade where there is none."""


FramesSpec = ScreenSpec | ArcadeSpec | AutoSpec


def parse_frames(text: str) -> FramesSpec:
    """Read a spec.

    Raises:
        ConfigError: naming what was written and what was expected.
    """
    kind, *words = text.split(":")
    match kind, words:
        case "auto", []:
            return AutoSpec()
        case "screen", []:
            return ScreenSpec()
        case "screen", [monitor]:
            return ScreenSpec(monitor=_number(monitor, text))
        case "screen", [monitor, rectangle]:
            return ScreenSpec(monitor=_number(monitor, text), rectangle=_rectangle(rectangle, text))
        case "arcade", []:
            return ArcadeSpec()
        case "arcade", [seed]:
            return ArcadeSpec(seed=_number(seed, text))
    raise ConfigError(
        f"frames: '{text}' is no source of pictures. {_EXPECTED}. {near_miss(kind, ['screen', 'arcade'])}"
    )


def _rectangle(words: str, text: str) -> Rectangle:
    numbers = [_number(word, text) for word in words.split(",")]
    match numbers:
        case [x, y, width, height] if width > 0 and height > 0:
            return Rectangle(x=x, y=y, width=width, height=height)
    raise ConfigError(f"frames: '{text}' has the rectangle '{words}'. Expected x,y,width,height in pixels.")


def _number(word: str, text: str) -> int:
    if not word.strip().isdecimal():
        raise ConfigError(f"frames: '{text}' has '{word}' where a whole number belongs. {_EXPECTED}.")
    return int(word)
