"""Marks for tests whose subject only some systems have; each says why, and the report of a run counts them by that."""

import sys

import pytest


def posix_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Windows has not, or does by other means."""
    return pytest.mark.skipif(sys.platform == "win32", reason=f"POSIX only: {why}")


def linux_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Linux alone has."""
    return pytest.mark.skipif(sys.platform != "linux", reason=f"Linux only: {why}")


def windows_only(why: str) -> pytest.MarkDecorator:
    """Mark a test of what Windows alone has."""
    return pytest.mark.skipif(sys.platform != "win32", reason=f"Windows only: {why}")
