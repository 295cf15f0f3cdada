"""Settings that could not be written are, as soon as they can be."""

from pathlib import Path

import anyio
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.saving_again import EVERY_S, SavingAgain
from performer.core.clock import VirtualClock

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("is_watched", [False, True], ids=["before it is watched", "while it is watched"])
async def test_what_could_not_be_written_is_written_once_it_can_be(
    tmp_path: Path, virtual_clock: VirtualClock, is_watched: bool
) -> None:
    file, block, told = tmp_path / "config.toml", tmp_path / "config.toml.bak", anyio.Event()
    file.write_text("# mine\n", encoding="utf-8")
    block.mkdir()
    changes = ConfigChanges(SettingsInForce(Config(), {}), ConfigFile(file, environ={}), lambda _: told.set())
    async with anyio.create_task_group() as tasks:
        if is_watched:
            await tasks.start(SavingAgain(virtual_clock, changes).run)
        await changes.set("stage.theme", "bold")
        assert changes.roles() != ()
        told = anyio.Event()
        block.rmdir()
        if not is_watched:
            await tasks.start(SavingAgain(virtual_clock, changes).run)
        await virtual_clock.advance(EVERY_S)
        with anyio.fail_after(20):
            await told.wait()
        tasks.cancel_scope.cancel()

    assert changes.roles() == ()
    assert 'theme = "bold"' in file.read_text(encoding="utf-8")
