"""Whether anything grows over virtual hours."""

import socket

import anyio
import psutil
import pytest

from bench.speed.hours import HoursPlan, count_open_files, run


@pytest.mark.slow
def test_the_later_half_stands_beside_the_earlier_one() -> None:
    report = anyio.run(run, HoursPlan(hours=0.1))

    assert report.by_key["cpu_early"].n == report.by_key["cpu_late"].n == 9
    assert report.find_ratio(report.by_key["tasks_late"])


def test_a_run_is_cut_into_twenty_samples() -> None:
    assert HoursPlan(hours=2).step_s == 360


def test_a_socket_is_counted_among_what_is_open() -> None:
    process = psutil.Process()
    before = count_open_files(process)

    with socket.socket():
        assert count_open_files(process) == before + 1
