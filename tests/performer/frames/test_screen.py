"""The screen, really grabbed from an X display of the tests' own."""

import io
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import aclosing

import pytest
from PIL import Image

from performer.clock import SystemClock
from performer.errors import ConfigError, ServiceError
from performer.frames import Frame
from performer.frames.mask import Mask
from performer.frames.screen import ScreenSource, find_screen
from performer.frames.spec import Rectangle, ScreenSpec
from tests.xvfb import xvfb, xvfb_process


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with xvfb("1280x720") as name:
        monkeypatch.setenv("DISPLAY", name)
        subprocess.run(["xsetroot", "-solid", "#c04020"], check=True)
        yield name


async def first_frame(source: ScreenSource) -> Frame:
    async with aclosing(source.frames()) as frames:
        return await anext(frames)


@pytest.mark.anyio
async def test_the_picture_of_the_screen_has_its_colours_and_its_mask(display: str, clock: SystemClock) -> None:
    spec = ScreenSpec()
    size = find_screen(spec)
    source = ScreenSource(clock, spec, size, rate_hz=10, masks=[Mask(0, 0, 0.5, 1)])

    frame = await first_frame(source)
    picture = Image.open(io.BytesIO(frame.jpeg)).convert("RGB")

    assert source.name == "screen 1 1280x720"
    assert picture.getpixel((100, 100)) == (0, 0, 0)
    assert all(abs(a - b) < 8 for a, b in zip(picture.getpixel((1000, 100)), (0xC0, 0x40, 0x20), strict=True))  # type: ignore[arg-type]  # RGB


@pytest.mark.anyio
async def test_a_rectangle_of_the_screen_is_all_that_is_grabbed(display: str, clock: SystemClock) -> None:
    spec = ScreenSpec(rectangle=Rectangle(x=10, y=10, width=200, height=100))

    frame = await first_frame(ScreenSource(clock, spec, find_screen(spec), rate_hz=10))

    assert frame.size == (200, 100)


def test_a_monitor_that_is_not_there_is_said_by_number(display: str) -> None:
    with pytest.raises(ConfigError, match="There is no screen 4; this machine has 1"):
        find_screen(ScreenSpec(monitor=4))


def test_a_rectangle_beyond_the_screen_is_refused(display: str) -> None:
    with pytest.raises(ConfigError, match=r"reaches beyond the screen of 1280x720"):
        find_screen(ScreenSpec(rectangle=Rectangle(x=1200, y=0, width=100, height=10)))


def test_without_a_display_that_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)

    with pytest.raises(ServiceError, match="no display found"):
        find_screen(ScreenSpec())


@pytest.mark.anyio
async def test_a_display_that_goes_away_is_said_and_can_come_back(
    monkeypatch: pytest.MonkeyPatch, clock: SystemClock
) -> None:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        source = ScreenSource(clock, ScreenSpec(), find_screen(ScreenSpec()), rate_hz=10)
        frames = source.frames()
        await anext(frames)
    with pytest.raises(ServiceError, match="display"):
        await anext(frames)

    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        assert (await first_frame(source)).size == (640, 480)


@pytest.mark.anyio
async def test_a_monitor_that_is_gone_later_is_waited_for_not_taken_for_a_mistake(
    display: str, clock: SystemClock
) -> None:
    source = ScreenSource(clock, ScreenSpec(monitor=2), (1280, 720), rate_hz=10)

    with pytest.raises(ServiceError, match="another than before: There is no screen 2"):
        await first_frame(source)


@pytest.mark.anyio
async def test_a_display_that_hangs_takes_one_thread_and_no_more(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with xvfb_process("640x480") as (name, server):
        monkeypatch.setenv("DISPLAY", name)
        source = ScreenSource(clock, ScreenSpec(), find_screen(ScreenSpec()), rate_hz=10, hang_s=0.5)
        server.send_signal(signal.SIGSTOP)
        before = threading.active_count()
        try:
            with pytest.raises(ServiceError, match=r"did not hand out a picture within 0\.5 s"):
                await first_frame(source)
            for _ in range(3):
                with pytest.raises(ServiceError, match="still does not hand out pictures"):
                    await first_frame(source)
            assert threading.active_count() == before + 1
        finally:
            server.send_signal(signal.SIGCONT)
