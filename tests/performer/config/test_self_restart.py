"""The show begins again by itself for what holds only then, once the changes have come to an end."""

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.self_restart import QUIET_S, SelfRestart
from performer.core.clock import VirtualClock

pytestmark = pytest.mark.anyio


class Restarted:
    """Settings of which those of the model have the show begin again."""

    def __init__(self, folder: Path, clock: VirtualClock) -> None:
        self.times = 0
        self.begun = anyio.Event()
        self.clock = clock
        in_force = SettingsInForce(Config(), {}, restarting={"model", "models"})
        file = ConfigFile(folder / "config.toml", environ={})
        self.changes = ConfigChanges(in_force, file, lambda _: self.restart.note_change())
        self.restart = SelfRestart(clock, self.changes, self.begin_again)

    def begin_again(self) -> None:
        self.times += 1
        self.begun.set()


@pytest.fixture
async def it(tmp_path: Path, virtual_clock: VirtualClock) -> AsyncIterator[Restarted]:
    it = Restarted(tmp_path, virtual_clock)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.restart.run)
        yield it
        tasks.cancel_scope.cancel()


async def test_it_begins_again_once_after_the_last_of_several_changes(it: Restarted) -> None:
    said = await it.changes.set("model.spec", "ollama:owl")
    await it.clock.advance(QUIET_S - 1)
    await it.changes.set("model.describe", "ollama:moondream")
    await it.clock.advance(QUIET_S - 1)
    early = it.times
    await it.clock.advance(1)
    with anyio.fail_after(20):
        await it.begun.wait()

    assert "the show begins again by itself" in said
    assert (early, it.times) == (0, 1)


async def test_what_is_undone_in_time_and_what_can_wait_has_nothing_begin_again(it: Restarted) -> None:
    await it.changes.set("model.spec", "ollama:owl")
    await it.changes.undo()
    said = await it.changes.set("stage.port", 9001)
    await it.clock.advance(QUIET_S)
    await it.changes.set("model.temperature", 0.2)
    await it.clock.advance(QUIET_S)
    await it.changes.set("model.spec", "ollama:owl")
    await it.clock.advance(QUIET_S)
    with anyio.fail_after(20):
        await it.begun.wait()

    assert said.endswith("It holds from the next start on.")
    assert it.times == 1
