"""The playhouse: what its part of the start-up table says."""

from functools import partial
from pathlib import Path

import aiohttp
import anyio
import anyio.lowlevel
import pytest

from performer.config.config import Config
from performer.config.in_force import SettingsInForce
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.doctor.stage import open_private_stage
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.stage.processes.early_clients import start_early
from performer.stage.service import StageService
from performer.stage.settings import StageSettings

pytestmark = pytest.mark.anyio


@pytest.mark.expects_log
async def test_a_stage_that_other_machines_can_reach_is_said_with_what_helps() -> None:
    config = Config(stage=StageSettings(host="0.0.0.0"))
    async with open_private_stage(SystemClock(), config, sounds=False) as house:
        (said,) = (role for role in house.roles() if role.part == "open")

    assert said.plays == "to other machines, on 0.0.0.0"
    assert "TLS proxy" in said.why
    assert "SSH tunnel" in said.why


async def test_of_a_stage_on_this_machine_alone_there_is_nothing_to_say() -> None:
    async with open_private_stage(SystemClock(), Config(), sounds=False) as house:
        assert "open" not in {role.part for role in house.roles()}


async def test_a_player_that_was_started_before_the_stage_is_taken_over(clock: SystemClock, tmp_path: Path) -> None:
    config, home = Config(), Home(config=tmp_path, data=tmp_path)
    async with start_early([config.sound.command()]) as early, anyio.create_task_group() as playing:
        runtime = Runtime(clock, EventStream(clock), Guard(config.guard))
        await StageService(runtime, config, home, desktop=False, early=early).begin(playing)

        assert early.take(config.sound.command()) is None
        playing.cancel_scope.cancel()


async def test_the_stage_is_off_until_a_page_shows_it(clock: SystemClock) -> None:
    async with open_private_stage(clock, Config(), sounds=False) as house, aiohttp.ClientSession() as session:
        (before,) = (role.state for role in house.roles() if role.part == "stage")
        async with session.ws_connect(house.server.addresses.url.replace("/stage?", "/stage/ws?")) as socket:
            await socket.receive()
            (seen,) = (role.state for role in house.roles() if role.part == "stage")

    assert (before, seen) == ("off", "works")


async def test_the_sound_is_switched_on_and_off_while_the_stage_is_open(clock: SystemClock, tmp_path: Path) -> None:
    off = Config.model_validate({"stage": {"port": 0}, "sound": {"enabled": False}})
    on, home = Config.model_validate({"stage": {"port": 0}}), Home(config=tmp_path, data=tmp_path)
    house = StageService(Runtime(clock, EventStream(clock), Guard(off.guard)), off, home, desktop=False)
    switch = partial(SettingsInForce(off, house.live).take_up, keys=[("sound", "enabled")])
    async with anyio.create_task_group() as playing:
        await house.open(playing, {}, lambda: {"ok": True})
        with anyio.fail_after(30):
            await switch(on)
            await house.clients.come("sound")
            await switch(Config.model_validate({"sound": {"enabled": False}}))
            while house.clients.of("sound"):
                await anyio.lowlevel.checkpoint()
        (said,) = (role for role in house.roles() if role.part == "sound")
        house.close()
        playing.cancel_scope.cancel()

    assert said.state == "off"
