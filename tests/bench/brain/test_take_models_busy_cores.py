"""Busy processes end with the block, and with whoever started them."""

import subprocess
import sys

from bench.brain import take_models


def test_a_worker_ends_when_its_standard_input_does() -> None:
    worker = subprocess.Popen([sys.executable, "-c", take_models._WORK], stdin=subprocess.PIPE)

    worker.communicate(timeout=20)
    assert worker.returncode == 0


def test_no_process_is_left_behind() -> None:
    with take_models.keep_cores_busy(2) as workers:
        assert [each.poll() for each in workers] == [None, None]

    assert all(each.poll() is not None for each in workers)
