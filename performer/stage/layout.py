"""The settings of where things stand on the stage, and the look that theme and settings make together."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, TypeVar

from pydantic import Field, field_validator

from performer.core.settings import Settings
from performer.core.values import dataclass
from performer.stage.places import Places, StageBox
from performer.stage.protocol.layout import PLACED, BoardLayout, Layout
from performer.stage.protocol.theme import BoxStyle, Font, Theme

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
    """What shall stay free, such as a health bar; emotes keep off it by themselves."""

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

    def make_layout(self) -> BoardLayout:
        """Return the rectangles as clients are told them."""
        return BoardLayout(**{kind: getattr(self, kind) or () for kind in PLACED}, hidden=self.hidden)


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

    @property
    def layout(self) -> Layout:
        """The layouts of both boards, as clients are told them."""
        return Layout(landscape=self.settings.landscape.make_layout(), portrait=self.settings.portrait.make_layout())

    def dress(self, theme: Theme) -> Theme:
        """Return a theme with the font and the size of letters that the settings want."""
        return _dress(theme, self.settings.font, self.settings.text_size)

    def make_places(self, theme: Theme) -> Places:
        """Return where a theme has things on the landscape board, by which the show chooses places."""
        board = self.settings.landscape
        return Places(self.dress(theme), board.make_layout(), [StageBox(*each) for each in board.keep_clear])


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
