"""Journals that are begun and ended while the show goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.guard.guard import Guard
from performer.memory.journal.file import read_journal
from performer.memory.journal.recorder import JournalRecorder

pytestmark = pytest.mark.anyio


class Recording:
    """A show of which parts are recorded."""

    def __init__(self, clock: VirtualClock, folder: Path) -> None:
        self.folder = folder
        self.stream = EventStream(clock)
        self.recorder = JournalRecorder(clock, self.stream, Guard(), folder)

    def happen(self, what: str) -> None:
        self.stream.publish(ServiceUp(service=what, reason=own("it is back")))

    @property
    def happened(self) -> list[str]:
        (file,) = self.folder.glob("*.jsonl")
        return [
            each.event.service for each in read_journal(file, ServiceUp).events if isinstance(each.event, ServiceUp)
        ]


@asynccontextmanager
async def recording(clock: VirtualClock, folder: Path) -> AsyncIterator[Recording]:
    it = Recording(clock, folder)
    with anyio.fail_after(10):
        async with anyio.create_task_group() as tasks:
            await tasks.start(it.recorder.run)
            yield it
            it.stream.close()


async def test_what_happens_between_start_and_stop_is_in_the_journal(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    async with recording(virtual_clock, tmp_path) as it:
        it.happen("before")
        started = await it.recorder.start({})
        it.happen("within")
        stopped = await it.recorder.stop({})
        it.happen("after")

    assert it.happened == ["within"]
    assert (started["recording"], stopped["recording"]) == ("2026-01-01_00-00-00.jsonl", "")


async def test_what_is_recorded_to_the_end_of_the_show_is_whole(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with recording(virtual_clock, tmp_path) as it:
        await it.recorder.start({})
        it.happen("last")

    assert it.happened == ["last"]


async def test_a_journal_is_listed_with_the_command_that_replays_it_and_removed(
    virtual_clock: VirtualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "ann"))
    folder = tmp_path / "ann" / "journals"
    async with recording(virtual_clock, folder) as it:
        await it.recorder.start({})
        (listed,) = (await it.recorder.stop({}))["journals"]
        await it.recorder.remove({"name": listed["name"]})

        assert listed["command"].endswith(f'replay "{Path("~", "journals", listed["name"])}"')
        assert (await it.recorder.list({}))["journals"] == []


async def test_wrong_orders_are_refused_with_a_sentence(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("x", encoding="utf-8")
    async with recording(virtual_clock, tmp_path / "journals") as it:
        with pytest.raises(ConfigError, match="Nothing is recorded"):
            await it.recorder.stop({})
        name = (await it.recorder.start({}))["recording"]
        with pytest.raises(ConfigError, match="recorded already"):
            await it.recorder.start({})
        with pytest.raises(ConfigError, match="being written"):
            await it.recorder.remove({"name": name})
        with pytest.raises(ConfigError, match="no such journal"):
            await it.recorder.remove({"name": "../secret.txt"})

    assert (tmp_path / "secret.txt").exists()
