"""The state of the demo game: what the picture of one instant shows; pixels from the left, and above the ground."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from performer.vision.demo_game.plot import FoeKind


class Screen(Enum):
    """The screens of the game."""

    MENU = "menu"
    LOADING = "loading"
    PLAY = "play"
    VICTORY = "victory"
    GAME_OVER = "game over"


Pose = Literal["walk", "stand", "jump", "throw", "fall"]


@dataclass(frozen=True, kw_only=True)
class HeroView:
    """The hero, an owl with a lantern."""

    height: float
    """Of the feet above the ground, in pixels."""
    pose: Pose
    since_s: float
    """Since the pose began, or for walking since the level began."""
    hurt: bool
    """Shortly after a hit: it flickers."""


@dataclass(frozen=True, kw_only=True)
class FoeView:
    """An enemy; (x, height) is the middle of its feet, or of a bat's body."""

    kind: FoeKind
    x: float
    height: float
    age_s: float
    hurt: bool


@dataclass(frozen=True, kw_only=True)
class BoltView:
    """A bolt of the hero's light, or a boss's fireball."""

    x: float
    height: float
    ours: bool


@dataclass(frozen=True, kw_only=True)
class PuffView:
    """What is left of an enemy, or the sparks of a hit; `share` grows from 0 to 1."""

    x: float
    height: float
    share: float
    big: bool = False


@dataclass(frozen=True, kw_only=True)
class BossView:
    """The boss; while there is one, its bar is on the picture."""

    look: int
    name: str
    x: float
    health: float
    """Share that is left, 0 to 1."""
    enraged: bool
    hurt: bool
    age_s: float


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
    hero: HeroView | None = None
    foes: tuple[FoeView, ...] = ()
    bolts: tuple[BoltView, ...] = ()
    puffs: tuple[PuffView, ...] = ()
    chests: tuple[tuple[float, bool], ...] = ()
    """Where (x) each chest stands, and whether it is open."""
    hurdles: tuple[float, ...] = ()
    """Where (x) each thorn bush stands."""
    boss: BossView | None = None
    banner: float = 0.0
    """How clearly the level's name is shown over the picture, 0 to 1."""
    call: str = ""
    """What the game calls out in a band across the picture, as games do when something counts."""
    called: float = 0.0
    """How clearly it does, 0 to 1."""
