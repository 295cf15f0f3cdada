"""Reels: the same pictures for everybody, each at its instant."""

import io

import anyio
import pytest
from PIL import Image

from bench.show.ground_truth import STILLS, ReelSource, draw_game_reel, draw_still_reel
from performer.core.clock import VirtualClock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.frame import Frame


async def seen(clock: VirtualClock, seed: int, seconds: float) -> list[Frame]:
    frames: list[Frame] = []

    async def watch() -> None:
        async for frame in ReelSource(clock, draw_game_reel(seed, 1.0)).frames():
            frames.append(frame)  # noqa: PERF401  the source never ends

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        await clock.advance(seconds)
        tasks.cancel_scope.cancel()
    return frames


@pytest.mark.anyio
async def test_pictures_come_at_their_instants_and_show_the_game_then(virtual_clock: VirtualClock) -> None:
    frames = await seen(virtual_clock, 4, 3.0)

    assert [frame.at_s for frame in frames] == [0.0, 1.0, 2.0, 3.0]
    shown = Image.open(io.BytesIO(frames[2].jpeg))
    then = draw(DemoGame(4).state_at(2.0)).reduce(1280 // shown.width)
    assert shown.size == then.size
    assert abs(sum(shown.convert("L").histogram()[128:]) - sum(then.convert("L").histogram()[128:])) < 4000


@pytest.mark.anyio
async def test_the_second_take_gets_the_very_pictures_of_the_first() -> None:
    first, second = await seen(VirtualClock(), 4, 2.0), await seen(VirtualClock(), 4, 2.0)

    assert all(one.jpeg is other.jpeg for one, other in zip(first, second, strict=True))


def test_stills_have_nothing_to_tell_and_only_the_menu_moves() -> None:
    reels = {kind: draw_still_reel(kind, 1, 1.0) for kind in STILLS}
    moves = {kind: reel.draw_frame(1).digest != reel.draw_frame(3).digest for kind, reel in reels.items()}

    assert moves == {"black": False, "frozen": False, "menu": True}
    assert set(reels["black"].draw_frame(0).luma) == {0}
