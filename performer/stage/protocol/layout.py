"""The layout: the rectangles that the streamer gave to captions, bubbles, cards, emotes and the avatar, per board.

A board is the stage as a client has it: landscape, or portrait where it is higher than wide. What has no rectangle
stands where the theme has it, and further in where the board has wider margins than a theme is made for. A client fits
the theme into rectangles and margins, by the same rule as in `overlay/page/layout.js`, and then draws by it alone.
"""

from dataclasses import field, replace
from functools import lru_cache
from typing import Final, Literal, get_args

from performer.core.values import dataclass
from performer.stage.protocol.elements import Side
from performer.stage.protocol.theme import AVATAR_SHAPE, BoxStyle, BubbleStyle, CaptionStyle, CardStyle, Theme

BoardName = Literal["landscape", "portrait"]
PlacedKind = Literal["caption", "bubble", "card", "emote", "avatar"]
PLACED: Final[tuple[PlacedKind, ...]] = get_args(PlacedKind)
Spot = tuple[float, ...]
"""Left, top, width and height in shares of the stage; empty for what stands where the theme has it."""
SAFE_MARGIN: Final = 64
"""The margins that a theme is made for, in its units: those of a landscape board, all around."""
_MOST_LINES: Final = 6
_LEAST_SIZE: Final = 12.0
_LEAST_WIDTH: Final = 120.0
_SLACK: Final = 1.0
"""Units by which a rectangle may be too low for a line: its numbers are rounded."""


