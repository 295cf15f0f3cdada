"""A display of the tests' own: Xvfb with moving content, started and ended by the test."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import missing
from tests.systems import need_linux


@contextmanager
def xvfb(size: str = "1920x1080") -> Iterator[str]:
    """Start a display and yield its name, such as `:101`; it is gone after the block."""
    with xvfb_process(size) as (name, _):
        yield name


@contextmanager
def xvfb_process(size: str) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Start a display and yield its name and its server, to be stopped and continued."""
    need_linux("a display of X11")
    if shutil.which("Xvfb") is None:
        missing("Xvfb", "apt install xvfb")
    ready, told = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(told),
            "-screen",
            "0",
            f"{size}x24",
            "+extension",
            "Composite",
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=[told],
        stderr=subprocess.DEVNULL,
    )
    os.close(told)
    try:
        with os.fdopen(ready) as answer:
            number = answer.readline().strip()
        if not number:
            missing("Xvfb", "it does not start here")
        yield f":{number}", server
    finally:
        server.terminate()
        server.wait()
