"""Running a built show: services start from top to bottom, the table stands between, and all of it ends in reverse."""

import io
from pathlib import Path

import anyio
import pytest
from anyio.abc import TaskGroup, TaskStatus

from performer.app import perform
from performer.core.clock import SystemClock
from performer.core.events.parts import ServiceUp
from performer.core.events.stream import EventStream
from performer.core.plain_console import PlainConsole
from performer.core.process.lifetime import ShowEnd
from performer.core.show import Service, Show
from performer.core.status import Role

pytestmark = pytest.mark.anyio


class Recorded:
    """A show whose services note when they start and end."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.stream = EventStream(SystemClock())
        self.ending = ShowEnd()
        self.printed = io.StringIO()

    def service(self, name: str) -> Service:
        async def run(*, task_status: TaskStatus[None]) -> None:
            self.noted.append(f"+{name}")
            task_status.started()
            try:
                await anyio.sleep_forever()
            finally:
                self.noted.append(f"-{name}")

        return Service(name, run)

    def reader(self, name: str) -> Service:
        async def run(*, task_status: TaskStatus[None]) -> None:
            with self.stream.whole(name) as events:
                task_status.started()
                self.noted += [f"{name} read {published.event.service}" async for published in events]  # type: ignore[attr-defined]

        return Service(name, run, is_reader=True)

    async def open_stage(self, _playing: TaskGroup) -> None:
        self.noted.append("+stage")

    async def say_goodbye(self) -> None:
        self.noted.append("goodbye")
        self.stream.publish(ServiceUp(service="the end"))

    def list_roles(self) -> tuple[Role, ...]:
        self.noted.append("table")
        return (Role(part="voice", plays="nobody"),)

    async def play(self) -> None:
        self.noted.append("played")

    async def perform(self) -> None:
        show = Show(
            clock=SystemClock(),
            stream=self.stream,
            filter_text=str,
            before_stage=(self.reader("journal"), self.service("brain")),
            open_stage=self.open_stage,
            before_table=(self.service("memory"),),
            on_ready=(lambda: self.noted.append("ready"),),
            roles=self.list_roles,
            after_table=(self.service("director"),),
            play=self.play,
            closing=(lambda: self.noted.append("closed"),),
            farewells=(self.say_goodbye,),
        )
        await perform(show, self.ending, PlainConsole(file=self.printed), Path("performer.log"))


async def test_services_start_in_their_order_and_readers_read_to_the_end() -> None:
    it = Recorded()
    await it.perform()

    assert it.noted[:7] == ["+brain", "+stage", "+memory", "ready", "table", "+director", "played"]
    assert it.noted[7:9] == ["closed", "goodbye"]
    assert sorted(it.noted[9:12]) == ["-brain", "-director", "-memory"]
    assert it.noted[12:] == ["journal read the end"]
    assert "nobody" in it.printed.getvalue()


async def test_a_show_without_an_end_of_its_own_goes_on_until_it_is_ended() -> None:
    it = Recorded()
    it.play = anyio.sleep_forever  # type: ignore[method-assign]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(it.perform)
        while "+director" not in it.noted:
            await anyio.lowlevel.checkpoint()
        it.ending.come()

    assert it.noted[-1] == "journal read the end"