@dataclass(frozen=True, kw_only=True)
class BoardLayout:
    """The rectangles of one board, and the kinds of elements that it does not show."""

    caption: Spot = ()
    bubble: Spot = ()
    """Where bubbles hang: one above the other, if there is room for several."""
    card: Spot = ()
    """Where cards stand from its top down; its height bounds nothing."""
    emote: Spot = ()
    """Within this an emote appears, wherever there is room."""
    avatar: Spot = ()
    safe: Spot = ()
    """Margins at the left, top, right and bottom, in shares of the stage: what has no rectangle stands as far in from
    them as the theme has it from its own. Empty for the theme's own margins."""
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The layouts of both boards."""

    landscape: BoardLayout = field(default_factory=BoardLayout)
    portrait: BoardLayout = field(default_factory=BoardLayout)

    def find_board(self, width: float, height: float) -> BoardLayout:
        """Return the layout of a surface of this size."""
        return self.portrait if height > width else self.landscape


@lru_cache(maxsize=16)
def fit_theme(theme: Theme, board: BoardLayout, width: float, height: float, side: Side = "right") -> Theme:
    """Return the theme with its lengths fitted into the margins and the rectangles of a board.

    Args:
        theme: The theme that the stage wears.
        board: The margins and the rectangles.
        width: How many of the theme's units the stage is wide.
        height: How many it is high.
        side: The side of the stage that elements are on; margins are counted from there.
    """

    def scaled(spot: Spot) -> tuple[float, float, float, float]:
        x, y, w, h = spot
        return x * width, y * height, w * width, h * height

    def margin(x: float, w: float) -> float:
        return x if side == "left" else width - x - w

    fitted = _move_in(theme, board.safe, width, height, side) if board.safe else theme
    if board.caption:
        fitted = replace(fitted, caption=_fit_caption(theme.caption, *scaled(board.caption), width, height))
    if board.bubble:
        x, y, w, h = scaled(board.bubble)
        fitted = replace(fitted, bubble=_fit_bubble(theme.bubble, margin(x, w), height - y - h, w, h))
    if board.card:
        x, y, w, _ = scaled(board.card)
        card = replace(theme.card, max_width=max(w, _LEAST_WIDTH), margin=margin(x, w), top=y)
        fitted = replace(fitted, card=card)
    if board.avatar:
        x, y, w, h = scaled(board.avatar)
        tall = min(h, w / AVATAR_SHAPE)
        aside = (w - tall * AVATAR_SHAPE) / 2
        avatar = replace(theme.avatar, height=tall, margin=margin(x, w) + aside, bottom=height - y - h)
        fitted = replace(fitted, avatar=avatar)
    return fitted


def _move_in(theme: Theme, safe: Spot, width: float, height: float, side: Side) -> Theme:
    """Move everything further in, by as much as margins are wider than those that a theme is made for."""
    left, top, right, bottom = safe
    aside = max((left if side == "left" else right) * width - SAFE_MARGIN, 0.0)
    down, up = (max(share * height - SAFE_MARGIN, 0.0) for share in (top, bottom))
    caption, bubble, card, avatar = theme.caption, theme.bubble, theme.card, theme.avatar
    top_stand, middle_stand, bottom_stand = bubble.stands
    return replace(
        theme,
        caption=replace(
            caption,
            margin=caption.margin + (down if caption.at == "top" else up),
            max_width=min(caption.max_width, (1 - left - right) * width),
        ),
        bubble=replace(
            bubble, margin=bubble.margin + aside, stands=(top_stand + up, middle_stand + up, bottom_stand + up)
        ),
        card=replace(card, margin=card.margin + aside, top=card.top + down),
        avatar=replace(avatar, margin=avatar.margin + aside, bottom=avatar.bottom + up),
    )


def _fit_caption(
    style: CaptionStyle, x: float, y: float, w: float, h: float, width: float, height: float
) -> CaptionStyle:
    """Fit captions into a rectangle: they begin at its edge that is nearer to an edge of the stage."""
    lines, size = _fit_lines(style, h, _MOST_LINES)
    is_above = y + h / 2 < height / 2
    return replace(
        style,
        lines=lines,
        size=size,
        max_width=max(w, _LEAST_WIDTH),
        at="top" if is_above else "bottom",
        margin=y if is_above else height - y - h,
        across=(x + w / 2) / width,
    )


def _fit_bubble(style: BubbleStyle, margin: float, below: float, w: float, h: float) -> BubbleStyle:
    lines, size = _fit_lines(style, h, style.lines)
    fitted = replace(style, lines=lines, size=size, max_width=max(w, _LEAST_WIDTH), margin=margin)
    step = max(h - fitted.full_height, 0.0) / 2
    return replace(fitted, stands=(below + 2 * step, below + step, below))


def _fit_lines(style: BoxStyle, height: float, most: int) -> tuple[int, float]:
    """Return how many lines fit into a height, and the size of their letters: smaller if not even one fits."""
    edges = style.full_height - style.lines * style.size * style.leading
    lines = int((height + _SLACK - edges) / (style.size * style.leading))
    if lines >= 1:
        return min(lines, most), style.size
    return 1, max((height - edges) / style.leading, _LEAST_SIZE)


def find_theme_spots(theme: Theme, width: float, height: float, side: Side = "right") -> dict[PlacedKind, Spot]:
    """Return the rectangles in which a theme has things, on a stage so many of its units wide and high.

    Emotes have none: a theme has no place for them.

    Args:
        theme: The theme.
        width: How many of the theme's units the stage is wide.
        height: How many it is high.
        side: The side of the avatar and the bubbles; cards are on the other one.
    """

    def shares(margin: float, top: float, w: float, h: float, at: Side) -> Spot:
        x = margin if at == "left" else width - margin - w
        return tuple(round(each, 4) for each in (x / width, top / height, w / width, h / height))

    caption, bubble, card, avatar = theme.caption, theme.bubble, theme.card, theme.avatar
    above = caption.margin if caption.at == "top" else height - caption.margin - caption.full_height
    left = width * caption.across - caption.max_width / 2
    column = max(bubble.stands) - min(bubble.stands) + bubble.full_height
    other: Side = "left" if side == "right" else "right"
    return {
        "caption": shares(left, above, caption.max_width, caption.full_height, "left"),
        "bubble": shares(bubble.margin, height - min(bubble.stands) - column, bubble.max_width, column, side),
        "card": shares(card.margin, card.top, card.max_width, _measure_card(card), other),
        "avatar": shares(
            avatar.margin, height - avatar.bottom - avatar.height, avatar.height * AVATAR_SHAPE, avatar.height, side
        ),
    }


def _measure_card(style: CardStyle) -> float:
    """Return about how high one card is."""
    _, above, _, below = style.padding
    return max(style.picture, (style.size + style.lines * style.text_size) * style.leading) + above + below
