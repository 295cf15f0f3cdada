"""The wheel: the product as it runs, its data beside its packages as in the checkout, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from release.source import copy_source, read_commit_time
from requirements.terminal import Stop

_BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def build_wheel(source: Path, target: Path, time_s: int) -> Path:
    """Build the wheel of a copy of the source into a folder, by the pinned build backend; the network is not asked.

    Raises:
        Stop: when the backend refuses.
    """
    target.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(time_s)}
    command = [sys.executable, "-c", _BUILD, str(target.resolve())]
    built = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, encoding="utf-8")
    if built.returncode:
        raise Stop(f"the wheel could not be built: {built.stderr.strip()[-500:]}")
    return target / built.stdout.splitlines()[-1]


def build_wheel_of_checkout(folder: Path) -> Path:
    """Build the wheel of this checkout in an empty folder, and return it: a build leaves its traces in its copy."""
    return build_wheel(copy_source(folder), folder, read_commit_time())
