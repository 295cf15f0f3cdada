"""The theme: how the stage looks. Lengths are units of a board of 1920 x 1080, colours are #RRGGBB or #RRGGBBAA.

The defaults are the theme `night`; a test holds them and its file together. The marks on the fields (`Interval`,
`Match`) are checked where a theme's file is read; a client may trust what the server sends.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Interval, Len, Predicate


def is_colour(text: str) -> bool:
    """Tell whether a text is #RRGGBB or #RRGGBBAA."""
    digits = text.removeprefix("#")
    return text.startswith("#") and len(digits) in {6, 8} and all(each in "0123456789abcdefABCDEF" for each in digits)


Colour = Annotated[str, Predicate(is_colour)]
Length = Annotated[float, Interval(ge=0, le=1920)]
Curve = tuple[
    Annotated[float, Interval(ge=0, le=1)],
    Annotated[float, Interval(ge=-3, le=3)],
    Annotated[float, Interval(ge=0, le=1)],
    Annotated[float, Interval(ge=-3, le=3)],
]
"""The two handles of a cubic Bézier curve, x1 y1 x2 y2, as CSS has them."""

_STRICT: dict[str, Any] = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Font:
    """The letters."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    family: Annotated[str, Len(1, 80)] = "Nunito"
    """A family that the machine has; where it has not, the bundled Nunito stands in."""


@dataclass(frozen=True, kw_only=True)
class Shadow:
    """The soft shadow below a box."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    down: Length = 10
    blur: Annotated[float, Interval(ge=0, le=120)] = 34
    """As CSS has it: twice the standard deviation."""
    colour: Colour = "#00000061"


@dataclass(frozen=True, kw_only=True)
class BoxStyle:
    """A box with words in it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    size: Annotated[float, Interval(ge=12, le=160)] = 40
    """Of the letters."""
    weight: Literal[600, 700] = 600
    leading: Annotated[float, Interval(ge=0.9, le=2)] = 1.28
    """The height of a line, in sizes of the letters."""
    lines: Annotated[int, Interval(ge=1, le=6)] = 2
    """At most so many; longer words are set smaller, then cut with an ellipsis."""
    max_width: Annotated[float, Interval(ge=120, le=1920)] = 1080
    """Of the whole box."""
    padding: tuple[Length, Length, Length, Length] = (34, 16, 34, 18)
    """Left, top, right, bottom: from the box's edge to the words, border not counted."""
    text: Colour = "#FBFAF4"
    fill: Colour = "#10131CCC"
    border: Colour = "#FFFFFF12"
    border_width: Annotated[float, Interval(ge=0, le=20)] = 2
    corner: Annotated[float, Interval(ge=0, le=200)] = 22
    shadow: Shadow = Shadow()


@dataclass(frozen=True, kw_only=True)
class CaptionStyle(BoxStyle):
    """Captions: in the middle of the stage, at its bottom or top."""

    at: Literal["top", "bottom"] = "bottom"
    margin: Length = 64
    """From that edge of the stage to the box."""


@dataclass(frozen=True, kw_only=True)
class BubbleStyle(BoxStyle):
    """Bubbles: on one side of the stage, with a tail that points down to the avatar."""

    size: Annotated[float, Interval(ge=12, le=160)] = 38
    weight: Literal[600, 700] = 700
    leading: Annotated[float, Interval(ge=0.9, le=2)] = 1.2
    lines: Annotated[int, Interval(ge=1, le=6)] = 3
    max_width: Annotated[float, Interval(ge=120, le=1920)] = 560
    padding: tuple[Length, Length, Length, Length] = (30, 20, 30, 22)
    text: Colour = "#171B26"
    fill: Colour = "#FBFAF4"
    border: Colour = "#FFFFFF00"
    border_width: Annotated[float, Interval(ge=0, le=20)] = 0
    corner: Annotated[float, Interval(ge=0, le=200)] = 26
    shadow: Shadow = Shadow(down=12, blur=30, colour="#00000059")
    margin: Length = 170
    """From the side of the stage to the box, which is as narrow as its words, 150 at least."""
    stands: tuple[Length, Length, Length] = (703, 463, 223)
    """From the bottom of the stage to the lower edge of a box at its places: top, middle, bottom."""
    tail: Length = 28
    """Across and down; 0 leaves it away."""
    tail_margin: Length = 64
    """From the box's edge on its side of the stage to the tail."""


