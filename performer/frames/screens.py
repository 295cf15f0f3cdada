"""Screens: where the picture becomes another one at once, and whether it has shown the game being played since then.

A menu or a loading screen comes with a cut or a fade, and then moves far less than the game usually does. Nothing else
tells it from a quiet moment of the game, which comes without a cut. So a new screen is taken for a menu until it has
moved as the game does, and the game is taken for paused once next to nothing of it has moved for some seconds.
"""

import math
from enum import Enum
from typing import Final

from performer.frames.motion import Motion
from performer.frames.usual import Usual

_FOR_SURE_S: Final = 0.2
"""So long a new screen must be lively to be the game: the end of a fade moves, too."""
_STILL_AFTER_S: Final = 3.0
"""A loading screen, a menu or a pause that lasts shorter is nothing to keep quiet for."""
_GAME_S: Final = 8.0
"""The end of a game that was seen for so long is worth a word."""
_SETTLED_S: Final = 0.9
"""So long after a cut the new screen is there, and can be told from the game."""
_FORGOTTEN_S: Final = 300.0
"""Where no game was seen for so long, still pictures are not its menus but what there is to see."""
_RESTLESS: Final = 0.005
"""Share of cells that moves on average beside a board or a page; a title screen moves ten times as much."""
_RESTLESS_HALF_LIFE_S: Final = 5.0


class Turn(Enum):
    """A change of screens that is worth a word, once."""

    OPENS = "opens"
    """The first thing that happens at all."""
    BEGINS = "begins"
    """The game is played, after a menu, a loading screen, a pause or the dark."""
    CUTS = "cuts"
    """From the game straight to another place of it."""
    ENDS = "ends"
    """The game, played for a while, gives way to a screen that is not the game."""
    PAGES = "pages"
    """One still picture gives way to another, and no game that moves is known: a page is turned."""


class Screens:
    """Follows the screens of one source; time is the pictures' own."""

    def __init__(self) -> None:
        self._usual = Usual()
        self._has_opened = False
        self._began_s: float | None = None
        self._is_game = False
        self._lively_since_s: float | None = None
        self._game_since_s = 0.0
        self._no_game_s = math.inf
        """For how long no game was seen."""
        self._played_s = 0.0
        """For how long the game was seen before the screen that is on; 0 once that was said."""
        self._is_new = False
        """Whether that screen is yet to be told of."""
        self._straight = False
        """Whether that screen came straight from the game."""
        self._stands_since_s: float | None = None
        self._restless = 1.0
        self.is_cut = False
        """Whether the last picture began another screen, or was in the midst of a fade."""
        self.is_still = False
        """Whether what is seen is a menu, a loading or a pause screen, as far as one can tell."""

    @property
    def is_game(self) -> bool:
        """Whether the game is seen moving."""
        return self._is_game and not self.is_still

    @property
    def is_board(self) -> bool:
        """Whether nothing moves but where something happens, and no game that moves is known: chess, a visual novel."""
        return not self._knows_a_game and self._restless < _RESTLESS

    @property
    def _knows_a_game(self) -> bool:
        return self._no_game_s < _FORGOTTEN_S

    def take(self, motion: Motion) -> Turn | None:
        """Take in what moved since the last picture, and tell of a change that is worth a word."""
        was_cut, self.is_cut = self.is_cut, self._usual.is_cut(motion)
        if self.is_cut:
            self._begin(motion.at_s, in_a_fade=was_cut)
            return None
        self._restless += (1 - 0.5 ** (motion.after_s / _RESTLESS_HALF_LIFE_S)) * (motion.share - self._restless)
        turn = self._go_on(motion) if self._is_game else self._find_out(motion)
        self._no_game_s = 0.0 if self._is_game else self._no_game_s + motion.after_s
        if not self._has_opened and (motion.changed or turn):
            self._has_opened = True
            return Turn.BEGINS if turn is Turn.BEGINS else Turn.OPENS
        return turn

    def _begin(self, at_s: float, *, in_a_fade: bool) -> None:
        """Take in that another screen begins, of which nothing is known."""
        if not in_a_fade:
            self._straight = self.is_game
        if self._is_game:
            self._played_s = at_s - self._game_since_s
        self._began_s = at_s
        self._is_new = True
        self._is_game = self.is_still = False
        self._lively_since_s = self._stands_since_s = None

    def _find_out(self, motion: Motion) -> Turn | None:
        """Tell what a new screen turns out to be."""
        if self._began_s is None:
            self._began_s = motion.at_s - motion.after_s
        on_s = motion.at_s - self._began_s
        self._lively_since_s = _since(self._lively_since_s, motion.at_s, holds=self._usual.is_lively(motion))
        if self._lively_since_s is not None and motion.at_s - self._lively_since_s >= _FOR_SURE_S:
            return self._play(motion)
        self.is_still = on_s >= _STILL_AFTER_S
        return self._tell() if on_s >= _SETTLED_S else None

    def _tell(self) -> Turn | None:
        """Tell once of a new screen that is not the game."""
        played_s, self._played_s = self._played_s, 0.0
        is_new, self._is_new = self._is_new, False
        if played_s >= _GAME_S:
            return Turn.ENDS
        return Turn.PAGES if is_new and not self._knows_a_game else None

    def _play(self, motion: Motion) -> Turn:
        self._is_game, self.is_still = True, False
        self._game_since_s = motion.at_s
        self._usual.learn(motion)
        return Turn.CUTS if self._straight else Turn.BEGINS

    def _go_on(self, motion: Motion) -> Turn | None:
        """Tell whether the game pauses or goes on."""
        self._usual.learn(motion)
        self._stands_since_s = _since(self._stands_since_s, motion.at_s, holds=self._usual.stands(motion))
        was_still = self.is_still
        stands_s = motion.at_s - self._stands_since_s if self._stands_since_s is not None else 0.0
        self.is_still = stands_s >= _STILL_AFTER_S
        return Turn.BEGINS if was_still and not self.is_still else None


def _since(since_s: float | None, at_s: float, *, holds: bool) -> float | None:
    """Tell since when something holds; None: it does not."""
    if not holds:
        return None
    return at_s if since_s is None else since_s
