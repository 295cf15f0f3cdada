"""The heap of a show: large blocks that are freed leave the process at once; a start is not searched for garbage."""

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from performer.core.process.heap import pause_collection, resume_collection, trim_heap
from tests.systems import linux_only

GROWN = """
import ctypes, sys
from pathlib import Path
from performer.core.process.heap import bound_heap

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

if sys.argv[1] == "bounded":
    assert bound_heap()
for size in range(1, 9):  # each one freed raises what glibc takes from its pool
    bytes(size * 1_000_000)
pieces = [bytearray(b"x" * 900_000) for _ in range(40)]
last = bytearray(b"x" * 900_000)
full = resident()
del pieces
print(full - resident())
"""


@linux_only("glibc alone keeps large blocks that were freed")
def test_large_blocks_that_are_freed_go_back_to_the_system() -> None:
    bounded, unbounded = (
        int(subprocess.run([sys.executable, "-c", GROWN, how], check=True, capture_output=True, text=True).stdout)
        for how in ("bounded", "unbounded")
    )

    assert bounded > 30_000_000
    assert unbounded < bounded


def test_what_was_freed_may_be_given_back_at_any_time() -> None:
    assert trim_heap() in {True, False}
    assert sys.platform == "linux" or not trim_heap()


@pytest.fixture
def collecting() -> Iterator[None]:
    """A process that collects garbage, and has nothing frozen behind the test."""
    gc.enable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("collecting")
def test_after_a_pause_what_there_is_is_kept_and_garbage_collected_again() -> None:
    pause_collection()
    assert not gc.isenabled()
    before = gc.get_freeze_count()

    resume_collection()

    assert gc.isenabled()
    assert gc.get_freeze_count() > before


@pytest.mark.usefixtures("collecting")
def test_where_nothing_was_paused_nothing_is_kept() -> None:
    before = gc.get_freeze_count()

    resume_collection()

    assert gc.get_freeze_count() == before
