"""The sandbox process itself, asked over its pipes."""

import os
import subprocess
import sys

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import is_ready, read_result, send_request


def test_a_worker_answers_each_picture_and_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "performer.core.images.sandbox.worker"]
    job = "performer.core.images.sandbox.sandbox:make_still_jpeg"
    with subprocess.Popen(
        [*command, job, "700000000", "15"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**os.environ},
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert is_ready(worker.stdout)
        for _ in range(2):
            send_request(worker.stdin, b"no picture", "64")
            with pytest.raises(UnfitPicture, match="it is no PNG"):
                read_result(worker.stdout)
        worker.stdin.close()
        assert worker.wait(10) == 0
