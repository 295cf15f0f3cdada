"""The doctor beside a show: what he finds comes part by part, and he is asked by one at a time."""

from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.own_text import own
from performer.doctor.operations import DoctorOperations
from performer.doctor.report import Check, CheckNotes, Examined
from performer.guard.guard import Guard

pytestmark = pytest.mark.anyio

STAGE = '{"url": "http://127.0.0.1:1/stage?token=x", "port": 1}'


class Visit:
    """A doctor with two checks, of which the second waits until it may end, and all that he told."""

    def __init__(self, folder: Path) -> None:
        home = Home(config=folder, data=folder)
        home.make()
        home.stage_file.write_text(STAGE, encoding="utf-8")
        self.told: list[dict[str, Any]] = []
        self.may_end, self.has_spoken = anyio.Event(), anyio.Event()
        self.running: list[bool] = []
        status: dict[str, Any] = {"down": {}, "roles": []}
        self.doctor = DoctorOperations(
            SystemClock(), home, Guard(words=["plonk"]), lambda: status, self.told.append, self._list_checks
        )

    def _list_checks(self, config: Config, *, asks_models: bool) -> list[Check]:
        return [Check("voice", 5, self._speak), *([Check("model", 5, self._wait)] if asks_models else [])]

    async def _speak(self, examined: Examined, notes: CheckNotes) -> None:
        self.running.append(examined.running is not None)
        self.has_spoken.set()
        notes.fail("speaks", own("{who} says nothing", who="plonk"), own("Call 0151 555 01001."))

    async def _wait(self, _examined: Examined, notes: CheckNotes) -> None:
        await self.may_end.wait()
        notes.ok("answers", own("it does"))


@pytest.fixture
def it(tmp_path: Path) -> Visit:
    return Visit(tmp_path)


async def test_each_part_is_told_when_it_is_done_and_who_is_waited_for(it: Visit) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(it.doctor.run, {"models": True})
        await it.has_spoken.wait()
        await anyio.wait_all_tasks_blocked()
        assert it.told[-1]["waits"] == ["model"]
        assert [each["name"] for each in it.told[-1]["findings"]] == ["is on", "speaks"]
        with pytest.raises(ConfigError, match="at it already"):
            await it.doctor.run({})
        it.may_end.set()

    last = await it.doctor.last({})
    assert (last["waits"], last["asked_models"], it.told[-1]) == ([], True, last)


async def test_the_show_itself_is_asked_and_its_models_are_left_alone(it: Visit) -> None:
    last = await it.doctor.run({})

    assert it.running == [True]
    assert {each["part"] for each in last["findings"]} == {"show", "voice"}


async def test_what_the_guard_stops_and_private_data_are_masked_for_the_page(it: Visit) -> None:
    found = (await it.doctor.run({}))["findings"][-1]

    assert (found["found"], found["remedy"]) == ("●●● says nothing", "Call 0151 555 01001.")


async def test_a_visit_that_is_broken_off_can_be_made_anew(it: Visit) -> None:
    with anyio.move_on_after(0):
        await it.doctor.run({"models": True})

    assert (await it.doctor.last({}))["waits"] == []
    it.may_end.set()
    assert (await it.doctor.run({"models": True}))["asked_models"]
