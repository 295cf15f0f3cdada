"""The settings of where things stand on the stage, and the look that theme and settings make together."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, TypeVar, get_args

from pydantic import Field, field_validator

from performer.core.settings import Settings
from performer.core.values import dataclass
from performer.stage.places import Places, StageBox
from performer.stage.protocol.elements import Side
from performer.stage.protocol.layout import (
    PLACED,
    SAFE_MARGIN,
    BoardLayout,
    BoardName,
    Layout,
    PlacedKind,
    Spot,
    find_theme_spots,
    fit_theme,
)
from performer.stage.protocol.theme import BoxStyle, Font, Theme
from performer.stage.step_aside import step_aside

BOARDS: Final[dict[BoardName, tuple[int, int]]] = {"landscape": (1920, 1080), "portrait": (1080, 1920)}
"""The sizes in pixels that numbers of a board are told for."""
_UNIT: Final[dict[BoardName, float]] = {"landscape": 1.0, "portrait": 1080 / 1280}
"""Pixels of such a board that one of the theme's units takes."""
_SAFE: Final[dict[BoardName, tuple[int, int, int, int]]] = {
    "landscape": (SAFE_MARGIN, SAFE_MARGIN, SAFE_MARGIN, SAFE_MARGIN),
    "portrait": (60, 150, 60, 380),  # apps that show upright videos lay names and buttons over the rest
}
"""Left, top, right and bottom margins, in pixels, within which everybody sees everything."""

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height, each a share of the stage from 0 to 1."""
LEAST: Final = 0.02
"""The least width and height of a rectangle: what is smaller could not be seen, nor taken hold of."""
_SLACK: Final = 1e-3
Box = TypeVar("Box", bound=BoxStyle)


class BoardSettings(Settings):
    """Where things stand on a board of one shape."""

    caption: Rectangle | None = None
    """Where captions are; unset, where the theme has them."""
    bubble: Rectangle | None = None
    """Where speech bubbles hang; unset, where the theme has them."""
    card: Rectangle | None = None
    """Where cards stand, one below the other; unset, where the theme has them."""
    emote: Rectangle | None = None
    """Within which emotes appear; unset, anywhere off the middle of the game."""
    avatar: Rectangle | None = None
    """Where the mascot stands; unset, where the theme has it."""
    hidden: tuple[Literal["caption", "bubble", "card", "emote", "avatar"], ...] = ()
    """What is not shown on this board: caption, bubble, card, emote, avatar."""
    keep_clear: tuple[Rectangle, ...] = ()
    """What shall stay free, such as a health bar; what would cover it steps aside by itself."""

    @field_validator(*PLACED, mode="before")
    @classmethod
    def _unset_when_empty(cls, spot: object) -> object:
        return spot or None

    @field_validator(*PLACED)
    @classmethod
    def _is_on_the_stage(cls, spot: Rectangle | None) -> Rectangle | None:
        if spot is not None:
            check_rectangle(spot)
        return spot

    @field_validator("keep_clear")
    @classmethod
    def _are_on_the_stage(cls, zones: tuple[Rectangle, ...]) -> tuple[Rectangle, ...]:
        for zone in zones:
            check_rectangle(zone)
        return zones


class LandscapeSettings(BoardSettings):
    """Where things stand on a stage that is wider than high: left, top, width, height, each a share from 0 to 1."""


class PortraitSettings(BoardSettings):
    """The same for a stage that is higher than wide."""


class LayoutSettings(Settings):
    """Where things stand on the stage; what is unset stands where the theme has it."""

    landscape: LandscapeSettings = LandscapeSettings()
    portrait: PortraitSettings = PortraitSettings()
    text_size: float = Field(default=1.0, ge=0.6, le=2)
    """The size of all letters, as a multiple of the theme's."""
    font: str = Field(default="", max_length=80)
    """A font of this machine in place of the theme's; empty for the theme's."""


def check_rectangle(spot: Rectangle) -> None:
    """Raise ValueError for a rectangle that is not wholly on the stage, or too small."""
    x, y, w, h = spot
    if not (min(w, h) >= LEAST and min(x, y) >= 0 and max(x + w, y + h) <= 1 + _SLACK):
        raise ValueError(
            f"expected left, top, width, height, each from 0 to 1, {LEAST} wide and high at least, and all on the stage"
        )


