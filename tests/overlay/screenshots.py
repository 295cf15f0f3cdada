"""Looking at the window: where it is, and what is seen at a point of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from overlay.window import TITLE
from performer.stage.protocol.elements import Bubble
from tests import eyes
from tests.eyes import Eyes
from tests.overlay import game
from tests.overlay.desktop import Desktop, seen
from tests.performer.stage.standing import Standing

GROUND = game.COLOUR
PAPER = (251, 250, 244)
CLEAR = (0, 0, 0, 0)


@contextmanager
def looking(on: Desktop) -> Iterator[Eyes]:
    with eyes.opened(on.display) as seeing:
        yield seeing


def sign(text: str = "First try.") -> Bubble:
    return Bubble(id="b", alt=text, born_ms=0, place="middle")


INSIDE = (1735, 570)
"""A point of the paper of a bubble in the middle."""


async def standing_window(house: Standing, seeing: Eyes) -> int:
    """Wait until the window is there, with a bubble on it, and tell its number."""
    number = await seen(lambda: seeing.titled(TITLE))
    house.stage.show(sign())
    await seen(lambda: seeing.is_viewable(number) and seeing.pixel(number, *INSIDE)[:3] == PAPER)
    return number
