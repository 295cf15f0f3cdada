"""Pipes that have a name among files."""

import os
import sys
import unittest
from pathlib import Path


def make_pipe(path: Path) -> None:
    """Make a pipe that has a name among files; on Windows, which has none, the test is left out.

    It does without pytest, as the commands of figures do.
    """
    if sys.platform == "win32":
        raise unittest.SkipTest("POSIX only: a pipe stands among files")
    os.mkfifo(path)
