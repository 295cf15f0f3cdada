"""The progress of a run: how much is done and right, and how long the rest takes."""

import io
import re

import pytest
from rich.console import Console

from bench.tool_choice.playing.progress import RunCount, open_run_progress
from performer.core.clock import VirtualClock
from tests.bench.tool_choice.trials import graded


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())


def test_a_pipe_gets_a_line_every_20_cases_and_one_at_the_end() -> None:
    console = Console(file=io.StringIO())
    with open_run_progress(console, VirtualClock(0), total=45) as progress:
        for number in range(45):
            progress.begin(f"case-{number}", "soft")
            progress.finish(graded(f"case-{number}", "right" if number < 30 else "missing call"))

    assert printed(console).splitlines() == [
        "20 of 45 done, 100 % right, 0 s left; last: case-19 (soft).",
        "40 of 45 done, 75 % right, 0 s left; last: case-39 (soft).",
        "45 of 45 done, 67 % right; last: case-44 (soft).",
    ]


@pytest.mark.anyio
async def test_where_cases_take_long_there_is_a_line_every_10_s() -> None:
    console, clock = Console(file=io.StringIO()), VirtualClock(0)
    with open_run_progress(console, clock, total=45) as progress:
        for number in range(3):
            await clock.advance(6)
            progress.finish(graded(f"case-{number}", "right"))

    assert printed(console) == "2 of 45 done, 100 % right, 4 min left; last: case-1 (soft).\n"


def test_trials_that_an_earlier_run_kept_count_as_done_and_not_for_the_rate() -> None:
    console = Console(file=io.StringIO())
    with open_run_progress(console, VirtualClock(0), total=21, kept=20) as progress:
        progress.finish(graded(label="wrong tool"))

    assert printed(console) == "21 of 21 done, 0 % right; last: decoys-hyphen (soft).\n"


def test_an_error_of_the_server_does_not_lower_the_rate() -> None:
    count = RunCount(total=3, began_s=0.0)
    for label in ("right", "error"):
        count.add(graded(label=label))

    assert (count.done, count.format_rate()) == (2, "100 % right")


def test_a_run_of_errors_alone_has_no_rate() -> None:
    count = RunCount(total=3, began_s=0.0)
    count.add(graded(label="error"))

    assert count.format_rate() == "none graded"


def test_the_time_left_is_that_of_the_cases_of_this_run() -> None:
    count = RunCount(total=10, kept=4, began_s=100.0)
    assert count.estimate_left_s(100.0) is None
    for _ in range(2):
        count.add(graded())

    assert count.estimate_left_s(106.0) == 12.0


def test_a_terminal_gets_a_bar_with_the_present_case() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True, legacy_windows=False)
    with open_run_progress(console, VirtualClock(0), total=4, kept=1) as progress:
        progress.begin("odd-[red]-case", "native")
        progress.finish(graded())

    last = printed(console).splitlines()[-1]
    assert "2/4" in last
    assert "100 % right" in last
    assert "odd-[red]-case (native)" in last


def test_a_narrow_terminal_gets_a_bar_that_fits() -> None:
    console = Console(file=io.StringIO(), width=44, force_terminal=True)
    with open_run_progress(console, VirtualClock(0), total=400) as progress:
        progress.begin("decoys-a-name-that-is-far-too-long-for-it", "constrained")
        progress.finish(graded())

    assert max(len(line) for line in re.split(r"[\r\n]+", printed(console))) <= 44
