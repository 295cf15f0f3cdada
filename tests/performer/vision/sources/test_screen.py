"""The screen, really grabbed from an X display of the tests' own."""

import io
import signal
import subprocess
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.to_thread
import pytest
from PIL import Image

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError, ServiceError
from performer.vision.frame import Frame, Glimpse, Mask
from performer.vision.settings import ScreenSpec
from performer.vision.sources.screen import ScreenSource, find_screen, list_monitors
from tests.performer.vision.resolution import plug_second_monitor, set_resolution, unplug_second_monitor
from tests.systems import linux_only, posix_only
from tests.xvfb import xvfb, xvfb_process


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with xvfb("1280x720") as name:
        monkeypatch.setenv("DISPLAY", name)
        subprocess.run(["xsetroot", "-solid", "#c04020"], check=True)
        yield name


async def first_frame(source: ScreenSource) -> Frame:
    async with aclosing(source.frames()) as frames:
        return await (await anext(frames)).develop()


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
    spec = ScreenSpec(rectangle=(10, 10, 200, 100))

    frame = await first_frame(ScreenSource(clock, spec, find_screen(spec), rate_hz=10))

    assert frame.size == (200, 100)


def test_a_monitor_that_is_not_there_is_said_by_number(display: str) -> None:
    with pytest.raises(ConfigError, match="There is no screen 4; this machine has 1"):
        find_screen(ScreenSpec(monitor=4))


def test_a_rectangle_beyond_the_screen_is_refused(display: str) -> None:
    with pytest.raises(ConfigError, match=r"reaches beyond the screen of 1280x720"):
        find_screen(ScreenSpec(rectangle=(1200, 0, 100, 10)))


@linux_only("on the others there is always a display")
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


async def frame_after(clock: VirtualClock, frames: AsyncGenerator[Glimpse, None], seconds: float = 10) -> Glimpse:
    """Let the source's period pass and take its next picture: no time passes while it is grabbed."""
    taken: list[Glimpse] = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(clock.advance, seconds)
        taken.append(await anext(frames))
    return taken[0]


@pytest.mark.anyio
async def test_another_resolution_is_followed_be_it_smaller_or_larger(
    display: str, virtual_clock: VirtualClock
) -> None:
    source = ScreenSource(virtual_clock, ScreenSpec(), find_screen(ScreenSpec()), rate_hz=0.1)

    async with aclosing(source.frames()) as frames:
        sizes, names = [(await anext(frames)).size], [source.name]
        for size in ((640, 480), (1280, 720)):
            await anyio.to_thread.run_sync(set_resolution, *size)
            sizes.append((await frame_after(virtual_clock, frames)).size)
            names.append(source.name)

    assert sizes == [(1280, 720), (640, 480), (1280, 720)]
    assert names == ["screen 1 1280x720", "screen 1 640x480", "screen 1 1280x720"]


@pytest.mark.anyio
async def test_a_rectangle_that_no_longer_fits_is_waited_for_until_it_does(display: str, clock: SystemClock) -> None:
    spec = ScreenSpec(rectangle=(600, 400, 200, 100))
    source = ScreenSource(clock, spec, find_screen(spec), rate_hz=10)
    await anyio.to_thread.run_sync(set_resolution, 640, 480)

    with pytest.raises(ServiceError, match=r"600,400,200,100 reaches beyond the screen of 640x480.*Choose a smaller"):
        await first_frame(source)
    await anyio.to_thread.run_sync(set_resolution, 1280, 720)

    assert (await first_frame(source)).size == (200, 100)


@pytest.mark.anyio
async def test_a_monitor_that_is_unplugged_is_said_and_taken_back_when_it_is_there_again(
    monkeypatch: pytest.MonkeyPatch, virtual_clock: VirtualClock
) -> None:
    with xvfb("640x480") as name:
        monkeypatch.setenv("DISPLAY", name)
        await anyio.to_thread.run_sync(plug_second_monitor)
        spec = ScreenSpec(monitor=2)
        source = ScreenSource(virtual_clock, spec, find_screen(spec), rate_hz=0.1)
        async with aclosing(source.frames()) as frames, anyio.create_task_group() as tasks:
            assert (await anext(frames)).size == (240, 480)
            await anyio.to_thread.run_sync(unplug_second_monitor)
            tasks.start_soon(virtual_clock.advance, 10)
            with pytest.raises(ServiceError, match=r"no screen 2; this machine has 1\. Plug it in"):
                await anext(frames)

        await anyio.to_thread.run_sync(plug_second_monitor)
        assert (await first_frame(source)).size == (240, 480)


@pytest.mark.anyio
async def test_a_monitor_that_is_gone_later_is_waited_for_not_taken_for_a_mistake(
    display: str, clock: SystemClock
) -> None:
    source = ScreenSource(clock, ScreenSpec(monitor=2), (1280, 720), rate_hz=10)

    with pytest.raises(ServiceError, match="another than before: There is no screen 2"):
        await first_frame(source)


@posix_only("an X server that is stopped")
@pytest.mark.anyio
async def test_a_display_that_hangs_takes_one_thread_and_no_more(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with xvfb_process("640x480") as (name, server):
        monkeypatch.setenv("DISPLAY", name)
        source = ScreenSource(clock, ScreenSpec(), find_screen(ScreenSpec()), rate_hz=10)
        source.hang_s = 0.5
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


def test_the_main_monitor_is_the_first_whatever_the_order_in_which_the_system_tells_of_them() -> None:
    sizes = [(3000, 1080, None), (1080, 1920, False), (1920, 1080, True), (800, 600, False)]
    monitors = [{"left": 0, "top": 0, "width": x, "height": y, "is_primary": main} for x, y, main in sizes]
    opened: Any = SimpleNamespace(monitors=monitors)

    assert [each["width"] for each in list_monitors(opened)] == [1920, 1080, 800]