@dataclass(frozen=True, kw_only=True)
class ToastStyle(BoxStyle):
    """Toasts: in the upper left corner of a window, below each other."""

    size: Annotated[float, Interval(ge=12, le=160)] = 26
    lines: Annotated[int, Interval(ge=1, le=6)] = 3
    max_width: Annotated[float, Interval(ge=120, le=1920)] = 560
    padding: tuple[Length, Length, Length, Length] = (24, 14, 24, 16)
    corner: Annotated[float, Interval(ge=0, le=200)] = 18
    margin: Length = 64
    """From the top and the left of the stage to the first one."""
    gap: Length = 14
    """From one to the next."""
    info: Colour = "#3FD5C8"
    """The bar at the left edge of a piece of news."""
    warning: Colour = "#FF6F7D"
    """The same of a warning."""


@dataclass(frozen=True, kw_only=True)
class CardStyle(BoxStyle):
    """Cards: on one side of the stage, below each other, all of the same width; `lines` are those below the title."""

    size: Annotated[float, Interval(ge=12, le=160)] = 28
    """Of the title's letters."""
    weight: Literal[600, 700] = 700
    leading: Annotated[float, Interval(ge=0.9, le=2)] = 1.25
    lines: Annotated[int, Interval(ge=1, le=6)] = 3
    max_width: Annotated[float, Interval(ge=120, le=1920)] = 440
    padding: tuple[Length, Length, Length, Length] = (24, 18, 24, 20)
    corner: Annotated[float, Interval(ge=0, le=200)] = 22
    text_size: Annotated[float, Interval(ge=12, le=160)] = 24
    """Of the letters below the title."""
    top: Length = 216
    """From the top of the stage to the first one."""
    margin: Length = 64
    """From the side of the stage to the box."""
    gap: Length = 14
    """From one to the next."""
    picture: Annotated[float, Interval(ge=16, le=400)] = 96
    """The side of the square that its picture fits into."""
    bar: Annotated[float, Interval(ge=2, le=60)] = 10
    """The height of the bar that tells how far it has come."""
    groove: Colour = "#FBFAF42E"
    """What of the bar is still to be filled."""
    working: Colour = "#3FD5C8"
    """The ring before the title, and the bar."""
    done: Colour = "#FFC94A"
    """The tick that the ring becomes, and the bar."""
    failed: Colour = "#FF6F7D"
    """The cross likewise."""


@dataclass(frozen=True, kw_only=True)
class EmoteStyle:
    """Emotes: the side of their square in each size."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    small: Annotated[float, Interval(ge=24, le=1080)] = 120
    medium: Annotated[float, Interval(ge=24, le=1080)] = 200
    large: Annotated[float, Interval(ge=24, le=1080)] = 320


@dataclass(frozen=True, kw_only=True)
class AvatarStyle:
    """The mascot: its picture is 380 x 400, standing at the bottom of its side."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    height: Annotated[float, Interval(ge=80, le=1080)] = 400
    margin: Length = 40
    """From the side of the stage to the picture."""
    bottom: Length = 40
    """From the bottom of the stage to the picture."""
    breathes: bool = True


@dataclass(frozen=True, kw_only=True)
class Motion:
    """How things come and go; in between nothing moves."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    in_ms: Annotated[int, Interval(ge=0, le=2000)] = 220
    in_curve: Curve = (0.34, 1.56, 0.64, 1)
    in_scale: Annotated[float, Interval(ge=0, le=2)] = 0.7
    """How large it is when it begins to appear, 1 being its size."""
    out_ms: Annotated[int, Interval(ge=0, le=2000)] = 180
    out_curve: Curve = (0.42, 0, 1, 1)
    out_drop: Annotated[float, Interval(ge=-1, le=1)] = 0.08
    """How far it sinks as it fades, in its own heights."""


@dataclass(frozen=True, kw_only=True)
class Theme:
    """Everything about looks."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    name: str = "night"
    """The name of its file."""
    font: Font = field(default_factory=Font)
    caption: CaptionStyle = field(default_factory=CaptionStyle)
    bubble: BubbleStyle = field(default_factory=BubbleStyle)
    toast: ToastStyle = field(default_factory=ToastStyle)
    card: CardStyle = field(default_factory=CardStyle)
    emote: EmoteStyle = field(default_factory=EmoteStyle)
    avatar: AvatarStyle = field(default_factory=AvatarStyle)
    motion: Motion = field(default_factory=Motion)
