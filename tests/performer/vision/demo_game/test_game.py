"""The arcade: its events are exact, its pictures agree with them, and a seed says it all."""

import hashlib
import io
import math
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import pairwise

import anyio
import pytest
from PIL import Image, ImageChops, ImageStat

from performer.core.clock import VirtualClock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame, DemoGameSource
from performer.vision.frame import Frame, FrameSource
from tests.performer.vision.demo_game.rounds import named


def fingerprint(seed: int) -> str:
    arcade = DemoGame(seed)
    told = repr(arcade.events_between(0, 300)).encode()
    return hashlib.sha256(told + draw(arcade.state_at(37.0)).tobytes()).hexdigest()


def test_the_same_seed_gives_the_same_events_and_pixels_in_another_process() -> None:
    ask = "from tests.performer.vision.demo_game.test_game import fingerprint; print(fingerprint(7))"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}

    other = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)

    assert other.stdout.strip() == fingerprint(7)


def test_another_seed_gives_other_events_and_pixels() -> None:
    one, other = DemoGame(1), DemoGame(2)

    assert one.events_between(0, 120) != other.events_between(0, 120)
    assert draw(one.state_at(30)).tobytes() != draw(other.state_at(30)).tobytes()


@pytest.mark.parametrize("step_s", [0.09, 1.0, 17.3])
def test_events_do_not_depend_on_how_they_are_asked(step_s: float) -> None:
    whole = DemoGame(5).events_between(0, 400)
    arcade = DemoGame(5)
    edges = [step_s * number for number in range(math.ceil(400 / step_s))] + [400.0]

    late_first = arcade.events_between(300, 400)
    pieces = [event for begin, end in pairwise(edges) for event in arcade.events_between(begin, end)]

    assert pieces == whole
    assert late_first == [event for event in whole if event.at_s >= 300]


def test_a_span_holds_its_first_instant_and_not_its_last() -> None:
    arcade = DemoGame(5)
    boss = named(arcade, "boss_appears")[0]

    assert boss in arcade.events_between(boss.at_s, boss.at_s + 1)
    assert boss not in arcade.events_between(boss.at_s - 1, boss.at_s)


def test_states_do_not_depend_on_the_frame_rate() -> None:
    fast, slow = DemoGame(5), DemoGame(5)

    passed = [fast.state_at(number / 30) for number in range(3001)]

    assert slow.state_at(100.0) == passed[-1]


def test_the_time_before_the_beginning_is_refused() -> None:
    with pytest.raises(ValueError, match=r"second -1\. It begins at 0"):
        DemoGame(1).state_at(-1)


def make_source(clock: VirtualClock, rate_hz: float) -> DemoGameSource:
    return DemoGameSource(clock, seed=7, rate_hz=rate_hz)


async def after(clock: VirtualClock, seconds: float, frames: AsyncIterator[Frame]) -> Frame:
    """Take the next frame while that much virtual time passes."""
    taken: list[Frame] = []

    async def take() -> None:
        taken.append(await anext(frames))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(take)
            await clock.advance(seconds)
    return taken[0]


@pytest.mark.anyio
async def test_the_clock_drives_the_source(virtual_clock: VirtualClock) -> None:
    source = make_source(virtual_clock, rate_hz=4)
    port: FrameSource = source

    async with aclosing(source.frames()) as frames:
        first = await anext(frames)
        rest = [await after(virtual_clock, 0.25, frames) for _ in range(3)]

    assert port.name == "arcade seed 7"
    assert [frame.at_s for frame in (first, *rest)] == [0.0, 0.25, 0.5, 0.75]
    assert len({frame.digest for frame in (first, *rest)}) == 4


@pytest.mark.anyio
async def test_a_frame_shows_the_instant_it_names(virtual_clock: VirtualClock) -> None:
    source = make_source(virtual_clock, rate_hz=1)
    await virtual_clock.advance(11.0)

    async with aclosing(source.frames()) as frames:
        frame = await anext(frames)
    shown = Image.open(io.BytesIO(frame.jpeg)).convert("RGB")
    meant = draw(DemoGame(7).state_at(11.0)).resize(shown.size)

    assert frame.at_s == 11.0
    assert max(ImageStat.Stat(ImageChops.difference(shown, meant)).mean) < 4
    assert 0 < frame.cost_ms < 60_000
