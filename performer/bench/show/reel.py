"""Reels: pictures of known content, drawn once and shown again to whoever performs next."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from functools import cache
from typing import Final, Literal

from PIL.Image import Image, new

from performer.clock import Clock
from performer.frames import Frame
from performer.frames.arcade.drawing import draw
from performer.frames.arcade.game import Arcade
from performer.frames.arcade.state import ArcadeState, Screen
from performer.frames.develop import develop

Still = Literal["black", "frozen", "menu"]
STILLS: Final[tuple[Still, ...]] = ("black", "frozen", "menu")
"""Pictures of which there is nothing to say."""
_FROZEN_AT_S: Final = 30.0
_MENU_AT_S: Final = 1.0
_MOST_KEPT: Final = 3600
"""About 200 MB; what does not fit is drawn again."""


class Reel:
    """Pictures by their number, at a steady rate; the game's second is the show's.

    Args:
        name: For the start-up table.
        paint: Makes the picture of an instant.
        rate_hz: Pictures a second.
        moves: Whether one picture differs from the next; what does not is drawn once.
    """

    def __init__(self, name: str, paint: Callable[[float], Image], rate_hz: float, *, moves: bool = True) -> None:
        self.name = name
        self.period_s = 1 / rate_hz
        self._moves = moves
        self._paint = paint
        self._kept: dict[int, Frame] = {}

    def frame(self, number: int) -> Frame:
        """Show a picture; drawing it the first time takes about 10 ms of this thread."""
        number = number if self._moves else 0
        kept = self._kept.get(number)
        if kept is None:
            at_s = number * self.period_s
            made = develop(self._paint(at_s), source=self.name, at_s=at_s, began_s=0.0)
            kept = replace(made, full=None, cost_ms=0.0)
            if len(self._kept) < _MOST_KEPT:
                self._kept[number] = kept
        return kept


class ReelSource:
    """A reel as a source of pictures: each comes at its instant, with no worker thread whose end would be a race."""

    def __init__(self, clock: Clock, reel: Reel) -> None:
        self.name = reel.name
        self._clock = clock
        self._reel = reel
        self._next = 0

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield every picture whose time has come; one that was missed is left out."""
        while True:
            number = max(self._next, int(self._clock.now() / self._reel.period_s))
            await self._clock.sleep(max(0.0, number * self._reel.period_s - self._clock.now()))
            self._next = number + 1
            yield replace(self._reel.frame(number), at_s=self._clock.now())


@cache
def arcade_reel(seed: int, rate_hz: float) -> Reel:
    """Have the arcade play; takes in this process share its pictures."""
    arcade = Arcade(seed)
    return Reel(f"arcade seed {seed}", lambda at_s: draw(arcade.state_at(at_s)), rate_hz)


@cache
def still_reel(kind: Still, seed: int, rate_hz: float) -> Reel:
    """Show black, one picture of the game for ever, or its title screen, on which things move, for ever."""
    arcade = Arcade(seed)
    return Reel(f"{kind} picture", lambda at_s: _painted(kind, arcade, at_s), rate_hz, moves=kind == "menu")


def _painted(kind: Still, arcade: Arcade, at_s: float) -> Image:
    match kind:
        case "black":
            return new("RGB", (1280, 720))
        case "frozen":
            return draw(arcade.state_at(_FROZEN_AT_S))
        case "menu":
            return draw(_menu(arcade, at_s))


def _menu(arcade: Arcade, at_s: float) -> ArcadeState:
    menu = arcade.state_at(_MENU_AT_S)
    assert menu.screen is Screen.MENU
    return replace(menu, at_s=at_s, since_s=at_s)
