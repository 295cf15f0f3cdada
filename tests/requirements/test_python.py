"""What is installed by pip's command, or uv's."""

import sys

import pytest

from requirements import python
from requirements.terminal import Stop


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("ERROR: No matching distribution\nhint: none", "ERROR: No matching distribution"),
        ("ERROR: Exception:\nTraceback:\nValueError: no t64.exe", "ValueError: no t64.exe"),
        ("error: disk is full", "error: disk is full"),
        ("", "no word why"),
    ],
    ids=["refused", "a bug of pip's", "uv", "silent"],
)
def test_what_cannot_be_installed_is_told_with_the_reason(said: str, told: str) -> None:
    with pytest.raises(Stop, match=f": {told}$"):
        python.install_by([sys.executable, "-c", f"print({said!r}, end=''); raise SystemExit(1)"])
