"""The last lines of the log: read from its end, and told as they come."""

import json
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.doctor.log_tail import LogTail
from tests.performer.doctor.looking import Looker

pytestmark = pytest.mark.anyio


def line(message: str, level: str = "INFO") -> str:
    return (
        json.dumps({"at": "2026-01-01T00:00:00Z", "level": level, "logger": "performer.x", "message": message}) + "\n"
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "performer.log"


async def messages(log: LogTail, **arguments: Any) -> list[str]:
    return [each["message"] for each in await log.tail(arguments)]


async def test_the_last_lines_come_oldest_first_and_over_the_border_of_two_files(
    virtual_clock: VirtualClock, file: Path
) -> None:
    file.with_name("performer.log.1").write_text(line("one") + line("two"), encoding="utf-8")
    file.write_text(line("three"), encoding="utf-8")

    assert await messages(LogTail(virtual_clock, file), limit=2) == ["two", "three"]


async def test_a_level_leaves_out_what_is_less(virtual_clock: VirtualClock, file: Path) -> None:
    file.write_text(line("fine") + line("odd", "WARNING") + line("bad", "ERROR"), encoding="utf-8")
    log = LogTail(virtual_clock, file)

    assert await messages(log, level="warning") == ["odd", "bad"]
    assert await messages(log, level="error") == ["bad"]
    with pytest.raises(ConfigError, match="'level' has value 'debug'"):
        await log.tail({"level": "debug"})


async def test_what_is_no_entry_is_left_out_and_no_file_has_no_lines(virtual_clock: VirtualClock, file: Path) -> None:
    log = LogTail(virtual_clock, file)
    assert await log.tail({}) == []

    file.write_bytes(b"\xff\n[1]\n" + line("fine").encode() + b'{"at": "half')
    assert await messages(log) == ["fine"]


async def test_lines_that_come_are_told_whole_while_somebody_looks(file: Path) -> None:
    file.write_text(line("before"), encoding="utf-8")
    looker = Looker(until=1)
    async with anyio.create_task_group() as tasks:
        await tasks.start(LogTail(SystemClock(), file).run, looker)
        await anyio.lowlevel.checkpoint()
        with file.open("a", encoding="utf-8") as opened:
            opened.write(line("after") + '{"at": "half')
        await looker.has_seen.wait()
        tasks.cancel_scope.cancel()

    assert [[each["message"] for each in lines] for lines in looker.told] == [["after"]]
