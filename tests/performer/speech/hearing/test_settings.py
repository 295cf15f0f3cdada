"""The command of the microphone's process, as the settings have it."""

import sys

from performer.speech.hearing.settings import MicSettings


def test_the_listener_is_started_with_what_was_chosen() -> None:
    assert MicSettings().command() == [sys.executable, "-m", "sfx.microphone", "--detector", "auto"]
    assert MicSettings(device="Blue", detector="energy").command()[-4:] == ["--detector", "energy", "--device", "Blue"]
