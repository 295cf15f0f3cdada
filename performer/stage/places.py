"""The places of elements on the stage: a board of 1920 x 1080, the same one that every client draws on.

The clients place things by the same theme; a test compares the page with these places in a real browser.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple, assert_never, get_args

from performer.stage.protocol.elements import (
    Avatar,
    Bubble,
    Caption,
    Card,
    Element,
    Emote,
    Particles,
    Side,
    Size,
    StagePlace,
    Toast,
)
from performer.stage.protocol.layout import SAFE_MARGIN, BoardLayout, fit_theme
from performer.stage.protocol.theme import (
    AVATAR_SHAPE,
    AvatarStyle,
    BubbleStyle,
    CaptionStyle,
    CardStyle,
    Theme,
)

WIDTH: Final = 1920
HEIGHT: Final = 1080

HALO: Final = 48
"""Room for shadow and overshoot around an element."""
PARTICLE_REACH: Final = (520, 560)
"""How far a burst of particles reaches to each side, and up and down."""
MIDDLE: Final = (580, 250, 1340, 830)
"""Left, top, right and bottom of where a game has its action and its crosshair."""
_PLACES: Final[tuple[StagePlace, ...]] = ("top", "middle", "bottom")
_CANDIDATES: Final = 160
_TOASTS: Final = 4
_CARDS: Final = 3
_CARD_GAPS: Final = 4 + 12
"""Between the parts of a card, from above: title, text, bar."""


class StageBox(NamedTuple):
    """A rectangle in fractions of the screen: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    def overlap(self, other: "StageBox") -> float:
        """Return the area shared with another box, as a fraction of the screen."""
        across = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        down = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return max(across, 0.0) * max(down, 0.0)


_MIDDLE_BOX: Final = StageBox(
    MIDDLE[0] / WIDTH, MIDDLE[1] / HEIGHT, (MIDDLE[2] - MIDDLE[0]) / WIDTH, (MIDDLE[3] - MIDDLE[1]) / HEIGHT
)
_SAFE_BOX: Final = StageBox(
    SAFE_MARGIN / WIDTH, SAFE_MARGIN / HEIGHT, 1 - 2 * SAFE_MARGIN / WIDTH, 1 - 2 * SAFE_MARGIN / HEIGHT
)


class Places:
    """The rectangles that a theme and the streamer's layout give to elements, in fractions of the screen.

    `clear` are those that emotes keep off.
    """

    def __init__(self, theme: Theme, board: BoardLayout | None = None, clear: Sequence[StageBox] = ()) -> None:
        board = board or BoardLayout()
        self._themes = {side: fit_theme(theme, board, WIDTH, HEIGHT, side) for side in get_args(Side)}
        self._theme = self._themes["right"]
        self._emotes = StageBox(*board.emote) if board.emote else _SAFE_BOX
        self._clear = clear

    def box(self, element: Element) -> StageBox:
        """Return the rectangle that an element surely stays in, with shadow and motion, however long its text is."""
        match element:
            case Caption():
                return _caption_box(self._theme.caption)
            case Bubble(place=place, side=side):
                return _bubble_box(self._themes[side].bubble, place, side)
            case Toast():
                return _toasts_box(self._theme)
            case Card(side=side):
                return _cards_box(self._themes[side].card, side)
            case Emote(size=size, x=x, y=y):
                half = self.side(size) / 2
                return _box_around(x * WIDTH, y * HEIGHT, half, half)
            case Avatar(side=side):
                return _avatar_box(self._themes[side].avatar, side)
            case Particles(shape="snow"):
                return StageBox(0, 0, 1, 1)
            case Particles(x=x, y=y):
                return _box_around(x * WIDTH, y * HEIGHT, *PARTICLE_REACH)
            case _:
                assert_never(element)

    def side(self, size: Size) -> float:
        """Return the side of an emote's square, in units of the board."""
        side: float = getattr(self._theme.emote, size)
        return side

    def words(self, side: Side) -> tuple[StageBox, ...]:
        """Return the rectangles where text may come: captions, and bubbles on that side."""
        bubbles = (_bubble_box(self._themes[side].bubble, place, side) for place in _PLACES)
        return (_caption_box(self._theme.caption), *bubbles)

    def emote_place(
        self, size: Size, chance: Random, taken: Iterable[StageBox], *, bubbles_on: Side = "right"
    ) -> tuple[float, float]:
        """Choose an emote's centre, in fractions of the screen, where emotes may be, off what is taken or kept clear.

        Text and the first card keep their room even while there are none, so that an emote never sits where the next
        caption or card will be; and so does the middle of the game.
        """
        other = find_opposite_side(bubbles_on)
        first_card = _cards_box(self._themes[other].card, other, 1)
        middle = (_MIDDLE_BOX,) if self._emotes == _SAFE_BOX else ()  # the streamer knows where the action is
        avoided = (*self.words(bubbles_on), first_card, *middle, *self._clear, *taken)
        side = self.side(size)
        spots = [_draw_spot(self._emotes, side, chance) for _ in range(_CANDIDATES)]
        return min(spots, key=lambda spot: _measure_overlap(side, spot, avoided))


