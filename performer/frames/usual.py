"""The usual: how much a game moves as a rule, so that one can tell a cut, a lively moment and a standstill from it."""

from typing import Final

from performer.frames.motion import Motion

_CUT: Final = 0.6
"""Share of cells that change at once when the picture becomes another one."""
_TURBULENT: Final = 0.4
"""Where usually as much moves, as with a camera that turns, a cut must differ by far more than usual, too."""
_FAR_MORE: Final = 3.0
_LIVELY: Final = 0.6
"""Share of the usual movement that a game has in its lively moments; the arcade's title screen has 0.4."""
_FADE: Final = 0.35
"""What moves makes as many places lighter as darker; where all goes one way, the picture fades in or out."""
_STANDS: Final = 0.25
"""Share of the usual movement below which a game stands still, but for a spinner or a bar."""
_STANDS_AT_MOST: Final = 0.03
"""The same as a share of the cells: in a wild game a quiet moment is no pause."""
_GUESS: Final = 0.15
"""Share of cells that moves as a rule, before any game was seen; a side-scroller has 0.1 to 0.2, a camera more."""
_HALF_LIFE_S: Final = 60.0
_UPWARDS: Final = 4.0
"""Much movement teaches so many times as fast as little: a game is as lively as its lively half."""


class Usual:
    """Learns from what is seen of the game."""

    def __init__(self) -> None:
        self._share = _GUESS
        self._mean: float | None = None

    def learn(self, motion: Motion) -> None:
        """Take in what moved in the game."""
        weight = 1 - 0.5 ** (motion.after_s / _HALF_LIFE_S)
        if self._mean is None:
            self._share, self._mean = motion.share, motion.mean
        faster = _UPWARDS if motion.share > self._share else 1.0
        self._share += min(1.0, weight * faster) * (motion.share - self._share)
        self._mean += weight * (motion.mean - self._mean)

    def forget(self) -> None:
        """Begin to learn anew: what is seen next is as usual as can be."""
        self._mean = None

    def is_cut(self, motion: Motion) -> bool:
        """Tell whether the picture became another one."""
        if motion.share <= _CUT:
            return False
        return self._share < _TURBULENT or self._mean is None or motion.mean > _FAR_MORE * self._mean

    def is_lively(self, motion: Motion) -> bool:
        """Tell whether as much moves as in the game."""
        return motion.share >= _LIVELY * self._share and motion.one_way < _FADE

    def stands(self, motion: Motion) -> bool:
        """Tell whether next to nothing moves, compared with the game."""
        return motion.share < min(_STANDS_AT_MOST, _STANDS * self._share)
