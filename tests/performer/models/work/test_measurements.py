"""A measurement runs the bench as a program of its own, and follows what that says."""

import sys

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.work_board import BoardWork
from performer.models.work.measurements import ModelMeasurement, make_command

pytestmark = pytest.mark.anyio


def program(*lines: str, code: int = 0) -> tuple[str, ...]:
    said = f"import sys; print('x' * 200_000); [print(each, file=sys.stderr) for each in {list(lines)!r}]"
    return (sys.executable, "-c", f"{said}; sys.exit({code})")


async def measured(*command: str) -> tuple[BoardWork, list[tuple[int, int]]]:
    work, told = BoardWork(kind="measure", name="tiny"), list[tuple[int, int]]()
    await ModelMeasurement(SystemClock(), command)(work, lambda: told.append((work.done, work.total)))
    return work, told


async def test_its_progress_is_read_from_what_the_bench_says() -> None:
    work, told = await measured(*program("Asking tiny …", "20 of 60 done, 55 % right, 40 s left; last: a (native)."))

    assert told == [(0, 60), (20, 60)]
    assert (work.done, work.words) == (60, "")


async def test_why_it_failed_is_told_in_the_benchs_words() -> None:
    with pytest.raises(ServiceError, match=r"It was not measured: No Ollama at http://127.0.0.1:9"):
        await measured(*program("No Ollama at http://127.0.0.1:9.", code=1))


def test_the_command_measures_the_short_set_of_which_a_score_is_kept() -> None:
    command = make_command("ollama:tiny", "soft")

    assert command[1:6] == ("-m", "performer", "bench", "tools", "ollama:tiny")
    assert command[6:10] == ("--tag", "short", "--limit", "60")
