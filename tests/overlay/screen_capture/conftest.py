"""A display to capture."""

import subprocess
from collections.abc import Iterator

import pytest

from tests.xvfb import xvfb


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with xvfb("800x600") as name:
        subprocess.run(["xsetroot", "-display", name, "-solid", "#c04020"], check=True)
        yield name
