"""Output on Windows: what nobody reads any longer is told as such, and all else is written as before."""

import os
from pathlib import Path

import pytest

from performer.core.platform.windows_output import make_output
from tests.systems import linux_only


def test_a_pipe_that_nobody_reads_is_told_as_one() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "w", encoding="utf-8") as pipe, pytest.raises(BrokenPipeError), make_output(pipe) as made:
        print("hello", file=made, flush=True)


@linux_only("a counter of events refuses an argument as Windows refuses a broken pipe")
def test_what_windows_calls_a_wrong_argument_is_such_a_pipe() -> None:
    refusing = os.fdopen(os.eventfd(0), "w", encoding="latin-1")
    with refusing, pytest.raises(BrokenPipeError), make_output(refusing) as made:
        print("\xff" * 8, end="", file=made, flush=True)


def test_all_else_is_written_in_its_order_and_with_its_own_signs(tmp_path: Path) -> None:
    with (tmp_path / "told.txt").open("w", encoding="ascii", errors="replace") as file:
        file.write("first, ")
        made = make_output(file)
        made.write("größer")
        made.flush()

    assert (tmp_path / "told.txt").read_text(encoding="ascii") == "first, gr??er"
