"""A message in a window of its own."""

import pytest

from performer.core.platform.windows_message import show_message
from tests.performer.core.platform.played_windows import play_windows


def test_the_text_and_the_programs_name_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)

    show_message("The port is taken.")

    ((_, text, title, _),) = windows.called("MessageBoxW")
    assert (text, title) == ("The port is taken.", "Stream Performer")
