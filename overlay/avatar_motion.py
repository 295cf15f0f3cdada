"""The avatar's motion: blinking, breathing, talking; the same in every client at an instant of the server's clock.

In each window of 4 s it blinks once, for 140 ms, at an instant that follows from the window's number. While it speaks
the mouth follows the loudness. Every 3.2 s it rises and sinks by four units, one at a time; some time after it has
spoken it stands still, for even small movements cost a browser without a graphics card more than all the rest.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from overlay.motion import NEVER
from performer.core.audio import ENVELOPE_STEP_MS
from performer.stage.protocol.elements import Pose
from performer.stage.protocol.messages import Mouth

WINDOW_MS: Final = 4_000
BLINK_MS: Final = 140
_LATEST_BLINK_MS: Final = 3_400
BREATH_STEP_MS: Final = 400
LIFTS: Final = (0, 1, 2, 3, 4, 3, 2, 1)
"""How far the avatar has risen in each step of a breath, in units of the board."""
BREATHES_MS: Final = 20_000
"""The avatar breathes for so long after it has come, or spoken; the breath it is in then is its last."""
_TALKS: Final[tuple[tuple[float, Pose], ...]] = ((0.12, "talk1"), (0.35, "talk2"), (0.65, "talk3"))
"""The loudness from which on the mouth is so far open."""
_MOST_PIECES: Final = 32


class MouthEnvelope:
    """The loudness of the voice at any instant."""

    def __init__(self) -> None:
        self._pieces: list[Mouth] = []

    def hear(self, piece: Mouth) -> None:
        """Add a piece of the loudness: from its instant on it replaces all that came before."""
        self._pieces = [*self._pieces, piece][-_MOST_PIECES:]

    def shut(self) -> None:
        """Forget all pieces."""
        self._pieces = []

    @property
    def ended_ms(self) -> float:
        """The instant at which the voice ends, or has ended; long ago if it was never heard."""
        ends = (each.at_ms + len(each.envelope) * ENVELOPE_STEP_MS for each in self._pieces)
        return max(ends, default=-NEVER)

    def find_loudness(self, now_ms: float) -> float:
        """Return the loudness at an instant, from 0 to 1."""
        piece = next((each for each in reversed(self._pieces) if each.at_ms <= now_ms), None)
        if piece is None:
            return 0.0
        step = math.floor((now_ms - piece.at_ms) / ENVELOPE_STEP_MS)
        return piece.envelope[step] if step < len(piece.envelope) else 0.0

    def find_next_ms(self, now_ms: float) -> float:
        """Return the next instant at which the mouth opens or shuts."""
        return min((self._find_turn(piece, now_ms) for piece in self._pieces), default=NEVER)

    def _find_turn(self, piece: Mouth, now_ms: float) -> float:
        """Find the first instant after now at which a piece begins, ends, or asks for another pose."""
        poses = [_find_talk_pose(0.0), *map(_find_talk_pose, piece.envelope), _find_talk_pose(0.0)]
        turns = (number for number, (one, other) in enumerate(pairwise(poses)) if one != other)
        instants = (piece.at_ms + number * ENVELOPE_STEP_MS for number in turns)
        later = next((each for each in instants if each > now_ms), NEVER)
        return min(later, piece.at_ms) if piece.at_ms > now_ms else later


def choose_pose(now_ms: float, loudness: float) -> Pose:
    """Return the pose of the avatar at an instant and loudness."""
    return _find_talk_pose(loudness) or ("blink" if _is_blinking(now_ms) else "idle")


def compute_breathing_lift(now_ms: float, since_ms: float) -> int:
    """Return how far breathing lifts the avatar, in units of the board, if it came or spoke last at `since_ms`."""
    if _is_calm(now_ms, since_ms):
        return 0
    return LIFTS[math.floor(now_ms / BREATH_STEP_MS) % len(LIFTS)]


def find_next_breath_ms(now_ms: float, since_ms: float) -> float:
    """Return the next instant at which the avatar rises or sinks."""
    if _is_calm(now_ms, since_ms):
        return NEVER
    return (math.floor(now_ms / BREATH_STEP_MS) + 1) * BREATH_STEP_MS


def _is_calm(now_ms: float, since_ms: float) -> bool:
    breath_ms = len(LIFTS) * BREATH_STEP_MS
    return math.floor(now_ms / breath_ms) * breath_ms > since_ms + BREATHES_MS


def find_next_blink_ms(now_ms: float) -> float:
    """Return the next instant at which the avatar's eyes shut or open."""
    window = math.floor(now_ms / WINDOW_MS)
    starts = (find_blink_start_ms(number) for number in (window, window + 1))
    return min(each for start in starts for each in (start, start + BLINK_MS) if each > now_ms)


def find_blink_start_ms(window: int) -> int:
    """Return the instant at which the blink of a window begins."""
    return window * WINDOW_MS + hash32(window) % _LATEST_BLINK_MS


def hash32(number: int) -> int:
    """Mix a number's bits, by murmur3's finaliser."""
    number &= 0xFFFFFFFF
    number = ((number ^ (number >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    number = ((number ^ (number >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return number ^ (number >> 16)


def _is_blinking(now_ms: float) -> bool:
    start = find_blink_start_ms(math.floor(now_ms / WINDOW_MS))
    return start <= now_ms < start + BLINK_MS


def _find_talk_pose(loudness: float) -> Pose | None:
    reached: Sequence[Pose] = [shown for least, shown in _TALKS if loudness >= least]
    return reached[-1] if reached else None
