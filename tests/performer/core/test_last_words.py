"""What ends a program is read by somebody: on standard error, or in a window where there is none."""

import sys

import pytest

from performer.core import platform
from performer.core.last_words import print_last_words


def test_words_go_to_standard_error_without_what_would_steer_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_last_words("The port is taken.\n\x1b[2JTry another.")

    assert capsys.readouterr().err.splitlines()[0] == "The port is taken."
    assert "\x1b" not in capsys.readouterr().err


def test_a_program_without_standard_error_shows_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(platform, "show_message", shown.append)
    monkeypatch.setattr(sys, "stderr", None)

    print_last_words("The port is taken.")

    assert shown == ["The port is taken."]
