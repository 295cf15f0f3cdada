"""Cuts between screens, and whether the screen that is on shows the game being played.

A menu or a loading screen comes with a cut or a fade, and then moves far less than the game usually does. Nothing else
tells it from a quiet moment of the game, which comes without a cut. So a new screen is taken for a menu until it has
moved as the game does, and the game is taken for paused once next to nothing of it has moved for some seconds.
"""

import math
from enum import Enum
from typing import Final

from performer.vision.changes.motion import FrameMotion, UsualMotion

_STILL_AFTER_S: Final = 3.0
"""A loading screen, a menu or a pause that lasts shorter is nothing to keep quiet for."""
_GAME_S: Final = 8.0
"""The end of a game that was seen for so long is worth a word."""
_SETTLED_S: Final = 0.9
"""The time after a cut when the new screen is complete, and can be told from the game."""
_FOR_SURE_S: Final = 3.0
"""A screen that was taken for a menu must be lively for so long to be the game after all; one look may be chance."""
_FORGOTTEN_S: Final = 300.0
"""Where no game was seen for so long, still pictures are not its menus but what there is to see."""
_CALM_S: Final = 900.0
"""A screen that has moved a little for so long is no title that waits for somebody to press start, but a calm game."""
_LONGEST_FADE_S: Final = 2.0
"""What changes everywhere for longer is no fade but a camera that turns."""
_DARK: Final = bytes(range(9))
"""Lumas of dark cells."""
_A_BOOK: Final = 3
"""Still pictures in a row that are pages; fewer are a logo, a title and a loading screen before the game."""


class ScreenChange(Enum):
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


class SceneCutDetector:
    """The screens of one source, one after the other; time is the pictures' own."""

    def __init__(self) -> None:
        self._usual = UsualMotion()
        self._has_opened = False
        self._began_s: float | None = None
        self._is_game = False
        self._game_since_s = 0.0
        self._no_game_s = math.inf
        """For how long no game was seen."""
        self._played_s = 0.0
        """For how long the game was seen before the screen that is on; 0 once that was said."""
        self._is_new = False
        """Whether that screen is yet to be told of."""
        self._straight = False
        """Whether that screen came straight from the game."""
        self._changes_s = 0.0
        """For how long the picture has changed everywhere."""
        self._lively_s = 0.0
        self._stands_s = 0.0
        self._pages = 0
        """Still pictures in a row, without a game between them."""
        self.is_cut = False
        """Whether the last picture began another screen, or was in the midst of a fade."""
        self.is_still = False
        """Whether what is seen is a menu, a loading or a pause screen, as far as one can tell."""

    @property
    def is_game(self) -> bool:
        """Whether the game is seen moving."""
        return self._is_game and not self.is_still

    @property
    def can_step(self) -> bool:
        """Whether a step is an event: in the game, or where no game that moves is known, as in chess or a novel."""
        return self.is_game or not self._knows_a_game

    @property
    def _knows_a_game(self) -> bool:
        return self._no_game_s < _FORGOTTEN_S

    def take(self, motion: FrameMotion) -> ScreenChange | None:
        """Note what moved since the last picture, and return a change that is worth a word."""
        # The dark between two screens belongs to the change, however long it lasts.
        is_dark = not motion.after.translate(None, _DARK)
        changes = not is_dark and self._usual.is_cut(motion)
        self._changes_s = self._changes_s + motion.after_s if changes else 0.0
        is_fade = changes and self._changes_s - motion.after_s < _LONGEST_FADE_S
        was_cut, self.is_cut = self.is_cut, is_dark or is_fade
        if self.is_cut:
            self._begin(motion.at_s, in_a_fade=was_cut)
            self._straight = self._straight and not is_dark
            return None
        turn = self._follow_game(motion) if self._is_game else self._identify_screen(motion)
        self._no_game_s = 0.0 if self.is_game else self._no_game_s + motion.after_s
        if not self._has_opened and (motion.changed or turn):
            self._has_opened = True
            return ScreenChange.BEGINS if turn is ScreenChange.BEGINS else ScreenChange.OPENS
        return None if turn is ScreenChange.PAGES and self._pages < _A_BOOK else turn

    def _begin(self, at_s: float, *, in_a_fade: bool) -> None:
        """Begin another screen, of which nothing is known."""
        if not in_a_fade:
            self._straight = self.is_game
        if self._is_game:
            self._played_s = at_s - self._game_since_s
        self._began_s = at_s
        self._is_new = True
        self._is_game = self.is_still = False
        self._lively_s = self._stands_s = 0.0

    def _identify_screen(self, motion: FrameMotion) -> ScreenChange | None:
        """Return the change that a new screen turns out to be."""
        if self._began_s is None:
            self._began_s = motion.at_s - motion.after_s
        on_s = motion.at_s - self._began_s
        if self._is_game_after_all(motion, on_s):
            return self._begin_game(motion)
        self.is_still = on_s >= _STILL_AFTER_S
        return self._report_once() if on_s >= _SETTLED_S else None

    def _is_game_after_all(self, motion: FrameMotion, on_s: float) -> bool:
        if on_s >= _CALM_S and not self._usual.is_standing(motion):
            self._usual.forget()
            return True
        is_lively = self._usual.is_lively(motion)
        self._lively_s = max(0.0, self._lively_s + (motion.after_s if is_lively else -motion.after_s))
        return is_lively and (on_s < _STILL_AFTER_S or self._lively_s >= _FOR_SURE_S)

    def _report_once(self) -> ScreenChange | None:
        """Return the change to a new screen that is not the game, once."""
        played_s, self._played_s = self._played_s, 0.0
        is_new, self._is_new = self._is_new, False
        if played_s >= _GAME_S:
            return ScreenChange.ENDS
        if not is_new or self._knows_a_game:
            return None
        self._pages += 1
        return ScreenChange.PAGES

    def _begin_game(self, motion: FrameMotion) -> ScreenChange:
        self._is_game, self.is_still = True, False
        self._pages = 0
        self._game_since_s = motion.at_s
        self._usual.learn(motion)
        return ScreenChange.CUTS if self._straight else ScreenChange.BEGINS

    def _follow_game(self, motion: FrameMotion) -> ScreenChange | None:
        """Return whether the game goes on after a pause; a pause teaches nothing of what is usual."""
        was_still = self.is_still
        if self._usual.is_standing(motion):
            self._stands_s += motion.after_s
        else:
            self._stands_s = 0.0
            self._usual.learn(motion)
        self.is_still = self._stands_s >= _STILL_AFTER_S
        return ScreenChange.BEGINS if was_still and self._usual.is_lively(motion) else None
