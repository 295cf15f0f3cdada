"""A stage client that a person starts: it is told the address in secret, comes back for ever, and ends by Ctrl+C."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from performer.core.files.home import CHECKOUT
from performer.stage.protocol.messages import Hello
from tests.fakes.stage import TOKEN, FakeStage, open_stage
from tests.overlay.client.running import Running, running
from tests.systems import linux_only
from tests.xvfb import xvfb

pytestmark = [
    pytest.mark.anyio,
    linux_only("looks into /proc"),
]


@pytest.fixture
async def stage() -> AsyncIterator[FakeStage]:
    async with open_stage({}) as opened:
        yield opened


def child_of(started: Running) -> int:
    """Find the process that another has started."""
    pid = started.process.pid
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return int(child)


def words_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("command", ["sound", pytest.param("window", marks=pytest.mark.slow)])
async def test_it_is_told_the_address_in_secret_and_ctrl_c_ends_both(
    stage: FakeStage, tmp_path: Path, command: str
) -> None:
    with xvfb("640x480") as display:
        surroundings = {"DISPLAY": display, "PULSE_SERVER": f"unix:{tmp_path}/none", "PERFORMER_HOME": str(tmp_path)}
        environment = {**os.environ, **surroundings}
        async with running("performer", command, environment=environment, url=stage.url, by_hand=True) as started:
            await stage.told(Hello)
            child = child_of(started)
            words = words_of(child)
            started.process.send_signal(signal.SIGINT)

            assert await started.ended() == 130
            assert not is_there(child)

    assert "--unbound" in words
    assert TOKEN not in words


@pytest.mark.slow
async def test_it_comes_back_when_the_stage_does_and_goes_with_its_parent(stage: FakeStage, tmp_path: Path) -> None:
    environment = {**os.environ, "PULSE_SERVER": f"unix:{tmp_path}/none"}
    async with running("performer", "sound", environment=environment, url=stage.url, by_hand=True) as started:
        await stage.told(Hello)
        await stage.stop()
        mark = len(stage.said)
        await stage.start()
        await stage.told(Hello, after=mark)
        child = child_of(started)
        started.process.terminate()

        assert await started.ended() == 128 + signal.SIGTERM
        assert not is_there(child)


async def test_its_own_end_is_told(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:1/?token={TOKEN}"
    async with running("performer", "sound", environment=os.environ, url=url, by_hand=True) as started:
        assert await started.ended() == 2
        assert (
            started.errors
            == "sfx: 'http://127.0.0.1:1/' is no WebSocket URL; it looks like ws://127.0.0.1:8766/stage/ws\n"
        )


async def test_an_address_that_was_left_out_is_asked_for() -> None:
    command = [sys.executable, "-m", "performer", "sound"]
    told = await anyio.run_process(command, input=f"http://pc/?token={TOKEN}\n".encode(), cwd=CHECKOUT, check=False)

    assert told.returncode == 2
    assert told.stderr.decode().startswith("sfx: 'http://pc/' is no WebSocket URL")
