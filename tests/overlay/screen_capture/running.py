"""The screen recorder as a process, for tests."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from performer.core.files.home import CHECKOUT

PATIENCE_S = 60.0


class Child:
    """A recorder that was started by a test; use `recording`."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def ask(self) -> tuple[dict[str, object], bytes]:
        """Ask for a picture and read it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        header = json.loads(self.process.stdout.readline())
        return header, self.process.stdout.read(header["bytes"])

    def ended(self) -> tuple[int, list[str]]:
        """Wait for its end; tell its exit code and what it wrote to standard error."""
        code = self.process.wait(PATIENCE_S)
        assert self.process.stderr is not None
        return code, self.process.stderr.read().decode().splitlines()


@contextmanager
def recording(*options: str, **environment: str) -> Iterator[Child]:
    with subprocess.Popen(
        [sys.executable, "-m", "overlay.screen_capture", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**clean(os.environ), "LC_ALL": "C.UTF-8", **environment},
    ) as process:
        try:
            yield Child(process)
        finally:
            process.kill()


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what tells of a desktop."""
    desktop = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"}
    return {name: value for name, value in environment.items() if name not in desktop}
