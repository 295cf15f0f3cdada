"""A display of the bench's own, and the clock on it."""

import time

import mss
import pytest
from PIL import Image, ImageDraw

from bench.speed.rig.screen import (
    BITS,
    MASK,
    SQUARE,
    BenchScreen,
    explain_missing_screen,
    find_age_s,
    open_screen,
    read_clock,
)
from tests.conftest import missing

NOW = 1_700_000_000.123


def draw_clock(at: float, width: int = 1920) -> Image.Image:
    picture = Image.new("RGB", (1920, 80))
    draw = ImageDraw.Draw(picture)
    for place in range(BITS):
        if int(at * 1000) >> place & 1:
            draw.rectangle((place * SQUARE, 0, place * SQUARE + SQUARE - 1, SQUARE), "white")
    return picture.resize((width, 80 * width // 1920))


@pytest.mark.parametrize("width", [1920, 960])
def test_a_clock_is_read_off_a_picture_of_any_size(width: int) -> None:
    assert read_clock(draw_clock(NOW, width)) == pytest.approx((int(NOW * 1000) & MASK) / 1000)
    assert find_age_s(draw_clock(NOW, width), NOW + 0.25) == pytest.approx(0.25, abs=0.002)


def test_a_program_finds_this_display_and_no_wayland() -> None:
    assert BenchScreen(":7").environment == {"DISPLAY": ":7", "WAYLAND_DISPLAY": "", "XDG_SESSION_TYPE": "x11"}


def test_where_there_is_no_xvfb_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert "apt install xvfb" in explain_missing_screen()


@pytest.mark.anyio
async def test_the_clock_on_a_display_shows_the_time() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    async with open_screen(rate_hz=5.0) as screen:
        with mss.MSS(display=screen.display) as screens:
            shot = screens.grab(screens.monitors[1])
        now = time.time()

    age_s = find_age_s(Image.frombytes("RGB", shot.size, shot.rgb), now)
    assert -1 < age_s < 20, "a picture of another time"
