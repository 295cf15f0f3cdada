"""Refused files: each is reported once for as long as it is refused, and at most five by name."""

from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream
from performer.core.files.refused import RefusalReporter, RefusedFile

pytestmark = [pytest.mark.anyio, pytest.mark.expects_log]


def refused(name: str, line: int = 0) -> RefusedFile:
    return RefusedFile(path=Path("/home/somebody") / name, reason="it is odd", line=line)


async def test_a_file_is_reported_again_only_when_it_was_fine_in_between(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("test", FileRefused)
    reporter = RefusalReporter(stream)
    for now in ([refused("a.png")], [refused("a.png"), refused("list.txt", 3)], [], [refused("a.png")]):
        reporter.tell(now)

    names = [each.event.file for each in reader.taken() if isinstance(each.event, FileRefused)]
    assert names == ["a.png", "line 3 of list.txt", "a.png"]


async def test_many_are_counted(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("test", FileRefused)
    RefusalReporter(stream).tell([refused(f"{number}.png") for number in range(7)])

    *named, last = [each.event for each in reader.taken() if isinstance(each.event, FileRefused)]
    assert (len(named), last.file) == (5, "2 more files")
