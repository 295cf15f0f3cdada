"""The memory as a whole: what its settings switch off, and how it is named at the start."""

from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, StreamerCue
from performer.core.remembered_conversation import STAGE, Recollection
from performer.memory.settings import MemorySettings
from tests.performer.memory.remembering import HERE, ago, line, remembering

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("settings", "tools"),
    [
        (MemorySettings(), ["remember", "recall"]),
        (MemorySettings(notes=False), []),
        (MemorySettings(enabled=False), []),
    ],
)
async def test_its_tools_are_there_where_notes_may_be_kept(
    virtual_clock: VirtualClock, settings: MemorySettings, tools: list[str]
) -> None:
    async with remembering(virtual_clock, settings=settings) as it:
        assert [tool.spec.name for tool in it.memory.tools()] == tools


async def test_switched_off_it_keeps_and_recalls_nothing(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with remembering(virtual_clock, settings=MemorySettings(enabled=False), file=tmp_path / "memory.db") as it:
        remembers = it.memory.remembers
        remembers.heard(HERE, ago(virtual_clock, minutes=1))
        remembers.edited(HERE, "1", "new")
        remembers.deleted(HERE, ["1"])
        remembers.remaining(HERE, [], since=virtual_clock.utc(), before="")
        await it.database.settled()

        assert await it.memory.messages.counts() == {}
        assert await it.recalled() == Recollection()
        assert (it.memory.role().plays, it.memory.role().state) == ("off", "off")


async def test_a_chat_without_numbers_is_remembered_by_what_it_asks(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock) as it:
        await it.recalled(line("who won?", number="", channel="console"))

        assert await it.memory.messages.counts() == {"console": 1}


async def test_what_the_streamer_types_is_remembered_as_theirs_and_recalled(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock) as it:
        await it.memory.recall(OperatorCue(text="I am tired", channel="console"))
        before = await it.memory.recall(OperatorCue(text="so what now?", channel="console", author="Ann"))
        at_discord = await it.memory.recall(OperatorCue(text="wave", channel=HERE))

        assert [(said.author, said.text) for said in before.lines] == [("the streamer", "I am tired")]
        assert at_discord == Recollection()
        assert await it.memory.messages.counts() == {"console": 2}


async def test_a_memory_that_is_not_on_the_disk_says_so(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with remembering(virtual_clock) as it:
        assert (it.memory.role().plays, it.memory.role().state) == ("of this run alone", "partly")
        assert await it.memory.renew_copies() == ""
    async with remembering(virtual_clock, file=tmp_path / "memory.db") as it:
        assert it.memory.role().plays == "memory.db"


async def test_what_the_streamer_says_aloud_is_talk_on_the_stage(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock) as it:
        await it.memory.recall(StreamerCue(text="Pip, is that a dragon?", author="Ada"))
        it.own("Two of them.", channel=STAGE)
        before = await it.memory.recall(StreamerCue(text="Pip, are you sure?"))

        assert [(said.author, said.text) for said in before.lines] == [
            ("Ada", "Pip, is that a dragon?"),
            ("", "Two of them."),
        ]


async def test_who_speaks_aloud_is_told_little_of_before(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock) as it:
        for number in range(30):
            it.own(f"line {number}", channel=STAGE)

        assert len((await it.memory.recall(StreamerCue(text="Pip?"))).lines) == 12


async def test_switched_off_it_keeps_nothing_that_was_said_aloud(virtual_clock: VirtualClock) -> None:
    async with remembering(virtual_clock, settings=MemorySettings(enabled=False)) as it:
        await it.memory.recall(StreamerCue(text="Pip?"))
        await it.database.settled()

        assert await it.memory.messages.counts() == {}