def find_opposite_side(side: Side) -> Side:
    """Return the other side: cards stand across from the bubbles."""
    return "left" if side == "right" else "right"


def choose_bubble_place(wanted: StagePlace, bubbles: Sequence[Bubble], *, avatar: bool = False) -> StagePlace:
    """Return the free place nearest to the wanted one, or the oldest bubble's when there is none.

    An avatar stands where the bubbles at the bottom would be.
    """
    nearest = sorted(_PLACES, key=lambda place: abs(_PLACES.index(place) - _PLACES.index(wanted)))
    taken = {each.place for each in bubbles} | ({"bottom"} if avatar else set())
    free = [place for place in nearest if place not in taken]
    return free[0] if free else min(bubbles, key=lambda each: each.born_ms).place


def _make_box(left: float, top: float, right: float, bottom: float) -> StageBox:
    """Return a rectangle of the board with a halo around it, cut to the screen, in fractions."""
    x0, y0 = max(left - HALO, 0) / WIDTH, max(top - HALO, 0) / HEIGHT
    x1, y1 = min(right + HALO, WIDTH) / WIDTH, min(bottom + HALO, HEIGHT) / HEIGHT
    return StageBox(x0, y0, x1 - x0, y1 - y0)


def _caption_box(style: CaptionStyle) -> StageBox:
    height = style.full_height
    top = style.margin if style.at == "top" else HEIGHT - style.margin - height
    left = WIDTH * style.across - style.max_width / 2
    return _make_box(left, top, left + style.max_width, top + height)


def _bubble_box(style: BubbleStyle, place: StagePlace, side: Side) -> StageBox:
    bottom = HEIGHT - style.stands[_PLACES.index(place)]
    left = style.margin if side == "left" else WIDTH - style.margin - style.max_width
    return _make_box(left, bottom - style.full_height, left + style.max_width, bottom)


def _toasts_box(theme: Theme) -> StageBox:
    style, top = theme.toast, theme.toast_top
    height = _TOASTS * (style.full_height + style.gap)
    return _make_box(style.margin, top, style.margin + style.max_width, top + height)


def _cards_box(style: CardStyle, side: Side, most: int = _CARDS) -> StageBox:
    """Return where a card may be on a side with so many cards: which of them it is changes with those above it."""
    left = style.margin if side == "left" else WIDTH - style.margin - style.max_width
    height = most * (_card_height(style) + style.gap)
    return _make_box(left, style.top, left + style.max_width, style.top + height)


def _card_height(style: CardStyle) -> float:
    """Return the height of a card with all there may be in it."""
    _, above, _, below = style.padding
    text = (style.size + style.lines * style.text_size) * style.leading
    content = text + _CARD_GAPS + style.bar
    return max(content, style.picture) + above + below + 2 * style.border_width


def _avatar_box(style: AvatarStyle, side: Side) -> StageBox:
    width = style.height * AVATAR_SHAPE
    left = style.margin if side == "left" else WIDTH - style.margin - width
    bottom = HEIGHT - style.bottom
    return _make_box(left, bottom - style.height, left + width, bottom)


def _box_around(x: float, y: float, across: float, down: float) -> StageBox:
    return _make_box(x - across, y - down, x + across, y + down)


def _draw_spot(room: StageBox, side: float, chance: Random) -> tuple[float, float]:
    """Draw a centre for a square in a room: the room's middle where it does not fit in."""
    across, down = side / 2 / WIDTH, side / 2 / HEIGHT
    x = _draw_between(room.x + across, room.x + room.w - across, chance)
    y = _draw_between(room.y + down, room.y + room.h - down, chance)
    return (round(x, 4), round(y, 4))


def _draw_between(least: float, most: float, chance: Random) -> float:
    return chance.uniform(least, most) if least < most else (least + most) / 2


def _measure_overlap(side: float, spot: tuple[float, float], avoided: Iterable[StageBox]) -> float:
    width, height = side / WIDTH, side / HEIGHT
    own = StageBox(spot[0] - width / 2, spot[1] - height / 2, width, height)
    return sum(own.overlap(each) for each in avoided)
