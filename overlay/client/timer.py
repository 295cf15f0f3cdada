"""Timers of Qt in one line."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer


def make_timer(
    parent: QObject,
    on_timeout: Callable[[], object],
    interval_ms: int = 0,
    *,
    once: bool = False,
    precise: bool = False,
) -> QTimer:
    """Make a timer that does not run yet; Qt lets one that is not precise be late by a twentieth of its interval."""
    timer = QTimer(parent)
    timer.setInterval(interval_ms)
    timer.setSingleShot(once)
    timer.setTimerType(Qt.TimerType.PreciseTimer if precise else Qt.TimerType.CoarseTimer)
    timer.timeout.connect(on_timeout)
    return timer
