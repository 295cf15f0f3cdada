"""The alarm of Windows: it is set, ended and heard, also where a regular expression keeps other threads out."""

import ctypes
import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from performer.core.platform import windows_alarm
from performer.core.platform.windows_alarm import ALARM, set_alarm
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only


class Rung(BaseException):
    """Raised by the alarm."""


@pytest.fixture
def rings() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Rung

    before = signal.signal(ALARM, ring)
    yield
    signal.signal(ALARM, before)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have a Windows whose timers have a handle."""
    played = play_windows(monkeypatch)

    def make(timer: Any, *_: object) -> int:
        timer._obj.value = 7
        return 1

    played.answer("kernel32", CreateTimerQueueTimer=make)
    return played


def test_an_alarm_that_is_set_anew_or_ended_rings_no_more(windows: PlayedWindows) -> None:
    for after_s in (0.02, 0.15, 0, 0):
        set_alarm(after_s, 0.05)

    made = [words[3:] for words in windows.called("CreateTimerQueueTimer")]
    assert made == [(ALARM, 20, 50, 0x20), (ALARM, 150, 50, 0x20)]
    assert len(windows.called("DeleteTimerQueueTimer")) == 2
    assert windows_alarm._timer.value is None


def test_what_the_timer_calls_has_the_signal_heard(windows: PlayedWindows, rings: None) -> None:
    set_alarm(0.02)
    set_alarm(0)
    ((_, _, called, number, *_),) = windows.called("CreateTimerQueueTimer")

    with pytest.raises(Rung):
        ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_ubyte)(called.value)(int(number), 1)


@windows_only("elsewhere the system has alarms of its own")
def test_a_regular_expression_that_backtracks_for_ever_is_ended(rings: None) -> None:
    set_alarm(0.05)

    with pytest.raises(Rung):
        re.fullmatch(r"(a+)+b", "a" * 60)

    set_alarm(0)
