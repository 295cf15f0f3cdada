"""What is hidden holds at once: from then on no model is shown a picture from before."""

import io
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import pytest
from PIL import Image

from performer.agent.prompt.scene import Scene
from performer.config.config import Config
from performer.config.in_force import SettingsInForce
from performer.config.run_options import RunOptions
from performer.core.clock import SystemClock
from performer.core.cues import Cue, OperatorCue
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.guard.runtime import build_runtime
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.wiring.acting import Acting, build_acting
from performer.wiring.engines import Base, build_engines
from performer.wiring.parts import Parts, build_parts

pytestmark = pytest.mark.anyio

PATIENCE_S = 30.0
BRIGHT, DARK = 200, 30


class Asking:
    """Shows a model the picture of each turn again and again, as many steps do."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.shown: list[bytes] = []
        self._more = anyio.Event()

    async def perform(self, _turn: int, _cue: Cue) -> None:
        frame = None
        while frame is None:
            frame = await self._scene.wait_for_look(self._scene.want_look())
            await anyio.lowlevel.checkpoint()
        while True:
            self.shown.append(frame.jpeg)
            self._more.set()
            self._more = anyio.Event()
            await anyio.lowlevel.checkpoint()

    async def wait_for(self, requests: int) -> None:
        with anyio.fail_after(PATIENCE_S):
            while len(self.shown) < requests:
                await self._more.wait()


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    Image.new("RGB", (320, 180), "white").save(tmp_path / "1.png")
    clock, home = SystemClock(seed=7), Home(config=tmp_path / "home", data=tmp_path / "home")
    home.make()
    told = {"model": {"spec": "understudy"}, "voice": {"engine": "silent"}}
    config = Config.model_validate({**told, "frames": {"source": f"clip:{tmp_path}", "rate_hz": 10}})
    stream = EventStream(clock)
    async with AsyncExitStack() as stack:
        engines = await build_engines(clock, stream, config, stack, quirks=ServerQuirks())
        database = await stack.enter_async_context(open_memory(clock, stream, home.memory_file))
        runtime = build_runtime(clock, stream, config.guard, home)
        yield build_parts(Base(runtime, config, home, RunOptions(desktop=False), database), engines)


def build_asking(parts: Parts) -> tuple[Acting[Asking], Asking]:
    base, ground = parts.base, parts.ground
    asking = Asking(parts.sight.scene)
    acting = build_acting(
        base.runtime,
        base.config,
        parts.engines.source,
        parts.sight,
        inbox=ground.inbox,
        turns=ground.turns,
        performer=asking,
    )
    return acting, asking


def measure_hidden(jpeg: bytes) -> int:
    """Return the grey, of 255, of what the mask is to hide."""
    grey = Image.open(io.BytesIO(jpeg)).convert("L")
    return grey.crop((0, 0, grey.width, grey.height // 4)).resize((1, 1)).tobytes()[0]


async def test_no_model_is_shown_what_a_mask_hides_once_it_is_set(parts: Parts) -> None:
    acting, asking = build_asking(parts)
    in_force = SettingsInForce(parts.base.config, acting.follow_settings(parts.engines.source))
    wanted = Config.model_validate({"frames": {"masks": [[0, 0, 1, 0.5, "the upper half"]]}})
    async with anyio.create_task_group() as tasks:
        await tasks.start(acting.watcher.run)
        await tasks.start(acting.director.run)
        parts.ground.inbox.put(OperatorCue(text="What is this?"))
        await asking.wait_for(1)
        assert measure_hidden(asking.shown[-1]) > BRIGHT

        await in_force.take_up(wanted, [("frames", "masks")])
        newest, before = parts.sight.scene.newest, len(asking.shown)
        parts.ground.inbox.put(OperatorCue(text="And this?"))
        await asking.wait_for(before + 1)
        tasks.cancel_scope.cancel()

    assert newest is None or measure_hidden(newest.jpeg) < DARK
    assert all(measure_hidden(jpeg) < DARK for jpeg in asking.shown[before:])
