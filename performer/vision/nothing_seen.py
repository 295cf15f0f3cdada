"""Why there is nothing to see in pictures of the screen, and what to do: above all a game in exclusive full screen."""

import sys
from typing import Final

from performer.core.own_text import OwnText, own
from performer.core.platform import is_screen_filled, is_screen_taken

_TAKEN: Final = own(
    "A game has the screen for itself (exclusive full screen), and gives no picture: set it to borderless or to a"
    " window, in its own settings of the picture."
)
_FILLED: Final = own(
    "The program in front fills its screen, but does not have it to itself: set frames.source to recorder, which takes"
    " pictures in another way, or run the game in a window."
)
_REMEDIES: Final = {
    "darwin": own("Allow screen recording for your terminal: System Settings, Privacy and Security."),
    "win32": own(
        "Run the game borderless or in a window: exclusive full screen gives no picture. Or set frames.source to"
        " recorder, which takes pictures in another way."
    ),
}
_ELSEWHERE: Final = own("Is the monitor on? Choose another one by frames.source, such as screen:2.")


def find_black_remedy(system: str = sys.platform) -> OwnText:
    """Return what to do about a screen that is black."""
    if is_screen_taken():
        return _TAKEN
    return _FILLED if is_screen_filled() else _REMEDIES.get(system, _ELSEWHERE)


def explain_black() -> OwnText:
    """Return that the picture is black, and what to do."""
    return own("The picture is black. {remedy}", remedy=find_black_remedy())


def explain_frozen(frozen_s: float) -> OwnText:
    """Return that the picture has stayed the same for so many seconds, and what to do if it should not."""
    remedy = own("If the game does move, choose another source (frames.source).")
    return own(
        "The picture has not changed for {frozen_s:g} s; there will be no comments until it does. {remedy}",
        frozen_s=frozen_s,
        remedy=_TAKEN if is_screen_taken() else remedy,
    )
