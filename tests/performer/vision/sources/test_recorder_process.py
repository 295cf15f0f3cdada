"""The recorder's talk with its process: a good one, really recording, and every kind of bad one."""

import io
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import anyio
import anyio.to_thread
import pytest
from PIL import Image

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.vision.frame import Mask
from performer.vision.settings import RecorderSpec
from performer.vision.sources.recorder_process import RecorderSource
from tests.performer.vision.resolution import set_resolution
from tests.xvfb import xvfb

PICTURE = """
import json, sys, time
out = sys.stdout.buffer

def send(width, height, pixels=b"", **other):
    header = dict(width=width, height=height, stride=width * 4, bands="BGRX", bytes=width * 4 * height)
    out.write(json.dumps(header | other).encode() + b"\\n" + (pixels or bytes((0, 0, 255, 0)) * (width * height)))
    out.flush()
"""
GOOD = PICTURE + "for number, line in enumerate(sys.stdin): send(320, 180) if number % 2 == 0 else send(64, 48)"
PADDED = (
    PICTURE + "input(); send(64, 48, (b'\\0\\0\\xff\\0' * 64 + bytes(64)) * 48, stride=320, bytes=320 * 48); input()"
)
FLOOD = PICTURE + "while True: send(1920, 1080)"
NOISE = "import sys\nwhile True: sys.stdout.buffer.write(b'x' * 65536)"
NO_JSON = "print('Hello, I am a screen', flush=True); input(); input()"
SHORT = PICTURE + "input(); send(64, 48, bytes=16); input(); input()"
LIES = PICTURE + "input(); send(4, 4, bytes=10**12); input(); input()"
TALKS = "import sys; sys.stderr.write('x' * 1_000_000); print('{}')"
SILENT = "import sys; sys.stdin.read()"
DEAF = "import time; time.sleep(600)"
HALF = PICTURE + "input(); send(64, 48, bytes=64 * 4 * 96, stride=64 * 8)"
STUBBORN = PICTURE + "input(); send(64, 48); time.sleep(600)"
REFUSED = "import sys; input(); sys.stderr.write('Qt says: hm\\nthe screen was not shared\\n'); sys.exit(3)"


def source(clock: SystemClock | VirtualClock, program: str, *masks: Mask, first_s: float = 20) -> RecorderSource:
    recorder = RecorderSource(clock, RecorderSpec(), rate_hz=50, masks=masks)
    recorder.command = [sys.executable, "-c", program]
    recorder.first_s = recorder.hang_s = first_s
    return recorder


@asynccontextmanager
async def leaving_nobody(recorder: RecorderSource) -> AsyncIterator[None]:
    """See that the process has ended after the block."""
    yield
    assert recorder.recording is not None
    with anyio.fail_after(20):
        await anyio.to_thread.run_sync(recorder.recording.process.wait)


async def failure(recorder: RecorderSource) -> ServiceError:
    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        with pytest.raises(ServiceError) as raised:
            async for _ in frames:
                pass
    return raised.value


@pytest.mark.anyio
async def test_pictures_may_change_their_size_and_have_their_colours_and_masks(clock: SystemClock) -> None:
    recorder = source(clock, GOOD, Mask(0, 0, 0.5, 1))

    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        seen = [await (await anext(frames)).develop() for _ in range(4)]
    picture = Image.open(io.BytesIO(seen[0].jpeg))
    red, green, blue = picture.getpixel((300, 90))  # type: ignore[misc]  # RGB

    assert [frame.size for frame in seen] == [(320, 180), (64, 48)] * 2
    assert (red > 240, green < 15, blue < 15) == (True, True, True)
    assert picture.getpixel((20, 90)) == (0, 0, 0)


@pytest.mark.anyio
async def test_rows_may_be_longer_than_the_picture_is_wide(clock: SystemClock) -> None:
    recorder = source(clock, PADDED)

    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        frame = await (await anext(frames)).develop()
    picture = Image.open(io.BytesIO(frame.jpeg))

    assert frame.size == (64, 48)
    assert {picture.getpixel((x, y)) for x in (4, 60) for y in (4, 44)} == {(254, 0, 0)}


@pytest.mark.anyio
@pytest.mark.slow
async def test_one_that_does_not_end_with_its_input_is_ended(clock: SystemClock) -> None:
    recorder = source(clock, STUBBORN)

    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        assert (await anext(frames)).size == (64, 48)


@pytest.mark.anyio
async def test_one_that_floods_is_read_at_our_pace_and_ended(clock: SystemClock) -> None:
    recorder = source(clock, FLOOD)

    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        sizes = [(await anext(frames)).size for _ in range(3)]

    assert sizes == [(960, 540)] * 3


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (NOISE, "sent no picture but b'xxx"),
        (NO_JSON, "sent no picture but b'Hello, I am"),
        (SHORT, 'sent no picture but b\'{"width": 64'),
        (LIES, 'sent no picture but b\'{"width": 4'),
        (HALF, "it ended with code 0"),
    ],
)
async def test_garbage_is_said_and_never_taken_for_a_picture(clock: SystemClock, program: str, said: str) -> None:
    error = await failure(source(clock, program))

    assert said in str(error)
    assert error.retry


@pytest.mark.anyio
@pytest.mark.parametrize("program", [SILENT, DEAF, TALKS])
async def test_one_that_never_hands_out_a_picture_is_given_up_with_the_remedy(program: str) -> None:
    error = await failure(source(SystemClock(), program, first_s=0.3))

    assert "did not hand out a picture within 0.3 s" in str(error)
    assert "frames.source" in str(error)


@pytest.mark.anyio
async def test_one_that_is_killed_is_said_and_the_next_one_goes_on(clock: SystemClock) -> None:
    recorder = source(clock, GOOD)
    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        await anext(frames)
        assert recorder.recording is not None
        recorder.recording.process.kill()
        with pytest.raises(ServiceError, match=r"it was ended (by SIGKILL|from outside)"):
            await anext(frames)

    async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
        assert (await anext(frames)).size == (320, 180)


@pytest.mark.anyio
async def test_one_that_was_not_allowed_to_look_tells_why_and_is_not_asked_again_at_once(clock: SystemClock) -> None:
    error = await failure(source(clock, REFUSED))

    assert str(error).startswith("The screen cannot be recorded: the screen was not shared. Allow it in the window")
    assert not error.retry


@pytest.mark.anyio
async def test_a_show_that_ends_while_it_waits_leaves_no_process_behind(clock: SystemClock) -> None:
    recorder = source(clock, DEAF)

    async with leaving_nobody(recorder), anyio.create_task_group() as tasks:
        frames = recorder.frames()
        tasks.start_soon(anext, frames)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_the_recorder_that_comes_along_follows_a_screen_that_changes(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with xvfb("800x600") as display:
        monkeypatch.setenv("DISPLAY", display)
        await anyio.run_process(["xsetroot", "-solid", "#c04020"])
        recorder = RecorderSource(clock, RecorderSpec(), rate_hz=10)
        async with leaving_nobody(recorder), aclosing(recorder.frames()) as frames:
            before = await (await anext(frames)).develop()
            await anyio.to_thread.run_sync(set_resolution, 640, 480)
            with anyio.fail_after(10):
                async for frame in frames:
                    if frame.size != before.size:
                        break

    pixel = Image.open(io.BytesIO(before.jpeg)).getpixel((400, 300))
    assert before.size == (800, 600)
    assert frame.size == (640, 480)
    assert all(abs(a - b) < 8 for a, b in zip(pixel, (0xC0, 0x40, 0x20), strict=True))  # type: ignore[arg-type]  # RGB
