"""A D-Bus session bus of the tests' own, started and ended by the test."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import missing
from tests.systems import need_linux


@contextmanager
def session_bus() -> Iterator[str]:
    """Start a bus and yield its address, for DBUS_SESSION_BUS_ADDRESS; it is gone after the block."""
    need_linux("a session bus")
    if shutil.which("dbus-daemon") is None:
        missing("dbus-daemon", "apt install dbus")
    ready, told = os.pipe()
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--print-address={told}"],
        pass_fds=[told],
        stderr=subprocess.DEVNULL,
    )
    os.close(told)
    try:
        with os.fdopen(ready) as answer:
            yield answer.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait()
