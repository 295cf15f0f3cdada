"""The window with a picture on a display of the bench's own."""

import mss
import pytest

from bench.speed.rig.screen import BenchScreen, explain_missing_screen, open_screen, paint
from tests.conftest import missing

pytestmark = pytest.mark.anyio


def grab(screen: BenchScreen) -> bytes:
    with mss.MSS(display=screen.display) as screens:
        return screens.grab(screens.monitors[1]).rgb


async def test_at_a_rate_of_nought_the_picture_stands_still_and_after_the_block_it_is_gone() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    async with open_screen() as screen:
        async with paint(screen, 0.0):
            shown, later = grab(screen), grab(screen)
        gone = grab(screen)

    assert shown == later
    assert any(shown)
    assert not any(gone)
