"""The arcade scene: a picture of the demo game with its hearts, its score and whatever a case wants to stand on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from PIL import Image
from pydantic import ConfigDict, Field

from bench.tool_choice.cases.pictures.brush import SIZE, format_count
from performer.vision.demo_game import drawing
from performer.vision.demo_game.plot import BOSS_X, GROUND_Y, HEARTS, HERO_X
from performer.vision.demo_game.state import BossView, GameState, Screen, Sprite

_SLIMES_FROM_X, _BATS_FROM_X, _CHEST_X = 520, 560, 980
_SLIMES_APART, _BATS_APART = 150, 200
_BAT_HEIGHT: Final = 330
_BOSS: Final = "Old Cinder"


@dataclass(frozen=True, kw_only=True)
class Arcade:
    """A level of the demo game with the hero on the left, or one of its other screens."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid", strict=True)

    screen: Screen = Screen.PLAY
    """`play`, `menu`, `loading`, `victory` or `game over`; only `play` shows enemies, hearts and a chest."""
    place: Annotated[int, Field(ge=0, le=3)] = 0
    """Which of the game's four landscapes."""
    hearts: Annotated[int, Field(ge=0, le=HEARTS)] = HEARTS
    score: Annotated[int, Field(ge=0, le=99_999)] = 0
    slimes: Annotated[int, Field(ge=0, le=3)] = 0
    bats: Annotated[int, Field(ge=0, le=3)] = 0
    chest: Annotated[str, Field(pattern="^(closed|open|)$")] = ""
    """Whether there is one, and in which state; empty: none."""
    boss_percent: Annotated[int, Field(ge=0, le=100)] | None = None
    """The health of the boss; None: no boss."""
    call: Annotated[str, Field(max_length=34)] = ""
    """What is written in a band across the picture."""

    def draw(self) -> Image.Image:
        """Draw it as the game does, half as large."""
        state = GameState(
            at_s=0.0,
            screen=self.screen,
            since_s=1.0,
            share=0.5,
            dark=0.0,
            level=1,
            place=self.place,
            score=self.score,
            best=max(self.score, 1),
            hearts=self.hearts,
            scroll=400.0,
            chests=((_CHEST_X, self.chest == "open"),) if self.chest else (),
            sprites=tuple(self._list_sprites()),
            boss=self._make_boss(),
            call=self.call,
            called=1.0 if self.call else 0.0,
        )
        return drawing.draw(state).resize(SIZE, Image.Resampling.BOX)

    def describe(self) -> str:
        """Return the screen, and of a level who and what is on it."""
        match self.screen:
            case Screen.PLAY:
                return f"A hero with a lantern on the left; ahead {', '.join(self._list_seen())}."
            case Screen.MENU:
                return 'The menu of a game, with the words "LANTERN KEEP" and "PRESS START".'
            case Screen.LOADING:
                return 'A loading screen with the word "LOADING" over a bar that is half full.'
            case Screen.VICTORY:
                return f'Confetti over the words "VICTORY!" and "Score {_format_score(self.score)}".'
            case Screen.GAME_OVER:
                return f'The words "GAME OVER" and "Score {_format_score(self.score)}" over a dark level.'

    def _list_sprites(self) -> Iterator[Sprite]:
        if self.boss_percent is not None:
            yield Sprite(sheet="boss", x=BOSS_X, y=GROUND_Y + 14)
        for number in range(self.slimes):
            yield Sprite(sheet="slime", x=_SLIMES_FROM_X + number * _SLIMES_APART, y=GROUND_Y + 8)
        for number in range(self.bats):
            y = GROUND_Y - _BAT_HEIGHT
            yield Sprite(sheet="bat", x=_BATS_FROM_X + number * _BATS_APART, y=y, by_middle=True)
        yield Sprite(sheet="hero", x=HERO_X, y=GROUND_Y + 8)

    def _make_boss(self) -> BossView | None:
        if self.boss_percent is None:
            return None
        return BossView(name=_BOSS, x=BOSS_X, health=self.boss_percent / 100, enraged=False)

    def _list_seen(self) -> Iterator[str]:
        if self.boss_percent is not None:
            yield f'the boss "{_BOSS}" at {self.boss_percent} % of its health'
        if self.slimes:
            yield format_count(self.slimes, "green slime")
        if self.bats:
            yield format_count(self.bats, "purple bat")
        if self.chest:
            yield f"{'an open' if self.chest == 'open' else 'a closed'} chest"
        if not (self.slimes or self.bats or self.chest or self.boss_percent is not None):
            yield "nobody else"
        if self.call:
            yield f'the words "{self.call}"'
        yield f"{self.hearts} of {HEARTS} hearts"
        yield f"score {_format_score(self.score)}"


def _format_score(points: int) -> str:
    """Return the score as the game writes it."""
    return f"{points:,}".replace(",", " ")