@dataclass(frozen=True, kw_only=True)
class Appearance:
    """What the settings make of any theme."""

    settings: LayoutSettings

    def dress(self, theme: Theme) -> Theme:
        """Return a theme with the font and the size of letters that the settings want."""
        return _dress(theme, self.settings.font, self.settings.text_size)

    def make_layout(self, theme: Theme, side: Side) -> Layout:
        """Return the layouts of both boards, as clients are told them, for a theme and the side of the avatar."""
        landscape, portrait = (self._make_board(name, theme, side) for name in get_args(BoardName))
        return Layout(landscape=landscape, portrait=portrait)

    def make_places(self, theme: Theme, side: Side) -> Places:
        """Return where a theme has things on the landscape board, by which the show chooses places."""
        board = self.settings.landscape
        clear = [StageBox(*each) for each in board.keep_clear]
        return Places(self.dress(theme), self._make_board("landscape", theme, side), clear)

    def find_board(self, name: BoardName) -> BoardSettings:
        """Return the settings of a board."""
        board: BoardSettings = getattr(self.settings, name)
        return board

    def find_spots(self, name: BoardName, theme: Theme, side: Side) -> dict[PlacedKind, Spot]:
        """Return where elements stand on a board by the settings, or else by the theme, cut to the board."""
        board, unit = self.find_board(name), _UNIT[name]
        width, height = (length / unit for length in BOARDS[name])
        fitted = fit_theme(self.dress(theme), _UNSET[name], width, height, side)
        unset = {"emote": find_safe_area(name), **find_theme_spots(fitted, width, height, side)}
        return {kind: _cut(getattr(board, kind) or unset[kind]) for kind in PLACED}

    def find_moved(self, name: BoardName, theme: Theme, side: Side) -> dict[PlacedKind, Spot]:
        """Return where the elements go that would cover what shall stay clear; an empty spot for want of room."""
        board, (width, height) = self.find_board(name), BOARDS[name]
        if not board.keep_clear:
            return {}
        spots = self.find_spots(name, theme, side)
        shown = {kind: spot for kind, spot in spots.items() if kind not in board.hidden}
        return step_aside(shown, board.keep_clear, find_safe_area(name), width / height)

    def _make_board(self, name: BoardName, theme: Theme, side: Side) -> BoardLayout:
        board, moved = self.find_board(name), self.find_moved(name, theme, side)
        given = {kind: spot for kind in PLACED if (spot := moved.get(kind) or getattr(board, kind))}
        return replace(_UNSET[name], **given, hidden=board.hidden)


def find_safe_margins(name: BoardName) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom margins, in shares of a board, within which everybody sees everything."""
    (width, height), (left, top, right, bottom) = BOARDS[name], _SAFE[name]
    return left / width, top / height, right / width, bottom / height


def find_safe_area(name: BoardName) -> Rectangle:
    """Return the rectangle of a board within which everybody sees everything."""
    left, top, right, bottom = find_safe_margins(name)
    return left, top, 1 - left - right, 1 - top - bottom


_UNSET: Final[dict[BoardName, BoardLayout]] = {
    "landscape": BoardLayout(),
    "portrait": BoardLayout(safe=find_safe_margins("portrait"), emote=find_safe_area("portrait")),
}
"""What clients are told of a board without settings: a theme is made for the margins of a landscape one."""


def _cut(spot: Spot) -> Spot:
    """Return a rectangle cut to the board: a theme may have things wider than a narrow board."""
    x, y, w, h = spot
    left, top = min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
    return left, top, min(x + w, 1.0) - left, min(y + h, 1.0) - top


@lru_cache(maxsize=8)
def _dress(theme: Theme, font: str, text_size: float) -> Theme:
    if font:
        theme = replace(theme, font=Font(family=font))
    if text_size == 1:
        return theme
    card = _enlarge(theme.card, text_size)
    return replace(
        theme,
        caption=_enlarge(theme.caption, text_size),
        bubble=_enlarge(theme.bubble, text_size),
        toast=_enlarge(theme.toast, text_size),
        card=replace(card, text_size=theme.card.text_size * text_size),
    )


def _enlarge(style: Box, times: float) -> Box:
    return replace(style, size=style.size * times)
