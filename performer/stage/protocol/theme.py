"""The theme: how the stage looks. Lengths are units of a board of 1920 x 1080, colours are #RRGGBB or #RRGGBBAA.

The defaults are the theme `night`; a test compares them with its file. The limits of fields (`Interval`, `Predicate`)
are checked where a theme's file is read; a client may trust what the server sends.
"""

from dataclasses import field
from typing import Annotated, Any, ClassVar, Final, Literal

from annotated_types import Interval, Len, Predicate

from performer.core.values import dataclass


def is_colour(text: str) -> bool:
    """Whether a text is #RRGGBB or #RRGGBBAA."""
    digits = text.removeprefix("#")
    return text.startswith("#") and len(digits) in {6, 8} and all(each in "0123456789abcdefABCDEF" for each in digits)


AVATAR_SHAPE: Final = 380 / 400
"""The width of the avatar's picture as a share of its height."""
Colour = Annotated[str, Predicate(is_colour)]
Length = Annotated[float, Interval(ge=0, le=1920)]
Curve = tuple[
    Annotated[float, Interval(ge=0, le=1)],
    Annotated[float, Interval(ge=-3, le=3)],
    Annotated[float, Interval(ge=0, le=1)],
    Annotated[float, Interval(ge=-3, le=3)],
]
"""The two handles of a cubic Bézier curve, x1 y1 x2 y2, as CSS has them."""


@dataclass(frozen=True, kw_only=True)
class _Section:
    """A part of the theme; a field that it does not know is a mistake in the theme's file."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True)
class Font(_Section):
    """The letters."""

    family: Annotated[str, Len(1, 80)] = "Nunito"
    """A font family of the machine; if the machine lacks it, the bundled Nunito is used."""


@dataclass(frozen=True, kw_only=True)
class Shadow(_Section):
    """The soft shadow below a box."""

    down: Length = 10
    blur: Annotated[float, Interval(ge=0, le=120)] = 34
    """As CSS has it: twice the standard deviation."""
    colour: Colour = "#00000061"


@dataclass(frozen=True, kw_only=True)
class BoxStyle(_Section):
    """A box with text in it."""

    size: Annotated[float, Interval(ge=12, le=160)] = 40
    """The size of the letters."""
    weight: Literal[600, 700] = 600
    leading: Annotated[float, Interval(ge=0.9, le=2)] = 1.28
    """The height of a line, in letter sizes."""
    lines: Annotated[int, Interval(ge=1, le=6)] = 2
    """The most lines; a longer text is set smaller, then cut with an ellipsis."""
    max_width: Annotated[float, Interval(ge=120, le=1920)] = 1080
    """The most that the whole box may be wide."""
    padding: tuple[Length, Length, Length, Length] = (34, 16, 34, 18)
    """Left, top, right, bottom: from the box's edge to the text, border not counted."""
    text: Colour = "#FBFAF4"
    fill: Colour = "#10131CCC"
    border: Colour = "#FFFFFF12"
    border_width: Annotated[float, Interval(ge=0, le=20)] = 2
    corner: Annotated[float, Interval(ge=0, le=200)] = 22
    shadow: Shadow = Shadow()

    @property
    def full_height(self) -> float:
        """The height of the box when all its lines are full."""
        _, above, _, below = self.padding
        return self.lines * self.size * self.leading + above + below + 2 * self.border_width


@dataclass(frozen=True, kw_only=True)
class CaptionStyle(BoxStyle):
    """Captions: at the top of the stage, or at its bottom, where many games have their bars."""

    at: Literal["top", "bottom"] = "top"
    margin: Length = 64
    """From that edge of the stage to the box."""
    across: Annotated[float, Interval(ge=0, le=1)] = 0.5
    """Where the middle of captions is, as a share of the stage's width."""
    word: Colour = "#FFC94A"
    """The letters of the word that is heard now."""


@dataclass(frozen=True, kw_only=True)
class BubbleStyle(BoxStyle):
    """Bubbles: on one side of the stage, with a tail that points down to the avatar."""

    margin: Length = 170
    """From the side of the stage to the box, which is as narrow as its text, 150 at least."""
    stands: tuple[Length, Length, Length] = (690, 487, 223)
    """From the bottom of the stage to the lower edge of a box at its places: top, middle, bottom."""
    tail: Length = 28
    """The tail's size, across and down; 0 for none. It stands above the middle of the avatar."""
    tail_margin: Length = 40
    """From the box's edge on its side of the stage to the tail, at least."""


@dataclass(frozen=True, kw_only=True)
class ToastStyle(BoxStyle):
    """Toasts: at the left of a window, below each other, and below captions at the top."""

    margin: Length = 64
    """From the left of the stage, and from its top or the captions there, to the first toast."""
    gap: Length = 14
    """From one to the next."""
    info: Colour = "#3FD5C8"
    """The bar at the left edge of a toast with news."""
    warning: Colour = "#FF6F7D"
    """The bar of a toast with a warning."""


