"""The program as a process: what it may use."""

import os
import sys

import anyio
import pytest

from performer.vision.ocr.tesseract import run_tesseract
from tests.performer.core.platform.played_windows import play_jobs, play_windows
from tests.systems import linux_only, posix_only

pytestmark = pytest.mark.anyio


@linux_only("only Linux limits another process")
async def test_it_gives_way_to_the_game_and_may_use_so_much_and_no_more() -> None:
    asked = "cat > /dev/null; nice; ulimit -v; ulimit -t"  # limits are set before it has its picture

    niceness, kilobytes, seconds = map(int, (await run_tesseract(["sh", "-c", asked], b"picture")).split())

    assert niceness == max(10, os.getpriority(os.PRIO_PROCESS, 0))
    assert (kilobytes, seconds) == (1_500_000_000 // 1024, 60)


@posix_only("there is no niceness")
async def test_it_is_as_nice_as_a_show_that_is_nicer() -> None:
    show = "import anyio; from performer.vision.ocr.tesseract import run_tesseract as run; "
    show += "print(anyio.run(run, ['sh', '-c', 'cat > /dev/null; nice']))"

    ran = await anyio.run_process(["nice", "-n", "19", sys.executable, "-c", show])

    assert int(ran.stdout) == 19


async def test_on_windows_its_job_limits_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    most = play_jobs(monkeypatch, play_windows(monkeypatch))

    assert await run_tesseract([sys.executable, "-c", "print(input())"], b"picture") == f"picture{os.linesep}"
    assert most == [1_500_000_000]
