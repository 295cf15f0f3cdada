"""The state of the demo game: what the picture of one instant shows; pixels from the left, and from above."""

from enum import Enum

from performer.core.values import dataclass


class Screen(Enum):
    """The screens of the game."""

    MENU = "menu"
    LOADING = "loading"
    PLAY = "play"
    VICTORY = "victory"
    GAME_OVER = "game over"


@dataclass(frozen=True, kw_only=True)
class Sprite:
    """A figure of a sheet, and where it is placed."""

    sheet: str
    number: int = 0
    """Which of the sheet's pictures, counted from the left."""
    x: float
    y: float
    """Of its middle, in pixels from above; or of its lower edge."""
    by_middle: bool = False
    flashes: bool = False
    """Whether it is bleached, as in the instant in which it is hit."""


@dataclass(frozen=True, kw_only=True)
class BossView:
    """The boss's bar, which is on the picture while there is a boss."""

    name: str
    x: float
    health: float
    """Share that is left, 0 to 1."""
    enraged: bool


@dataclass(frozen=True, kw_only=True)
class GameState:
    """The state of one instant, from which its picture is drawn."""

    at_s: float
    screen: Screen
    since_s: float
    """Since the screen began."""
    share: float
    """Of the screen's time that has passed, 0 to 1: the loading bar."""
    dark: float
    """0 shows everything, 1 is black: the fade between two screens."""
    level: int
    place: int
    score: int
    best: int
    """Highest score of the rounds before."""
    hearts: int
    scroll: float
    """Pixels the hero has walked."""
    chests: tuple[tuple[float, bool], ...] = ()
    """Where (x) each chest stands, and whether it is open."""
    sprites: tuple[Sprite, ...] = ()
    """What stands, walks and flies over the chests, from back to front."""
    boss: BossView | None = None
    banner: float = 0.0
    """How clearly the level's name is shown over the picture, 0 to 1."""
    call: str = ""
    """What the game calls out in a band across the picture, as games do when something counts."""
    called: float = 0.0
    """How clearly it does, 0 to 1."""