@dataclass(frozen=True, kw_only=True)
class CardStyle(BoxStyle):
    """Cards: on one side of the stage, below each other, all of the same width.

    `size` is that of the title's letters, `lines` are those below it.
    """

    text_size: Annotated[float, Interval(ge=12, le=160)] = 24
    """The size of the letters below the title."""
    top: Length = 216
    """From the top of the stage to the first card."""
    margin: Length = 64
    """From the side of the stage to the box."""
    gap: Length = 14
    """From one to the next."""
    picture: Annotated[float, Interval(ge=16, le=400)] = 96
    """The side of the square that the picture fits into."""
    bar: Annotated[float, Interval(ge=2, le=60)] = 10
    """The height of the progress bar."""
    groove: Colour = "#FBFAF42E"
    """The part of the bar that is still to be filled."""
    working: Colour = "#3FD5C8"
    """The ring before the title, and the bar."""
    done: Colour = "#FFC94A"
    """The tick that replaces the ring at the end, and the bar."""
    failed: Colour = "#FF6F7D"
    """The cross that replaces the ring after a failure, and the bar."""


@dataclass(frozen=True, kw_only=True)
class EmoteStyle(_Section):
    """Emotes: the side of their square in each size."""

    small: Annotated[float, Interval(ge=24, le=1080)] = 120
    medium: Annotated[float, Interval(ge=24, le=1080)] = 200
    large: Annotated[float, Interval(ge=24, le=1080)] = 320


@dataclass(frozen=True, kw_only=True)
class AvatarStyle(_Section):
    """The mascot's picture: 380 x 400, at the bottom of its side of the stage."""

    height: Annotated[float, Interval(ge=80, le=1080)] = 400
    margin: Length = 64
    """From the side of the stage to the picture."""
    bottom: Length = 64
    """From the bottom of the stage to the picture."""
    breathes: bool = True


@dataclass(frozen=True, kw_only=True)
class Motion(_Section):
    """The motion by which elements come and go; in between nothing moves."""

    in_ms: Annotated[int, Interval(ge=0, le=2000)] = 220
    in_curve: Curve = (0.34, 1.56, 0.64, 1)
    in_scale: Annotated[float, Interval(ge=0, le=2)] = 0.7
    """An element's size when it begins to appear, 1 being its full size."""
    out_ms: Annotated[int, Interval(ge=0, le=2000)] = 180
    out_curve: Curve = (0.42, 0, 1, 1)
    out_drop: Annotated[float, Interval(ge=-1, le=1)] = 0.08
    """How far an element sinks as it fades, in its own heights."""


_BUBBLE: Final = BubbleStyle(
    size=38,
    weight=700,
    leading=1.2,
    lines=3,
    max_width=560,
    padding=(30, 20, 30, 22),
    text="#171B26",
    fill="#FBFAF4",
    border="#FFFFFF00",
    border_width=0,
    corner=26,
    shadow=Shadow(down=12, blur=30, colour="#00000059"),
)
_TOAST: Final = ToastStyle(size=26, lines=3, max_width=560, padding=(24, 14, 24, 16), corner=18)
_CARD: Final = CardStyle(size=28, weight=700, leading=1.25, lines=3, max_width=440, padding=(24, 18, 24, 20), corner=22)


@dataclass(frozen=True, kw_only=True)
class Theme(_Section):
    """All that decides the looks of the stage."""

    name: str = "night"
    """The name of the theme's file."""
    font: Font = field(default_factory=Font)
    caption: CaptionStyle = field(default_factory=CaptionStyle)
    bubble: BubbleStyle = _BUBBLE
    toast: ToastStyle = _TOAST
    card: CardStyle = _CARD
    emote: EmoteStyle = field(default_factory=EmoteStyle)
    avatar: AvatarStyle = field(default_factory=AvatarStyle)
    motion: Motion = field(default_factory=Motion)

    @property
    def toast_top(self) -> float:
        """The distance from the top of the stage to the first toast: below captions, if those are at the top."""
        above = self.caption.margin + self.caption.full_height + self.toast.gap if self.caption.at == "top" else 0.0
        return max(self.toast.margin, above)

    def find_tail_margin(self, width: float) -> float:
        """Return the distance from the outer edge of a bubble of a width to its tail, above the avatar's middle."""
        avatar, bubble = self.avatar, self.bubble
        middle = avatar.margin + avatar.height * AVATAR_SHAPE / 2 - bubble.margin
        most = width - 2 * bubble.border_width - bubble.corner - bubble.tail
        return max(bubble.tail_margin, min(middle, most))
